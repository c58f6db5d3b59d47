// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/sharing_answers.h"

#include "core/answers/found_from.h"
#include "core/answers/step_answers.h"

namespace roofrack {

template<>
Result<SharedJobs> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked>(answers, [&](const AsAsked& asked) {
        return shared_jobs(answers.snapshot().jobs, asked.prepared, answers.catalog());
    });
}

template<>
Result<InputSupply> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, Evaluation>(
        answers, [](const AsAsked& asked, const Evaluation& evaluation) -> Result<InputSupply> {
            if (!(evaluation.step_time > Seconds(0))) return tl::unexpected(why_no_step(evaluation));
            return input_supply(asked.prepared, evaluation);
        });
}

} // namespace roofrack
