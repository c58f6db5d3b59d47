// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budget/sharing.h"

#include <algorithm>

namespace roofrack {

double demand_of(const RackState& rack, Carries carries, const WindowShares& windows) {
    switch (carries) {
    case Carries::power: return rack.power_over(windows.breaker).si();
    case Carries::air: return rack.heat_to_air.si();
    case Carries::liquid: break;
    }
    return rack.heat_to_liquid.si();
}

Sharing::Sharing(const std::vector<SharedCapacity>& elements, const PowerState& state, Carries carries)
    : m_elements(elements)
    , m_state(state)
    , m_carries(carries)
    , m_capacity(state.racks.size(), 0.0) {
    for (size_t i = 0; i < elements.size(); ++i) {
        double all = elements[i].unracked * state.elsewhere.si();
        for (const int rack : elements[i].racks) all += count(rack) * demand(rack);
        m_demand.push_back(all);
        for (const int rack : elements[i].racks) m_capacity[static_cast<size_t>(rack)] += allotted(i, rack);
    }
}

double Sharing::allotted(size_t i, int rack) const {
    const SharedCapacity& element = m_elements[i];
    const double capacity = element.capacity < no_limit ? element.capacity : 1; // unknown: equal shares
    return m_demand[i] > 0 ? capacity * element.instances * demand(rack) / m_demand[i] : 0;
}

WorstRack Sharing::worst_without_one(size_t i) const {
    const SharedCapacity& element = m_elements[i];
    WorstRack worst;
    for (const int rack : element.racks) {
        if (demand(rack) <= 0) continue;
        const double given = allotted(i, rack);
        const double lost = m_carries == Carries::power ? std::min(element.capacity, given)
                                                        : given / std::max(1.0, element.instances);
        const double left = capacity(rack) - lost;
        if (!(left > 1e-9 * capacity(rack))) return {no_limit, rack};
        if (const double share = demand(rack) / left; share > worst.share) worst = {share, rack};
    }
    return worst;
}

} // namespace roofrack
