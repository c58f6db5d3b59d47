// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/curves/scaling_law.h"

#include <array>

namespace roofrack {

/// A rate between the fifth and the ninety-fifth percentile, 1/s.
struct RateBand {
    double rate = 0, low = 0, high = 0;
};

/// What a measured curve tells of other GPU counts. The time of a GPU's share of the work over that at the
/// smallest count n₀, of servers of g GPUs:
///   t(N)/t(n₀) = 1 + a·Δring(min(N, g)) + w·Δring(max(1, N/g)) + b·log₂(N/n₀) + c·(N − n₀)/(n_max − n₀)
///   ring(k) = 1 − 1/k
/// rings inside and between servers (bandwidth, saturating), trees and latency (logarithm), what is serial or
/// goes around all (linear: Amdahl). A curve has each of them or has it not, an exponential draw where it
/// has, with a noise of its own, all as 28 published curves have them; weighted by the points (Bayes with
/// spike and slab; the same 4,096 Halton draws each time, so that the same points have the same answer).
class ScalingForecast {
public:
    /// `node_gpus`: GPUs of a server; 0: 8. The curve has two points or more.
    ScalingForecast(const MeasuredCurve& curve, double node_gpus, const Defaults::MeasuredScaling& constants);

    /// Of a measurement at `gpus`: the model's spread and the noise of one.
    RateBand at(double gpus) const;
    /// d ln X/d ln N at `gpus`, median and 90 % band.
    RateBand elasticity(double gpus) const;
    /// Forecasts reach so far: `reach` × the largest measured count.
    double farthest() const;
    /// What keeps the rate at the largest measured count from n/n₀ times the first: shares of the loss, of
    /// rings inside a server, rings between servers, logarithmic and linear growth. Sum 1; 0 without loss.
    std::array<double, 4> losses() const;
    /// How likely rings and trees have half of that loss or more, as the points have it: near 0.5 they do not
    /// tell communication from what does not divide.
    double communication_chance() const;

private:
    using Draw = std::array<double, 4>;
    double time(const Draw& draw, double gpus) const;
    /// What each mechanism of the draw adds to the time at the largest measured count.
    Draw added(const Draw& draw) const;
    /// The quantile of values with `m_weights`, each blurred by its noise or not.
    double quantile(const std::vector<double>& values, double share, bool with_noise) const;

    double m_first = 1, m_last = 1, m_node = 8;
    Defaults::MeasuredScaling m_constants;
    std::vector<Draw> m_draws;
    std::vector<double> m_weights;   ///< sum 1
    std::vector<double> m_noise;     ///< of each draw, of ln rate
    std::vector<double> m_log_gamma; ///< of each draw: ln rate a GPU at the first count
};

} // namespace roofrack
