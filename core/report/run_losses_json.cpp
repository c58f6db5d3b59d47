// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/run_losses_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json run_losses_json(std::span<const RunLosses> sizes) {
    Json points = Json::array();
    for (const RunLosses& size : sizes) {
        const FailureCost& cost = size.cost;
        Json causes = Json::array(), losses = Json::array();
        for (size_t i = 0; i < failure_cause_count; ++i)
            causes.push_back({{"cause", name_of(static_cast<FailureCause>(i))},
                              {"per_day", finite_or_null(cost.rates[i] * 86400)}});
        for (size_t i = 0; i < run_loss_count; ++i) {
            const auto loss = static_cast<RunLoss>(i);
            losses.push_back({{"loss", name_of(loss)}, {"share", finite_or_null(size.share(loss))}});
        }
        points.push_back({{"gpus", size.gpus},
                          {"reason", size.reason},
                          {"goodput", finite_or_null(cost.goodput)},
                          {"mean_time_to_failure_s", finite_or_null(cost.mttf)},
                          {"causes", causes},
                          {"checkpoint_bytes", finite_or_null(size.checkpoint.si())},
                          {"checkpoint_write_s", finite_or_null(size.write.si())},
                          {"checkpoint_stall_s", finite_or_null(cost.stall)},
                          {"checkpoint_interval_s", finite_or_null(cost.interval)},
                          {"memory_interval_s",
                           cost.memory_interval > 0 ? finite_or_null(cost.memory_interval) : Json(nullptr)},
                          {"memory_stall_s", finite_or_null(cost.memory_stall)},
                          {"memory_load_s", finite_or_null(cost.memory_load)},
                          {"planned_stops_per_day", finite_or_null(cost.planned_rate * 86400)},
                          {"detect_s", finite_or_null(cost.detect)},
                          {"schedule_s", finite_or_null(cost.schedule)},
                          {"load_s", finite_or_null(size.load.si())},
                          {"start_up_s", finite_or_null(cost.start_up)},
                          {"availability", finite_or_null(cost.availability)},
                          {"losses", losses}});
    }
    return {{"sizes", points}};
}

Json run_losses_schema() {
    using namespace schema;
    const Json size = object({{"gpus", number},
                              {"reason", text},
                              {"goodput", number},
                              {"mean_time_to_failure_s", number_or_null},
                              {"causes", list_of(object({{"cause", text}, {"per_day", number}}))},
                              {"checkpoint_bytes", number},
                              {"checkpoint_write_s", number},
                              {"checkpoint_stall_s", number},
                              {"checkpoint_interval_s", number_or_null},
                              {"memory_interval_s", number_or_null},
                              {"memory_stall_s", number},
                              {"memory_load_s", number},
                              {"planned_stops_per_day", number},
                              {"detect_s", number},
                              {"schedule_s", number},
                              {"load_s", number},
                              {"start_up_s", number},
                              {"availability", number},
                              {"losses", list_of(object({{"loss", text}, {"share", number}}))}});
    return object({{"sizes", list_of(size)}});
}

} // namespace roofrack
