// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/templates.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

struct ClusterSummary;

/// What `new list --json` prints.
nlohmann::ordered_json templates_json(const std::vector<TemplateInfo>& templates);
/// What `new TEMPLATE --json` prints of the file that it wrote; `chosen`: what stands for the automatic
/// settings. SI units, unknown is null.
nlohmann::ordered_json new_project_json(const std::string& file, const ClusterSummary& figures,
                                        const TemplateSettings& chosen);
/// The schema of both.
nlohmann::ordered_json new_schema();

} // namespace roofrack
