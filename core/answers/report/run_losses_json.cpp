// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/run_losses_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

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

} // namespace roofrack
