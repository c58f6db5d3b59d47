// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/units/quantity.h"
#include "core/drawing/supply_kind.h"
#include "core/facility/supply/phase_balance.h"
#include "core/facility/supply/unracked_load.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace roofrack {

/// A unit that another one feeds.
struct SupplyLink {
    int unit = 0;     ///< the lower one, index in SupplyChain::units
    bool all = false; ///< every instance feeds all instances of it (a bus); else neighbours share
    double share = 1; ///< share of the lower unit's load that comes this way, while nothing has failed
};

/// A drawn feed, all its instances alike: a UPS, a transformer, a breaker to a rack.
struct SupplyUnit {
    std::string id, name; ///< as drawn
    SupplyKind kind = SupplyKind::feed;
    double instances = 1;
    double capacity = 0;   ///< W that one delivers continuously, its busiest phase (L1-L3) full; 0: not known
    double usable = 1;     ///< share of its rating that is usable, by how its phases are loaded
    Defaults::Loss loss;   ///< losses as shares of the rating, over its load share
    bool has_loss = false; ///< and its rating is known
    bool standby = false;  ///< carries only what others no longer do
    int phases = 3;        ///< phases that supply one instance: 3, or 1
    double voltage = 0;    ///< V that it takes; 0: not known
    double output = 0;     ///< V that it gives; 0: not known
    std::optional<PhaseBalance> balance; ///< balance of one instance, where units of one phase are fed by it
    int rack_feed = -1;        ///< index in FacilityInputs::rack_feeds; −1: it feeds other units only
    double rack_share = 0;     ///< share of the racks' load that is fed by it, at full clock
    double plant_share = 0;    ///< share of what is not IT that is fed by it
    double unracked_share = 0; ///< share of the switches and storage in no rack that is fed by it
    std::vector<SupplyLink> below;

    double rating() const { return capacity / usable; } ///< W of one, all phases full
    /// W that so many of its instances lose when they deliver `out` W together.
    double loss_at(double out, double of_instances) const;
};

/// What flows through a unit, all instances, W. In = out + loss.
struct SupplyFlow {
    double out = 0, loss = 0;
    double in() const { return out + loss; }
};

/// The drawn way from the grid to the racks: an acyclic graph, from the racks up, each unit after all that it
/// feeds. Empty: no feeds are drawn.
struct SupplyChain {
    std::vector<SupplyUnit> units;
    std::vector<UnrackedLoad> equipment; ///< what is fed by `units` and stands in no rack

    /// IT: between the racks and where cooling branches off; site: from there to the grid (transformers and
    /// utility).
    enum class Side { it, site };
    static Side side_of(SupplyKind kind) {
        return kind == SupplyKind::transformer || kind == SupplyKind::utility ? Side::site : Side::it;
    }
    bool has_losses(Side side) const;
    /// Shares of the load at racks, and of what stands in none, that pass units whose losses are known: on
    /// the IT side a UPS, on the site's a transformer. What passes none has the losses of a typical one.
    struct Passing {
        double racks = 0, unracked = 0;
    };
    const Passing& passing(Side side) const { return side == Side::it ? m_ups : m_transformers; }

    /// Sorts `units`, their links and the carriers of `equipment`, sets the shares and what passes. False,
    /// and `units` as they were, where they feed each other in a cycle.
    bool arrange();

    /// Flows of all units; `direct`: what racks take from each (mean, or of a window); `plant`: W that is not
    /// IT, which branches off at the lowest units of the site's side.
    std::vector<SupplyFlow> flows(std::span<const double> direct, double plant) const;
    /// Flows of all units with the racks' load spread as at full clock, and with so much that stands in no
    /// rack.
    std::vector<SupplyFlow> flows(double racks, double plant, double unracked = 0) const;

    /// W that the units of one side lose under such loads; `plant` flows through those of the site's side
    /// alone.
    double losses(Side side, double racks, double plant, double unracked = 0) const;

private:
    Passing m_ups, m_transformers;
    void set_passing(SupplyKind kind, Passing& out) const;
};

/// Indices of the units that feed each other in a cycle, ascending, of each cycle on its own; cycles that
/// share a unit are one. Empty: there is none.
std::vector<std::vector<int>> supply_cycles(std::span<const SupplyUnit> units);

/// Loss of a UPS or a transformer of `rating`: rating · (constant + linear·x + square·x²) at load share x.
Watts conversion_loss(const Defaults::Loss& of, Watts load, Watts rating);

} // namespace roofrack
