// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace roofrack {

/// JSON Schema (draft 2020-12) of the project file.
std::string project_schema();
/// That of one scenario, without its definitions.
nlohmann::ordered_json scenario_schema_json();

} // namespace roofrack
