// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budget/sharing.h"

namespace roofrack {

double demand_of(const RackState& rack, Carries carries, const WindowShares& windows) {
    switch (carries) {
    case Carries::power: return rack.power_over(windows.breaker).si();
    case Carries::air: return rack.heat_to_air.si();
    case Carries::liquid: break;
    }
    return rack.heat_to_liquid.si();
}

Sharing::Sharing(const std::vector<SharedCapacity>& elements, const PowerState& state, Carries carries,
                 std::span<const UnrackedLoad> unracked)
    : m_elements(elements)
    , m_state(state)
    , m_carries(carries)
    , m_unracked(unracked)
    , m_weight(state.racks.size(), 0.0)
    , m_offer(state.racks.size()) {
    m_asked.reserve(state.racks.size());
    for (const RackState& rack : state.racks) m_asked.push_back(demand_of(rack, carries, state.windows));
    for (size_t i = 0; i < elements.size(); ++i) {
        double all = 0;
        for (const int rack : elements[i].racks) all += count(rack) * demand(rack);
        m_demand.push_back(all);
        for (const int rack : elements[i].racks) {
            m_weight[static_cast<size_t>(rack)] += weight(i, rack);
            m_offer[static_cast<size_t>(rack)] += offer_of(i, elements[i].instances, this->unracked(i));
        }
    }
}

double Sharing::weight(size_t i, int rack) const {
    const SharedCapacity& element = m_elements[i];
    const double capacity = element.capacity < no_limit ? element.capacity : 1, // unknown: equal shares
        all = m_demand[i] + unracked(i);
    return all > 0 ? capacity * element.instances * demand(rack) / all : 0;
}

Sharing::Offer& Sharing::Offer::operator+=(const Offer& other) {
    capacity += other.capacity;
    unracked += other.unracked;
    return *this;
}

Sharing::Offer& Sharing::Offer::operator-=(const Offer& other) {
    capacity -= other.capacity;
    unracked -= other.unracked;
    return *this;
}

Sharing::Offer Sharing::offer_of(size_t i, double instances, double unracked) const {
    if (m_demand[i] <= 0) return {};
    const double capacity = m_elements[i].capacity;
    if (!(capacity < no_limit)) return {instances / m_demand[i], 0}; // unknown: equal shares
    return {capacity * instances / m_demand[i], unracked / m_demand[i]};
}

} // namespace roofrack
