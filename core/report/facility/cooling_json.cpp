// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/facility/cooling_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json degrees_or_null(const std::optional<Celsius>& value) {
    return value ? finite_or_null(value->degrees()) : Json(nullptr);
}
Json watts_or_null(const std::optional<Watts>& value) {
    return value ? finite_or_null(value->si()) : Json(nullptr);
}

Json air_json(const AirFlow& air) {
    return {{"demanded_m3_per_s", finite_or_null(air.demanded)},
            {"supplied_m3_per_s", finite_or_null(air.supplied)},
            {"recirculated", finite_or_null(air.recirculated)},
            {"rise_k", finite_or_null(air.rise.si())},
            {"assumed", air.assumed}};
}

Json coolant_json(const CoolantFlow& coolant) {
    return {{"demanded_m3_per_s", finite_or_null(coolant.demanded)},
            {"supplied_m3_per_s", finite_or_null(coolant.supplied)},
            {"pressure_drop_pa", finite_or_null(coolant.drop)},
            {"pump_w", watts_or_null(coolant.pump)},
            {"supply_c", finite_or_null(coolant.supply.degrees())},
            {"return_c", finite_or_null(coolant.back.degrees())},
            {"assumed", coolant.assumed},
            {"missing", coolant.missing}};
}

Json flows_json(const CoolingFlows& flows) {
    Json racks = Json::array(), coolers = Json::array();
    for (const RackFlow& rack : flows.racks)
        racks.push_back({{"id", rack.id},
                         {"count", rack.count},
                         {"air", rack.air ? air_json(*rack.air) : Json(nullptr)},
                         {"coolant", rack.coolant ? coolant_json(*rack.coolant) : Json(nullptr)}});
    for (const CoolerFlow& cooler : flows.coolers)
        coolers.push_back({{"id", cooler.id},
                           {"kind", name_of(cooler.kind)},
                           {"count", cooler.instances},
                           {"heat_w", finite_or_null(cooler.heat.si())},
                           {"demanded_m3_per_s", finite_or_null(cooler.demanded)},
                           {"rated_m3_per_s", finite_or_null(cooler.rated)},
                           {"head_pa", finite_or_null(cooler.head)},
                           {"fans_and_pumps_w", watts_or_null(cooler.driven)}});
    return {{"racks", std::move(racks)}, {"coolers", std::move(coolers)}};
}

Json cascade_json(const Cascade& cascade) {
    Json steps = Json::array();
    for (const CascadeStep& step : cascade.steps) {
        const auto margin = step.margin();
        steps.push_back({{"station", name_of(step.station)},
                         {"value_c", finite_or_null(step.value.degrees())},
                         {"step_k", finite_or_null(step.step.si())},
                         {"by", name_of(step.cause)},
                         {"limit_c", degrees_or_null(step.limit)},
                         {"margin_k", margin ? finite_or_null(margin->si()) : Json(nullptr)}});
    }
    return {{"rack", cascade.rack}, {"medium", name_of(cascade.medium)}, {"stations", std::move(steps)}};
}

} // namespace

Json cooling_json(const CoolingReport& report) {
    Json cascades = Json::array(), outages = Json::array();
    for (const Cascade& each : report.cascades) cascades.push_back(cascade_json(each));
    for (const CoolingOutage& each : report.outages)
        outages.push_back({{"rack", each.rack},
                           {"stopped", name_of(each.stopped)},
                           {"to_throttle_s", finite_or_null(each.to_throttle.si())},
                           {"to_trip_s", finite_or_null(each.to_trip.si())},
                           {"by_inlet", each.by_inlet}});
    const Json hottest =
        report.hottest < 0 ? Json(nullptr) : Json(report.flows.racks[static_cast<size_t>(report.hottest)].id);
    return {{"flows", flows_json(report.flows)},
            {"hottest_rack", hottest},
            {"cascades", std::move(cascades)},
            {"outages", std::move(outages)}};
}

Json cooling_schema() {
    using namespace schema;
    const Json air = object({{"demanded_m3_per_s", number_or_null},
                             {"supplied_m3_per_s", number_or_null},
                             {"recirculated", number_or_null},
                             {"rise_k", number_or_null},
                             {"assumed", boolean}});
    const Json coolant = object({{"demanded_m3_per_s", number_or_null},
                                 {"supplied_m3_per_s", number_or_null},
                                 {"pressure_drop_pa", number_or_null},
                                 {"pump_w", number_or_null},
                                 {"supply_c", number_or_null},
                                 {"return_c", number_or_null},
                                 {"assumed", boolean},
                                 {"missing", boolean}});
    const Json rack =
        object({{"id", text}, {"count", number}, {"air", nullable(air)}, {"coolant", nullable(coolant)}});
    const Json cooler = object({{"id", text},
                                {"kind", enumeration({CoolingKind::room_air, CoolingKind::rear_door,
                                                      CoolingKind::liquid, CoolingKind::liquid_to_air})},
                                {"count", number},
                                {"heat_w", number_or_null},
                                {"demanded_m3_per_s", number_or_null},
                                {"rated_m3_per_s", number_or_null},
                                {"head_pa", number_or_null},
                                {"fans_and_pumps_w", number_or_null}});
    std::vector<Station> stations;
    for (int i = 0; i <= static_cast<int>(Station::chip); ++i) stations.push_back(static_cast<Station>(i));
    std::vector<StepCause> causes;
    for (int i = 0; i <= static_cast<int>(StepCause::cold_plate); ++i)
        causes.push_back(static_cast<StepCause>(i));
    const Json step = object({{"station", enumeration(stations)},
                              {"value_c", number_or_null},
                              {"step_k", number_or_null},
                              {"by", enumeration(causes)},
                              {"limit_c", number_or_null},
                              {"margin_k", number_or_null}});
    const Json cascade = object({{"rack", text},
                                 {"medium", enumeration({CoolingMedium::air, CoolingMedium::liquid})},
                                 {"stations", list_of(step)}});
    const Json outage = object(
        {{"rack", text},
         {"stopped", enumeration({StoppedCooling::plant, StoppedCooling::pumps, StoppedCooling::fans})},
         {"to_throttle_s", number_or_null},
         {"to_trip_s", number_or_null},
         {"by_inlet", boolean}});
    return object({{"flows", object({{"racks", list_of(rack)}, {"coolers", list_of(cooler)}})},
                   {"hottest_rack", text_or_null},
                   {"cascades", list_of(cascade)},
                   {"outages", list_of(outage)}});
}

} // namespace roofrack
