// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/scenario_like.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/part_power.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/step/search/fastest.h"
#include "core/study/fixed_profile_work.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

Site site_without_machines(Site site) {
    site.gpu_hour_price.reset();
    site.capex_per_gpu.reset();
    site.fabric.clear();
    site.room.rack_mass.reset();
    return site;
}

Cluster with_storage_of(const Cluster& from, Cluster cluster, const Catalog& catalog) {
    if (std::ranges::find(cluster.elements, ElementKind::storage, &Element::kind) != cluster.elements.end())
        return cluster;
    constexpr double beside = 680, below = 56; // what templates draw
    double heat = 0;
    const bool is_said = says_procurement(from);
    const std::vector<Procurement> procurements = procurements_of(from);
    for (const Element& each : from.elements) {
        if (each.kind != ElementKind::storage) continue;
        Element& element = cluster.elements.emplace_back(each);
        element.procurement = procurements[static_cast<size_t>(&each - from.elements.data())];
        if (!is_said) element.procurement = Procurement::inherited;
        element.id = fmt::format("storage-{}", cluster.elements.size());
        element.parent.clear();
        element.position = {beside, below * static_cast<double>(cluster.elements.size())};
        cluster.waivers.push_back({"storage-unlinked", {element.id}, "The storage network is not drawn."});
        heat += each.count * storage_power(drawn_part(each, catalog), catalog.defaults().power);
    }
    const Part* unit = catalog.part(PartKind::cooling, "fan-wall-500kw");
    if (!(heat > 0) || !unit) return cluster;
    auto air = std::ranges::find(cluster.elements, "air", &Element::id);
    if (air == cluster.elements.end()) {
        Element made;
        made.id = "air";
        made.kind = ElementKind::cooling;
        made.name = "Fan walls";
        made.part.id = unit->id;
        made.position = {beside, 0};
        air = cluster.elements.insert(air, std::move(made));
    }
    const Part* part = drawn_part(*air, catalog);
    const double capacity = (part ? part : unit)->value_or("capacity", unit->value_or("capacity", 1));
    air->count += static_cast<int>(std::ceil(heat / capacity));
    return cluster;
}

namespace {

/// A data-parallel degree that was open stays so: whatever is left, as before.
void take_plan(Scenario& scenario, const Plan& plan) {
    const bool open = scenario.plan.dp == 0;
    scenario.plan = plan;
    if (open) scenario.plan.dp = 0;
}

Scenario with_found(Scenario scenario, FastestPlan found, std::string* reason) {
    if (found.plan) take_plan(scenario, *found.plan);
    if (reason) *reason = found.plan ? std::string() : std::move(found.reason);
    return scenario;
}

/// With its prudent_plan(), a sure one up to `slower` slower.
Scenario prudently_planned(Scenario scenario, const Catalog& catalog, const std::stop_token& stop,
                           std::string* reason, double slower) {
    if (const auto prepared = Prepared::make(scenario, catalog)) {
        const Plan hint = scenario.plan;
        return with_found(std::move(scenario), prudent_plan(*prepared, {&hint, 1}, stop, slower), reason);
    } else if (reason) {
        *reason = prepared.error().what;
    }
    return scenario;
}

} // namespace

Scenario with_prudent_plan(Scenario scenario, const Catalog& catalog, const std::stop_token& stop,
                           std::string* reason) {
    return prudently_planned(std::move(scenario), catalog, stop, reason, most_slower);
}

Scenario with_prudent_plan(const Prepared& prepared, Scenario scenario, const std::stop_token& stop,
                           std::string* reason, SearchMemory& memory) {
    const Plan hint = scenario.plan;
    return with_found(std::move(scenario), prudent_plan(prepared, {&hint, 1}, stop, most_slower, memory),
                      reason);
}

Scenario with_opening_plan(Scenario scenario, const Catalog& catalog, const std::stop_token& stop,
                           std::string* reason) {
    return prudently_planned(std::move(scenario), catalog, stop, reason, opening_slower);
}

Scenario with_sure_plan(Scenario scenario, const Catalog& catalog, const std::stop_token& stop) {
    if (const auto prepared = Prepared::make(scenario, catalog))
        if (const std::optional<Plan> found = fastest_sure_plan(*prepared, {}, stop))
            take_plan(scenario, *found);
    return scenario;
}

namespace {

/// In a room that stands already, or beside a drawing that says what does, feeds and coolers that come with a
/// template are new.
void mark_new_supply(const Scenario& from, Cluster& cluster) {
    if (!from.site.room.stands_already() && !says_procurement(from.cluster)) return;
    for (Element& element : cluster.elements)
        if ((element.kind == ElementKind::feed || element.kind == ElementKind::cooling) &&
            element.procurement == Procurement::inherited)
            element.procurement = Procurement::buy;
}

/// Only a generic profile's work depends on the drawing.
Workload work_of(const Scenario& from, const Catalog& catalog) {
    const Workload& work = from.workload;
    const ModelSpec* model = work.inline_model ? &*work.inline_model : catalog.model(work.model);
    if (!model || !model->generic) return work;
    const auto drawn = Prepared::make(from, catalog);
    return drawn ? with_fixed_profile_work(*drawn).workload : work;
}

} // namespace

Scenario scenario_on(const Scenario& from, Cluster cluster, const Catalog& catalog) {
    Scenario out;
    out.name = from.name;
    out.cluster = std::move(cluster);
    mark_new_supply(from, out.cluster);
    out.workload = work_of(from, catalog);
    out.plan = from.plan;
    out.site = site_without_machines(from.site);
    return out;
}

} // namespace roofrack
