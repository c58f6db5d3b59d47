// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/verdict.h"

namespace roofrack {

void add_regime(const Prepared& prepared, Evaluation& evaluation) {
    if (evaluation.feasible) evaluation.regime = regime_as_drawn(prepared, natural_metric(prepared));
}

Evaluation verdict(const Scenario& scenario, const Catalog& catalog) {
    Evaluation out = evaluate_or_explain(scenario, catalog);
    if (!out.feasible) return out;
    if (const auto prepared = Prepared::make(scenario, catalog)) add_regime(*prepared, out);
    return out;
}

} // namespace roofrack
