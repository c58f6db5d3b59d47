// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

#include <string_view>

namespace roofrack {

/// What depends on the plan is asked of one of the two, and says about which: "plan as given", "best plan
/// found".
std::string_view plan_label(bool best_plan);

/// The scenario that is asked then: with_best_plan() where `best_plan`, which is a search; as it is
/// otherwise, and where it cannot be understood.
Scenario planned(const Scenario& given, const Catalog& catalog, bool best_plan,
                 const std::stop_token& stop = {});

/// Whose study tells the regime.
enum class RegimeOf {
    given,         ///< the plan as given, without a search
    given_or_best, ///< the plan as given; where no fewer GPUs can run it, the best plans
    best           ///< the best plan at each size
};

/// Regime on all GPUs that are drawn, by what runs on fewer: that of the curve at the drawn count. None where
/// no fewer can run any.
struct DrawnRegime {
    std::optional<Regime> regime;
    bool of_best_plans = false;
};
/// `prepared`: with the plan as given, whatever is asked.
DrawnRegime regime_as_drawn(const Prepared& prepared, ScaleMetric metric,
                            RegimeOf of = RegimeOf::given_or_best);

/// evaluate_or_explain() with the regime of the plan as drawn, by natural_metric().
Evaluation verdict(const Scenario& scenario, const Catalog& catalog);

/// Adds the regime to an evaluation of what is prepared with the plan as given; `evaluation` is of all GPUs
/// that are drawn. Its regime_of_best_plans tells that the best plans had to stand in.
void add_regime(const Prepared& given, Evaluation& evaluation);
void add_regime(const Prepared& given, ScaleMetric metric, Evaluation& evaluation,
                RegimeOf of = RegimeOf::given_or_best);

} // namespace roofrack
