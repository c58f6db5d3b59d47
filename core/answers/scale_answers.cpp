// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/scale_answers.h"

#include "core/answers/found_from.h"
#include "core/answers/step_answers.h"
#include "core/study/border_mitigations.h"
#include "core/study/sizes.h"

namespace roofrack {

namespace {

/// What binds at the sizes of a coarse sweep, by the plans of the study.
std::vector<Bottleneck> bottlenecks_of(const Prepared& given, const ScaleResult& study,
                                       const std::stop_token& stop) {
    const Fabric& fabric = given.fabric();
    return bottlenecks(given, study, sweep_counts(fabric.gpus, fabric.scale_up_domain), stop);
}

DrawnRegime regime_of(const AsGiven& given, const StudySizes& sizes, const Evaluation& evaluation,
                      RegimeOf of) {
    if (!evaluation.feasible) return {};
    DrawnRegime out = regime_as_drawn(given.prepared, sizes.metric, of);
    out.of_best_plans &=
        out.regime && of != RegimeOf::best; // where they are asked, they stand in for nothing
    return out;
}

} // namespace

template<>
Result<StudySizes> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsGiven>(answers, [&](const AsGiven& given) {
        const Fabric& fabric = given.prepared.fabric();
        return StudySizes{dense_counts(fabric.gpus, fabric.scale_up_domain,
                                       study_range(fabric.gpus, fabric.scale_up_domain)),
                          answers.snapshot().metric.value_or(natural_metric(given.prepared))};
    });
}

template<>
Result<ScaleOfGiven> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsGiven, StudySizes>(answers, [&](const AsGiven& given, const StudySizes& sizes) {
        return ScaleOfGiven{
            scale(given.prepared, sizes.gpus, {.metric = sizes.metric, .onsets = true}, nullptr, stop)};
    });
}

template<>
Result<ScaleOfGivenWithMitigations> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsGiven, ScaleOfGiven>(answers, [&](const AsGiven& given, const ScaleOfGiven& found) {
        ScaleOfGivenWithMitigations out{found.study};
        find_border_mitigations(given.prepared, {.metric = out.study.metric, .onsets = true}, out.study,
                                stop);
        return out;
    });
}

template<>
Result<ScaleOfBest> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsGiven, StudySizes>(answers, [&](const AsGiven& given, const StudySizes& sizes) {
        return ScaleOfBest{scale(given.prepared, sizes.gpus,
                                 {.metric = sizes.metric, .replan = true, .onsets = true}, nullptr, stop)};
    });
}

template<>
Result<ScaleOfBestWithMitigations> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsGiven, ScaleOfBest>(answers, [&](const AsGiven& given, const ScaleOfBest& found) {
        ScaleOfBestWithMitigations out{found.study};
        find_border_mitigations(given.prepared, {.metric = out.study.metric, .replan = true, .onsets = true},
                                out.study, stop);
        return out;
    });
}

template<>
Result<BottlenecksOfGiven> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsGiven, ScaleOfGiven>(answers, [&](const AsGiven& given, const ScaleOfGiven& found) {
        return BottlenecksOfGiven{bottlenecks_of(given.prepared, found.study, stop)};
    });
}

template<>
Result<BottlenecksOfBest> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsGiven, ScaleOfBest>(answers, [&](const AsGiven& given, const ScaleOfBest& found) {
        return BottlenecksOfBest{bottlenecks_of(given.prepared, found.study, stop)};
    });
}

template<>
Result<LossesBySize> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, StudySizes>(answers, [](const AsAsked& asked, const StudySizes& sizes) {
        return LossesBySize{run_losses(asked.prepared, sizes.gpus)};
    });
}

template<>
Result<BatchPlane> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked>(answers,
                               [&](const AsAsked& asked) { return batch_plane(asked.prepared, {}, stop); });
}

template<>
Result<RegimeOfGiven> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsGiven, StudySizes, Evaluation>(
        answers, [](const AsGiven& given, const StudySizes& sizes, const Evaluation& evaluation) {
            return RegimeOfGiven{regime_of(given, sizes, evaluation, RegimeOf::given)};
        });
}

template<>
Result<DrawnRegime> answer_of(const Answers& answers, const std::stop_token&) {
    if (!answers.snapshot().best_plan) {
        const RegimeOfGiven* given = answers.value<RegimeOfGiven>();
        if (given && given->regime.regime) return given->regime;
    }
    return found_from<AsGiven, StudySizes, Evaluation>(
        answers, [&](const AsGiven& given, const StudySizes& sizes, const Evaluation& evaluation) {
            return regime_of(given, sizes, evaluation,
                             answers.snapshot().best_plan ? RegimeOf::best : RegimeOf::given_or_best);
        });
}

} // namespace roofrack
