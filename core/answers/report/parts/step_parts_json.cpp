// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/parts/step_parts_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/shape_json.h"
#include "core/base/figures/step_share.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json breakdown_schema() { return schema::list_of(figures::schema_of(figures::shape_of<StepShare>())); }

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
