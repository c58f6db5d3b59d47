// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/load_swing_study.h"
#include "core/study/losses/slow_racks.h"

namespace roofrack::cli {

/// The swing of the steps, against what the grid allows, and what each way to meet it leaves and costs.
void print_swing(const FacilityStudy& study, const LoadSwingStudy& swing);
/// What the lines of three-phase units carry.
void print_phases(const std::vector<UnitPhases>& units);
/// Racks that all wait for, and what can be done about them.
void print_slow_racks(const std::vector<SlowRack>& racks);

} // namespace roofrack::cli
