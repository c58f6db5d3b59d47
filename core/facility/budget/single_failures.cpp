// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budget/single_failures.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace roofrack {

namespace {

/// The racks as the chain's failures see them.
std::vector<FedRack> fed_racks(const FacilityInputs& in, const PowerState& state, const Sharing& sharing) {
    std::vector<FedRack> out;
    for (const RackState& rack : state.racks)
        out.push_back({rack.count, demand_of(rack, Carries::power, state.windows), {}});
    for (size_t u = 0; u < in.chain.units.size(); ++u) {
        const int feed = in.chain.units[u].feed;
        if (feed < 0) continue;
        for (const int rack : in.feeds[static_cast<size_t>(feed)].racks)
            if (const double given = sharing.given(static_cast<size_t>(feed), rack); given > 0)
                out[static_cast<size_t>(rack)].feeds.push_back({static_cast<int>(u), given});
    }
    return out;
}

/// What the loss of one unit means: what is over, what must be shed, what is dark.
SingleFailure failure_of(const FacilityInputs& in, const PowerState& state, const SupplyFailures& failures,
                         const std::vector<FedRack>& racks, int unit) {
    const SupplyUnit& lost = in.chain.units[static_cast<size_t>(unit)];
    const SupplyFailure after = failures.lose_one(unit);
    SingleFailure out;
    out.id = lost.id;
    out.kind = BudgetKind::feed;
    out.supply = lost.kind;
    out.worst = after.worst;
    if (after.worst_rack >= 0) out.fullest = state.racks[static_cast<size_t>(after.worst_rack)].id;
    if (after.worst_unit >= 0) out.fullest = in.chain.units[static_cast<size_t>(after.worst_unit)].id;
    std::map<int, double> held;
    const auto hold = [&held](int rack, double limit) {
        const auto [found, added] = held.emplace(rack, limit);
        if (!added) found->second = std::min(found->second, limit);
    };
    for (const SupplyFailure::HitRack& hit : after.hit) {
        const FedRack& rack = racks[static_cast<size_t>(hit.rack)];
        if (rack.demand <= hit.left) continue;
        const double instances = hit.share * rack.count;
        const Watts excess(instances * (rack.demand - hit.left));
        const RackState& of = state.racks[static_cast<size_t>(hit.rack)];
        out.over.push_back({of.id, hit.left > 0 ? rack.demand / hit.left : no_limit, excess});
        out.shed += excess;
        if (hit.left <= 0)
            out.dark_gpus += instances * of.gpus;
        else
            hold(hit.rack, hit.left);
    }
    Watts highest{}; // of one level above the racks: they shed it once
    for (const SupplyFailure::CarryingUnit& over : after.carried) {
        if (over.ratio <= 1 + 1e-9) continue;
        out.over.push_back(
            {in.chain.units[static_cast<size_t>(over.unit)].id, over.ratio, Watts(over.excess)});
        highest = std::max(highest, Watts(over.excess));
        for (const int rack : failures.racks_below(over.unit))
            hold(rack, racks[static_cast<size_t>(rack)].demand / over.ratio);
    }
    out.shed = std::max(out.shed, highest);
    std::ranges::stable_sort(out.over, std::greater{}, &SingleFailure::Over::ratio);
    for (const auto& [rack, limit] : held) out.held.push_back({rack, Watts(limit)});
    return out;
}

std::vector<SingleFailure> supply_failures_of(const FacilityInputs& in, const PowerState& state) {
    const SupplyLoad load(in, state);
    const std::vector<FedRack> racks = fed_racks(in, state, load.feeds());
    const SupplyFailures failures(in.chain, load.windowed(), racks);
    std::vector<SingleFailure> out;
    for (size_t u = 0; u < in.chain.units.size(); ++u)
        if (in.chain.units[u].capacity > 0 && !failures.racks_below(static_cast<int>(u)).empty())
            out.push_back(failure_of(in, state, failures, racks, static_cast<int>(u)));
    return out;
}

SingleFailure cooler_failure(const Sharing& sharing, const Coolers& group, size_t i,
                             const PowerState& state) {
    const SharedCapacity& unit = group.elements[i];
    SingleFailure out;
    out.id = unit.id;
    out.kind = group.kind;
    const WorstRack worst = sharing.worst_without_one(i);
    out.worst = worst.share;
    if (worst.rack >= 0) out.fullest = state.racks[static_cast<size_t>(worst.rack)].id;
    if (out.survives()) return out;
    for (const int rack : unit.racks) {
        const RackState& of = state.racks[static_cast<size_t>(rack)];
        const double demand = demand_of(of, group.carries, state.windows);
        if (demand <= 0) continue;
        const double over = std::isfinite(out.worst) ? demand * (1 - 1 / out.worst) : demand;
        out.shed += of.count * Watts(over);
        out.over.push_back({of.id, out.worst, of.count * Watts(over)});
        // What it draws falls as its heat must.
        if (std::isfinite(out.worst)) out.held.push_back({rack, of.peak / out.worst});
    }
    return out;
}

} // namespace

std::vector<Coolers> coolers_in(const FacilityInputs& in) {
    return {{in.air_coolers, BudgetKind::air, Carries::air},
            {in.liquid_coolers, BudgetKind::loop, Carries::liquid}};
}

std::vector<double> fullest_after_failures(const FacilityInputs& in, const PowerState& state,
                                           const SupplyLoad& load) {
    std::vector<double> out(in.chain.units.size(), 0.0);
    const SupplyFailures failures(in.chain, load.windowed(), fed_racks(in, state, load.feeds()));
    for (size_t u = 0; u < out.size(); ++u) {
        const SupplyUnit& unit = in.chain.units[u];
        if (unit.feed >= 0) out[u] = load.feeds().worst_without_one(static_cast<size_t>(unit.feed)).share;
        if (unit.below.empty()) continue;
        for (const SupplyFailure::CarryingUnit& each : failures.lose_one(static_cast<int>(u)).carried)
            out[static_cast<size_t>(each.unit)] = std::max(out[static_cast<size_t>(each.unit)], each.ratio);
    }
    return out;
}

std::vector<SingleFailure> single_failures_of(const Facility& facility, const PowerState& state) {
    const FacilityInputs& in = facility.inputs();
    std::vector<SingleFailure> out = supply_failures_of(in, state);
    for (const Coolers& group : coolers_in(in)) {
        const Sharing sharing(group.elements, state, group.carries);
        for (size_t i = 0; i < group.elements.size(); ++i)
            if (group.elements[i].capacity < no_limit && !group.elements[i].racks.empty())
                out.push_back(cooler_failure(sharing, group, i, state));
    }
    return out;
}

} // namespace roofrack
