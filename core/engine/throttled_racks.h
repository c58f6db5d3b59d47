// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facility/facility.h"
#include "findings/finding.h"

namespace roofrack {

/// The racks whose clock is held down: those held alike are one finding, and beyond the eight slowest kinds
/// the rest are one. `share`: of the step that throttling takes.
std::vector<Finding> throttled_racks(const PowerState& power, double share);

} // namespace roofrack
