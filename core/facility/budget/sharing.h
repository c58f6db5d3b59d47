// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"
#include "core/facility/facility_inputs.h"

#include <algorithm>

namespace roofrack {

enum class Carries { power, air, liquid };

/// What one instance of a rack asks of what carries it, W; of power the highest mean over a breaker's window.
double demand_of(const RackState& rack, Carries carries, const WindowShares& windows);

/// How elements that share racks divide what the racks demand. Loads go by capacity; what racks may take of
/// an element is what switches and storage in no rack leave. `elements` and `state` must outlive it.
class Sharing {
public:
    /// `unracked`: the equipment in no rack that the elements cool.
    Sharing(const std::vector<SharedCapacity>& elements, const PowerState& state, Carries carries,
            std::span<const UnrackedLoad> unracked = {});

    double load(size_t element) const {
        return load_of(element, [this](int rack) { return demand(rack); }) + unracked(element);
    }
    /// The load of an element where one instance of each rack draws what `of_rack` says, without what stands
    /// in no rack.
    template<class Each>
    double load_of(size_t element, Each of_rack) const {
        double sum = 0;
        for (const int rack : m_elements[element].racks)
            sum += count(rack) * of_rack(rack) * share(element, rack);
        return sum;
    }
    /// Share of the rack's load that the element carries.
    double share(size_t element, int rack) const {
        const double all = m_weight[static_cast<size_t>(rack)];
        return all > 0 ? weight(element, rack) / all : 0;
    }
    /// Capacity that the element gives one instance of the rack, W.
    double given(size_t element, int rack) const {
        const Offer offer = offer_of(element, m_elements[element].instances, unracked(element));
        return demand(rack) * std::max(0.0, offer.capacity - offer.unracked);
    }

private:
    friend class Losses;

    /// What elements have, and what equipment in no rack takes of it first: W for each W that their racks
    /// demand.
    struct Offer {
        double capacity = 0, unracked = 0;
        Offer& operator+=(const Offer& other);
        Offer& operator-=(const Offer& other);
    };
    /// Demand of one instance of the rack.
    double demand(int rack) const { return m_asked[static_cast<size_t>(rack)]; }
    double count(int rack) const { return m_state.racks[static_cast<size_t>(rack)].count; }
    /// W of equipment in no rack on an element.
    double unracked(size_t element) const {
        return m_elements[element].unracked * m_state.unracked_power.si();
    }
    /// The elements divide the load of a rack in proportion to their weights.
    double weight(size_t element, int rack) const;
    Offer offer_of(size_t element, double instances, double unracked) const;

    const std::vector<SharedCapacity>& m_elements;
    const PowerState& m_state;
    Carries m_carries;
    std::span<const UnrackedLoad> m_unracked;
    std::vector<double> m_asked;  ///< demand of one instance of each rack
    std::vector<double> m_weight; ///< weight of each rack, over all elements together
    std::vector<Offer> m_offer;   ///< likewise
    std::vector<double> m_demand; ///< demand of all racks of each element
};

} // namespace roofrack
