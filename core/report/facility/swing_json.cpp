// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/facility/swing_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json optional_watts(const std::optional<Watts>& value) {
    return value ? finite_or_null(value->si()) : Json(nullptr);
}

Json optional_number(const std::optional<double>& value) {
    return value ? finite_or_null(*value) : Json(nullptr);
}

Json remedy_json(const SwingRemedy& remedy, bool is_cheapest) {
    return {{"kind", name_of(remedy.kind)},
            {"does", remedy.reason.empty()},
            {"reason", remedy.reason},
            {"note", remedy.note},
            {"cheapest", is_cheapest},
            {"leaves_w", finite_or_null(remedy.leaves.si())},
            {"share_of_tdp", remedy.share > 0 ? finite_or_null(remedy.share) : Json(nullptr)},
            {"energy_j", finite_or_null(remedy.energy.si())},
            {"rating_w", finite_or_null(remedy.rating.si())},
            {"drawn_w", finite_or_null(remedy.drawn.si())},
            {"heat_w", finite_or_null(remedy.heat.si())},
            {"speed", finite_or_null(remedy.speed)},
            {"dollars_per_hour", optional_number(remedy.dollars_per_hour)}};
}

} // namespace

Json swing_json(const FacilityStudy& study, const SwingStudy& swing) {
    Json targets = Json::array();
    for (const SwingTarget& target : swing.targets) {
        Json remedies = Json::array();
        const SwingRemedy* const cheapest = target.cheapest();
        for (const SwingRemedy& remedy : target.remedies)
            remedies.push_back(remedy_json(remedy, &remedy == cheapest));
        targets.push_back({{"allowed_w", finite_or_null(target.allowed.si())},
                           {"is_limit", target.is_limit},
                           {"remedies", remedies}});
    }
    Json ramp = nullptr;
    if (swing.ramp)
        ramp = {{"a_minute_w", finite_or_null(swing.ramp->a_minute.si())},
                {"is_limit", swing.ramp->is_limit},
                {"time_s", finite_or_null(swing.ramp->time.si())},
                {"gpu_hours", finite_or_null(swing.ramp->gpu_hours)},
                {"stops_per_s", finite_or_null(swing.ramp->stops)},
                {"dollars_per_hour", optional_number(swing.ramp->dollars_per_hour)}};
    return {{"range_w", finite_or_null(swing.range.si())},
            {"limit_w", optional_watts(swing.swing_limit)},
            {"amplitude_w", finite_or_null(study.swing.amplitude.si())},
            {"step_s", finite_or_null(study.swing.step.si())},
            {"duty", finite_or_null(study.swing.duty)},
            {"band_w", finite_or_null(study.swing.band(grid_low, grid_high).si())},
            {"storage_j", finite_or_null(study.wave.storage().energy.si())},
            {"filler_j", finite_or_null(study.wave.filler().si())},
            {"change_in_a_second_w", finite_or_null(swing.a_second.si())},
            {"ramp_limit_w", optional_watts(swing.ramp_limit)},
            {"supply_storage_j_per_gpu", finite_or_null(swing.supply_storage.si())},
            {"flattened_by_supplies_s", finite_or_null(swing.flattened.si())},
            {"targets", targets},
            {"ramp", ramp}};
}

Json swing_schema() {
    using namespace schema;
    const Json remedy = object({{"kind", text},
                                {"does", boolean},
                                {"reason", text},
                                {"note", text},
                                {"cheapest", boolean},
                                {"leaves_w", number_or_null},
                                {"share_of_tdp", number_or_null},
                                {"energy_j", number_or_null},
                                {"rating_w", number_or_null},
                                {"drawn_w", number_or_null},
                                {"heat_w", number_or_null},
                                {"speed", number_or_null},
                                {"dollars_per_hour", number_or_null}});
    const Json target =
        object({{"allowed_w", number_or_null}, {"is_limit", boolean}, {"remedies", list_of(remedy)}});
    const Json ramp = object({{"a_minute_w", number_or_null},
                              {"is_limit", boolean},
                              {"time_s", number_or_null},
                              {"gpu_hours", number_or_null},
                              {"stops_per_s", number_or_null},
                              {"dollars_per_hour", number_or_null}});
    return object({{"range_w", number_or_null},
                   {"limit_w", number_or_null},
                   {"amplitude_w", number_or_null},
                   {"step_s", number_or_null},
                   {"duty", number_or_null},
                   {"band_w", number_or_null},
                   {"storage_j", number_or_null},
                   {"filler_j", number_or_null},
                   {"change_in_a_second_w", number_or_null},
                   {"ramp_limit_w", number_or_null},
                   {"supply_storage_j_per_gpu", number_or_null},
                   {"flattened_by_supplies_s", number_or_null},
                   {"targets", list_of(target)},
                   {"ramp", nullable(ramp)}});
}

Json phases_json(const std::vector<UnitPhases>& units) {
    Json out = Json::array();
    for (const UnitPhases& each : units) {
        Json lines = Json::array();
        for (const double line : each.balance.lines) lines.push_back(finite_or_null(line));
        out.push_back({{"id", each.id},
                       {"instances", each.instances},
                       {"lines_w", lines},
                       {"neutral_w", finite_or_null(each.balance.neutral)},
                       {"imbalance", finite_or_null(each.balance.imbalance())},
                       {"usable", finite_or_null(each.balance.usable())}});
    }
    return out;
}

Json phases_schema() {
    using namespace schema;
    return list_of(object({{"id", text},
                           {"instances", number},
                           {"lines_w", list_of(number_or_null)},
                           {"neutral_w", number_or_null},
                           {"imbalance", number_or_null},
                           {"usable", number_or_null}}));
}

} // namespace roofrack
