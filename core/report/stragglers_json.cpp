// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stragglers_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json then_json(const SlowGroup::Then& then) {
    const bool runs = then.reason.empty();
    const auto known = [&](double value) { return runs ? finite_or_null(value) : Json(nullptr); };
    return {{"reason", then.reason},
            {"gpus", known(then.gpus)},
            {"sequences_per_s", known(then.rate)},
            {"days", known(then.days)},
            {"gain", known(then.gain)}};
}

Json slow_json(const SlowGroups& slow) {
    Json groups = Json::array();
    for (const SlowGroup& group : slow.groups)
        groups.push_back({{"element", group.element},
                          {"name", group.name},
                          {"why", group.why},
                          {"drawn", group.drawn},
                          {"counted", group.counted},
                          {"together", filled_or_null(group.together)},
                          {"gpus", group.gpus},
                          {"wait_s", finite_or_null(group.wait)},
                          {"gpu_hours", finite_or_null(group.gpu_hours)},
                          {"cost_usd", finite_or_null(group.dollars)},
                          {"days", finite_or_null(group.days)},
                          {"replaced", then_json(group.replaced)},
                          {"without", then_json(group.without)}});
    return {{"steps", finite_or_null(slow.steps)},
            {"whole_run", slow.whole_run},
            {"days", finite_or_null(slow.days)},
            {"groups", groups},
            {"left_out", slow.left_out}};
}

} // namespace

Json stragglers_json(const StragglerCosts& costs, const SlowGroups& slow) {
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
            {"slow_gpu", {{"chance", costs.slow_chance}, {"longer", finite_or_null(costs.slow_longer)}}},
            {"slow_groups", slow_json(slow)}};
}

Json stragglers_schema() {
    using namespace schema;
    const Json then = object({{"reason", text},
                              {"gpus", number_or_null},
                              {"sequences_per_s", number_or_null},
                              {"days", number_or_null},
                              {"gain", number_or_null}});
    const Json group = object({{"element", text},
                               {"name", text},
                               {"why", text},
                               {"drawn", number},
                               {"counted", number},
                               {"together", text_or_null},
                               {"gpus", number},
                               {"wait_s", number},
                               {"gpu_hours", number},
                               {"cost_usd", number_or_null},
                               {"days", number},
                               {"replaced", then},
                               {"without", then}});
    return object(
        {{"wait_s", number},
         {"gpu_hours", number},
         {"cost_usd", number_or_null},
         {"causes", list_of(object({{"cause", text}, {"cv", number}, {"wait_s", number}, {"gain", number}}))},
         {"reliefs", list_of(object({{"action", text}, {"gain", number}}))},
         {"slow_gpu", object({{"chance", number}, {"longer", number}})},
         {"slow_groups", object({{"steps", number},
                                 {"whole_run", boolean},
                                 {"days", number},
                                 {"groups", list_of(group)},
                                 {"left_out", number}})}});
}

} // namespace roofrack
