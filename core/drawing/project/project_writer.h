// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

class Catalog;

/// The project file as a JSON tree. Own parts are written by what differs from those of the catalogue.
nlohmann::ordered_json project_json(const Project& project, const Catalog& catalog);
nlohmann::ordered_json scenario_json(const Scenario& scenario, const Catalog& catalog);
nlohmann::ordered_json model_json(const ModelSpec& model);
/// One own part, as it stands in a scenario's `parts`; it has a definition of its own.
nlohmann::ordered_json own_part_entry(const PartRef& part, const Catalog& catalog);
/// One own part for another drawing: what it is derived from and names goes along.
nlohmann::ordered_json own_part_json(const PartRef& part, const Catalog& catalog);

/// Two-space indent, lists of plain values on one line, ends with a newline.
std::string pretty_text(const nlohmann::ordered_json& json);

} // namespace roofrack
