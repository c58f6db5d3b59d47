// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/parts/plan_json.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/plan_figures.h"
#include "core/base/figures/shape_json.h"

#include <nlohmann/json.hpp>

namespace roofrack {

nlohmann::ordered_json plan_json(const Plan& plan) { return figures::json_of(figures::object_of(plan)); }

nlohmann::ordered_json plan_schema() { return figures::schema_of(figures::shape_of<Plan>()); }

} // namespace roofrack
