// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/power_json.h"

#include "core/figures/builder.h"
#include "core/figures/shape_json.h"
#include "core/report/facility/cooling_json.h"
#include "core/report/facility/slow_racks_json.h"
#include "core/report/facility/swing_json.h"
#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json of_budget(const Budget& budget, Json out) {
    out["supply"] = name_of(budget.supply);
    out["mean"] = finite_or_null(budget.mean.si());
    out["peak"] = finite_or_null(budget.peak.si());
    out["window_s"] = finite_or_null(budget.window.si());
    out["instances"] = budget.instances;
    out["secured"] = budget.secured ? finite_or_null(budget.secured->si()) : Json(nullptr);
    const auto margin = budget.secured_margin();
    out["secured_margin"] = margin ? finite_or_null(*margin) : Json(nullptr);
    return out;
}

Json limited(const std::string& id, Watts load, std::optional<Watts> limit, Clip clip) {
    Json out{{"id", id}, {"load", finite_or_null(load.si())}};
    out["limit"] = limit ? finite_or_null(limit->si()) : Json(nullptr);
    const auto share = share_of(load, limit);
    out["margin"] = share ? finite_or_null(1 - *share) : Json(nullptr);
    out["clip"] = name_of(clip);
    return out;
}

/// The clip that a budget over its limit would show at the racks.
Clip clip_of(const Budget& budget) {
    switch (budget.kind) {
    case BudgetKind::feed: return Clip::feed;
    case BudgetKind::air:
    case BudgetKind::loop: return Clip::cooling;
    case BudgetKind::plant: return Clip::plant;
    case BudgetKind::site: break;
    }
    return Clip::site;
}

/// True when a rack is held down by what the budget stands for.
bool binds(const FacilityStudy& report, const Budget& budget) {
    for (const RackState& rack : report.state.racks)
        if (rack.clip == clip_of(budget) && budget.margin() && *budget.margin() < 1e-3) return true;
    return false;
}

} // namespace

Json power_json(const PowerReport& all, bool with_caps) {
    const FacilityStudy& report = all.study;
    Json racks = Json::array(), feeds = racks, ups = racks, air = racks, loops = racks, plant = racks,
         site = racks, failures = racks;
    for (const RackState& rack : report.state.racks) {
        Json entry = limited(rack.id, rack.peak, rack.limit, rack.clip);
        entry["count"] = rack.count;
        entry["secured"] = rack.secured ? finite_or_null(rack.secured->si()) : Json(nullptr);
        entry["mean"] = finite_or_null(rack.power.si());
        entry["heat_to_air"] = finite_or_null(rack.heat_to_air.si());
        entry["heat_to_liquid"] = finite_or_null(rack.heat_to_liquid.si());
        entry["cooling_limit"] =
            rack.cooling_limit ? finite_or_null(rack.cooling_limit->si()) : Json(nullptr);
        entry["speed"] = finite_or_null(rack.speed);
        entry["inlet_c"] = rack.inlet ? finite_or_null(rack.inlet->degrees()) : Json(nullptr);
        entry["inlet_limit_c"] =
            rack.inlet_limit ? finite_or_null(rack.inlet_limit->degrees()) : Json(nullptr);
        entry["trips"] = rack.trips;
        racks.push_back(std::move(entry));
    }
    for (const Budget& budget : report.budgets) {
        Json& list = budget.kind == BudgetKind::feed    ? (budget.supply == SupplyKind::ups ? ups : feeds)
                     : budget.kind == BudgetKind::air   ? air
                     : budget.kind == BudgetKind::loop  ? loops
                     : budget.kind == BudgetKind::plant ? plant
                                                        : site;
        list.push_back(of_budget(budget, limited(budget.id, budget.load, budget.limit,
                                                 binds(report, budget) ? clip_of(budget) : Clip::none)));
    }
    for (const FailureStep& each : report.failures)
        failures.push_back(figures::json_of(figures::object_of(each)));
    Json uses = Json::object();
    for (const ItUse use : it_uses) {
        const ItHeat& heat = report.state.uses[static_cast<size_t>(use)];
        uses[std::string(name_of(use))] = {{"to_air", finite_or_null(heat.to_air.si())},
                                           {"to_liquid", finite_or_null(heat.to_liquid.si())}};
    }
    const Overhead& beside = report.state.overhead;
    Json flows = Json::array(), wave = Json::array();
    for (const FlowLink& link : report.flow.links)
        flows.push_back({{"from", name_of(link.from)},
                         {"to", name_of(link.to)},
                         {"power", finite_or_null(link.power.si())},
                         {"heat", link.is_heat}});
    for (const PowerWave::Phase& phase : report.wave.phases)
        wave.push_back({{"part", name_of(phase.part)},
                        {"time_s", finite_or_null(phase.time.si())},
                        {"power", finite_or_null(phase.power.si())}});
    Json not_drawn = Json::array();
    for (const FlowNode& node : report.flow.nodes)
        if (!node.is_drawn) not_drawn.push_back(name_of(node.place));
    Json out{{"racks", racks},
             {"feeds", feeds},
             {"ups", ups},
             {"air", air},
             {"loops", loops},
             {"plant", plant},
             {"site", site},
             {"it_w", finite_or_null(report.state.it.si())},
             {"facility_w", finite_or_null(report.state.facility.si())},
             {"metered_w", finite_or_null(report.state.metered.si())},
             {"peak_w", finite_or_null(report.state.peak.si())},
             {"uses", uses},
             {"overhead",
              {{"transport", finite_or_null(beside.transport.si())},
               {"pumps", finite_or_null(beside.pumps.si())},
               {"chiller", finite_or_null(beside.chiller.si())},
               {"rejection", finite_or_null(beside.rejection.si())},
               {"ups", finite_or_null(beside.ups.si())},
               {"transformer", finite_or_null(beside.transformer.si())},
               {"other", finite_or_null(beside.other.si())}}},
             {"pue", finite_or_null(report.state.pue)},
             {"tue", finite_or_null(report.state.tue)},
             {"wue", finite_or_null(report.state.wue)},
             {"swing", swing_json(all.swing)},
             {"flows", flows},
             {"not_drawn", not_drawn},
             {"wave", wave},
             {"start_w", finite_or_null(report.start.si())},
             {"cooling", cooling_json(report.cooling)},
             {"failures", failures},
             {"phases", phases_json(report.phases)},
             {"slow_racks", slow_racks_json(all.slow)}};
    if (with_caps) out["caps"] = figures::json_of(figures::object_of(all.caps));
    return out;
}

Json power_schema() {
    using namespace schema;
    const Json limited_properties{{"id", text},
                                  {"load", number_or_null},
                                  {"limit", number_or_null},
                                  {"margin", number_or_null},
                                  {"clip", reference("clip")}};
    Json budget = limited_properties;
    budget["supply"] = text;
    budget["instances"] = number;
    for (const char* const key : {"mean", "peak", "window_s", "secured", "secured_margin"})
        budget[key] = number_or_null;
    const Json budgets = list_of(object(std::move(budget)));
    Json rack = limited_properties;
    rack["count"] = number;
    for (const char* const key : {"mean", "heat_to_air", "heat_to_liquid", "cooling_limit", "speed",
                                  "secured", "inlet_c", "inlet_limit_c"})
        rack[key] = number_or_null;
    rack["trips"] = boolean;
    Json uses, overhead;
    for (const ItUse use : it_uses)
        uses[std::string(name_of(use))] = object({{"to_air", number_or_null}, {"to_liquid", number_or_null}});
    for (const char* const key :
         {"transport", "pumps", "chiller", "rejection", "ups", "transformer", "other"})
        overhead[key] = number_or_null;
    return with_optional(
        object({{"racks", list_of(object(std::move(rack)))},
                {"feeds", budgets},
                {"ups", budgets},
                {"air", budgets},
                {"loops", budgets},
                {"plant", budgets},
                {"site", budgets},
                {"it_w", number_or_null},
                {"facility_w", number_or_null},
                {"metered_w", number_or_null},
                {"peak_w", number_or_null},
                {"uses", object(std::move(uses))},
                {"overhead", object(std::move(overhead))},
                {"pue", number_or_null},
                {"tue", number_or_null},
                {"wue", number_or_null},
                {"swing", swing_schema()},
                {"flows", list_of(object(
                              {{"from", text}, {"to", text}, {"power", number_or_null}, {"heat", boolean}}))},
                {"not_drawn", list_of(text)},
                {"wave",
                 list_of(object({{"part", text}, {"time_s", number_or_null}, {"power", number_or_null}}))},
                {"start_w", number_or_null},
                {"cooling", cooling_schema()},
                {"failures", list_of(figures::schema_of(figures::shape_of<FailureStep>()))},
                {"phases", phases_schema()},
                {"slow_racks", slow_racks_schema()}}),
        {{"caps", figures::schema_of(figures::shape_of<PowerCaps>())}});
}

} // namespace roofrack
