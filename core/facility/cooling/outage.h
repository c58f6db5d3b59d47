// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/facility.h"

#include <string>
#include <vector>

namespace roofrack {

/// What stops while the servers run on.
enum class StoppedCooling {
    plant, ///< chillers, towers, dry coolers: facility water goes round and warms
    pumps, ///< pumps of the coolant distribution units: coolant stands in the plates
    fans,  ///< fans of the room's units: air goes round through the servers alone
};
std::string_view name_of(StoppedCooling stopped);  ///< "plant", "pumps", "fans"
std::string_view label_of(StoppedCooling stopped); ///< "cooling plant", "coolant pumps", "room fans"

/// How long one rack withstands it. The times are lower bounds: walls and floors take up
/// heat too.
struct CoolingOutage {
    std::string rack, name; ///< id; as drawn
    StoppedCooling stopped = StoppedCooling::plant;
    Seconds to_throttle{}; ///< until the first clock falls; 0: it is held already
    Seconds to_trip{};     ///< until something switches itself off
    bool by_inlet = false; ///< the air at the inlet ends it, not a chip
};
void describe(figures::Builder<CoolingOutage>& figures);

/// Every rack under every stop that it would feel, in drawn order, in a state that Facility::state returned.
/// dT/dt = Q/ΣMc with all of Q at first. Chips then fall in clock so that they stay at their limit, which
/// lowers Q with the temperature in a straight line; at their lowest clock they warm until they shut down.
std::vector<CoolingOutage> cooling_outages(const Facility& facility, const PowerState& state);

/// Seconds in which a heat capacity of `capacity` J/K warms by `rise` K while its heat falls in a straight
/// line over the temperature from `first` to `last` W: C·ΔT·ln(Q_1/Q_2)/(Q_1 − Q_2).
double warming_time(double capacity, double rise, double first, double last);

} // namespace roofrack
