// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/bottlenecks_json.h"

#include "core/report/gains_json.h"
#include "core/report/parts/json_number.h"
#include "core/report/parts/plan_json.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json bottlenecks_json(const std::vector<Bottleneck>& sizes, const std::vector<BottleneckYear>& years,
                      const WallGrowth& growth) {
    Json points = Json::array(), spans = Json::array(), newer = Json::array();
    for (const BottleneckYear& year : years)
        newer.push_back(
            {{"year", year.year}, {"step_time_s", year.step.si()}, {"gains", gains_json(year.gains)}});
    for (const Bottleneck& size : sizes)
        points.push_back(
            {{"gpus", size.gpus},
             {"reason", size.reason},
             {"plan", size.reason.empty() ? plan_json(size.plan) : Json(nullptr)},
             {"gains", gains_json(size.gains)},
             {"twice_batch", finite_or_null(size.twice_batch)},
             {"dollars_per_million",
              size.dollars_per_million > 0 ? finite_or_null(size.dollars_per_million) : Json(nullptr)}});
    for (const BindingSpan& span : binding_spans(sizes))
        spans.push_back({{"from", span.from}, {"to", span.to}, {"binds", span.gain.phrase()}});
    return {
        {"spans", spans},
        {"sizes", points},
        {"years", newer},
        {"growth", {{"compute", growth.compute}, {"bandwidth", growth.bandwidth}, {"link", growth.link}}}};
}

Json bottlenecks_schema() {
    using namespace schema;
    return object(
        {{"spans", list_of(object({{"from", number}, {"to", number}, {"binds", text}}))},
         {"sizes", list_of(object({{"gpus", number},
                                   {"reason", text},
                                   {"plan", nullable(plan_schema())},
                                   {"gains", list_of(gain_schema())},
                                   {"twice_batch", number_or_null},
                                   {"dollars_per_million", number_or_null}}))},
         {"years",
          list_of(object({{"year", number}, {"step_time_s", number}, {"gains", list_of(gain_schema())}}))},
         {"growth", object({{"compute", number}, {"bandwidth", number}, {"link", number}})}});
}

} // namespace roofrack
