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

std::map<size_t, double> Sharing::unracked_without_one(size_t lost) const {
    std::map<size_t, double> out;
    const double kept = 1 - 1 / std::max(1.0, m_elements[lost].instances);
    for (const UnrackedLoad& load : m_unracked) {
        const auto own =
            std::ranges::find(load.carriers, static_cast<int>(lost), &UnrackedLoad::Carrier::unit);
        if (own == load.carriers.end()) continue;
        const double before = load.capacity(), after = before - (1 - kept) * own->capacity,
                     watts = load.share * m_state.unracked_power.si();
        for (const UnrackedLoad::Carrier& each : load.carriers) {
            const auto unit = static_cast<size_t>(each.unit);
            const double capacity = unit == lost ? kept * each.capacity : each.capacity;
            const double then = after > 1e-9 * before ? watts * capacity / after : 0;
            out.try_emplace(unit, unracked(unit)).first->second += then - watts * each.capacity / before;
        }
        if (after <= 1e-9 * before) out[lost] = watts; // nobody takes it
    }
    return out;
}

template<class Visit>
void Sharing::each_without_one(size_t lost, const std::map<size_t, double>& beside, Visit visit) const {
    const SharedCapacity& element = m_elements[lost];
    const double kept = std::max(0.0, element.instances - 1);
    // Equipment in no rack leans on every cooler of a room: where that room holds a good part of the racks,
    // it takes less time to copy all offers than to keep a tree of those that change.
    size_t changes = element.racks.size();
    for (const auto& [i, watts] : beside) changes += m_elements[i].racks.size();
    std::map<int, Offer> few;
    std::vector<Offer> many;
    std::vector<char> has_less;
    if (changes > m_offer.size() / 8) {
        many = m_offer;
        has_less.assign(many.size(), 0);
    }
    const auto left_of = [&](int rack) -> Offer& {
        const auto index = static_cast<size_t>(rack);
        if (many.empty()) return few.try_emplace(rack, m_offer[index]).first->second;
        has_less[index] = 1;
        return many[index];
    };
    const auto change = [&](int rack, const Offer& before, const Offer& after) {
        if (demand(rack) <= 0) return;
        Offer& offer = left_of(rack);
        offer -= before;
        offer += after;
    };
    const Offer own = offer_of(lost, element.instances, unracked(lost)),
                of_others = offer_of(lost, kept, unracked(lost));
    for (const int rack : element.racks) {
        Offer after = of_others;
        if (m_carries == Carries::power) {
            const double share =
                element.capacity < no_limit
                    ? std::max(0.0, 1 - element.capacity / std::max(1e-300, given(lost, rack)))
                    : 0;
            after = {own.capacity * share, own.unracked * share};
        }
        change(rack, own, after);
    }
    for (const auto& [i, watts] : beside) {
        const double instances = i == lost ? kept : m_elements[i].instances;
        const Offer before = offer_of(i, instances, unracked(i)), after = offer_of(i, instances, watts);
        for (const int rack : m_elements[i].racks) change(rack, before, after);
    }
    const auto tell = [&](int rack, const Offer& offer) {
        const double all = m_offer[static_cast<size_t>(rack)].capacity;
        RackShare out{rack, no_limit, 0};
        if (offer.capacity > 1e-9 * all) {
            out.share = (1 + offer.unracked) / offer.capacity;
            out.left = std::max(0.0, offer.capacity - offer.unracked);
        }
        visit(out);
    };
    for (const auto& [rack, offer] : few) tell(rack, offer);
    for (size_t rack = 0; rack < many.size(); ++rack)
        if (has_less[rack]) tell(static_cast<int>(rack), many[rack]);
}

std::vector<RackShare> Sharing::racks_without_one(size_t lost) const {
    std::vector<RackShare> out;
    each_without_one(lost, unracked_without_one(lost), [&](const RackShare& each) { out.push_back(each); });
    return out;
}

FullestAfterLoss Sharing::worst_without_one(size_t lost) const {
    FullestAfterLoss worst;
    const std::map<size_t, double> beside = unracked_without_one(lost);
    each_without_one(lost, beside, [&](const RackShare& each) {
        if (each.share > worst.share) worst = {each.share, each.rack, -1};
    });
    // Equipment in no rack, where no rack shares its coolers.
    for (const auto& [i, watts] : beside) {
        const SharedCapacity& each = m_elements[i];
        if (!each.racks.empty() || !(each.capacity < no_limit) || watts <= 0) continue;
        const double most = each.capacity * (i == lost ? each.instances - 1 : each.instances),
                     share = most > 0 ? watts / most : no_limit;
        if (share > worst.share) worst = {share, -1, static_cast<int>(i)};
    }
    return worst;
}

} // namespace roofrack
