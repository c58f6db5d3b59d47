// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/prepared.h"

namespace roofrack {

/// A resource and how much the step time answers to it: −d ln t / d ln R by central differences over the full
/// model (docs/model.md section 12).
struct Sensitivity {
    Resource resource;
    std::string label;     ///< "GPU arithmetic", "leaf uplinks, 4:1"
    bool is_drawn = false; ///< the label speaks in the drawing's own names
    double elasticity = 0;
    std::vector<std::string> where;    ///< drawn elements and links
    StepPart part = StepPart::compute; ///< the step part that shrinks most with more of it
};

/// Largest first.
std::vector<Sensitivity> sensitivities(const Prepared& prepared, const Plan& plan, double gpus, double batch);

/// What binds, why, what relieves it: findings for the resources, the slow group, throttled racks, failures
/// and memory.
std::vector<Finding> binding_findings(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                                      const StepState& state, const std::vector<Sensitivity>& ranked,
                                      const PowerState& power);

} // namespace roofrack
