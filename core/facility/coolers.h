// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/preparation.h"

namespace roofrack {

enum class Medium { air, liquid, water }; ///< that brings the heat to a cooler

/// One drawn cooling element and the heat it meets.
struct Cooler {
    int element = -1;
    const Part* part = nullptr;
    CoolingKind kind = CoolingKind::room_air;
    double instances = 1;
    double capacity = no_limit; ///< of all instances
    std::vector<int> racks;
    std::vector<double> shares; ///< of each rack's heat into its medium
    double demand = 0;          ///< heat of its racks at full clock
    double taken = 0;           ///< of it, beside other coolers of its medium
    double unracked = 0;        ///< W that it takes of equipment that stands in no rack
    double load() const {
        return capacity < no_limit ? std::clamp((taken + unracked) / capacity, 0.0, 1.0) : 1;
    }
    /// Share of its capacity that racks get which ask for so much of it, all instances.
    double share_for(double heat) const { return demand > 0 ? heat / (demand + unracked) : 0; }
    bool takes_liquid() const { return kind == CoolingKind::liquid || kind == CoolingKind::liquid_to_air; }
    Medium medium() const {
        if (kind == CoolingKind::plant) return Medium::water;
        return takes_liquid() ? Medium::liquid : Medium::air;
    }
};

struct RackHeat {
    double air = 0, liquid = 0, power = 0; ///< of one instance at full clock, compute phase
    double air_flow = 0;                   ///< m³/s at the servers' rating
    double demanded_flow = 0;              ///< m³/s: fans follow the heat
    Kelvins rise{};                        ///< of that air at maximum power, and so at any
    double of(bool to_liquid) const { return to_liquid ? liquid : air; }
};

/// Of each rack model at full clock.
std::vector<RackHeat> heat_of(const Preparation& preparation);

/// All that are drawn, with what each takes: coolers of one medium at one rack share its heat by what each
/// may take of it. Units of room air also take the heat of what stands in no rack (Preparation::unracked): of
/// the nearest container around it that holds such units, else all that are drawn, by their capacity.
std::vector<Cooler> coolers_of(const Preparation& preparation, const std::vector<RackHeat>& heats);

} // namespace roofrack
