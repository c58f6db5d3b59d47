// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/decide/sizes_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

Json size_json(const EqualSize& size) {
    return {{"scenario", size.scenario.name},
            {"by", name_of(size.by)},
            {"racks", size.racks},
            {"drawn_racks", size.drawn_racks},
            {"amount", finite_or_null(size.amount)},
            {"limit", size.limit},
            {"next_racks", finite_or_null(size.next_racks)},
            {"next_amount", finite_or_null(size.next_amount)},
            {"next_is_held", size.next_is_held},
            {"other_plan", filled_or_null(size.other_plan)},
            {"most_racks", finite_or_null(size.most_racks)},
            {"most_step_s", finite_or_null(size.most_step)},
            {"adds_nothing", size.adds_nothing},
            {"meets", size.meets},
            {"nearest", filled_or_null(size.nearest)},
            {"unused", filled_or_null(size.unused)}};
}

} // namespace

Json sizes_json(const std::vector<EqualSize>& sizes) {
    Json out = Json::array();
    for (const EqualSize& each : sizes) out.push_back(size_json(each));
    return out;
}

Json sizes_schema() {
    using namespace schema;
    const Json size = object({{"scenario", text},
                              {"by", enumeration(equal_bys)},
                              {"racks", number},
                              {"drawn_racks", number},
                              {"amount", number_or_null},
                              {"limit", number},
                              {"next_racks", number_or_null},
                              {"next_amount", number_or_null},
                              {"next_is_held", boolean},
                              {"other_plan", text_or_null},
                              {"most_racks", number_or_null},
                              {"most_step_s", number_or_null},
                              {"adds_nothing", boolean},
                              {"meets", boolean},
                              {"nearest", text_or_null},
                              {"unused", text_or_null}});
    return list_of(size);
}

Json cautions_json(const std::vector<ScenarioCaution>& cautions) {
    Json out = Json::array();
    for (const ScenarioCaution& each : cautions)
        out.push_back({{"scenario", each.scenario}, {"cautions", caution_texts(each.cautions)}});
    return out;
}

Json cautions_schema() {
    using namespace schema;
    return list_of(object({{"scenario", text}, {"cautions", list_of(text)}}));
}

} // namespace roofrack
