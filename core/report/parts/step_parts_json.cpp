// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/parts/step_parts_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json parts_json(const StepParts& parts, double total) {
    Json out = Json::array();
    for (size_t i = 0; i < step_part_count; ++i)
        out.push_back({{"part", name_of(static_cast<StepPart>(i))},
                       {"seconds", finite_or_null(parts[i])},
                       {"share", total > 0 ? finite_or_null(parts[i] / total) : Json(nullptr)}});
    return out;
}

Json breakdown_schema() {
    using namespace schema;
    return list_of(
        object({{"part", reference("part")}, {"seconds", number_or_null}, {"share", number_or_null}}));
}

Json band_json(Seconds low, Seconds high) {
    return Json::array({finite_or_null(low.si()), finite_or_null(high.si())});
}

Json band_schema() {
    return {{"type", Json::array({"array", "null"})},
            {"items", schema::number},
            {"minItems", 2},
            {"maxItems", 2},
            {"description", "low and high ends of the band of nominal 80 %"}};
}

} // namespace roofrack
