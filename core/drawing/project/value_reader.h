// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"
#include "core/drawing/project/field_types.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

class Catalog;

/// What all readers of one file share. The first error wins; readers go on, which does no harm.
struct ReadContext {
    const Catalog& catalog;
    std::string_view where;
    std::vector<Diagnostic>& warnings;
    std::optional<Diagnostic> error = {};
    size_t untold = 0; ///< unknown keys beyond those that there are warnings of
    /// Own parts of the scenario that is read: its elements may name them.
    const std::vector<PartRef>* own_parts = nullptr;

    /// "WHERE: POINTER"; the pointer alone when there is no WHERE.
    std::string place(const std::string& pointer) const;
    void fail(const std::string& pointer, std::string what, std::string fix);
};

/// Each reads one value at `path` (a JSON pointer); nothing, and an error in the context, when it is another.

/// A number in the file's unit, or text with a unit.
std::optional<double> read_number(const nlohmann::ordered_json& json, const fields::Unit& unit,
                                  fields::Range range, ReadContext& context, const std::string& path);
/// A number without a fraction, however it is written: 1.6e7 is one.
std::optional<double> read_count(const nlohmann::ordered_json& json, fields::Range range,
                                 ReadContext& context, const std::string& path);
std::optional<int> read_integer(const nlohmann::ordered_json& json, fields::Range range, ReadContext& context,
                                const std::string& path);
std::optional<std::string> read_text(const nlohmann::ordered_json& json, ReadContext& context,
                                     const std::string& path);
std::optional<Position> read_position(const nlohmann::ordered_json& json, ReadContext& context,
                                      const std::string& path);
bool expect_object(const nlohmann::ordered_json& json, ReadContext& context, const std::string& path);

/// "an object", "a list" or the value itself, for messages.
std::string found(const nlohmann::ordered_json& json);

} // namespace roofrack
