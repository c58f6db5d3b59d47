// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/compare/comparison_view.h"

#include "widgets/charts/compare/way_chart.h"

#include <algorithm>

namespace roofrack {

size_t ComparisonView::reference() const {
    const auto named = std::ranges::find(scenarios, choice.reference);
    return named == scenarios.end() ? 0 : static_cast<size_t>(named - scenarios.begin());
}

ComparisonView comparison_view_of(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                                  const ComparisonChoice& choice, bool best_plan, bool with_way,
                                  const std::stop_token& stop, KeptEqual* kept) {
    ComparisonView out;
    out.choice = choice;
    out.best_plan = best_plan;
    for (const auto& each : scenarios) out.scenarios.push_back(each->scenario().name);
    auto asks = comparison_request(choice, out.scenarios);
    if (!asks) {
        out.absent = asks.error().what + ": " + asks.error().fix;
        return out;
    }
    if (with_way && asks->ways.empty()) asks->ways = {WayChart::usual_figure};
    if (!with_way) asks->ways.clear();
    KeptEqual own;
    const Result<EqualScenarios>& equal = (kept ? *kept : own).of(scenarios, choice, stop);
    auto study = equal ? comparison_study(*equal, *asks, stop)
                       : Result<ComparisonStudy>(tl::unexpected(equal.error()));
    if (study)
        out.study = std::make_shared<const ComparisonStudy>(std::move(*study));
    else
        out.absent = study.error().what + ": " + study.error().fix;
    return out;
}

} // namespace roofrack
