// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/measured_curve.h"
#include "core/measured/measure/curves/scaling_losses.h"

#include <vector>

namespace roofrack {

/// One of the curves that the points may be made of.
struct PosteriorDraw {
    LossAmounts amounts{};
    double noise = 0;     ///< standard deviation of ln rate of a measurement
    double log_rate = 0;  ///< ln of the rate a GPU at the smallest count
    double deviation = 0; ///< drawn for a measurement to come, in standard deviations
};

/// Curves as likely as the points make them, all equally weighted: over which losses a curve has (each or
/// not, with a chance of its own), how large they are (Lomax: heavy-tailed, so that no size is ruled out),
/// and over the noise (lognormal), the rate's height being free. By sequential Monte Carlo (Del Moral, Doucet
/// and Jasra 2006): draws of the prior are led to the posterior by powers of the likelihood, each time
/// resampled and moved by Metropolis steps, whose lengths are differences of draws (ter Braak 2006). The same
/// points have the same draws. Losses that do not grow up to `farthest` are left out.
std::vector<PosteriorDraw> scaling_posterior(const MeasuredCurve& curve, const LossBasis& shapes,
                                             double farthest, const Defaults::MeasuredScaling& constants);

} // namespace roofrack
