// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/facility_study.h"

namespace roofrack {

/// What the supply does not bear: units over their rating, a site or a grid over what it allows, units whose
/// loss stops the job though others like them are drawn to carry on.
std::vector<Finding> facility_findings(const FacilityStudy& study);

/// What throttling costs: the step and the $ of a million tokens (samples) with twice what holds the most
/// racks, evaluated anew. Nothing where no rack is held, or where nothing has a price.
std::optional<Finding> throttle_cost(const Prepared& prepared, const Evaluation& evaluation);

} // namespace roofrack
