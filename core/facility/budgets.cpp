// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budgets.h"

#include <algorithm>
#include <limits>
#include <map>

namespace roofrack {

namespace {

enum class Carries { power, air, liquid };

/// Of one instance; of power the highest mean over a breaker's window.
double demand_of(const RackState& rack, Carries carries, const WindowShares& windows) {
    switch (carries) {
    case Carries::power: return (rack.power + windows.breaker * (rack.peak - rack.power)).si();
    case Carries::air: return rack.heat_to_air.si();
    case Carries::liquid: break;
    }
    return rack.heat_to_liquid.si();
}

/// How elements that share racks divide what the racks demand: in proportion to their capacity.
class Sharing {
public:
    Sharing(const std::vector<SharedCapacity>& elements, const PowerState& state, Carries carries)
        : m_elements(elements)
        , m_state(state)
        , m_carries(carries)
        , m_capacity(state.racks.size(), 0.0) {
        for (size_t i = 0; i < elements.size(); ++i) {
            double all = 0;
            for (const int rack : elements[i].racks) all += count(rack) * demand(rack);
            m_demand.push_back(all);
            for (const int rack : elements[i].racks)
                m_capacity[static_cast<size_t>(rack)] += allotted(i, rack);
        }
    }

    double load(size_t element) const {
        return load_of(element, [this](int rack) { return demand(rack); });
    }
    /// The same of what one instance of each rack draws.
    template<class Each>
    double load_of(size_t element, Each of_rack) const {
        double sum = 0;
        for (const int rack : m_elements[element].racks)
            if (capacity(rack) > 0)
                sum += count(rack) * of_rack(rack) * allotted(element, rack) / capacity(rack);
        return sum;
    }
    /// Capacity that the element gives one instance of the rack.
    double given(size_t element, int rack) const { return allotted(element, rack); }

    /// Load over surviving capacity of the worst rack when one instance is lost. A feed hangs on its racks:
    /// they lose it whole. Coolers share a room or a loop: all lose a part.
    double worst_without_one(size_t i) const {
        const SharedCapacity& element = m_elements[i];
        double worst = 0;
        for (const int rack : element.racks) {
            if (demand(rack) <= 0) continue;
            const double given = allotted(i, rack);
            const double lost = m_carries == Carries::power ? std::min(element.capacity, given)
                                                            : given / std::max(1.0, element.instances);
            const double left = capacity(rack) - lost;
            if (!(left > 1e-9 * capacity(rack))) return no_limit;
            worst = std::max(worst, demand(rack) / left);
        }
        return worst;
    }

private:
    /// Demand of one instance of the rack.
    double demand(int rack) const {
        return demand_of(m_state.racks[static_cast<size_t>(rack)], m_carries, m_state.windows);
    }
    /// Capacity that the element gives one instance of the rack.
    double allotted(size_t i, int rack) const {
        const SharedCapacity& element = m_elements[i];
        const double capacity = element.capacity < no_limit ? element.capacity : 1; // unknown: equal shares
        return m_demand[i] > 0 ? capacity * element.instances * demand(rack) / m_demand[i] : 0;
    }
    double capacity(int rack) const { return m_capacity[static_cast<size_t>(rack)]; }
    double count(int rack) const { return m_state.racks[static_cast<size_t>(rack)].count; }

    const std::vector<SharedCapacity>& m_elements;
    const PowerState& m_state;
    Carries m_carries;
    std::vector<double> m_capacity; ///< of each rack, of all elements together
    std::vector<double> m_demand;   ///< of all racks of each element
};

/// Of one step, as one window sees it, what racks take from each unit of the chain.
std::vector<double> direct_loads(const FacilityInputs& in, const PowerState& state, const Sharing& sharing,
                                 double window_share) {
    std::vector<double> out(in.chain.units.size(), 0.0);
    for (size_t u = 0; u < out.size(); ++u)
        if (const int feed = in.chain.units[u].feed; feed >= 0)
            out[u] = sharing.load_of(static_cast<size_t>(feed), [&](int rack) {
                const RackState& of = state.racks[static_cast<size_t>(rack)];
                return (of.power + window_share * (of.peak - of.power)).si();
            });
    return out;
}

double share_of_window(SupplyKind kind, const WindowShares& windows) {
    switch (kind) {
    case SupplyKind::ups:
    case SupplyKind::generator: return windows.ups;
    case SupplyKind::transformer: return windows.transformer;
    case SupplyKind::utility: return windows.meter;
    default: return windows.breaker;
    }
}

Seconds window_of(SupplyKind kind, const FacilityInputs& in) {
    const Defaults::Power::Windows& windows = in.defaults->power.windows;
    switch (kind) {
    case SupplyKind::ups:
    case SupplyKind::generator: return windows.ups;
    case SupplyKind::transformer: return windows.transformer;
    case SupplyKind::utility: return in.meter_window;
    default: return windows.breaker;
    }
}

/// W that hang on the site's side of the chain beside IT and the chain's own losses.
double beside_it(const FacilityInputs& in, const PowerState& state, double above) {
    double air = in.elsewhere, liquid = 0;
    for (const RackState& rack : state.racks) {
        air += rack.count * rack.heat_to_air.si();
        liquid += rack.count * rack.heat_to_liquid.si();
    }
    Overhead all = in.overhead_of(air, liquid, above);
    if (in.chain.has_losses(SupplyChain::Side::it)) all.ups = {};
    if (in.chain.has_losses(SupplyChain::Side::site)) all.transformer = {};
    return all.total().si() + in.elsewhere;
}

std::vector<SupplyFlow> flows_at(const FacilityInputs& in, const PowerState& state, const Sharing& sharing,
                                 double share) {
    return in.chain.flows(direct_loads(in, state, sharing, share),
                          beside_it(in, state, share * state.above_mean.si()));
}

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
    SingleFailure out{lost.id, BudgetKind::feed, after.worst, lost.kind, {}, 0, {}, {}};
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
    const Sharing sharing(in.feeds, state, Carries::power);
    const std::vector<FedRack> racks = fed_racks(in, state, sharing);
    const SupplyFailures failures(in.chain, windowed_flows(in, state), racks);
    std::vector<SingleFailure> out;
    for (size_t u = 0; u < in.chain.units.size(); ++u)
        if (in.chain.units[u].capacity > 0 && !failures.racks_below(static_cast<int>(u)).empty())
            out.push_back(failure_of(in, state, failures, racks, static_cast<int>(u)));
    return out;
}

struct Coolers {
    const std::vector<SharedCapacity>& elements;
    BudgetKind kind;
    Carries carries;
};

std::vector<Coolers> coolers_in(const FacilityInputs& in) {
    return {{in.air_coolers, BudgetKind::air, Carries::air},
            {in.liquid_coolers, BudgetKind::loop, Carries::liquid}};
}

SingleFailure cooler_failure(const Sharing& sharing, const Coolers& group, size_t i,
                             const PowerState& state) {
    const SharedCapacity& unit = group.elements[i];
    SingleFailure out;
    out.id = unit.id;
    out.kind = group.kind;
    out.worst = sharing.worst_without_one(i);
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

Budget named(std::string id, BudgetKind kind, Watts load) {
    Budget out;
    out.id = std::move(id);
    out.kind = kind;
    out.load = load;
    return out;
}

/// How full each unit of the chain gets after the worst failure of any other like it, or of its own: of feeds
/// at racks as the racks see it, of those above by what moves to them.
std::vector<double> fullest(const FacilityInputs& in, const PowerState& state, const Sharing& sharing) {
    std::vector<double> out(in.chain.units.size(), 0.0);
    const SupplyFailures failures(in.chain, windowed_flows(in, state), fed_racks(in, state, sharing));
    for (size_t u = 0; u < out.size(); ++u) {
        const SupplyUnit& unit = in.chain.units[u];
        if (unit.feed >= 0) out[u] = sharing.worst_without_one(static_cast<size_t>(unit.feed));
        if (unit.below.empty()) continue;
        for (const SupplyFailure::CarryingUnit& each : failures.lose_one(static_cast<int>(u)).carried)
            out[static_cast<size_t>(each.unit)] = std::max(out[static_cast<size_t>(each.unit)], each.ratio);
    }
    return out;
}

/// The load that still leaves room after the worst failure: what it is now over how full it gets.
void secure(Budget& budget, double ratio) {
    if (budget.limit && budget.load > Watts(0) && ratio > 0 && std::isfinite(ratio))
        budget.secured = std::min(*budget.limit, budget.load / ratio);
}

} // namespace

std::vector<SupplyFlow> windowed_flows(const FacilityInputs& in, const PowerState& state) {
    const Sharing sharing(in.feeds, state, Carries::power);
    std::map<double, std::vector<SupplyFlow>> by_share;
    std::vector<SupplyFlow> out;
    for (size_t u = 0; u < in.chain.units.size(); ++u) {
        const double share = share_of_window(in.chain.units[u].kind, state.windows);
        const auto [found, added] = by_share.try_emplace(share);
        if (added) found->second = flows_at(in, state, sharing, share);
        out.push_back(found->second[u]);
    }
    return out;
}

std::vector<Budget> budgets_of(const FacilityInputs& in, const PowerState& state,
                               std::span<const SingleFailure> failures) {
    std::vector<Budget> out;
    const Sharing feeds(in.feeds, state, Carries::power);
    const std::vector<SupplyFlow> means = flows_at(in, state, feeds, 0),
                                  peaks = flows_at(in, state, feeds, 1), seen = windowed_flows(in, state);
    for (size_t u = 0; u < in.chain.units.size(); ++u) {
        const SupplyUnit& unit = in.chain.units[u];
        Budget budget = named(unit.id, BudgetKind::feed, Watts(seen[u].out));
        budget.supply = unit.kind;
        if (unit.capacity > 0) budget.limit = Watts(unit.capacity * unit.instances);
        budget.mean = Watts(means[u].out);
        budget.peak = Watts(peaks[u].out);
        budget.window = window_of(unit.kind, in);
        budget.instances = unit.instances;
        out.push_back(std::move(budget));
    }
    const Seconds minute = in.defaults->power.windows.cooling;
    for (const auto& [elements, kind, carries] : coolers_in(in)) {
        const Sharing sharing(elements, state, carries);
        for (size_t i = 0; i < elements.size(); ++i) {
            const SharedCapacity& each = elements[i];
            Budget budget = named(each.id, kind, Watts(sharing.load(i)));
            if (each.capacity < no_limit) budget.limit = Watts(each.capacity * each.instances);
            budget.mean = budget.peak = budget.load;
            budget.window = minute;
            budget.instances = each.instances;
            out.push_back(std::move(budget));
        }
    }
    if (!failures.empty()) {
        const std::vector<double> ratios = fullest(in, state, feeds);
        for (size_t u = 0; u < ratios.size(); ++u) secure(out[u], ratios[u]);
        for (Budget& budget : out)
            if (budget.kind != BudgetKind::feed)
                if (const auto own = std::ranges::find(failures, budget.id, &SingleFailure::id);
                    own != failures.end())
                    secure(budget, own->worst);
    }
    Budget plant = named("plant", BudgetKind::plant, state.it);
    if (in.plant_limit < no_limit) plant.limit = Watts(in.plant_limit);
    plant.mean = plant.peak = state.it;
    plant.window = minute;
    Budget site = named("site", BudgetKind::site, state.metered);
    site.supply = SupplyKind::utility;
    if (in.site_limit < no_limit) site.limit = Watts(in.site_limit);
    site.mean = state.facility;
    site.peak = state.peak;
    site.window = in.meter_window;
    out.push_back(std::move(plant));
    out.push_back(std::move(site));
    return out;
}

std::vector<SingleFailure> single_failures_of(const FacilityInputs& in, const PowerState& state) {
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
