// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/project.h"
#include "core/units/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

class Catalog;

/// The project file as a JSON tree, and back. Diagnostics are placed "WHERE: POINTER", or just POINTER when
/// `where` is empty; keys that nobody knows are kept and named in `warnings`.
Result<Project> project_from_json(const nlohmann::ordered_json& json, const Catalog& catalog,
                                  std::string_view where, std::vector<Diagnostic>& warnings);
Result<Scenario> scenario_from_json(const nlohmann::ordered_json& json, const Catalog& catalog,
                                    std::string_view where, std::vector<Diagnostic>& warnings);

nlohmann::ordered_json project_json(const Project& project);
nlohmann::ordered_json scenario_json(const Scenario& scenario);
nlohmann::ordered_json model_json(const ModelSpec& model);

/// The JSON Schema of one scenario, without its definitions.
nlohmann::ordered_json scenario_schema_json();

/// Two-space indent, lists of plain values on one line, ends with a newline.
std::string pretty_text(const nlohmann::ordered_json& json);

} // namespace roofrack
