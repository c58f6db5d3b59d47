// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/load_swing_study.h"

namespace roofrack {

/// What the grid does not bear, though the supply does: swings and starts beyond what it allows, compute
/// phases above the site's limit. What refuses: core/facility/budget/hard_limit_violations.h.
/// `swing`: of the same study, names the cheapest mitigation; null: it is not at hand.
std::vector<Finding> facility_findings(const FacilityStudy& study, const LoadSwingStudy* swing = nullptr);

/// What throttling costs: the step and the $ per million tokens (samples) with twice what holds the most
/// racks, evaluated again. Nothing where no rack is held, or where nothing has a price.
std::optional<Finding> throttle_cost(const Prepared& prepared, const Evaluation& evaluation);

} // namespace roofrack
