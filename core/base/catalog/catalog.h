// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/model_spec.h"
#include "core/base/model/part.h"

#include <memory>
#include <optional>
#include <span>

namespace roofrack {

/// Everything that can be bought and every model that can be trained, read once; immutable afterwards.
class Catalog {
public:
    /// The catalogue compiled into the program. Parsed on first use, then shared (thread-safe).
    static const Catalog& built_in();

    /// Reads part files and model files ("resources/catalog/…", "resources/models/…") from memory.
    /// Fails with file and JSON pointer on an unknown figure, a wrong unit, a duplicate id or a sparse FLOP/s
    /// figure.
    static Result<Catalog> parse(std::span<const struct EmbeddedFile> files);

    /// A part by id, alias or name; nullptr when there is none, or when several are called so (called()).
    /// Case, vendor, spaces and signs do not matter: "NVIDIA GeForce RTX 4090", "rtx4090" and "RTX-4090" are
    /// one.
    const Part* part(std::string_view name) const;
    const Part* part(PartKind kind, std::string_view name) const;
    /// All parts of the kind whose id, alias or name is this or begins with it as a word: "A100" has four.
    std::vector<const Part*> called(std::optional<PartKind> kind, std::string_view name) const;
    /// What else a part is called.
    std::span<const std::string> aliases(const Part& part) const;
    const ModelSpec* model(std::string_view id_or_alias) const;

    /// The least and the most of a figure that the parts of a kind have, above 0; nothing where fewer than
    /// three have it.
    std::optional<ValueLimits> usual_range(PartKind kind, std::string_view key) const;

    const std::vector<Part>& parts() const { return m_parts; }
    const std::vector<ModelSpec>& models() const { return m_models; }
    /// Lower-cased id or alias → position in models().
    const std::map<std::string, size_t, std::less<>>& model_index() const { return m_model_index; }

    /// The constants of the model: those of the files, or the built-in ones where they had none. What is made
    /// with this catalogue refers to them and must not outlive it.
    const Defaults& defaults() const { return m_defaults ? *m_defaults : Defaults::built_in(); }

    /// A copy with the parts and models of this one under other constants.
    Catalog with(Defaults defaults) const;
    /// A copy with the constants and models of this one and another value of a part, in SI units. Fails on a
    /// part or a value that there is not.
    Result<Catalog> with(std::string_view part, std::string_view key, double value) const;

    /// The id nearest in spelling, for "unknown part 'X': did you mean 'Y'?"; empty when nothing is near.
    std::string nearest_part(std::string_view id) const;
    std::string nearest_model(std::string_view id) const;

private:
    struct KnownRange {
        ValueLimits limits;
        int parts = 0;
    };
    void read_ranges();

    std::map<std::pair<PartKind, std::string>, KnownRange> m_ranges;
    std::vector<Part> m_parts;
    std::vector<ModelSpec> m_models;
    std::shared_ptr<const Defaults> m_defaults;
    std::vector<std::vector<std::string>> m_aliases;         ///< by position in m_parts
    std::map<std::string, size_t, std::less<>> m_part_index; ///< lower-cased id or alias → position
    /// Ids, aliases and names as spelling_key() has them → positions of all that are called so.
    std::map<std::string, std::vector<size_t>, std::less<>> m_spellings;
    std::map<std::string, size_t, std::less<>> m_model_index;
};

} // namespace roofrack
