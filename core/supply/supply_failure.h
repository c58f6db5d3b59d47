// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/supply/supply_chain.h"

namespace roofrack {

/// A rack, all its instances alike, and the feeds that it hangs on.
struct FedRack {
    struct Feed {
        int unit = 0;     ///< index in SupplyChain::units
        double given = 0; ///< W of its capacity that one instance of the rack may take
    };
    double count = 1, demand = 0; ///< instances; W of one
    std::vector<Feed> feeds;
    double capacity() const;
};

/// What one lost instance of a unit leaves to the others.
struct SupplyFailure {
    struct CarryingUnit {
        int unit = 0;
        double ratio = 0;  ///< load ÷ capacity of its worst instance
        double excess = 0; ///< W of that instance above its capacity; negative below it
    };
    struct HitRack {
        int rack = 0;
        double share = 0; ///< of its instances
        double left = 0;  ///< W that one of these may take; 0: it is dark
    };
    std::vector<CarryingUnit> carried; ///< that carry more than before, and the lost one's like
    std::vector<HitRack> hit;          ///< that lost something, dark or not
    /// The highest load ÷ what is left, of all units and racks; infinite where a rack is dark.
    double worst = 0;
    int worst_unit = -1, worst_rack = -1; ///< which that is, one of them; −1: the other, or none
};

/// Single failures in a chain under a load. Where several instances of a unit feed others each, neighbours
/// share: one that is lost takes its neighbours' supply whole. What is lost moves to the other supplies of
/// the same unit by their capacity, standby units among them.
class SupplyFailures {
public:
    /// `flows`: of the units, each over its own window; `racks`: likewise.
    SupplyFailures(const SupplyChain& chain, std::vector<SupplyFlow> flows, std::vector<FedRack> racks);
    SupplyFailure lose_one(int unit) const;
    /// Racks that hang on a unit, directly or not; indices, ascending.
    const std::vector<int>& racks_below(int unit) const { return m_racks_below[static_cast<size_t>(unit)]; }

private:
    struct Upper {
        int unit = 0;
        bool all = false;
        double share = 1, weight = 0; ///< of the load now; what it may carry of it when others are lost
    };
    /// Of every unit, after a failure.
    struct After {
        double dark = 0;          ///< share of its instances without supply
        double more = 0;          ///< W that it carries more, all instances
        double concentration = 1; ///< share of its instances that carry it
    };
    double instances(int unit) const { return m_chain.units[static_cast<size_t>(unit)].instances; }
    void lose_supplies(int unit, std::vector<After>& after) const;
    void hit_rack(int rack, int lost, std::vector<After>& after, SupplyFailure& out) const;
    void give(int unit, double watts, double concentration, std::vector<After>& after) const;

    const SupplyChain& m_chain;
    std::vector<SupplyFlow> m_flows;
    std::vector<FedRack> m_racks;
    std::vector<std::vector<Upper>> m_above;     ///< of each unit
    std::vector<std::vector<int>> m_racks_below; ///< of each unit
};

} // namespace roofrack
