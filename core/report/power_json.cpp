// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/power_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

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
bool binds(const PowerReport& report, const Budget& budget) {
    for (const RackState& rack : report.state.racks)
        if (rack.clip == clip_of(budget) && budget.margin() && *budget.margin() < 1e-3) return true;
    return false;
}

} // namespace

Json power_json(const PowerReport& report) {
    Json racks = Json::array(), feeds = racks, air = racks, loops = racks, plant = racks, site = racks,
         failures = racks;
    for (const RackState& rack : report.state.racks) {
        Json entry = limited(rack.id, rack.peak, rack.limit, rack.clip);
        entry["count"] = rack.count;
        entry["mean"] = finite_or_null(rack.power.si());
        entry["heat_to_air"] = finite_or_null(rack.heat_to_air.si());
        entry["heat_to_liquid"] = finite_or_null(rack.heat_to_liquid.si());
        entry["cooling_limit"] =
            rack.cooling_limit ? finite_or_null(rack.cooling_limit->si()) : Json(nullptr);
        entry["speed"] = finite_or_null(rack.speed);
        entry["trips"] = rack.trips;
        racks.push_back(std::move(entry));
    }
    for (const Budget& budget : report.budgets) {
        Json& list = budget.kind == BudgetKind::feed    ? feeds
                     : budget.kind == BudgetKind::air   ? air
                     : budget.kind == BudgetKind::loop  ? loops
                     : budget.kind == BudgetKind::plant ? plant
                                                        : site;
        list.push_back(limited(budget.id, budget.load, budget.limit,
                               binds(report, budget) ? clip_of(budget) : Clip::none));
    }
    for (const SingleFailure& failure : report.failures)
        failures.push_back({{"id", failure.id},
                            {"kind", name_of(failure.kind)},
                            {"survives", failure.survives()},
                            {"worst", finite_or_null(failure.worst)}});
    const LoadSwing& swing = report.swing;
    return {{"racks", racks},
            {"feeds", feeds},
            {"ups", Json::array({limited("ups", report.state.it, std::nullopt, Clip::none)})},
            {"air", air},
            {"loops", loops},
            {"plant", plant},
            {"site", site},
            {"it_w", finite_or_null(report.state.it.si())},
            {"facility_w", finite_or_null(report.state.facility.si())},
            {"pue", finite_or_null(report.state.pue)},
            {"tue", finite_or_null(report.state.tue)},
            {"wue", finite_or_null(report.state.wue)},
            {"swing",
             {{"amplitude_w", finite_or_null(swing.amplitude.si())},
              {"step_s", finite_or_null(swing.step.si())},
              {"duty", finite_or_null(swing.duty)},
              {"band_w", finite_or_null(swing.band(grid_low, grid_high).si())},
              {"storage_j", finite_or_null(swing.storage().si())},
              {"filler_j", finite_or_null(swing.filler(swing.amplitude).si())}}},
            {"cooling", cooling_json(report.cooling)},
            {"failures", failures}};
}

Json power_schema() {
    using namespace schema;
    const Json limited_properties{{"id", text},
                                  {"load", number_or_null},
                                  {"limit", number_or_null},
                                  {"margin", number_or_null},
                                  {"clip", reference("clip")}};
    const Json budgets = list_of(object(limited_properties));
    Json rack = limited_properties;
    rack["count"] = number;
    for (const char* const key : {"mean", "heat_to_air", "heat_to_liquid", "cooling_limit", "speed"})
        rack[key] = number_or_null;
    rack["trips"] = boolean;
    Json swing;
    for (const char* const key : {"amplitude_w", "step_s", "duty", "band_w", "storage_j", "filler_j"})
        swing[key] = number_or_null;
    const Json failure =
        object({{"id", text}, {"kind", text}, {"survives", boolean}, {"worst", number_or_null}});
    return object({{"racks", list_of(object(std::move(rack)))},
                   {"feeds", budgets},
                   {"ups", budgets},
                   {"air", budgets},
                   {"loops", budgets},
                   {"plant", budgets},
                   {"site", budgets},
                   {"it_w", number_or_null},
                   {"facility_w", number_or_null},
                   {"pue", number_or_null},
                   {"tue", number_or_null},
                   {"wue", number_or_null},
                   {"swing", object(std::move(swing))},
                   {"cooling", cooling_schema()},
                   {"failures", list_of(failure)}});
}

} // namespace roofrack
