// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

namespace roofrack {

/// evaluate_or_explain() with the regime of the plan as drawn, by natural_metric().
Evaluation verdict(const Scenario& scenario, const Catalog& catalog);

/// The same of what is prepared; `evaluation` is of all GPUs that are drawn.
void add_regime(const Prepared& prepared, Evaluation& evaluation);
void add_regime(const Prepared& prepared, ScaleMetric metric, Evaluation& evaluation, bool best_plans = true);

} // namespace roofrack
