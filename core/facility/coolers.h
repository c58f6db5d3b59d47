// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/preparation.h"

namespace roofrack {

enum class Medium { air, liquid, water }; ///< the medium that brings the heat to a cooler

/// One drawn cooling element and the heat it meets.
struct Cooler {
    int element = -1;
    const Part* part = nullptr;
    CoolingKind kind = CoolingKind::room_air;
    double instances = 1;
    double capacity = no_limit; ///< capacity of all instances
    std::vector<int> racks;
    std::vector<double> shares; ///< shares of each rack's heat into its medium
    double demand = 0;          ///< heat of its racks at full clock
    double taken = 0;           ///< share of it that is taken, beside other coolers of its medium
    double unracked = 0;        ///< W that it takes of equipment that stands in no rack
    double load() const {
        return capacity < no_limit ? std::clamp((taken + unracked) / capacity, 0.0, 1.0) : 1;
    }
    /// Share of its load that comes from racks which give off this much heat.
    double share_for(double heat) const { return demand > 0 ? heat / (demand + unracked) : 0; }
    /// The part of its capacity that such racks may take, after what stands in no rack.
    double left_for(double heat, double has, double taken_before) const {
        return demand > 0 ? std::max(0.0, has - taken_before) * heat / demand : 0;
    }
    bool takes_liquid() const { return kind == CoolingKind::liquid || kind == CoolingKind::liquid_to_air; }
    Medium medium() const {
        if (kind == CoolingKind::plant) return Medium::water;
        return takes_liquid() ? Medium::liquid : Medium::air;
    }
};

struct RackHeat {
    double air = 0, liquid = 0, power = 0; ///< air of one instance at full clock, compute phase
    double air_flow = 0;                   ///< m³/s at the servers' rating
    double demanded_flow = 0;              ///< m³/s: fans follow the heat
    Kelvins rise{};                        ///< rise of that air at maximum power, and so at any
    double of(bool to_liquid) const { return to_liquid ? liquid : air; }
};

/// The heat of each rack model at full clock.
std::vector<RackHeat> heat_of(const Preparation& preparation);

/// All coolers that are drawn, with what each takes.
struct DrawnCoolers {
    std::vector<Cooler> all;
    std::vector<UnrackedLoad> unracked; ///< carriers are indices in `all`
};

/// CoolingUnits of one medium at one rack share its heat by what each may take of it. Units of room air also
/// take the heat of what stands in no rack (unracked_loads()), by their capacity.
DrawnCoolers coolers_of(const Preparation& preparation, const std::vector<RackHeat>& heats);

} // namespace roofrack
