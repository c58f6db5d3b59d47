// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/stragglers_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/step/engine/figures/straggler_figures.h"
#include "core/study/figures/slow_group_figures.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json stragglers_json(const StragglerCosts& costs, const SlowGroups& slow) {
    Json out = figures::json_of(figures::object_of(costs));
    out["slow_groups"] = figures::json_of(figures::object_of(slow));
    return out;
}

Json stragglers_schema() {
    return schema::with_required(
        figures::schema_of(figures::shape_of<StragglerCosts>()),
        schema::object({{"slow_groups", figures::schema_of(figures::shape_of<SlowGroups>())}}));
}

} // namespace roofrack
