// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stragglers_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json stragglers_json(const StragglerCosts& costs) {
    Json causes = Json::array(), reliefs = Json::array();
    for (const StragglerCosts::Cause& cause : costs.causes)
        causes.push_back({{"cause", cause.label},
                          {"cv", finite_or_null(cause.cv)},
                          {"wait_s", finite_or_null(cause.wait)},
                          {"gain", finite_or_null(cause.gain)}});
    for (const StragglerCosts::Relief& relief : costs.reliefs)
        reliefs.push_back({{"action", relief.action}, {"gain", finite_or_null(relief.gain)}});
    return {{"wait_s", finite_or_null(costs.wait)},
            {"gpu_hours", finite_or_null(costs.gpu_hours)},
            {"cost_usd", finite_or_null(costs.dollars)},
            {"causes", causes},
            {"reliefs", reliefs},
            {"slow_gpu", {{"chance", costs.slow_chance}, {"longer", finite_or_null(costs.slow_longer)}}}};
}

Json stragglers_schema() {
    using namespace schema;
    return object(
        {{"wait_s", number},
         {"gpu_hours", number},
         {"cost_usd", number_or_null},
         {"causes", list_of(object({{"cause", text}, {"cv", number}, {"wait_s", number}, {"gain", number}}))},
         {"reliefs", list_of(object({{"action", text}, {"gain", number}}))},
         {"slow_gpu", object({{"chance", number}, {"longer", number}})}});
}

} // namespace roofrack
