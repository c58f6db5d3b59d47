// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/reliefs_json.h"

#include "core/report/gains_json.h"
#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json cost_json(const TrainingCost& cost) {
    return {{"step_s", finite_or_null(cost.step.si())},
            {"facility_w", finite_or_null(cost.facility.si())},
            {"dollars_per_million", finite_or_null(cost.dollars_per_million)}};
}

Json cost_schema() {
    using namespace schema;
    return object({{"step_s", number}, {"facility_w", number}, {"dollars_per_million", number_or_null}});
}

} // namespace

Json reliefs_json(const Reliefs& reliefs) {
    Json found = Json::array();
    for (const Relief& relief : reliefs.found)
        found.push_back({{"id", relief.id},
                         {"action", relief.action},
                         {"caution", relief.caution},
                         {"gain", finite_or_null(relief.gain)},
                         {"then", cost_json(relief.then)}});
    Json refused = Json::array();
    for (const RefusedRelief& relief : reliefs.refused)
        refused.push_back(
            {{"action", relief.action}, {"reason", relief.reason}, {"gain", finite_or_null(relief.gain)}});
    return {{"now", cost_json(reliefs.now)}, {"reliefs", found}, {"refused", refused}};
}

Json reliefs_schema() {
    using namespace schema;
    return object({{"now", cost_schema()},
                   {"reliefs", list_of(object({{"id", text},
                                               {"action", text},
                                               {"caution", text},
                                               {"gain", number},
                                               {"then", cost_schema()}}))},
                   {"refused", list_of(object({{"action", text}, {"reason", text}, {"gain", number}}))}});
}

Json sensitivity_json(const Evaluation& evaluation, const std::vector<Swing>& swings) {
    Json resources = Json::array();
    for (const Swing& swing : swings) {
        Json row = gains_json({swing.gain}).front();
        row["tenth_less"] = finite_or_null(swing.tenth_less);
        row["half"] = finite_or_null(swing.half);
        resources.push_back(std::move(row));
    }
    return {{"step_time_s", finite_or_null(evaluation.step_time.si())},
            {"binds", evaluation.binds},
            {"after_that", evaluation.after_that},
            {"resources", resources}};
}

Json sensitivity_schema() {
    using namespace schema;
    Json row = gain_schema()["properties"];
    row["tenth_less"] = number_or_null;
    row["half"] = number_or_null;
    return object({{"step_time_s", number},
                   {"binds", text},
                   {"after_that", text},
                   {"resources", list_of(object(std::move(row)))}});
}

} // namespace roofrack
