// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/calibration/measured_run.h"
#include "core/study/calibration/step_shares.h"

#include <string>
#include <vector>

namespace roofrack {

/// How far a predicted step lies from what was measured, in standard deviations.
struct ComparedShare {
    std::string what;                   ///< "step", "computation"
    double measured = 0, predicted = 0; ///< s; of "slowest rank" a ratio
    double deviations = 0;
};

/// What was measured of a step, as predictions are held against it.
struct ObservedStep {
    double step = 0;                            ///< s
    std::optional<MeasuredBreakdown> breakdown; ///< none: the step alone is known
    size_t ranks = 0;                           ///< that the breakdown is of
    double sigma = 0; ///< standard deviation of ln(model ÷ measurement): that of the model's band
};

/// The step alone; or of a breakdown computation, exposed and whole communication, that of each group of
/// ranks which the trace names, idle time, the input's wait and the slowest rank. A measured time scatters by
/// 2 %. Communication is predicted to 25 % (the bands of collectives,
/// core/step/collectives/collective_bands.h, are ×÷ 1.12 to 1.64 at 80 %), gaps to a half [judgement]; what
/// is short against the step counts by its share of it.
std::vector<ComparedShare> compared_shares(const ObservedStep& observed, const StepShares& predicted);

/// Sum of the squared deviations.
double chi_squared(const ObservedStep& observed, const StepShares& predicted);

/// What "another job than drawn ran, or several things are wrong at once" is worth beside the candidates:
/// commonness times the mean of exp(−χ²/2), as theirs. It fits whatever was measured, so it is spread over
/// all that a step may be: evenly over the logarithm from a tenth of the prediction to ten times it, and each
/// part of a breakdown evenly from none of the step to all of it. It is as common as the commonest of single
/// faults, since nobody has published what runs are slow by: a share that is set beforehand, fitted to
/// nothing. So a candidate whose range alone reaches what was measured is not certain for that.
double evidence_of_another_job(const ObservedStep& observed);

} // namespace roofrack
