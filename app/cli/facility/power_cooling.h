// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/cooling/cooling_report.h"

#include <string_view>

namespace roofrack::cli {

/// Air and coolant of racks and coolers, as `power` prints them.
void print_flows(const CoolingFlows& flows);
/// From the weather to the chips of one rack, and how long it bears a stop of its cooling.
void print_cascades(const CoolingReport& report, std::string_view rack);

} // namespace roofrack::cli
