// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/templates.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

class Catalog;
struct ClusterSummary;

/// What `new list --json` prints.
nlohmann::ordered_json templates_json(const std::vector<TemplateInfo>& templates);
/// What `new TEMPLATE --json` prints of the file that it wrote; `chosen`: what stands for the automatic
/// settings. SI units, unknown is null.
nlohmann::ordered_json new_project_json(const std::string& file, const ClusterSummary& figures,
                                        const TemplateSettings& chosen);
/// What `new --servers --json` prints of the file that it wrote: each scenario with its figures.
nlohmann::ordered_json new_servers_json(const std::string& file, const Project& project,
                                        const Catalog& catalog);
/// The schema of all three.
nlohmann::ordered_json new_schema();

} // namespace roofrack
