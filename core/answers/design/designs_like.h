// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison_study.h"

#include <string>
#include <vector>

namespace roofrack {

/// A comparison that also keeps a design search like itself: the servers of the compared scenarios, from half
/// as many GPUs as the smallest has to more than the largest and exactly as many as each has. They keep the
/// amount that all scenarios were made to meet, else the power that the reference draws. The goal is what was
/// sought before; without one the days to the token budget of `open`, or when the run is done where a
/// compared server is only announced or their lead times differ; the dollars of the run where days are the
/// limit, the useful rate where there is no budget. `scenarios` are those of the study. `has_limits`: the
/// limits are said elsewhere, and none is kept. Fails where the limit is not known, but is needed.
Result<ComparisonChoice> designs_like(ComparisonChoice choice, const std::vector<const Scenario*>& scenarios,
                                      const ComparisonStudy& study, const Scenario& open,
                                      const Catalog& catalog, bool has_limits = false);

} // namespace roofrack
