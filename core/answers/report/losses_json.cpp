// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/losses_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/step/engine/figures/straggler_figures.h"
#include "core/study/figures/slow_group_figures.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json run_losses_json(std::span<const RunLosses> sizes, const UsedRates& rates, const BlastRadii& radii) {
    Json points = Json::array();
    for (const RunLosses& size : sizes) points.push_back(figures::json_of(figures::object_of(size)));
    return {{"rate", figures::json_of(figures::object_of(rates))},
            {"radius", figures::json_of(figures::object_of(radii))},
            {"sizes", points}};
}

Json run_losses_schema() {
    return schema::object({{"rate", figures::schema_of(figures::shape_of<UsedRates>())},
                           {"radius", figures::schema_of(figures::shape_of<BlastRadii>())},
                           {"sizes", schema::list_of(figures::schema_of(figures::shape_of<RunLosses>()))}});
}

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
