// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/racks/room_probe.h"

#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/element_index.h"
#include "core/facility/budget/budgets.h"
#include "core/facility/budget/single_failures.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/floor_space.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/step_solver.h"
#include "core/study/fixed_profile_work.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

/// More than any unit carries.
constexpr Watts unlimited(1e15);

/// The drawing without some elements, what stands in them and their links.
void take_out(Cluster& cluster, std::set<std::string> gone) {
    if (gone.empty()) return;
    for (bool more = true; more;) {
        more = false;
        for (const Element& each : cluster.elements)
            if (gone.contains(each.parent) && gone.insert(each.id).second) more = true;
    }
    std::erase_if(cluster.elements, [&](const Element& each) { return gone.contains(each.id); });
    std::erase_if(cluster.links,
                  [&](const Link& link) { return gone.contains(link.from) || gone.contains(link.to); });
}

/// A scenario with its drawing changed so that nothing but its chips holds a clock down.
Scenario unheld(Scenario scenario, const Catalog& catalog) {
    scenario.site.power_limit.reset();
    std::set<std::string> plants;
    for (Element& each : scenario.cluster.elements) {
        if (each.kind == ElementKind::rack || each.kind == ElementKind::server)
            each.power_limit = each.cooling_limit = unlimited;
        if (each.kind == ElementKind::cooling &&
            cooling_kind(drawn_part(each, catalog)) == CoolingKind::plant)
            plants.insert(each.id);
    }
    take_out(scenario.cluster, std::move(plants));
    return scenario;
}

RoomLimit limit_of(BudgetKind kind) {
    switch (kind) {
    case BudgetKind::feed: return RoomLimit::supply;
    case BudgetKind::air: return RoomLimit::air;
    case BudgetKind::loop: return RoomLimit::liquid;
    case BudgetKind::plant: return RoomLimit::plant;
    case BudgetKind::site: break;
    }
    return RoomLimit::grid;
}

RoomLimit limit_of(FloorLimit limit) {
    switch (limit) {
    case FloorLimit::positions: return RoomLimit::positions;
    case FloorLimit::area: return RoomLimit::area;
    case FloorLimit::load: break;
    }
    return RoomLimit::floor_load;
}

RoomNeed need_of(const Budget& budget) {
    RoomNeed out;
    out.key.limit = limit_of(budget.kind);
    if (out.key.limit != RoomLimit::grid && budget.id != "plant") out.key.id = budget.id;
    if (out.key.limit == RoomLimit::supply) out.key.supply = budget.supply;
    out.need = budget.load.si();
    out.instances = budget.instances;
    if (budget.limit) out.have = budget.limit->si();
    if (budget.secured) {
        out.have = budget.secured->si();
        out.after_failure = true;
    }
    return out;
}

/// A figure of the room that is given and no positive number.
const char* wrong_figure(const SiteRoom& room) {
    const auto wrong = [](const std::optional<double>& value) {
        return value && !(*value > 0 && std::isfinite(*value));
    };
    return wrong(room.area)             ? "area"
           : wrong(room.rack_positions) ? "rack_positions"
           : wrong(room.floor_load)     ? "floor_load"
           : wrong(room.rack_mass)      ? "rack_mass"
                                        : nullptr;
}

/// A rack, or a server that is one of its own and stands in none.
bool is_rack(const Element& drawn, const Prepared::Impl& impl, const Catalog& catalog) {
    return drawn.kind == ElementKind::rack ||
           (drawn.kind == ElementKind::server && fills_rack(drawn, catalog, impl.defaults->hall));
}

/// FLOP/s of the fastest GPU in a rack of the facility.
double peak_of(const Prepared::Impl& impl, size_t rack) {
    double peak = 0;
    for (const ServerModel& server : impl.facility->inputs().racks[rack].servers)
        if (server.group >= 0)
            peak = std::max(peak,
                            impl.accelerators[static_cast<size_t>(server.group)].value_or("dense_bf16", 0));
    return peak;
}

/// As the drawn plan runs where nothing but its chips holds it.
DutyCycle duty_of(const Prepared& prepared) {
    const Prepared::Impl& impl = prepared.impl();
    Plan plan = impl.scenario.plan;
    DutyCycle busy;
    busy.compute = 1;
    for (const Finding& finding : plan_findings(impl, plan, impl.fabric.gpus, batch_of(impl)))
        if (finding.severity == Severity::critical) return busy;
    const StepState state = StepSolver(prepared).solve(plan, impl.fabric.gpus, batch_of(impl));
    return std::isfinite(state.step) ? state.duty : busy;
}

/// The duty cycle of `drawn` for a drawing of fewer or more of its racks, whose paces count anew.
DutyCycle moved(const DutyCycle& duty, const Prepared& drawn, const Fabric& fabric,
                const Facility& facility) {
    const std::span<const int> paces = facility.paces(), before = drawn.impl().facility->paces();
    if (duty.compute_by_pace.empty() || paces.empty()) return duty;
    std::map<std::string_view, int> known; // pace of each server element
    for (size_t g = 0; g < before.size(); ++g) known.emplace(drawn.fabric().groups[g].element, before[g]);
    DutyCycle out = duty;
    out.compute_by_pace.assign(static_cast<size_t>(std::ranges::max(paces)) + 1, duty.compute);
    for (size_t g = 0; g < paces.size(); ++g)
        if (const auto found = known.find(fabric.groups[g].element); found != known.end())
            out.compute_by_pace[static_cast<size_t>(paces[g])] = duty.compute_of(found->second);
    return out;
}

} // namespace

const RoomNeed* RoomAtRackCount::find(const RoomKey& key) const {
    const auto found = std::ranges::find(needs, key, &RoomNeed::key);
    return found == needs.end() ? nullptr : &*found;
}

std::vector<RoomNeed> room_needs(const Scenario& scenario, const Catalog& catalog, const Facility& facility,
                                 const PowerState& state) {
    const SiteRoom& room = scenario.site.room;
    const FloorSpace floor = floor_space(scenario.cluster, room, catalog, facility.inputs());
    std::vector<RoomNeed> out;
    for (const FloorNeed& each : floor_needs(floor, room))
        out.push_back({{limit_of(each.limit), {}, {}}, each.need, each.have, false, 1});
    for (const Budget& budget : budgets_of(facility, state, single_failures_of(facility, state)))
        out.push_back(need_of(budget));
    return out;
}

bool RoomAtRackCount::fits() const {
    return std::ranges::all_of(needs, [](const RoomNeed& each) { return each.carries(); });
}

Result<RoomSolver> RoomSolver::make(const Prepared& prepared, const Catalog& catalog) {
    const Prepared::Impl& impl = prepared.impl();
    if (const char* key = wrong_figure(impl.scenario.site.room))
        return fail(fmt::format("/site/room/{}", key), "is no positive number",
                    "give what the room has, or leave it out: it then does not limit");
    RoomSolver out(prepared, catalog);
    const Cluster& cluster = impl.scenario.cluster;
    const std::vector<RackState> states = impl.facility->state_of(DutyCycle{}, 1).racks;
    const ElementIndex index(cluster);
    std::pair<double, double> most{-1, 0}; // most of one GPU, and of all
    for (size_t r = 0; r < states.size(); ++r) {
        const RackState& rack = states[r];
        if (rack.gpus <= 0 || rack.count <= 0) continue;
        const Element* drawn = index.find(rack.id);
        if (!drawn || !is_rack(*drawn, impl, catalog)) continue;
        out.m_racks.push_back(drawn);
        out.m_drawn += rack.count;
        const std::pair<double, double> here{peak_of(impl, r), rack.count * rack.gpus};
        if (here <= most) continue;
        most = here;
        out.m_kind = drawn;
    }
    if (!out.m_kind)
        return fail("/cluster", "no rack with GPUs is drawn, so none can be fitted into the room",
                    "draw racks around the servers");
    out.m_step = cluster.instances(*out.m_kind) / out.m_kind->count;
    const auto free = Prepared::make(unheld(impl.scenario, catalog), catalog);
    if (!free) return tl::unexpected(free.error());
    out.m_duty = duty_of(*free);
    const auto drawn = out.fill(out.m_drawn);
    if (!drawn) return tl::unexpected(drawn.error());
    for (const RoomNeed& need : drawn->needs)
        if (need.after_failure) out.m_spared.push_back(need.key);
    return out;
}

Scenario RoomSolver::with_racks(double racks) const {
    Scenario out = with_fixed_profile_work(m_prepared);
    const ElementIndex index(out.cluster);
    std::set<std::string> gone;
    double left = racks;
    std::vector<const Element*> in_order = m_racks;
    std::ranges::stable_partition(in_order, [this](const Element* rack) { return rack != m_kind; });
    for (const Element* rack : in_order) {
        double each = 1; // instances of one of its count
        for (const Element* at = index.find(rack->parent); at; at = index.find(at->parent)) each *= at->count;
        double count = std::min<double>(rack->count, std::floor(left / each + 1e-9));
        left -= count * each;
        if (rack == m_kind && racks > m_drawn) count += std::floor((racks - m_drawn) / m_step + 1e-9);
        Element& drawn = out.cluster.elements[static_cast<size_t>(index.position(rack->id))];
        // Where they are there already, more of them are bought.
        if (count > rack->count && !rack->owned_count && says_procurement(out.cluster))
            drawn.owned_count = rack->count;
        if (count > 0)
            drawn.count = static_cast<int>(count);
        else
            gone.insert(rack->id);
    }
    take_out(out.cluster, std::move(gone));
    return out;
}

Scenario RoomSolver::with_units(const std::string& id, int more) const {
    Scenario out = m_prepared.scenario();
    if (Element* unit = out.cluster.find(id)) unit->count += more;
    return out;
}

Result<RoomAtRackCount> RoomSolver::fill(double racks) const {
    if (const auto known = m_known.find(racks); known != m_known.end()) return known->second;
    auto made = fill(with_racks(racks));
    if (made) m_known.emplace(racks, *made);
    return made;
}

Result<RoomAtRackCount> RoomSolver::fill(const Scenario& scenario) const {
    const auto prepared = Prepared::make(scenario, m_catalog);
    if (!prepared) return tl::unexpected(prepared.error());
    const Scenario open = unheld(scenario, m_catalog);
    const auto free =
        Facility::prepare(open.cluster, open.site, prepared->fabric(), m_catalog, open.calibration.power());
    if (!free) return tl::unexpected(free.error());
    const PowerState state = free->state_of(moved(m_duty, m_prepared, prepared->fabric(), *free), 1);
    const Facility& facility = *prepared->impl().facility;
    RoomAtRackCount out;
    out.gpus = prepared->fabric().gpus;
    for (const RackState& rack : state.racks)
        if (rack.gpus > 0) out.racks += rack.count;

    out.needs = room_needs(scenario, m_catalog, facility, state);
    for (RoomNeed& need : out.needs)
        need.loses_spare = !need.after_failure && std::ranges::find(m_spared, need.key) != m_spared.end();
    // The grid before the units on its way, as the way of power goes.
    std::ranges::stable_sort(out.needs, {}, [](const RoomNeed& each) { return each.key.limit; });
    return out;
}

} // namespace roofrack
