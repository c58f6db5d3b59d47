// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/measured/measure/curves/scaling_curve.h"

namespace roofrack {

/// X(N) = γ·N/(1 + σ(N − 1) + κ·N(N − 1)): Amdahl's law where κ = 0, Gunther's universal scalability law
/// else.
struct ScalingLaw {
    double gamma = 0; ///< rate of one GPU
    double sigma = 0; ///< contention: the serial share
    double kappa = 0; ///< coherence: what grows with the pairs
    /// Values that the points allow at 90 % (profile likelihood, noise as
    /// `Defaults::MeasuredScaling::noise`).
    double sigma_low = 0, sigma_high = 0, kappa_low = 0, kappa_high = 0;
    /// The fewest GPUs at which the rate may turn down with a σ and κ that the points allow at 90 %; infinite
    /// with κ = 0.
    double peak_low = 0;
    double rms = 0; ///< RMS of ln rate over the points
    double rate(double gpus) const {
        return gamma * gpus / (1 + sigma * (gpus - 1) + kappa * gpus * (gpus - 1));
    }
    /// Where the law has most; infinite with κ = 0.
    double peak() const;
    /// The most that it gives, as times the rate of one GPU: 1/σ of Amdahl's law; infinite where nothing
    /// limits it.
    double most() const;
};

/// Least squares of ln rate, σ and κ ≥ 0. The curve has two points or more.
ScalingLaw fit_amdahl(const MeasuredCurve& curve, const Defaults::MeasuredScaling& constants);
ScalingLaw fit_usl(const MeasuredCurve& curve, const Defaults::MeasuredScaling& constants);

} // namespace roofrack
