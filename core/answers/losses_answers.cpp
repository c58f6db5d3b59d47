// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/losses_answers.h"

#include "core/answers/found_from.h"
#include "core/answers/step_answers.h"

namespace roofrack {

template<>
Result<BlastRadii> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked>(answers, [](const AsAsked& asked) { return blast_radii(asked.prepared); });
}

template<>
Result<StragglerCosts> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, Evaluation>(
        answers, [](const AsAsked& asked, const Evaluation& evaluation) -> Result<StragglerCosts> {
            if (!evaluation.feasible) return tl::unexpected(why_no_step(evaluation));
            return straggler_costs(asked.prepared, evaluation);
        });
}

template<>
Result<SlowGroups> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation>(
        answers, [&](const AsAsked& asked, const Evaluation& evaluation) -> Result<SlowGroups> {
            if (!evaluation.feasible) return tl::unexpected(why_no_step(evaluation));
            return slow_groups(asked.prepared, evaluation, answers.catalog(), {}, stop);
        });
}

template<>
Result<SlowRackMitigations> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation, SlowGroups>(answers, [&](const AsAsked& asked,
                                                                    const Evaluation& evaluation,
                                                                    const SlowGroups& groups) {
        return SlowRackMitigations{slow_racks(asked.prepared, evaluation, answers.catalog(), groups, stop)};
    });
}

template<>
Result<MixedKinds> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation>(
        answers, [&](const AsAsked& asked, const Evaluation& evaluation) -> Result<MixedKinds> {
            if (!evaluation.feasible) return tl::unexpected(why_no_step(evaluation));
            return MixedKinds{slow_kinds(asked.prepared, evaluation, answers.catalog(), stop)};
        });
}

} // namespace roofrack
