// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budget/losses.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace roofrack {

Losses::Losses(const Sharing& sharing)
    : m_sharing(sharing)
    , m_kind(sharing.m_asked.size(), 0)
    , m_carried(sharing.m_elements.size()) {
    // Racks of one demand are parted by each element that carries some of them; by one that carries a rack
    // twice, twice.
    int parts = 0;
    std::unordered_map<double, int> of_demand;
    for (size_t rack = 0; rack < m_kind.size(); ++rack) {
        const auto [part, is_new] = of_demand.try_emplace(sharing.m_asked[rack], parts);
        if (is_new) ++parts;
        m_kind[rack] = part->second;
    }
    for (const SharedCapacity& element : sharing.m_elements) {
        std::unordered_map<int, int> carried;
        for (const int rack : element.racks) {
            int& kind = m_kind[static_cast<size_t>(rack)];
            const auto [part, is_new] = carried.try_emplace(kind, parts);
            if (is_new) ++parts;
            kind = part->second;
        }
    }
    std::vector<int> numbers(static_cast<size_t>(parts), -1);
    for (size_t rack = 0; rack < m_kind.size(); ++rack) {
        int& number = numbers[static_cast<size_t>(m_kind[rack])];
        if (number < 0) {
            number = static_cast<int>(m_kinds.size());
            m_kinds.emplace_back();
            m_offer.push_back(sharing.m_offer[rack]);
        }
        m_kind[rack] = number;
        m_kinds[static_cast<size_t>(number)].push_back(static_cast<int>(rack));
    }
    for (size_t i = 0; i < m_carried.size(); ++i)
        for (const int rack : sharing.m_elements[i].racks)
            if (racks_like(rack).front() == rack) m_carried[i].push_back(m_kind[static_cast<size_t>(rack)]);
}

std::vector<Losses::Beside> Losses::unracked_without_one(size_t lost) const {
    const auto& elements = m_sharing.m_elements;
    const double kept = 1 - 1 / std::max(1.0, elements[lost].instances);
    std::vector<double> watts_of; // by element
    std::vector<char> changes;    // whether they change, by element
    for (const UnrackedLoad& load : m_sharing.m_unracked) {
        const auto own =
            std::ranges::find(load.carriers, static_cast<int>(lost), &UnrackedLoad::Carrier::unit);
        if (own == load.carriers.end()) continue;
        if (changes.empty()) {
            changes.assign(elements.size(), 0);
            for (size_t i = 0; i < elements.size(); ++i) watts_of.push_back(m_sharing.unracked(i));
        }
        const double before = load.capacity(), after = before - (1 - kept) * own->capacity,
                     watts = load.share * m_sharing.m_state.unracked_power.si();
        for (const UnrackedLoad::Carrier& each : load.carriers) {
            const auto unit = static_cast<size_t>(each.unit);
            const double capacity = unit == lost ? kept * each.capacity : each.capacity;
            const double then = after > 1e-9 * before ? watts * capacity / after : 0;
            watts_of[unit] += then - watts * each.capacity / before;
            changes[unit] = 1;
        }
        if (after <= 1e-9 * before) watts_of[lost] = watts; // nobody takes it
    }
    std::vector<Beside> out;
    for (size_t i = 0; i < changes.size(); ++i)
        if (changes[i]) out.push_back({i, watts_of[i]});
    return out;
}

template<class Visit>
void Losses::each_without_one(size_t lost, const std::vector<Beside>& beside, Visit visit) const {
    const SharedCapacity& element = m_sharing.m_elements[lost];
    const double kept = std::max(0.0, element.instances - 1);
    // Equipment in no rack leans on every cooler of a room: where that room holds a good part of the racks,
    // it takes less time to copy all offers than to keep a tree of those that change.
    size_t changes = m_carried[lost].size();
    for (const Beside& each : beside) changes += m_carried[each.element].size();
    std::map<int, Offer> few;
    std::vector<Offer> many;
    std::vector<char> has_less;
    if (changes > m_offer.size() / 8) {
        many = m_offer;
        has_less.assign(many.size(), 0);
    }
    const auto left_of = [&](int kind) -> Offer& {
        const auto index = static_cast<size_t>(kind);
        if (many.empty()) return few.try_emplace(kind, m_offer[index]).first->second;
        has_less[index] = 1;
        return many[index];
    };
    const auto first_of = [&](int kind) { return m_kinds[static_cast<size_t>(kind)].front(); };
    const auto change = [&](int kind, const Offer& before, const Offer& after) {
        if (m_sharing.demand(first_of(kind)) <= 0) return;
        Offer& offer = left_of(kind);
        offer -= before;
        offer += after;
    };
    const Offer own = m_sharing.offer_of(lost, element.instances, m_sharing.unracked(lost)),
                of_others = m_sharing.offer_of(lost, kept, m_sharing.unracked(lost));
    for (const int kind : m_carried[lost]) {
        Offer after = of_others;
        if (m_sharing.m_carries == Carries::power) {
            const double given = m_sharing.given(lost, first_of(kind)),
                         share = element.capacity < no_limit
                                     ? std::max(0.0, 1 - element.capacity / std::max(1e-300, given))
                                     : 0;
            after = {own.capacity * share, own.unracked * share};
        }
        change(kind, own, after);
    }
    for (const auto& [i, watts] : beside) {
        const double instances = i == lost ? kept : m_sharing.m_elements[i].instances;
        const Offer before = m_sharing.offer_of(i, instances, m_sharing.unracked(i)),
                    after = m_sharing.offer_of(i, instances, watts);
        for (const int kind : m_carried[i]) change(kind, before, after);
    }
    const auto tell = [&](int kind, const Offer& offer) {
        const double all = m_offer[static_cast<size_t>(kind)].capacity;
        RackShare out{first_of(kind), no_limit, 0};
        if (offer.capacity > 1e-9 * all) {
            out.share = (1 + offer.unracked) / offer.capacity;
            out.left = std::max(0.0, offer.capacity - offer.unracked);
        }
        visit(out);
    };
    for (const auto& [kind, offer] : few) tell(kind, offer);
    for (size_t kind = 0; kind < many.size(); ++kind)
        if (has_less[kind]) tell(static_cast<int>(kind), many[kind]);
}

std::vector<RackShare> Losses::first_racks_without_one(size_t lost) const {
    std::vector<RackShare> out;
    each_without_one(lost, unracked_without_one(lost), [&](const RackShare& each) { out.push_back(each); });
    return out;
}

std::vector<RackShare> Losses::racks_without_one(size_t lost) const {
    std::vector<RackShare> out;
    for (RackShare each : first_racks_without_one(lost))
        for (const int rack : racks_like(each.rack)) {
            each.rack = rack;
            out.push_back(each);
        }
    std::ranges::sort(out, {}, &RackShare::rack);
    return out;
}

FullestAfterLoss Losses::worst_without_one(size_t lost) const {
    FullestAfterLoss worst;
    const std::vector<Beside> beside = unracked_without_one(lost);
    each_without_one(lost, beside, [&](const RackShare& each) {
        if (each.share > worst.share) worst = {each.share, each.rack, -1};
    });
    // Equipment in no rack, where no rack shares its coolers.
    for (const auto& [i, watts] : beside) {
        const SharedCapacity& each = m_sharing.m_elements[i];
        if (!each.racks.empty() || !(each.capacity < no_limit) || watts <= 0) continue;
        const double most = each.capacity * (i == lost ? each.instances - 1 : each.instances),
                     share = most > 0 ? watts / most : no_limit;
        if (share > worst.share) worst = {share, -1, static_cast<int>(i)};
    }
    return worst;
}

double Losses::own_share_without_one(size_t lost) const {
    double worst = 0;
    each_without_one(lost, {}, [&](const RackShare& each) { worst = std::max(worst, each.share); });
    return worst;
}

} // namespace roofrack
