// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/money_answers.h"

#include "core/answers/found_from.h"
#include "core/answers/step_answers.h"

namespace roofrack {

template<>
Result<RunCost> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, Evaluation>(answers, [](const AsAsked& asked, const Evaluation& evaluation) {
        return run_cost(asked.prepared, evaluation);
    });
}

template<>
Result<MoneyStudy> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation>(answers, [&](const AsAsked& asked, const Evaluation& evaluation) {
        return money_study(asked.prepared, evaluation, answers.catalog(), stop);
    });
}

template<>
Result<NetworkBalance> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked>(answers, [&](const AsAsked& asked) {
        return network_balance(asked.prepared, {.replan = answers.snapshot().best_plan}, stop);
    });
}

template<>
Result<SiteFills> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation>(
        answers, [&](const AsAsked& asked, const Evaluation& evaluation) -> Result<SiteFills> {
            if (!(evaluation.step_time > Seconds(0))) return tl::unexpected(why_no_step(evaluation));
            return site_fills(asked.prepared, evaluation, answers.catalog(), stop);
        });
}

} // namespace roofrack
