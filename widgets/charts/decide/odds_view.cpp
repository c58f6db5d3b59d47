// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/odds_view.h"

#include "core/answers/decide/odds_text.h"

namespace roofrack {

OddsView odds_view_of(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                      const ComparisonChoice& choice, bool best_plan, std::chrono::sys_days order,
                      const std::stop_token& stop, KeptEqual* kept, OddsProgress* progress,
                      const std::function<void(OddsView)>& publish) {
    OddsView out;
    out.choice = choice;
    out.best_plan = best_plan;
    out.order = order;
    const auto refuse = [&](const Diagnostic& why) {
        out.absent = why.text();
        return std::move(out);
    };
    const auto options = draw_options(choice, order, "/comparison/by");
    if (!options) return refuse(options.error());
    KeptEqual own;
    const Result<EqualScenarios>& equal = (kept ? *kept : own).of(scenarios, choice, stop);
    if (!equal) return refuse(equal.error());
    const std::stop_callback ends(stop, [&equal] { stop_all(*equal); });
    PublishOdds show;
    if (publish)
        show = [&](const Odds& part) {
            OddsView view = out;
            view.odds = std::make_shared<const Odds>(part);
            publish(std::move(view));
        };
    auto found = odds_of(*equal, *options, stop, progress, show);
    if (!found) return refuse(found.error());
    out.odds = std::make_shared<const Odds>(std::move(*found));
    return out;
}

std::vector<std::string> asked_odds(const ComparisonChoice& choice) {
    const auto options = draw_options(choice, {}, {});
    return options ? options->figures : choice.odds.empty() ? first_drawn_figures() : choice.odds;
}

} // namespace roofrack
