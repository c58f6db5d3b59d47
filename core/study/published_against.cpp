// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/published_against.h"

namespace roofrack {

std::optional<PublishedComparison> published_against(const Scenario& scenario, const Evaluation& evaluation) {
    if (!scenario.published || !(evaluation.step_time > Seconds(0))) return std::nullopt;
    const double share = evaluation.productive_step / evaluation.step_time;
    return PublishedComparison{*scenario.published, evaluation.productive_step,
                               evaluation.step_time_low * share, evaluation.step_time_high * share};
}

} // namespace roofrack
