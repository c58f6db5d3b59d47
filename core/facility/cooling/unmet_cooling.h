// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/facility/facility.h"

namespace roofrack {

/// What the drawn cooling does not carry in a power state, one finding per subject, each with who, how much
/// and what helps: racks that switch themselves off, heat over the units, air and coolant that do not reach a
/// rack, air too warm or too humid for servers or switches, equipment in no rack; and weather that cannot be.
std::vector<Finding> cooling_findings(const Facility& facility, const PowerState& power);

} // namespace roofrack
