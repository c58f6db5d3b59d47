// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"
#include "core/model/finding.h"

namespace roofrack {

/// The racks whose clock is held down: those held alike are one finding, and beyond the eight slowest kinds
/// the rest are one. `share`: of the step that throttling takes.
std::vector<Finding> throttled_racks(const PowerState& power, double share);

/// What holds the slowest rack, in a phrase: "feeds of Rack 1"; empty when none is held.
std::string slowest_rack_text(const PowerState& power);

/// Racks that breathe warmer air than their servers are made for, in one finding; none: no such rack.
std::optional<Finding> warm_inlets(const PowerState& power);

} // namespace roofrack
