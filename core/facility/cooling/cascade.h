// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/facility.h"

#include <string>
#include <vector>

namespace roofrack {

/// Stations of heat's way, from the weather up to the chip. `pads`: outside air after them, on its way into a
/// hall.
enum class Station { outdoors, pads, free_water, facility_water, supply, inlet, mean_coolant, chip };
std::string_view name_of(Station station);  ///< "outdoors", "free_water" …
std::string_view label_of(Station station); ///< "outdoor air", "water without chiller" …

/// What makes the step to a station.
enum class StepCause {
    wet_bulb, ///< the weather, as towers feel it
    dry_bulb,
    tower,
    dry_cooler,
    adiabatic_cooler,
    chiller,
    mixing,     ///< water is colder than wanted, and is mixed up
    wet_pads,   ///< in outside air
    return_air, ///< outside air is colder than wanted: some of the hall's is mixed in
    coil,
    exchanger,      ///< exchanger of a coolant distribution unit
    assumed_supply, ///< nothing is drawn: the supply is assumed
    recirculation,
    local_air, ///< a temperature set at the rack or its room
    coolant_flow,
    heat_sink,
    cold_plate,
};
std::string_view name_of(StepCause cause);  ///< "wet_bulb", "tower" …
std::string_view label_of(StepCause cause); ///< "wet bulb", "cooling tower" …

struct CascadeStep {
    Station station = Station::outdoors;
    Celsius value;
    Kelvins step{}; ///< from the station before; of the first: 0
    StepCause cause = StepCause::dry_bulb;
    std::optional<Celsius> limit; ///< no value: none is known here
    std::optional<Kelvins> margin() const { return limit ? std::optional(*limit - value) : std::nullopt; }
};
void describe(figures::Builder<CascadeStep>& figures);

enum class CoolingMedium { air, liquid };
std::string_view name_of(CoolingMedium medium); ///< "air", "liquid"

/// One medium's way at one rack.
struct Cascade {
    std::string rack, name; ///< id; as drawn
    CoolingMedium medium = CoolingMedium::air;
    std::vector<CascadeStep> steps; ///< the steps add up: value = value before + step
    /// The least margin on the way; nothing where no limit is known.
    const CascadeStep* tightest() const;
};
void describe(figures::Builder<Cascade>& figures);

/// Both media of every rack in a state that Facility::state returned, in drawn order; a medium that takes no
/// heat is left out. The last station is the chip where the medium cools GPUs.
std::vector<Cascade> cooling_cascades(const Facility& facility, const PowerState& state);

/// The rack with the least margin to a limit; −1 where there is none. Into PowerState::racks.
int hottest_rack(const std::vector<Cascade>& cascades, const PowerState& state);

} // namespace roofrack
