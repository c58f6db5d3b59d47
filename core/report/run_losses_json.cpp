// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/run_losses_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json rate_json(const UsedRates& rates) {
    Json each = Json::array();
    for (const UsedRate& used : rates.each)
        each.push_back({{"of", used.rate.of},
                        {"constant", used.rate.constant},
                        {"value", used.rate.value},
                        {"inherited", used.rate.inherited},
                        {"accelerators", used.accelerators},
                        {"gpus", used.gpus}});
    return {{"per_1000_node_days", rates.value},
            {"from_site", rates.each.empty()},
            {"each", each},
            {"text", rates.text(Defaults::built_in())}};
}

Json radii_json(const BlastRadii& radii) {
    Json each = Json::array();
    for (const BlastRadius& radius : radii.all) {
        const FailureDomain& domain = radius.domain;
        each.push_back({{"kind", name_of(domain.kind)},
                        {"element", domain.element},
                        {"name", domain.name},
                        {"count", domain.count},
                        {"gpus", domain.gpus},
                        {"slowed_gpus", domain.slowed},
                        {"link_share", domain.links},
                        {"gpus_out", radius.out},
                        {"spare_servers", radius.spare_servers},
                        {"each_per_day", radius.each ? finite_or_null(*radius.each * 86400) : Json(nullptr)},
                        {"per_day", finite_or_null(radius.all * 86400)},
                        {"repair_s", radius.repair},
                        {"resumes", radius.resumes},
                        {"hours_a_year", finite_or_null(radius.hours)},
                        {"constant", radius.constant}});
    }
    return {{"unit_gpus", radii.unit},
            {"spare_servers", radii.spares ? Json(*radii.spares) : Json(nullptr)},
            {"domains", each},
            {"others_per_day", finite_or_null(radii.others * 86400)},
            {"others_hours_a_year", finite_or_null(radii.other_hours)}};
}

} // namespace

Json run_losses_json(std::span<const RunLosses> sizes, const UsedRates& rates, const BlastRadii& radii) {
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
    return {{"rate", rate_json(rates)}, {"radius", radii_json(radii)}, {"sizes", points}};
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
    const Json rate = object({{"per_1000_node_days", number},
                              {"from_site", boolean},
                              {"each", list_of(object({{"of", text},
                                                       {"constant", text},
                                                       {"value", number},
                                                       {"inherited", boolean},
                                                       {"accelerators", text},
                                                       {"gpus", number}}))},
                              {"text", text}});
    const Json domain = object({{"kind", text},
                                {"element", text},
                                {"name", text},
                                {"count", number},
                                {"gpus", number},
                                {"slowed_gpus", number},
                                {"link_share", number},
                                {"gpus_out", number},
                                {"spare_servers", number},
                                {"each_per_day", number_or_null},
                                {"per_day", number},
                                {"repair_s", number},
                                {"resumes", boolean},
                                {"hours_a_year", number},
                                {"constant", text}});
    const Json radius = object({{"unit_gpus", number},
                                {"spare_servers", number_or_null},
                                {"domains", list_of(domain)},
                                {"others_per_day", number},
                                {"others_hours_a_year", number}});
    return object({{"rate", rate}, {"radius", radius}, {"sizes", list_of(size)}});
}

} // namespace roofrack
