// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/curves/scaling_law.h"
#include "core/measured/measure/curves/scaling_posterior.h"

namespace roofrack {

/// A rate between the fifth and the ninety-fifth percentile, 1/s.
struct RateBand {
    double rate = 0, low = 0, high = 0;
};

/// What a measured curve tells of other GPU counts: the mean over all curves that its points may be made of
/// (scaling_posterior()), so that which losses a curve has, how large they are and how much it scatters are
/// in the band.
class ScalingForecast {
public:
    /// `node_gpus`: GPUs of a server; 0: MeasuredScaling::node_gpus. The curve has two points or more.
    ScalingForecast(const MeasuredCurve& curve, double node_gpus, const Defaults::MeasuredScaling& constants);

    /// The line that is drawn: the median of the curves, which growth() may hold down.
    double line(double gpus) const;
    /// The rate that a measurement at `gpus` would show: the line, and the spread of the curves with the
    /// noise of one measurement.
    RateBand at(double gpus) const;
    /// What a tenth more GPUs add: ln X(1.1·N)/X(N) over ln 1.1; of the line, and the curves' 90 % around it.
    RateBand elasticity(double gpus) const;
    /// Forecasts reach so far: `reach` × the largest measured count.
    double farthest() const;

    /// Root of the mean square of ln measured/line over the points.
    double scatter() const { return m_scatter; }
    /// The points do not scatter by more than MeasuredScaling::most_scatter.
    bool fits() const { return m_scatter <= m_most_scatter; }
    /// Points that have just fallen, the last one or, by more than their scatter, the one before, do not
    /// carry growth beyond the best measured rate: the line is held down to it. `unlikely`: three quarters
    /// and more of the curves are above it at twice the largest count, so that the line would be no forecast.
    enum class Growth { as_curves, held_down, unlikely };
    Growth growth() const { return m_growth; }

    /// What keeps the rate at the largest measured count from n/n₀ times the first: shares of the loss, by
    /// ScalingLoss. Sum 1; 0 without loss.
    LossAmounts losses() const;
    /// How likely communication (is_communication()) has half of that loss or more, as the points have it:
    /// near 0.5 they do not tell it from what does not divide.
    double communication_chance() const;
    /// What is paid for leaving a server: share of the step at the smallest measured count beyond one that
    /// only the servers' network adds to it, with a chance of four fifths so much or more; 0 where not both
    /// sides of the border are measured.
    double border_share() const;

private:
    double uncapped_line(double gpus) const;
    std::vector<double> log_rates(double gpus) const; ///< log rates of each draw
    /// What each loss of the draw adds to the time at the largest measured count.
    LossAmounts added(const PosteriorDraw& draw) const;
    Growth growth_of(const MeasuredCurve& curve) const;

    LossBasis m_shapes;
    std::vector<double> m_counts; ///< measured
    double m_reach, m_most_scatter;
    std::vector<PosteriorDraw> m_draws;
    double m_scatter = 0;
    double m_best = 0; ///< measured rate
    Growth m_growth = Growth::as_curves;
};

} // namespace roofrack
