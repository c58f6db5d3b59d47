// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/supply/supply_chain.h"

namespace roofrack {

/// A rack, all its instances alike, and the feeds that supply it.
struct FedRack {
    struct Feed {
        int unit = 0;     ///< index in SupplyChain::units
        double given = 0; ///< W of its capacity that one instance of the rack may take
        double share = 0; ///< share of the rack's load that comes this way; 0 in all feeds: by `given`
    };
    double count = 1, demand = 0; ///< instances; W of one
    std::vector<Feed> feeds;
    double capacity() const;
};

/// A load that stands in no rack, and the units that supply it: switches, storage, cooling.
struct FedEquipment {
    struct Feed {
        int unit = 0;        ///< index in SupplyChain::units
        double share = 0;    ///< share of the load that comes this way while nothing has failed
        double capacity = 0; ///< W of all instances of the unit: by it they share what others lose
    };
    double demand = 0; ///< W
    std::vector<Feed> feeds;
};

/// All that is fed by a chain, and what flows through it while nothing has failed.
struct SupplyState {
    std::vector<SupplyFlow> own; ///< flows of each unit, over its own window: held against its capacity
    /// Flows of each unit, over the window of the racks' demands: what others take over after a failure.
    std::vector<SupplyFlow> transferable;
    std::vector<FedRack> racks;
    std::vector<FedEquipment> equipment;
};

/// What one lost instance of a unit leaves to the others.
struct SupplyFailure {
    struct CarryingUnit {
        int unit = 0;
        double ratio = 0;    ///< load ÷ capacity of its worst instance
        double excess = 0;   ///< W of that instance above its capacity; negative below it
        double of_racks = 0; ///< share of its load that racks draw: what they can shed
    };
    struct AffectedRack {
        int rack = 0;
        double share = 0; ///< share of its instances
        double left = 0;  ///< W that one of these may take; 0: it is dark
    };
    std::vector<CarryingUnit> carried; ///< units that carry more than before, and the lost one's like
    std::vector<AffectedRack> hit;     ///< racks that lost something, dark or not
    std::vector<int> dark_equipment;   ///< index in SupplyState::equipment of what has no supply left
    std::vector<double>
        out; ///< W that flow out of each unit, all instances, over the window of SupplyState::transferable
    /// The highest load ÷ what is left, of all units and racks; infinite where something is dark.
    double worst = 0;
    int worst_unit = -1, worst_rack = -1; ///< which that is, one of them; −1: the other, or none
};

/// Single failures in a chain under a load. Where several instances of a unit feed others each, neighbours
/// share: one that is lost takes its neighbours' supply whole. What is lost moves to the other supplies of
/// the same unit, rack or equipment by their capacity, standby units among them: after each failure every
/// load that is not dark is carried, once.
class SupplyFailures {
public:
    SupplyFailures(const SupplyChain& chain, SupplyState state);
    SupplyFailure fail_unit(int unit) const;
    const SupplyState& state() const { return m_state; }
    /// Racks that are fed by a unit, directly or not; indices, ascending.
    const std::vector<int>& racks_below(int unit) const { return m_racks_below[static_cast<size_t>(unit)]; }
    /// Whether anything is fed by a unit, directly or not.
    bool carries(int unit) const { return m_carries[static_cast<size_t>(unit)] != 0; }

private:
    struct Upstream {
        int unit = 0;
        bool all = false;
        double share = 1, weight = 0; ///< share of the load now; what it may carry of it when others are lost
    };
    /// What becomes of a unit after a failure.
    struct After {
        double dark = 0;              ///< share of its instances without supply
        double out = 0, of_racks = 0; ///< W that flow out of all instances, and that racks draw of it
        double gained = 0;            ///< W that it carries more
        double gained_per_share = 0;  ///< those W ÷ the share of the instances that carries them
        /// Share of the instances that carries what is gained.
        double concentration() const { return gained > 0 ? gained / gained_per_share : 1; }
        void gain(double watts, double concentration);
    };
    double instances(int unit) const { return m_chain.units[static_cast<size_t>(unit)].instances; }
    void darken(int unit, std::vector<After>& after) const;
    /// Units whose racks a failure changes, for each unit: those that are dark, and what shares racks with
    /// them.
    std::vector<char> units_of_changed_racks(const std::vector<After>& after) const;
    void move_racks(int lost, std::vector<After>& after, SupplyFailure& out) const;
    void move_rack(int rack, int lost, const std::vector<char>& changed, std::vector<After>& after,
                   SupplyFailure& out) const;
    void move_equipment(int index, std::vector<After>& after, SupplyFailure& out) const;
    void pass_up(int unit, std::vector<After>& after) const;
    void judge(int unit, int lost, const After& now, SupplyFailure& out) const;

    const SupplyChain& m_chain;
    SupplyState m_state;
    std::vector<std::vector<Upstream>> m_upstream; ///< units that feed each unit
    std::vector<std::vector<int>> m_racks_below;   ///< racks below of each unit
    std::vector<std::vector<int>> m_racks_on;      ///< racks that hang on each unit itself, ascending
    std::vector<After> m_usual;                    ///< what all racks draw of each unit while none is dark
    std::vector<char> m_carries;                   ///< for each unit: it carries
    std::vector<double> m_other_load; ///< W on each unit that neither racks, equipment nor other units draw
};

} // namespace roofrack
