// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"
#include "core/facility/facility_inputs.h"

namespace roofrack {

enum class Carries { power, air, liquid };

/// What one instance of a rack asks of what carries it, W; of power the highest mean over a breaker's window.
double demand_of(const RackState& rack, Carries carries, const WindowShares& windows);

/// The rack that a loss leaves fullest: load ÷ what is left, infinite where nothing is; index in
/// PowerState::racks, −1: none is touched.
struct WorstRack {
    double share = 0;
    int rack = -1;
};

/// How elements that share racks divide what the racks demand: in proportion to their capacity. `elements`
/// and `state` must outlive it.
class Sharing {
public:
    Sharing(const std::vector<SharedCapacity>& elements, const PowerState& state, Carries carries);

    double load(size_t element) const {
        return load_of(element, [this](int rack) { return demand(rack); }) +
               m_elements[element].unracked * m_state.elsewhere.si();
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
    /// Capacity that the element gives one instance of the rack, W.
    double given(size_t element, int rack) const { return allotted(element, rack); }

    /// Load over surviving capacity of the worst rack when one instance is lost. A feed hangs on its racks:
    /// they lose it whole. Coolers share a room or a loop: all lose a part.
    WorstRack worst_without_one(size_t element) const;

private:
    /// Demand of one instance of the rack.
    double demand(int rack) const {
        return demand_of(m_state.racks[static_cast<size_t>(rack)], m_carries, m_state.windows);
    }
    /// Capacity that the element gives one instance of the rack.
    double allotted(size_t element, int rack) const;
    double capacity(int rack) const { return m_capacity[static_cast<size_t>(rack)]; }
    double count(int rack) const { return m_state.racks[static_cast<size_t>(rack)].count; }

    const std::vector<SharedCapacity>& m_elements;
    const PowerState& m_state;
    Carries m_carries;
    std::vector<double> m_capacity; ///< of each rack, of all elements together
    std::vector<double> m_demand;   ///< of all racks of each element
};

} // namespace roofrack
