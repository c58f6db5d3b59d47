// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/cooling_path.h"
#include "core/facility/facility.h"

#include <string>
#include <vector>

namespace roofrack {

/// Air through one rack instance, all at full clock. m³/s.
struct AirFlow {
    double demanded = 0;            ///< by the servers' fans
    std::optional<double> supplied; ///< by the units and through the rack's place; unknown: no value
    double recirculated = 0;        ///< share of exhaust in what it breathes
    Kelvins rise{};                 ///< rise of the demanded air
    bool assumed = false;           ///< no unit is drawn that takes its air
    bool short_of_air() const { return supplied && *supplied < demanded * (1 - 1e-9); }
};
void describe(figures::Builder<AirFlow>& figures);

/// Coolant through one rack instance.
struct CoolantFlow {
    double demanded = 0;            ///< m³/s at the supply that it gets
    std::optional<double> supplied; ///< what the units' pumps give of it, m³/s; unknown: no value
    std::optional<double> drop;     ///< Pa between supply and return at the demanded flow; unknown: no value
    std::optional<Watts> pump;      ///< power that drives the demanded flow through this drop
    Celsius supply, back;           ///< back: at the power state's heat
    bool assumed = false;           ///< no unit is drawn for it, nor any other cooling
    bool missing = false;           ///< units are drawn, and none takes liquid
    bool short_of_coolant() const { return supplied && *supplied < demanded * (1 - 1e-9); }
};
void describe(figures::Builder<CoolantFlow>& figures);

struct RackFlow {
    std::string id, name;
    double count = 1; ///< instances
    std::optional<AirFlow> air;
    std::optional<CoolantFlow> coolant;
};
void describe(figures::Builder<RackFlow>& figures);

/// All instances of a drawn cooling element.
struct CoolerFlow {
    std::string id;
    CoolingKind kind = CoolingKind::room_air;
    double instances = 1;
    Watts heat{};                ///< in the power state
    double demanded = 0;         ///< m³/s of air, or of coolant where it takes liquid
    std::optional<double> rated; ///< m³/s; not printed: no value
    std::optional<double> head;  ///< Pa that its pumps hold at rating
    std::optional<Watts> driven; ///< fans and pumps at rating
    /// Demanded ÷ rated.
    std::optional<double> share() const {
        return rated && *rated > 0 ? std::optional(demanded / *rated) : std::nullopt;
    }
};
void describe(figures::Builder<CoolerFlow>& figures);

struct CoolingFlows {
    std::vector<RackFlow> racks;     ///< in drawn order
    std::vector<CoolerFlow> coolers; ///< in drawn order, without plants
};
void describe(figures::Builder<CoolingFlows>& figures);

/// Air and coolant of all racks and coolers in a state that Facility::state returned. Coolant flows: see
/// server_coolant_flow; drops: pressure_drop, 2.3 psi·(V̇/59 L/min)^1.9 on a GB300 NVL72 (Lenovo LP2357).
CoolingFlows cooling_flows(const Facility& facility, const PowerState& state);

} // namespace roofrack
