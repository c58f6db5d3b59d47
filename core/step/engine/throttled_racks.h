// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/facility/facility.h"
#include "core/step/engine/gain.h"
#include "core/step/engine/prepared.h"

namespace roofrack {

/// The limit as a resource that more of would help.
ResourceKind resource_of(ThrottleCause throttle_cause);
/// The limit that the resource is; none: it is of the step itself.
ThrottleCause limit_of(ResourceKind kind);

/// All racks that one kind of limit holds down.
struct ThrottledRacks {
    ThrottleCause throttle_cause = ThrottleCause::none;
    std::string label;              ///< "feeds of Rack 1", by the slowest of them; "site supply"
    std::vector<std::string> racks; ///< element ids
    double slowest = 1;             ///< clock
};

/// One entry for each kind of limit that binds somewhere, in the order of ThrottleCause.
std::vector<ThrottledRacks> racks_that_throttle(const PowerState& power);

/// The racks whose clock is held down: those held alike are one finding, and beyond the eight slowest kinds
/// the rest are one. `share`: of the step that throttling takes. `ranked`: what each mitigation was found to
/// bring.
std::vector<Finding> throttled_racks(const PowerState& power, double share, const std::vector<Gain>& ranked);

} // namespace roofrack
