// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/imports/foreign_kind.h"
#include "core/drawing/templates/templates.h"

#include <span>

namespace roofrack {

class Catalog;

/// How files are imported, beside what they say: `import --template` and `--set`.
struct ImportSettings {
    std::string template_name = "fat-tree";
    TemplateSettings settings; ///< those that were said, by import_keys() or the template's keys

    /// What was said of a key; empty: nothing.
    std::string said(std::string_view key) const;
    bool operator==(const ImportSettings&) const = default;
};

/// The keys of ImportSettings that a kind has of its own: "server", "page". A kind that
/// is_drawn_by_template() has those of the template.
std::span<const std::string_view> import_keys(ForeignKind kind);

/// The files say a model and its plan at most: a template draws the cluster.
bool is_drawn_by_template(ForeignKind kind);

/// One of import_keys(), with what it may be.
struct ImportOption {
    struct Choice {
        std::string value; ///< as `--set` takes it; empty: not said
        std::string label; ///< for people
        bool operator==(const Choice&) const = default;
    };
    std::string_view key;
    std::string label, help;
    std::vector<Choice> choices;
    std::string value; ///< what is taken where nothing is said, one of the choices
};

/// What can be said of these files: parts of the catalogue, drawn pages of the file. A key that leaves no
/// choice is not among them. Fails where a file that has to be looked into cannot be read.
Result<std::vector<ImportOption>> import_options(ForeignKind kind, std::span<const NamedText> files,
                                                 const Catalog& catalog);

/// The template as it draws for a file: of which model, the file says; of how many servers too, unless it is
/// said.
TemplateInfo template_for_files(const TemplateInfo& info);

} // namespace roofrack
