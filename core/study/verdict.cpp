// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/verdict.h"

#include "core/study/sizes.h"

#include <algorithm>

namespace roofrack {

std::string_view plan_label(bool best_plan) { return best_plan ? "best plan found" : "plan as given"; }

Scenario planned(const Scenario& given, const Catalog& catalog, bool best_plan, const std::stop_token& stop) {
    if (best_plan)
        if (const auto prepared = Prepared::make(given, catalog))
            return with_best_plan(*prepared, given, stop);
    return given;
}

DrawnRegime regime_as_drawn(const Prepared& prepared, ScaleMetric metric, RegimeOf of) {
    const Fabric& fabric = prepared.fabric();
    const StudyRange all = study_range(fabric.gpus, fabric.scale_up_domain);
    std::vector<double> counts = dense_counts(fabric.gpus, fabric.scale_up_domain, {all.first, fabric.gpus});
    ScaleOptions options;
    options.metric = metric;
    const auto regime_over = [&](std::span<const double> sizes) -> std::optional<Regime> {
        const ScaleResult study = scale(prepared, sizes, options);
        const ScalePoint* here = study.at(fabric.gpus);
        return here ? here->regime : std::nullopt;
    };
    const std::span<const double> below(std::ranges::lower_bound(counts, fabric.gpus / 4), counts.end());
    for (options.replan = of == RegimeOf::best;; options.replan = true) {
        if (const auto regime = regime_over(below)) return {regime, options.replan};
        if (const auto regime = regime_over(counts);
            regime || options.replan || of != RegimeOf::given_or_best)
            return {regime, options.replan};
    }
}

void add_regime(const Prepared& given, Evaluation& evaluation) {
    if (evaluation.feasible) add_regime(given, natural_metric(given), evaluation);
}

void add_regime(const Prepared& given, ScaleMetric metric, Evaluation& evaluation, RegimeOf of) {
    const DrawnRegime found = regime_as_drawn(given, metric, of);
    evaluation.regime = found.regime;
    evaluation.regime_of_best_plans = found.regime && found.of_best_plans && of != RegimeOf::best;
}

Evaluation verdict(const Scenario& scenario, const Catalog& catalog) {
    Evaluation out = evaluate_or_explain(scenario, catalog);
    if (!out.feasible) return out;
    if (const auto prepared = Prepared::make(scenario, catalog)) add_regime(*prepared, out);
    return out;
}

} // namespace roofrack
