// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/compare/moved_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

nlohmann::ordered_json moved_json(const MovedFigures& moved) {
    Json constants = Json::array(), figures = Json::array();
    for (const ChangedConstant& each : moved.constants)
        constants.push_back({{"id", each.id},
                             {"was", each.was},
                             {"now", finite_or_null(each.now)},
                             {"unit", filled_or_null(each.unit)},
                             {"source", filled_or_null(each.source)}});
    for (const MovedFigure& each : moved.figures) {
        Json effects = Json::array();
        for (const ConstantEffect& effect : each.effects)
            effects.push_back({{"id", moved.constants[effect.constant].id}, {"change", effect.change}});
        figures.push_back({{"scenario", each.scenario},
                           {"figure", each.figure},
                           {"was", each.was},
                           {"now", finite_or_null(each.now)},
                           {"absent", filled_or_null(each.absent)},
                           {"moved", each.has_moved},
                           {"by_constants", finite_or_null(each.by_constants)},
                           {"by_rest", finite_or_null(each.by_rest)},
                           {"effects", effects}});
    }
    return {{"program", filled_or_null(moved.program)},
            {"moved", moved.moved},
            {"constants", constants},
            {"figures", figures}};
}

nlohmann::ordered_json moved_schema() {
    using namespace schema;
    return object(
        {{"program", text_or_null},
         {"moved", number},
         {"constants", list_of(object({{"id", text},
                                       {"was", number},
                                       {"now", number_or_null},
                                       {"unit", text_or_null},
                                       {"source", text_or_null}}))},
         {"figures", list_of(object({{"scenario", text},
                                     {"figure", text},
                                     {"was", number},
                                     {"now", number_or_null},
                                     {"absent", text_or_null},
                                     {"moved", boolean},
                                     {"by_constants", number_or_null},
                                     {"by_rest", number_or_null},
                                     {"effects", list_of(object({{"id", text}, {"change", number}}))}}))}});
}

} // namespace roofrack
