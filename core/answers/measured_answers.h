// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/study/measured_against.h"
#include "core/study/published_against.h"

#include <optional>
#include <vector>

namespace roofrack {

/// The scenario's measured curves, each by itself and beside the plan; those that cannot be fitted are left
/// out. A fit takes a tenth of a second and is taken over from an earlier snapshot that has the same curve.
struct MeasuredStudies {
    std::vector<MeasuredStudy> curves; ///< in the order of the scenario
    std::vector<double> node_gpus;     ///< GPUs of a server, as each was fitted with
};
template<>
Result<MeasuredStudies> answer_of(const Answers& answers, const std::stop_token& stop);

/// The published run that the scenario stands for.
struct PublishedRunAnswer {
    std::optional<PublishedComparison> run; ///< none: it stands for none
};
template<>
Result<PublishedRunAnswer> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
