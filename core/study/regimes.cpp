// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/regimes.h"

#include "core/base/constants/defaults.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace roofrack {

namespace {

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

class Curve {
public:
    Curve(std::vector<LogPoint> log_points, const Defaults::Regimes& constants,
          std::span<const ScaleStep> fabric)
        : m_points(std::move(log_points))
        , m_constants(constants)
        , m_fabric(fabric)
        , m_slopes(m_points.size() - 1)
        , m_pits(m_points.size()) {}

    /// Regimes of the stretches between two points, judged without the rest of the curve.
    std::vector<RegimeSpan> spans(size_t first, size_t last) {
        std::vector<RegimeSpan> out;
        fill_pits(first, last);
        for (const ScaleStep& border : m_fabric) take_step(border, first, last);
        for (size_t i = first; i < last; ++i) {
            m_slopes[i] = slope(i, first, last);
            const Regime regime = out.empty() ? regime_of(m_slopes[i], m_constants)
                                              : next_regime(out.back().regime, m_slopes[i]);
            if (out.empty() || out.back().regime != regime) out.push_back({regime, i, i});
            out.back().last = i + 1;
        }
        settle(out);
        return out;
    }

    /// Joins spans of the same regime, and narrow ones to a neighbour, until none is left to join.
    void settle(std::vector<RegimeSpan>& spans) const {
        while (true) {
            for (RegimeSpan& span : spans) span.regime = by_ends(span);
            join_equal(spans);
            if (spans.size() < 2) return;
            const auto narrow = std::ranges::min_element(
                spans, {}, [&](const RegimeSpan& span) { return width(span.first, span.last); });
            if (width(narrow->first, narrow->last) >= std::log(m_constants.narrowest) - 1e-9) return;
            join(spans, static_cast<size_t>(narrow - spans.begin()));
        }
    }

    double slope(size_t stretch) const { return m_slopes[stretch]; }
    /// Whether the slope of a stretch is in that regime, within the hysteresis.
    bool is_of(Regime regime, size_t stretch) const {
        const Regime low = regime_of(m_slopes[stretch] - m_constants.hysteresis, m_constants);
        const Regime high = regime_of(m_slopes[stretch] + m_constants.hysteresis, m_constants);
        return regime <= low && regime >= high;
    }
    double width(size_t first, size_t last) const { return m_points[last].gpus - m_points[first].gpus; }
    double middle(size_t stretch) const { return (m_points[stretch].gpus + m_points[stretch + 1].gpus) / 2; }
    /// Whether the efficiency at a point is more than 1 % below that of the sizes around it.
    bool divides_badly(size_t i) const { return m_pits[i]; }
    const LogPoint& point(size_t i) const { return m_points[i]; }
    const std::vector<ScaleStep>& steps() const { return m_steps; }

private:
    /// Takes the drop at a border of the fabric out of the curve and lists it in `m_steps`, where it lies
    /// between two points at most a doubling apart, the second of which divides well.
    void take_step(const ScaleStep& border, size_t first, size_t last) {
        const double at = std::log(border.gpus) + 1e-9, octave = std::log(2.0) + 1e-6;
        size_t from = first;
        while (from < last && m_points[from + 1].gpus <= at) ++from;
        size_t to = from + 1;
        while (to < last && m_pits[to]) ++to;
        if (m_points[from].gpus > at || to > last || m_points[to].gpus - m_points[from].gpus > octave) return;
        const auto slope = [&](size_t a, size_t b) {
            return (m_points[b].smooth - m_points[a].smooth) / (m_points[b].gpus - m_points[a].gpus);
        };
        // The slope beyond the border, over a window; where the curve ends there, the slope before it.
        size_t end = to, begin = from;
        const double window = std::log(m_constants.smoothing);
        while (end < last && m_points[end + 1].gpus - m_points[to].gpus <= window + 1e-9) ++end;
        while (begin > first && m_points[from].gpus - m_points[begin - 1].gpus <= window + 1e-9) --begin;
        const double trend = std::clamp(end > to       ? slope(to, end)
                                        : begin < from ? slope(begin, from)
                                                       : 1.0,
                                        0.0, 1.0);
        const double rise = m_points[to].smooth - m_points[from].smooth;
        const double step = rise - trend * (m_points[to].gpus - m_points[from].gpus);
        if (!(step < std::log1p(-least_step)) || from + 1 == m_fell_to) return;
        m_steps.push_back({border.gpus, border.links, std::exp(step)});
        if (rise < -std::log1p(m_constants.least_fall)) {
            m_fell_to = from + 1;
            return;
        }
        for (size_t i = from + 1; i < m_points.size(); ++i) {
            // Points in between divide badly: they keep their distance below the line.
            m_points[i].progress -= step;
            m_points[i].smooth -= step;
        }
    }

    /// Sizes that divide badly make pits in the efficiency, which say nothing of the regime. Pits narrower
    /// than a doubling are found by the closing of mathematical morphology (a maximum over a window, then a
    /// minimum), and bridged.
    void fill_pits(size_t first, size_t last) {
        const double width = std::log(2.0) + 1e-9;
        std::vector<double> best(m_points.size()), filled(m_points.size());
        for (size_t i = first; i <= last; ++i) {
            best[i] = efficiency(i);
            for (size_t j = i; j-- > first && m_points[i].gpus - m_points[j].gpus <= width;)
                best[i] = std::max(best[i], efficiency(j));
        }
        for (size_t i = first; i <= last; ++i) {
            filled[i] = best[i];
            for (size_t j = i + 1; j <= last && m_points[j].gpus - m_points[i].gpus <= width; ++j)
                filled[i] = std::min(filled[i], best[j]);
        }
        // A pit has two edges: a fall that lasts to the end of the curve is none.
        double rest = efficiency(last);
        for (size_t i = last + 1; i-- > first && m_points[last].gpus - m_points[i].gpus < width;) {
            rest = std::max(rest, efficiency(i));
            filled[i] = std::min(filled[i], rest);
        }
        lift_uneven(first, last, filled);
        bridge(first, last, filled);
        for (size_t i = first; i <= last; ++i) {
            m_points[i].smooth = filled[i] + m_points[i].gpus;
            m_pits[i] = filled[i] > efficiency(i) + 0.01;
        }
    }

    /// Sizes whose batch does not divide, between two whose does, at most a doubling apart, are lifted to the
    /// line between these, also at the end of the curve, where their pit is not told from a fall.
    void lift_uneven(size_t first, size_t last, std::vector<double>& filled) const {
        for (size_t from = first; from < last; ++from) {
            if (m_points[from].is_uneven) continue;
            size_t to = from + 1;
            while (to < last && m_points[to].is_uneven) ++to;
            const double reach = m_points[to].gpus - m_points[from].gpus;
            if (m_points[to].is_uneven || reach > std::log(2.0) + 1e-9) continue;
            for (size_t i = from + 1; i < to; ++i) {
                const double share = (m_points[i].gpus - m_points[from].gpus) / reach;
                filled[i] =
                    std::max(filled[i], efficiency(from) + share * (efficiency(to) - efficiency(from)));
            }
        }
    }

    /// Joins the two edges of each pit by a straight line: a pit that is filled to its lower edge alone would
    /// leave a cliff at the higher one.
    void bridge(size_t first, size_t last, std::vector<double>& filled) const {
        const auto is_filled = [&](size_t i) { return filled[i] > efficiency(i) + 1e-9; };
        for (size_t i = first + 1; i < last; ++i) {
            if (!is_filled(i) || is_filled(i - 1)) continue;
            size_t end = i;
            while (end < last && is_filled(end)) ++end;
            const double from = m_points[i - 1].gpus, reach = m_points[end].gpus - from;
            const double low = filled[i - 1], high = filled[end];
            for (; i < end; ++i) filled[i] = low + (m_points[i].gpus - from) / reach * (high - low);
        }
    }

    double efficiency(size_t i) const { return m_points[i].progress - m_points[i].gpus; }

    double smooth_at(double gpus) const {
        auto after = std::ranges::lower_bound(m_points, gpus, {}, &LogPoint::gpus);
        if (after == m_points.begin()) ++after;
        if (after == m_points.end()) --after;
        const LogPoint &a = *(after - 1), &b = *after;
        return a.smooth + (gpus - a.gpus) / (b.gpus - a.gpus) * (b.smooth - a.smooth);
    }

    double slope(size_t i, size_t first, size_t last) const {
        const double half = std::log(m_constants.smoothing) / 2;
        const double low = std::max(m_points[first].gpus, std::min(m_points[i].gpus, middle(i) - half));
        const double high = std::min(m_points[last].gpus, std::max(m_points[i + 1].gpus, middle(i) + half));
        return (smooth_at(high) - smooth_at(low)) / (high - low);
    }

    Regime next_regime(Regime before, double slope) const {
        const Regime here = regime_of(slope, m_constants);
        if (here == before) return here;
        // The slope must pass the border between two regimes by the hysteresis to change the regime; only a
        // degrading curve changes at once when it rises.
        const double nearer = here > before ? slope + m_constants.hysteresis : slope - m_constants.hysteresis;
        if (before == Regime::degrading) return here;
        return regime_of(nearer, m_constants) == before ? before : here;
    }

    /// A span that ends lower than it began by more than `least_fall` degrades, and no other does.
    Regime by_ends(const RegimeSpan& span) const {
        const double fall = m_points[span.first].progress - m_points[span.last].progress;
        if (fall > std::log1p(m_constants.least_fall)) return Regime::degrading;
        return span.regime == Regime::degrading ? Regime::diminishing : span.regime;
    }

    static void join_equal(std::vector<RegimeSpan>& spans) {
        for (size_t i = 1; i < spans.size();) {
            if (spans[i].regime != spans[i - 1].regime) {
                ++i;
                continue;
            }
            spans[i - 1].last = spans[i].last;
            spans.erase(spans.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    /// Joins a span to the neighbour whose regime is nearer; to the wider one where both are as near.
    void join(std::vector<RegimeSpan>& spans, size_t i) const {
        const auto distance = [&](size_t other) {
            const int difference =
                std::abs(static_cast<int>(spans[other].regime) - static_cast<int>(spans[i].regime));
            return std::pair(difference, -width(spans[other].first, spans[other].last));
        };
        const bool left = i > 0 && (i + 1 == spans.size() || distance(i - 1) <= distance(i + 1));
        RegimeSpan& into = spans[left ? i - 1 : i + 1];
        into.first = std::min(into.first, spans[i].first);
        into.last = std::max(into.last, spans[i].last);
        spans.erase(spans.begin() + static_cast<std::ptrdiff_t>(i));
    }

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
/// on, or further below it where that part would be too narrow to be named.
std::vector<size_t> cuts(const std::vector<ScalePoint*>& points, double drawn, double narrowest) {
    std::vector<size_t> out{0};
    const auto upper = std::ranges::upper_bound(points, drawn * (1 + 1e-9), {}, &ScalePoint::gpus);
    if (upper != points.begin()) {
        const auto here = static_cast<size_t>(upper - points.begin()) - 1;
        const auto from = std::ranges::lower_bound(points, drawn / 4 * (1 - 1e-9), {}, &ScalePoint::gpus);
        auto below = std::min(static_cast<size_t>(from - points.begin()), here);
        while (below > 0 && points[below]->gpus * narrowest > points[here]->gpus * (1 + 1e-9)) --below;
        out.push_back(below);
        out.push_back(here);
    }
    out.push_back(points.size() - 1);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

/// Where a border may stand, in the logarithm of GPUs: both its sides stay wide enough to be named.
struct Room {
    double from = 0, to = 0;
    bool holds(double gpus) const { return gpus >= from - 1e-9 && gpus <= to + 1e-9; }
};

/// Where the curve is highest, or lowest, around the place where two spans meet.
double extreme_near(const Curve& curve, const RegimeSpan& before, const RegimeSpan& after, double reach,
                    const Room& room) {
    const double meet = curve.point(after.first).gpus;
    const double sign = after.regime == Regime::degrading ? 1 : -1;
    size_t best = after.first;
    for (size_t i = before.first; i <= after.last; ++i) {
        const LogPoint& point = curve.point(i);
        if (std::abs(point.gpus - meet) <= reach && room.holds(point.gpus) &&
            sign * point.progress > sign * curve.point(best).progress)
            best = i;
    }
    return curve.point(best).gpus;
}

/// Where the slope last passed the border of the linear regime, before the spans meet.
double crossing_near(const Curve& curve, const RegimeSpan& before, const RegimeSpan& after, double threshold,
                     const Room& room) {
    const bool falls = before.regime == Regime::linear;
    const auto beyond = [&](size_t i) { return falls == (curve.slope(i) < threshold); };
    size_t i = after.first;
    while (i > before.first && beyond(i)) --i;
    const double meet = curve.point(after.first).gpus, change = curve.slope(i) - curve.slope(i + 1);
    if (i == after.first || std::abs(change) < 1e-12) return meet;
    const double share = (curve.slope(i) - threshold) / change;
    const double at = curve.middle(i) + share * (curve.middle(i + 1) - curve.middle(i));
    return room.holds(at) ? at : meet;
}

/// `from`: the border before; `drawn`: the last drawn size: what lies beyond it puts no border below it. A
/// degrading span begins where the curve is highest and ends where it is lowest.
double border_between(const Curve& curve, double from, double drawn, const RegimeSpan& before,
                      const RegimeSpan& after, const Defaults::Regimes& constants) {
    const double narrowest = std::log(constants.narrowest);
    const Room room{from + narrowest, curve.point(after.last).gpus - narrowest};
    if (before.regime == Regime::degrading || after.regime == Regime::degrading)
        return extreme_near(curve, before, after, std::log(constants.smoothing), room);
    const double crossing = crossing_near(curve, before, after, constants.linear, room);
    return drawn <= curve.point(after.first).gpus + 1e-9 ? std::max(crossing, drawn) : crossing;
}

/// The knee in GPUs: where the slope first falls through Defaults::Regimes::knee. 0 where it never does, or
/// where the curve degrades there: a cliff is no knee.
double knee_of(const Curve& curve, size_t stretches, const std::vector<RegimeSpan>& spans,
               const Defaults::Regimes& constants) {
    const auto degrades = [&](size_t stretch) {
        const auto span =
            std::ranges::find_if(spans, [&](const RegimeSpan& each) { return stretch < each.last; });
        return span != spans.end() && span->regime == Regime::degrading;
    };
    for (size_t i = 1; i < stretches; ++i) {
        const double before = curve.slope(i - 1), after = curve.slope(i);
        if (!(before >= constants.knee && after < constants.knee)) continue;
        if (degrades(i)) return 0;
        const double share = (before - constants.knee) / (before - after);
        return std::exp(curve.middle(i - 1) + share * (curve.middle(i) - curve.middle(i - 1)));
    }
    return 0;
}

} // namespace

void find_regimes(ScaleResult& result, const Defaults::Regimes& constants,
                  std::span<const ScaleStep> fabric) {
    std::vector<ScalePoint*> points;
    std::vector<LogPoint> log_points;
    for (ScalePoint& point : result.points)
        if (point.feasible && point.progress > 0) {
            points.push_back(&point);
            log_points.push_back({std::log(point.gpus), std::log(point.progress), point.is_uneven});
        }
    if (points.empty()) return;
    result.peak_gpus = (*std::ranges::max_element(points, {}, &ScalePoint::progress))->gpus;
    if (points.size() < 2) return;
    Curve curve(std::move(log_points), constants, fabric);
    std::vector<RegimeSpan> spans;
    const std::vector<size_t> at = cuts(points, result.drawn_gpus, constants.narrowest);
    for (size_t i = 0; i + 1 < at.size(); ++i)
        for (const RegimeSpan& span : curve.spans(at[i], at[i + 1])) spans.push_back(span);
    curve.settle(spans);
    result.steps = curve.steps();

    const auto last_drawn =
        std::ranges::upper_bound(points, result.drawn_gpus * (1 + 1e-9), {}, &ScalePoint::gpus);
    const double drawn = last_drawn == points.begin() ? -std::numeric_limits<double>::infinity()
                                                      : std::log((*(last_drawn - 1))->gpus);
    double border = curve.point(0).gpus;
    for (size_t i = 1; i < spans.size(); ++i) {
        border = border_between(curve, border, drawn, spans[i - 1], spans[i], constants);
        result.borders.push_back(
            {spans[i - 1].regime, spans[i].regime, std::exp(border), {}, ThrottleCause::none, {}});
    }
    for (size_t i = 0; i + 1 < points.size(); ++i) points[i + 1]->elasticity = curve.slope(i);
    // Borders stand where the curve turns, or crosses a threshold, not where spans meet. A stretch whose
    // slope is of another regime than its span has none.
    for (size_t i = 0, span = 0; i + 1 < points.size(); ++i) {
        while (span < result.borders.size() && std::exp(curve.middle(i)) > result.borders[span].gpus) ++span;
        points[i + 1]->regime = spans[span].regime;
        if (!curve.is_of(spans[span].regime, i)) points[i + 1]->regime = {};
    }
    for (size_t i = 0; i < points.size(); ++i) points[i]->divides_badly = curve.divides_badly(i);
    points[0]->regime = points[1]->regime;
    points[0]->elasticity = curve.slope(0);
    // Drawn sizes are not judged by larger ones: they have no regime where the part of the curve up to the
    // drawn count is too narrow to be named.
    if (last_drawn != points.begin() &&
        (*(last_drawn - 1))->gpus < points[0]->gpus * constants.narrowest * (1 - 1e-9))
        for (auto point = points.begin(); point != last_drawn; ++point) (*point)->regime = {};
    result.knee_gpus = knee_of(curve, points.size() - 1, spans, constants);
}

double gain_at_knee() { return std::pow(1.1, Defaults::built_in().regimes.knee) - 1; }

} // namespace roofrack
