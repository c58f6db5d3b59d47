// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/facility_study.h"

namespace roofrack {

/// What the grid does not bear, though the supply does: swings and starts beyond what it allows, compute
/// phases above the site's limit. What refuses: facility/budget/refusals.h.
std::vector<Finding> facility_findings(const FacilityStudy& study);

/// What throttling costs: the step and the $ of a million tokens (samples) with twice what holds the most
/// racks, evaluated anew. Nothing where no rack is held, or where nothing has a price.
std::optional<Finding> throttle_cost(const Prepared& prepared, const Evaluation& evaluation);

} // namespace roofrack
