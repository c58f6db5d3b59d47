// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/constants/changed_defaults.h"

#include "core/base/constants/embedded.h"
#include "core/base/constants/file_unit.h"
#include "core/base/units/json_fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

constexpr const char* constants_file = "resources/catalog/defaults.json";

/// The number under a path of the file, and its constant's entry; nullptr where there is none.
nlohmann::json* number_at(nlohmann::json& groups, const std::string& path, nlohmann::json*& entry) {
    nlohmann::json* at = &groups;
    entry = nullptr;
    size_t from = 0;
    for (int depth = 0; from <= path.size(); ++depth) {
        const size_t end = std::min(path.find('.', from), path.size());
        const std::string key = path.substr(from, end - from);
        if (at->is_array()) {
            const size_t index = key.empty() || key.find_first_not_of("0123456789") != std::string::npos
                                     ? at->size()
                                     : std::stoul(key.substr(0, 6));
            if (index >= at->size()) return nullptr;
            at = &(*at)[index];
        } else {
            if (!at->is_object() || !at->contains(key)) return nullptr;
            at = &(*at)[key];
        }
        if (depth == 1) {
            entry = at;
            if (!entry->is_object() || !entry->contains("value")) return nullptr;
            at = &(*entry)["value"];
        }
        from = end + 1;
    }
    return entry && at->is_number() ? at : nullptr;
}

} // namespace

Result<Defaults> defaults_with(const std::map<std::string, double>& values) {
    for (const EmbeddedFile& file : embedded_files()) {
        if (file.path != constants_file) continue;
        auto json = parse_json_file(file.contents, file.path);
        if (!json) return tl::unexpected(json.error());
        nlohmann::json& groups = (*json)["defaults"];
        for (const auto& [path, value] : values) {
            nlohmann::json* entry = nullptr;
            nlohmann::json* const number = number_at(groups, path, entry);
            if (!number) return fail(path, "there is no such constant", "see docs/model.md for their names");
            const FileUnit* const unit = file_unit(entry->value("unit", ""));
            *number = value / (unit ? unit->scale : 1);
        }
        return read_defaults(groups, constants_file);
    }
    return fail(constants_file, "it is not in the program", "build the program anew");
}

} // namespace roofrack
