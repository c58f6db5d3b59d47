// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

#include <optional>
#include <span>
#include <vector>

namespace roofrack {

/// A point of the curve: natural logarithms.
struct LogPoint {
    double gpus = 0, progress = 0;
    bool is_uneven = false;
    double smooth = 0; ///< progress with its pits bridged
};

/// Stretches first … last − 1 of the curve, all in one regime; stretch i goes from point i to point i + 1.
struct RegimeSpan {
    Regime regime = Regime::linear;
    size_t first = 0, last = 0;
};

/// The curve of a study, its slopes, and the regimes of their stretches (docs/model.md section 12).
class RegimeCurve {
public:
    RegimeCurve(std::vector<LogPoint> log_points, const Defaults::Regimes& constants,
                std::span<const ScaleStep> fabric)
        : m_points(std::move(log_points))
        , m_constants(constants)
        , m_fabric(fabric)
        , m_slopes(m_points.size() - 1)
        , m_pits(m_points.size()) {}

    /// Regimes of the stretches between two points, judged without the rest of the curve.
    std::vector<RegimeSpan> spans(size_t first, size_t last);

    /// Joins spans of the same regime, and narrow ones to a neighbour, until none is left to join.
    void settle(std::vector<RegimeSpan>& spans) const;

    /// Ends the windows of the slopes at a point where the curve bends, within its part of the curve.
    void bend_at(size_t bend, const std::vector<size_t>& cuts);
    /// Which of two neighbouring points the curve bends at: up to there it is linear.
    size_t bend_of(size_t before, size_t after) const;
    /// How far a place in the logarithm of GPUs is above a line with the slope at which linear ends.
    double above_linear(double gpus) const { return smooth_at(gpus) - m_constants.linear * gpus; }

    double slope(size_t stretch) const { return m_slopes[stretch]; }
    /// Whether the slope of a stretch is in that regime, within the hysteresis.
    bool is_of(Regime regime, size_t stretch) const;
    double width(size_t first, size_t last) const { return m_points[last].gpus - m_points[first].gpus; }
    double middle(size_t stretch) const { return (m_points[stretch].gpus + m_points[stretch + 1].gpus) / 2; }
    /// Whether the efficiency at a point is more than 1 % below that of the sizes around it.
    bool divides_badly(size_t i) const { return m_pits[i]; }
    const LogPoint& point(size_t i) const { return m_points[i]; }
    const std::vector<ScaleStep>& steps() const { return m_steps; }

private:
    /// How wide a span is. Between linear and degrading it goes on to where the curve is highest, where the
    /// border will stand: over their windows slopes fall before.
    double reach(const std::vector<RegimeSpan>& spans, size_t i) const;

    /// Takes the drop at a border of the fabric out of the curve and lists it in `m_steps`, where it lies
    /// between two points at most a doubling apart, the second of which divides well.
    void take_step(const ScaleStep& border, size_t first, size_t last);

    /// Sizes that divide badly make pits in the efficiency, which say nothing of the regime. Pits narrower
    /// than a doubling are found by the closing of mathematical morphology (a maximum over a window, then a
    /// minimum), and bridged.
    void fill_pits(size_t first, size_t last);

    /// Sizes whose batch does not divide, between two whose does, at most a doubling apart, are lifted to the
    /// line between these, also at the end of the curve, where their pit is not told from a fall.
    void lift_uneven(size_t first, size_t last, std::vector<double>& filled) const;

    /// Joins the two edges of each pit by a straight line: a pit that is filled to its lower edge alone would
    /// leave a cliff at the higher one.
    void bridge(size_t first, size_t last, std::vector<double>& filled) const;

    double efficiency(size_t i) const { return m_points[i].progress - m_points[i].gpus; }

    double smooth_at(double gpus) const;

    double slope(size_t i, size_t first, size_t last) const;

    Regime next_regime(Regime before, double slope) const;

    /// A span that ends lower than it began by more than `least_fall` degrades, and no other does.
    Regime by_ends(const RegimeSpan& span) const;

    static void join_equal(std::vector<RegimeSpan>& spans);

    /// Joins a span to the neighbour whose regime is nearer; to the wider one where both are as near.
    void join(std::vector<RegimeSpan>& spans, size_t i) const;

    static constexpr double least_step = 0.03; // share of the progress; a smaller drop is left in the curve

    std::vector<LogPoint> m_points;
    const Defaults::Regimes& m_constants;
    std::span<const ScaleStep> m_fabric;
    std::vector<ScaleStep> m_steps;
    size_t m_fell_to = 0; ///< the point after the last step at which the curve falls; 0: it does not
    std::vector<double> m_slopes;
    std::vector<bool> m_pits;
};

/// Points at which the curve is cut into parts: the last drawn size, and the first size from a quarter of it
/// on, or further below it where that part would be too narrow to be named. `points` run and ascend, and are
/// not empty; `narrowest` is Defaults::Regimes::narrowest.
std::vector<size_t> curve_cuts(const std::vector<ScalePoint*>& points, double drawn, double narrowest);

/// The first of `points`, which run and ascend, from which on one limit of power or heat holds the clocks of
/// all sizes and not that of the size before. None: there is no such point beyond the drawn count.
std::optional<size_t> limit_onset(const std::vector<ScalePoint*>& points, double drawn);

} // namespace roofrack
