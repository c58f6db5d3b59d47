// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/money/side_by_side_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

namespace roofrack {

nlohmann::ordered_json side_by_side_json(const std::vector<ScenarioColumn>& columns) {
    auto out = nlohmann::ordered_json::array();
    for (const ScenarioColumn& column : columns) out.push_back(figures::json_of(figures::object_of(column)));
    return out;
}

nlohmann::ordered_json side_by_side_schema() {
    return schema::list_of(figures::schema_of(figures::shape_of<ScenarioColumn>()));
}

} // namespace roofrack
