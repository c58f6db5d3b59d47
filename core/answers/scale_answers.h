// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/study/batch_plane.h"
#include "core/study/bottlenecks.h"
#include "core/study/losses/run_losses.h"
#include "core/study/verdict.h"

#include <vector>

namespace roofrack {

/// At which GPU counts the scaling study looks, and by what.
struct StudySizes {
    std::vector<double> gpus; ///< ascending
    ScaleMetric metric = ScaleMetric::throughput;
};
template<>
Result<StudySizes> answer_of(const Answers& answers, const std::stop_token& stop);

/// The scaling study of the plan as given, whatever plan is asked.
struct ScaleOfGiven {
    ScaleResult study;
};
template<>
Result<ScaleOfGiven> answer_of(const Answers& answers, const std::stop_token& stop);

/// The study by the plan as given, with what moves its borders.
struct ScaleOfGivenWithMitigations {
    ScaleResult study;
};
template<>
Result<ScaleOfGivenWithMitigations> answer_of(const Answers& answers, const std::stop_token& stop);

/// The scaling study of the best plan at each size: about a second's work.
struct ScaleOfBest {
    ScaleResult study;
};
template<>
Result<ScaleOfBest> answer_of(const Answers& answers, const std::stop_token& stop);

/// The study by the best plans, with what moves its borders: a search for each.
struct ScaleOfBestWithMitigations {
    ScaleResult study;
};
template<>
Result<ScaleOfBestWithMitigations> answer_of(const Answers& answers, const std::stop_token& stop);

/// What binds at the sizes of sweep_counts(), by the plan as given.
struct BottlenecksOfGiven {
    std::vector<Bottleneck> sizes;
};
template<>
Result<BottlenecksOfGiven> answer_of(const Answers& answers, const std::stop_token& stop);

/// What binds at each size by the best plan there.
struct BottlenecksOfBest {
    std::vector<Bottleneck> sizes;
};
template<>
Result<BottlenecksOfBest> answer_of(const Answers& answers, const std::stop_token& stop);

/// What long runs lose at the sizes of the study.
struct LossesBySize {
    std::vector<RunLosses> sizes;
};
template<>
Result<LossesBySize> answer_of(const Answers& answers, const std::stop_token& stop);

/// Days over batch and GPUs; no points without a token budget.
template<>
Result<BatchPlane> answer_of(const Answers& answers, const std::stop_token& stop);

/// The regime of the plan as given, without a search: none where no smaller size runs it.
struct RegimeOfGiven {
    DrawnRegime regime;
};
template<>
Result<RegimeOfGiven> answer_of(const Answers& answers, const std::stop_token& stop);

/// The regime of what is asked: of the best plans, or of the plan as given, for which the best plans stand in
/// where no smaller size runs it.
template<>
Result<DrawnRegime> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
