// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/cooling_kind.h"
#include "core/facility/liquid.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// The air of one rack instance as it was prepared, all at full clock in the compute phase. °C, K, m³/s.
struct AirPath {
    double heat = 0;                ///< W; 0: it gives none to air
    bool drawn = false;             ///< some unit takes it; else air is assumed
    bool measured = false;          ///< a temperature set at the rack or around it is that of the inlet
    double approach = 0;            ///< supply over the facility water of its coils
    double supply = 0;              ///< supply temperature of its units
    double demanded = 0;            ///< its fans' flow; 0: unknown
    double rise = 0;                ///< rise of that air
    double exhaust_rise = 0;        ///< after its rear door
    std::optional<double> supplied; ///< by its units and what its place lets through; unknown: no value
    double position = std::numeric_limits<double>::infinity(); ///< most that its place lets through
    double recirculated = 0;                                   ///< share of exhaust in what it breathes
    bool contained = true; ///< its aisles are parted, or nothing is said about them
};

/// The coolant of one rack instance as it was prepared.
struct LiquidPath {
    double heat = 0;             ///< W at full clock; 0: it gives none to liquid
    bool drawn = false;          ///< some unit takes it; else a loop is assumed, or missing
    bool into_air = false;       ///< its units hand the heat to the room
    double water = 0;            ///< °C, facility water that its units want
    double supply = 0;           ///< °C
    double flow = 0;             ///< m³/s that its servers want at that supply
    double drop = 0;             ///< Pa at that flow; 0: unknown
    std::optional<double> limit; ///< °C, highest supply that its servers allow
    Coolant coolant = propylene_glycol_25;
};

/// The cooling of one entry of FacilityInputs::racks, and the heat capacity that lasts for a while without
/// it.
struct CoolingPath {
    AirPath air;
    LiquidPath liquid;
    double mass = 0;                    ///< kg of its servers
    std::optional<double> shutdown;     ///< °C of the chips
    std::optional<double> switch_limit; ///< °C that its switches allow at the inlet; none stand in it
    bool drawn() const { return air.drawn || liquid.drawn; }
};

/// One drawn cooling element. Flows are of one instance, m³/s.
struct CoolerPath {
    std::string id;
    CoolingKind kind = CoolingKind::room_air;
    double instances = 1;
    std::optional<double> air_flow, liquid_flow, head; ///< at rating; head in Pa
    std::optional<double> own_power;                   ///< W of fans and pumps at rating
    std::vector<int> racks;                            ///< indices in FacilityInputs::racks
    std::vector<double> shares; ///< shares of each rack's heat into its medium, that it takes
    double unracked = 0;        ///< W of what stands in no rack, in one drawing
};

} // namespace roofrack
