// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/base/model/step_part.h"

#include <vector>

namespace roofrack {

/// What a part takes of a step.
struct StepShare {
    StepPart part = StepPart::compute;
    double seconds = 0;
    double share = 0; ///< share of the step; NaN: there is none
};
/// All parts in their order; `total`: seconds that the shares are of.
std::vector<StepShare> step_shares(const StepParts& parts, double total);

void describe(figures::Builder<StepShare>& figures);

} // namespace roofrack
