// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budgets.h"

#include <algorithm>

namespace roofrack {

namespace {

enum class Carries { power, air, liquid };

double demand_of(const RackState& rack, Carries carries) {
    switch (carries) {
    case Carries::power: return rack.peak.si();
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
        double sum = 0;
        for (const int rack : m_elements[element].racks)
            if (capacity(rack) > 0)
                sum += count(rack) * demand(rack) * allotted(element, rack) / capacity(rack);
        return sum;
    }

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
    double demand(int rack) const { return demand_of(m_state.racks[static_cast<size_t>(rack)], m_carries); }
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

struct Group {
    const std::vector<SharedCapacity>& elements;
    BudgetKind kind;
    Carries carries;
};

std::vector<Group> groups(const FacilityInputs& in) {
    return {{in.feeds, BudgetKind::feed, Carries::power},
            {in.air_coolers, BudgetKind::air, Carries::air},
            {in.liquid_coolers, BudgetKind::loop, Carries::liquid}};
}

} // namespace

std::vector<Budget> budgets_of(const FacilityInputs& in, const PowerState& state) {
    std::vector<Budget> out;
    for (const auto& [elements, kind, carries] : groups(in)) {
        const Sharing sharing(elements, state, carries);
        for (size_t i = 0; i < elements.size(); ++i) {
            const SharedCapacity& each = elements[i];
            Budget budget{each.id, kind, Watts(sharing.load(i)), std::nullopt};
            if (each.capacity < no_limit) budget.limit = Watts(each.capacity * each.instances);
            out.push_back(std::move(budget));
        }
    }
    Budget plant{"plant", BudgetKind::plant, state.it, std::nullopt};
    if (in.plant_limit < no_limit) plant.limit = Watts(in.plant_limit);
    Budget site{"site", BudgetKind::site, state.facility, std::nullopt};
    if (in.site_limit < no_limit) site.limit = Watts(in.site_limit);
    out.push_back(std::move(plant));
    out.push_back(std::move(site));
    return out;
}

std::vector<SingleFailure> single_failures_of(const FacilityInputs& in, const PowerState& state) {
    std::vector<SingleFailure> out;
    for (const auto& [elements, kind, carries] : groups(in)) {
        const Sharing sharing(elements, state, carries);
        for (size_t i = 0; i < elements.size(); ++i)
            if (elements[i].capacity < no_limit && !elements[i].racks.empty())
                out.push_back({elements[i].id, kind, sharing.worst_without_one(i)});
    }
    return out;
}

} // namespace roofrack
