// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/scenario_changes.h"

#include "core/answers/compare/drawing_changes.h"

#include <algorithm>

namespace roofrack {

namespace {

using Take = void (*)(Scenario& to, const Scenario& from);

/// The places of a site that belong to what is drawn.
void take_server_terms(Site& to, const Site& from) {
    to.gpu_hour_price = from.gpu_hour_price;
    to.capex_per_gpu = from.capex_per_gpu;
    to.host_input_rate = from.host_input_rate;
    to.loader_cores = from.loader_cores;
}
void take_routing(Site& to, const Site& from) {
    to.fabric = from.fabric;
    to.routing = from.routing;
}
void take_room(Site& to, const Site& from) { to.room = from.room; }

void take_model(Scenario& to, const Scenario& from) { to.workload = from.workload; }
void take_plan(Scenario& to, const Scenario& from) { to.plan = from.plan; }
void take_calibration(Scenario& to, const Scenario& from) { to.calibration = from.calibration; }
void take_jobs(Scenario& to, const Scenario& from) { to.jobs = from.jobs; }
void take_power_limit(Scenario& to, const Scenario& from) {
    to.site.power_limit = from.site.power_limit;
    to.site.grid = from.site.grid;
}
void take_weather(Scenario& to, const Scenario& from) {
    to.site.wet_bulb = from.site.wet_bulb;
    to.site.dry_bulb = from.site.dry_bulb;
    to.site.altitude_m = from.site.altitude_m;
    to.site.climate = from.site.climate;
}
void take_plant(Scenario& to, const Scenario& from) {
    to.site.plant = from.site.plant;
    to.site.pue = from.site.pue;
}
void take_prices(Scenario& to, const Scenario& from) {
    to.site.electricity_price = from.site.electricity_price;
    to.site.carbon_intensity = from.site.carbon_intensity;
    to.site.prices = from.site.prices;
    to.site.book_life_years = from.site.book_life_years;
    to.site.money = from.site.money;
}
void take_failures(Scenario& to, const Scenario& from) {
    to.site.failures_per_1000_node_days = from.site.failures_per_1000_node_days;
    to.site.other_interruptions_per_1000_node_days = from.site.other_interruptions_per_1000_node_days;
    to.site.planned_stops_per_1000_node_days = from.site.planned_stops_per_1000_node_days;
    to.site.restart_time = from.site.restart_time;
    to.site.start_up_per_1000_gpus = from.site.start_up_per_1000_gpus;
    to.site.spare_servers = from.site.spare_servers;
    to.site.repair_time = from.site.repair_time;
}
void take_rest(Scenario& to, const Scenario& from) {
    Scenario own = to;
    to.site = from.site;
    for (const Take take : {take_power_limit, take_weather, take_plant, take_prices, take_failures})
        take(to, own);
    for (const auto take : {take_server_terms, take_routing, take_room}) take(to.site, own.site);
}

struct Kind {
    ChangeKind kind;
    std::string_view name, label;
    Take take = nullptr; ///< none: a kind of drawing_kinds
};
constexpr Kind change_table[] = {
    {ChangeKind::drawing, "drawing", "the drawing"},
    {ChangeKind::servers, "servers", "the servers"},
    {ChangeKind::counts, "counts", "how many there are"},
    {ChangeKind::network, "network", "the network"},
    {ChangeKind::supply, "supply", "racks, feeds and cooling"},
    {ChangeKind::ownership, "ownership", "what is owned and sold"},
    {ChangeKind::layout, "layout", "names, places and notes"},
    {ChangeKind::model, "model", "the model and its batch", take_model},
    {ChangeKind::plan, "plan", "the plan", take_plan},
    {ChangeKind::calibration, "calibration", "the calibration", take_calibration},
    {ChangeKind::jobs, "jobs", "other jobs", take_jobs},
    {ChangeKind::power_limit, "power_limit", "the power limit and grid", take_power_limit},
    {ChangeKind::weather, "weather", "the weather", take_weather},
    {ChangeKind::plant, "plant", "the cooling plant", take_plant},
    {ChangeKind::prices, "prices", "prices and terms", take_prices},
    {ChangeKind::failures, "failures", "failures and repair", take_failures},
    {ChangeKind::rest, "rest", "other terms of the site", take_rest},
};

const Kind& row_of_change(ChangeKind kind) { return change_table[static_cast<size_t>(kind)]; }

/// Takes those aspects of the drawing that are among the changes; `to` still has its own drawing.
void take_drawing(Scenario& to, const Scenario& from, const std::vector<ChangeKind>& changes) {
    const auto has = [&](ChangeKind kind) { return std::ranges::find(changes, kind) != changes.end(); };
    if (std::ranges::none_of(drawing_kinds, has)) return;
    DrawingAspects aspects{has(ChangeKind::servers), has(ChangeKind::counts),    has(ChangeKind::network),
                           has(ChangeKind::supply),  has(ChangeKind::ownership), has(ChangeKind::layout)};
    if (are_drawn_alike(to.cluster, from.cluster)) {
        to.cluster = with_aspects_of(to.cluster, from.cluster, aspects);
    } else {
        const bool is_whole = has(ChangeKind::drawing);
        aspects = {is_whole, is_whole, is_whole, is_whole, is_whole, is_whole};
        if (is_whole) to.cluster = from.cluster;
    }
    if (aspects.servers) take_server_terms(to.site, from.site);
    if (aspects.network) take_routing(to.site, from.site);
    if (aspects.supply) take_room(to.site, from.site);
    if (aspects.rest) to.parts = from.parts;
}

} // namespace

std::optional<ChangeKind> change_kind_named(std::string_view name) {
    const auto found = std::ranges::find(change_table, name, &Kind::name);
    return found == std::end(change_table) ? std::nullopt : std::optional(found->kind);
}
std::string_view name_of(ChangeKind kind) { return row_of_change(kind).name; }
std::string_view label_of(ChangeKind kind) { return row_of_change(kind).label; }

std::vector<ChangeKind> changes_between(const Scenario& from, const Scenario& to) {
    std::vector<ChangeKind> out;
    for (const ChangeKind kind : change_kinds)
        if (!(with_changes(from, to, {kind}) == from)) out.push_back(kind);
    return out;
}

Scenario with_changes(const Scenario& from, const Scenario& to, const std::vector<ChangeKind>& changes) {
    Scenario out = from;
    for (const ChangeKind kind : changes)
        if (const Take take = row_of_change(kind).take) take(out, to);
    take_drawing(out, to, changes);
    return out;
}

} // namespace roofrack
