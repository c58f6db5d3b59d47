// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/money/network_balance_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/plan_json.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json network_balance_json(const NetworkBalance& balance) {
    Json choices = Json::array();
    for (const NetworkChoice& each : balance.choices)
        choices.push_back({{"factor", each.factor},
                           {"egress_bytes_per_s", finite_or_null(each.egress.si())},
                           {"plan", plan_json(each.plan)},
                           {"step_time_s", finite_or_null(each.step.si())},
                           {"progress", finite_or_null(each.progress)},
                           {"waiting_gpus", finite_or_null(each.waiting_gpus)},
                           {"network_usd", finite_or_null(each.network.si())},
                           {"worth_usd", finite_or_null(balance.worth(each).si())},
                           {"usd_per_million", finite_or_null(each.dollars_per_million())},
                           {"of_network", finite_or_null(each.for_network)},
                           {"of_work", finite_or_null(each.for_work)},
                           {"of_waiting", finite_or_null(each.for_waiting)}});
    const NetworkChoice* cheapest = balance.cheapest();
    return {{"reason", balance.reason},
            {"counts", balance.counts_samples ? "samples" : "tokens"},
            {"choices", choices},
            {"cheapest", cheapest ? Json(cheapest->factor) : Json(nullptr)},
            {"unpriced", balance.unpriced}};
}

Json network_balance_schema() {
    using namespace schema;
    return object({{"reason", text},
                   {"counts", text},
                   {"choices", list_of(object({{"factor", number},
                                               {"egress_bytes_per_s", number_or_null},
                                               {"plan", plan_schema()},
                                               {"step_time_s", number_or_null},
                                               {"progress", number_or_null},
                                               {"waiting_gpus", number_or_null},
                                               {"network_usd", number_or_null},
                                               {"worth_usd", number_or_null},
                                               {"usd_per_million", number_or_null},
                                               {"of_network", number_or_null},
                                               {"of_work", number_or_null},
                                               {"of_waiting", number_or_null}}))},
                   {"cheapest", number_or_null},
                   {"unpriced", list_of(text)}});
}

} // namespace roofrack
