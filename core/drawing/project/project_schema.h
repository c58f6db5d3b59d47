// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace roofrack {

class Catalog;

/// JSON Schema (draft 2020-12) of the project file; parts and models are those of the catalogue.
std::string project_schema(const Catalog& catalog);
/// The schema of one scenario, without its definitions.
nlohmann::ordered_json scenario_schema_json(const Catalog& catalog);

} // namespace roofrack
