// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/search_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/plan_json.h"
#include "core/report/parts/schema_parts.h"
#include "core/report/parts/step_parts_json.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json ranked_json(const RankedPlan& ranked) {
    const double step = ranked.step_time.si();
    const auto known = [&](double value) { return step > 0 ? finite_or_null(value) : Json(nullptr); };
    return {{"plan", plan_json(ranked.plan)},
            {"step_time_s", known(step)},
            {"step_time_band_s",
             step > 0 ? band_json(ranked.step_time_low, ranked.step_time_high) : Json(nullptr)},
            {"mfu", known(ranked.mfu)},
            {"memory_bytes", ranked.memory.si() > 0 ? finite_or_null(ranked.memory.si()) : Json(nullptr)},
            {"energy_per_step_j", known(ranked.energy.si())},
            {"breakdown", step > 0 ? parts_json(ranked.parts, step) : Json::array()},
            {"feasible", ranked.feasible},
            {"reason", filled_or_null(ranked.reason)}};
}

Json list_json(const std::vector<RankedPlan>& plans) {
    Json out = Json::array();
    for (const RankedPlan& plan : plans) out.push_back(ranked_json(plan));
    return out;
}

} // namespace

Json search_json(const SearchResult& result) {
    Json map = Json::array();
    for (const SearchCell& cell : result.map)
        map.push_back({{"tp", cell.tp},
                       {"pp", cell.pp},
                       {"best", cell.best ? ranked_json(*cell.best) : Json(nullptr)},
                       {"reason", filled_or_null(cell.reason)}});
    Json out{{"space", result.space},
             {"evaluated", result.evaluated},
             {"feasible", result.feasible},
             {"pruned", result.pruned},
             {"seconds", result.seconds},
             {"per_second",
              result.seconds > 0 ? finite_or_null(result.evaluated / result.seconds) : Json(nullptr)},
             {"cancelled", result.cancelled},
             {"stack", result.stack},
             {"stack_lacks", result.lacks},
             {"best", list_json(result.best)},
             {"pareto", list_json(result.pareto)},
             {"map", std::move(map)},
             {"base", result.base ? ranked_json(*result.base) : Json(nullptr)},
             {"base_rank", result.base_rank > 0 ? finite_or_null(result.base_rank) : Json(nullptr)}};
    if (!result.left_out.empty()) out["left_out"] = result.left_out;
    out["reason"] = nullptr;
    return out;
}

Json search_without_plans_json(const std::string& reason) {
    Json out = search_json({});
    for (const char* unknown : {"space", "stack"}) out[unknown] = nullptr;
    out["reason"] = reason;
    return out;
}

Json search_schema() {
    using namespace schema;
    const Json cell = object({{"tp", integer},
                              {"pp", integer},
                              {"best", nullable(reference("ranked"))},
                              {"reason", text_or_null}});
    Json out = with_optional(object({{"space", number_or_null},
                                     {"evaluated", number},
                                     {"feasible", number},
                                     {"pruned", number},
                                     {"seconds", number},
                                     {"per_second", number_or_null},
                                     {"cancelled", boolean},
                                     {"stack", text_or_null},
                                     {"stack_lacks", list_of(text)},
                                     {"best", list_of(reference("ranked"))},
                                     {"pareto", list_of(reference("ranked"))},
                                     {"map", list_of(cell)},
                                     {"base", nullable(reference("ranked"))},
                                     {"base_rank", number_or_null},
                                     {"reason", text_or_null}}),
                             {{"left_out", text}});
    out["$defs"]["ranked"] = object({{"plan", plan_schema()},
                                     {"step_time_s", number_or_null},
                                     {"step_time_band_s", reference("band")},
                                     {"mfu", number_or_null},
                                     {"memory_bytes", number_or_null},
                                     {"energy_per_step_j", number_or_null},
                                     {"breakdown", reference("breakdown")},
                                     {"feasible", boolean},
                                     {"reason", text_or_null}});
    return out;
}

} // namespace roofrack
