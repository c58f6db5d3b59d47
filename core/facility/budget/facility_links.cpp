// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budget/facility_links.h"

#include <array>
#include <unordered_map>

namespace roofrack {

namespace {

/// What the racks in an element demand, W: power, heat to air, heat to liquid.
using Demand = std::array<double, 3>;

size_t index_of(BudgetKind kind) { return kind == BudgetKind::feed ? 0 : kind == BudgetKind::air ? 1 : 2; }

std::vector<Demand> demands(const Cluster& cluster, const Containment& containment, const PowerState& state) {
    std::vector<Demand> out(cluster.elements.size());
    for (const RackState& rack : state.racks)
        for (int at = containment.index(rack.id); at >= 0; at = containment.parent(at)) {
            Demand& demand = out[static_cast<size_t>(at)];
            demand[0] += rack.count * rack.peak.si();
            demand[1] += rack.count * rack.heat_to_air.si();
            demand[2] += rack.count * rack.heat_to_liquid.si();
        }
    return out;
}

} // namespace

std::vector<FacilityLinkLoad> facility_link_loads(const Cluster& cluster, const Containment& containment,
                                                  const PowerState& state,
                                                  const std::vector<Budget>& budgets) {
    std::unordered_map<int, const Budget*> unit_at; // by element
    for (const Budget& budget : budgets)
        if (budget.kind == BudgetKind::feed || budget.kind == BudgetKind::air ||
            budget.kind == BudgetKind::loop)
            if (const int element = containment.index(budget.id); element >= 0) unit_at[element] = &budget;
    const std::vector<Demand> demand = demands(cluster, containment, state);

    std::vector<FacilityLinkLoad> out;
    std::unordered_map<const Budget*, double> all; // demanded over all links of a unit
    std::vector<double> demanded;                  // over each of `out`
    for (size_t l = 0; l < cluster.links.size(); ++l) {
        int unit = containment.index(cluster.links[l].from), far = containment.index(cluster.links[l].to);
        if (unit < 0 || far < 0) continue;
        if (!unit_at.count(unit)) std::swap(unit, far);
        const auto found = unit_at.find(unit);
        if (found == unit_at.end()) continue;
        const Budget& budget = *found->second;
        const double wanted = demand[static_cast<size_t>(far)][index_of(budget.kind)];
        if (wanted <= 0) continue;
        out.push_back({cluster.links[l].id, static_cast<int>(l), budget.id, budget.kind, {}, std::nullopt});
        demanded.push_back(wanted);
        all[&budget] += wanted;
    }
    for (size_t i = 0; i < out.size(); ++i) {
        const Budget& budget = *unit_at.at(containment.index(out[i].unit));
        const double share = demanded[i] / all.at(&budget);
        out[i].load = budget.load * share;
        if (budget.limit) out[i].limit = *budget.limit * share;
    }
    return out;
}

} // namespace roofrack
