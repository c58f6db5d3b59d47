// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

class Catalog;

/// The project file's JSON tree. Diagnostics are placed "WHERE: POINTER", or just POINTER when `where` is
/// empty; keys that nobody knows are kept and named in `warnings`.
Result<Project> project_from_json(const nlohmann::ordered_json& json, const Catalog& catalog,
                                  std::string_view where, std::vector<Diagnostic>& warnings);
Result<Scenario> scenario_from_json(const nlohmann::ordered_json& json, const Catalog& catalog,
                                    std::string_view where, std::vector<Diagnostic>& warnings);

} // namespace roofrack
