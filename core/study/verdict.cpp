// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/verdict.h"

namespace roofrack {

void add_regime(const Prepared& prepared, Evaluation& evaluation) {
    if (evaluation.feasible) add_regime(prepared, natural_metric(prepared), evaluation);
}

void add_regime(const Prepared& prepared, ScaleMetric metric, Evaluation& evaluation, bool best_plans) {
    const DrawnRegime found = regime_as_drawn(prepared, metric, best_plans);
    evaluation.regime = found.regime;
    evaluation.regime_of_best_plans = found.regime && found.of_best_plans;
}

Evaluation verdict(const Scenario& scenario, const Catalog& catalog) {
    Evaluation out = evaluate_or_explain(scenario, catalog);
    if (!out.feasible) return out;
    if (const auto prepared = Prepared::make(scenario, catalog)) add_regime(*prepared, out);
    return out;
}

} // namespace roofrack
