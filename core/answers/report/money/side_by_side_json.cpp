// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/money/side_by_side_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/difference.h"
#include "core/base/figures/shape_json.h"

namespace roofrack {

namespace {

/// By the keys of the figures.
nlohmann::ordered_json differences_json(const ScenarioColumn& baseline, const ScenarioColumn& column) {
    auto out = nlohmann::ordered_json::object();
    for (const figures::FigureDifference& each :
         figures::differences(figures::shape_of<ScenarioColumn>(), &baseline, &column))
        out[std::string(each.row->key)] = {{"absolute", each.absolute},
                                           {"relative", finite_or_null(each.relative)}};
    return out;
}

} // namespace

nlohmann::ordered_json side_by_side_json(const std::vector<ScenarioColumn>& columns) {
    auto out = nlohmann::ordered_json::array();
    for (const ScenarioColumn& column : columns) {
        auto json = figures::json_of(figures::object_of(column));
        json["to_baseline"] = differences_json(columns.front(), column);
        out.push_back(std::move(json));
    }
    return out;
}

nlohmann::ordered_json side_by_side_schema() {
    auto column = figures::schema_of(figures::shape_of<ScenarioColumn>());
    column["properties"]["to_baseline"] =
        schema::map_of(schema::object({{"absolute", schema::number}, {"relative", schema::number_or_null}}));
    column["required"].push_back("to_baseline");
    return schema::list_of(std::move(column));
}

} // namespace roofrack
