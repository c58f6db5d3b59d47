// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/search_json.h"

#include "core/report/json_number.h"

#include "core/report/evaluation_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

Json ranked_json(const RankedPlan& ranked) {
    const double step = ranked.step_time.si();
    const auto known = [&](double value) { return step > 0 ? finite_or_null(value) : Json(nullptr); };
    return {{"plan", plan_json(ranked.plan)},
            {"step_time_s", known(step)},
            {"step_time_band_s", step > 0 ? Json::array({finite_or_null(ranked.step_time_low.si()),
                                                         finite_or_null(ranked.step_time_high.si())})
                                          : Json(nullptr)},
            {"mfu", known(ranked.mfu)},
            {"memory_bytes", ranked.memory.si() > 0 ? finite_or_null(ranked.memory.si()) : Json(nullptr)},
            {"energy_per_step_j", known(ranked.energy.si())},
            {"breakdown", step > 0 ? parts_json(ranked.parts, step) : Json::array()},
            {"feasible", ranked.feasible},
            {"reason", ranked.reason.empty() ? Json(nullptr) : Json(ranked.reason)}};
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
                       {"reason", cell.reason.empty() ? Json(nullptr) : Json(cell.reason)}});
    return {{"space", result.space},
            {"evaluated", result.evaluated},
            {"feasible", result.feasible},
            {"pruned", result.pruned},
            {"seconds", result.seconds},
            {"per_second",
             result.seconds > 0 ? finite_or_null(result.evaluated / result.seconds) : Json(nullptr)},
            {"cancelled", result.cancelled},
            {"best", list_json(result.best)},
            {"pareto", list_json(result.pareto)},
            {"map", std::move(map)},
            {"base", result.base ? ranked_json(*result.base) : Json(nullptr)},
            {"base_rank", result.base_rank > 0 ? finite_or_null(result.base_rank) : Json(nullptr)}};
}

} // namespace roofrack
