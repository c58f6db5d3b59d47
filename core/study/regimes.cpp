// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/regimes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace roofrack {

namespace {

/// A point of the curve in the logarithms.
struct Place {
    double gpus = 0, progress = 0;
    double smooth = 0; ///< progress without pits
};

/// Stretches first … last − 1 of the curve in one regime; stretch i goes from point i to point i + 1.
struct Run {
    Regime regime = Regime::linear;
    size_t first = 0, last = 0;
};

class Curve {
public:
    Curve(std::vector<Place> places, const Defaults::Regimes& constants, std::span<const ScaleStep> fabric)
        : m_places(std::move(places))
        , m_constants(constants)
        , m_fabric(fabric)
        , m_slopes(m_places.size() - 1)
        , m_pits(m_places.size()) {}

    /// Regimes of the stretches between two points, by themselves alone.
    std::vector<Run> runs(size_t first, size_t last) {
        std::vector<Run> out;
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

    /// Joins what is narrow and equal, until nothing is.
    void settle(std::vector<Run>& runs) const {
        while (true) {
            for (Run& run : runs) run.regime = by_ends(run);
            join_equal(runs);
            if (runs.size() < 2) return;
            const auto narrow = std::ranges::min_element(
                runs, {}, [&](const Run& run) { return width(run.first, run.last); });
            if (width(narrow->first, narrow->last) >= std::log(m_constants.narrowest) - 1e-9) return;
            join(runs, static_cast<size_t>(narrow - runs.begin()));
        }
    }

    double slope(size_t stretch) const { return m_slopes[stretch]; }
    /// Up to the hysteresis.
    bool is_of(Regime regime, size_t stretch) const {
        const Regime low = regime_of(m_slopes[stretch] - m_constants.hysteresis, m_constants);
        const Regime high = regime_of(m_slopes[stretch] + m_constants.hysteresis, m_constants);
        return regime <= low && regime >= high;
    }
    double width(size_t first, size_t last) const { return m_places[last].gpus - m_places[first].gpus; }
    double middle(size_t stretch) const { return (m_places[stretch].gpus + m_places[stretch + 1].gpus) / 2; }
    /// Below what its neighbours have, by more than a hundredth.
    bool divides_badly(size_t i) const { return m_pits[i]; }
    const Place& place(size_t i) const { return m_places[i]; }
    const std::vector<ScaleStep>& steps() const { return m_steps; }

private:
    /// A border between two points of a stretch of the curve, the second of which divides well.
    void take_step(const ScaleStep& border, size_t first, size_t last) {
        const double at = std::log(border.gpus) + 1e-9, octave = std::log(2.0) + 1e-6;
        size_t from = first;
        while (from < last && m_places[from + 1].gpus <= at) ++from;
        size_t to = from + 1;
        while (to < last && m_pits[to]) ++to;
        if (m_places[from].gpus > at || to > last || m_places[to].gpus - m_places[from].gpus > octave) return;
        const auto slope = [&](size_t a, size_t b) {
            return (m_places[b].smooth - m_places[a].smooth) / (m_places[b].gpus - m_places[a].gpus);
        };
        // Its slope beyond, over a window; at the end of the stretch that before.
        size_t end = to, begin = from;
        const double window = std::log(m_constants.smoothing);
        while (end < last && m_places[end + 1].gpus - m_places[to].gpus <= window + 1e-9) ++end;
        while (begin > first && m_places[from].gpus - m_places[begin - 1].gpus <= window + 1e-9) --begin;
        const double trend = std::clamp(end > to       ? slope(to, end)
                                        : begin < from ? slope(begin, from)
                                                       : 1.0,
                                        0.0, 1.0);
        const double rise = m_places[to].smooth - m_places[from].smooth;
        const double step = rise - trend * (m_places[to].gpus - m_places[from].gpus);
        if (!(step < std::log1p(-least_step)) || from + 1 == m_fell_to) return;
        m_steps.push_back({border.gpus, border.links, std::exp(step)});
        if (rise < -std::log1p(m_constants.least_fall)) {
            m_fell_to = from + 1;
            return;
        }
        for (size_t i = from + 1; i < m_places.size(); ++i) {
            // Those in between divide badly: they keep what they are below the line.
            m_places[i].progress -= step;
            m_places[i].smooth -= step;
        }
    }

    /// Sizes that divide badly are pits of the efficiency, and no decision: those narrower than a doubling,
    /// after which all divides again, are bridged: where the closing of mathematical morphology fills them.
    void fill_pits(size_t first, size_t last) {
        const double width = std::log(2.0) + 1e-9;
        std::vector<double> best(m_places.size()), filled(m_places.size());
        for (size_t i = first; i <= last; ++i) {
            best[i] = efficiency(i);
            for (size_t j = i; j-- > first && m_places[i].gpus - m_places[j].gpus <= width;)
                best[i] = std::max(best[i], efficiency(j));
        }
        for (size_t i = first; i <= last; ++i) {
            filled[i] = best[i];
            for (size_t j = i + 1; j <= last && m_places[j].gpus - m_places[i].gpus <= width; ++j)
                filled[i] = std::min(filled[i], best[j]);
        }
        // A pit has two edges: what falls to the end is none.
        double rest = efficiency(last);
        for (size_t i = last + 1; i-- > first && m_places[last].gpus - m_places[i].gpus < width;) {
            rest = std::max(rest, efficiency(i));
            filled[i] = std::min(filled[i], rest);
        }
        bridge(first, last, filled);
        for (size_t i = first; i <= last; ++i) {
            m_places[i].smooth = filled[i] + m_places[i].gpus;
            m_pits[i] = filled[i] > efficiency(i) + 0.01;
        }
    }

    /// Straight from edge to edge of each pit: a lower edge is no cliff behind the higher one.
    void bridge(size_t first, size_t last, std::vector<double>& filled) const {
        const auto is_filled = [&](size_t i) { return filled[i] > efficiency(i) + 1e-9; };
        for (size_t i = first + 1; i < last; ++i) {
            if (!is_filled(i) || is_filled(i - 1)) continue;
            size_t end = i;
            while (end < last && is_filled(end)) ++end;
            const double from = m_places[i - 1].gpus, reach = m_places[end].gpus - from;
            const double low = filled[i - 1], high = filled[end];
            for (; i < end; ++i) filled[i] = low + (m_places[i].gpus - from) / reach * (high - low);
        }
    }

    double efficiency(size_t i) const { return m_places[i].progress - m_places[i].gpus; }

    double smooth_at(double gpus) const {
        auto after = std::ranges::lower_bound(m_places, gpus, {}, &Place::gpus);
        if (after == m_places.begin()) ++after;
        if (after == m_places.end()) --after;
        const Place &a = *(after - 1), &b = *after;
        return a.smooth + (gpus - a.gpus) / (b.gpus - a.gpus) * (b.smooth - a.smooth);
    }

    double slope(size_t i, size_t first, size_t last) const {
        const double half = std::log(m_constants.smoothing) / 2;
        const double low = std::max(m_places[first].gpus, std::min(m_places[i].gpus, middle(i) - half));
        const double high = std::min(m_places[last].gpus, std::max(m_places[i + 1].gpus, middle(i) + half));
        return (smooth_at(high) - smooth_at(low)) / (high - low);
    }

    Regime next_regime(Regime before, double slope) const {
        const Regime here = regime_of(slope, m_constants);
        if (here == before) return here;
        // Not across a border by less than the hysteresis; a curve that rises does not stay degrading.
        const double nearer = here > before ? slope + m_constants.hysteresis : slope - m_constants.hysteresis;
        if (before == Regime::degrading) return here;
        return regime_of(nearer, m_constants) == before ? before : here;
    }

    /// A stretch that ends lower than it began degrades, and no other does.
    Regime by_ends(const Run& run) const {
        const double fall = m_places[run.first].progress - m_places[run.last].progress;
        if (fall > std::log1p(m_constants.least_fall)) return Regime::degrading;
        return run.regime == Regime::degrading ? Regime::diminishing : run.regime;
    }

    static void join_equal(std::vector<Run>& runs) {
        for (size_t i = 1; i < runs.size();) {
            if (runs[i].regime != runs[i - 1].regime) {
                ++i;
                continue;
            }
            runs[i - 1].last = runs[i].last;
            runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    /// Into the neighbour whose regime is nearer, else into the wider one.
    void join(std::vector<Run>& runs, size_t i) const {
        const auto distance = [&](size_t other) {
            const int apart =
                std::abs(static_cast<int>(runs[other].regime) - static_cast<int>(runs[i].regime));
            return std::pair(apart, -width(runs[other].first, runs[other].last));
        };
        const bool left = i > 0 && (i + 1 == runs.size() || distance(i - 1) <= distance(i + 1));
        Run& into = runs[left ? i - 1 : i + 1];
        into.first = std::min(into.first, runs[i].first);
        into.last = std::max(into.last, runs[i].last);
        runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(i));
    }

    static constexpr double least_step = 0.03;

    std::vector<Place> m_places;
    const Defaults::Regimes& m_constants;
    std::span<const ScaleStep> m_fabric;
    std::vector<ScaleStep> m_steps;
    size_t m_fell_to = 0; ///< point before which the last step that is a fall lies; 0: there was none
    std::vector<double> m_slopes;
    std::vector<bool> m_pits;
};

/// Points at which the curve is cut: the last one drawn, and the first one from a quarter of it on, or as far
/// below it as a stretch with a name is wide.
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

/// Where the curve is highest, or lowest, around the place where two runs meet.
double extreme_near(const Curve& curve, const Run& before, const Run& after, double reach, const Room& room) {
    const double meet = curve.place(after.first).gpus;
    const double sign = after.regime == Regime::degrading ? 1 : -1;
    size_t best = after.first;
    for (size_t i = before.first; i <= after.last; ++i) {
        const Place& place = curve.place(i);
        if (std::abs(place.gpus - meet) <= reach && room.holds(place.gpus) &&
            sign * place.progress > sign * curve.place(best).progress)
            best = i;
    }
    return curve.place(best).gpus;
}

/// Where the slope last passed the border of the linear regime, before the runs meet.
double crossing_near(const Curve& curve, const Run& before, const Run& after, double threshold,
                     const Room& room) {
    const bool falls = before.regime == Regime::linear;
    const auto beyond = [&](size_t i) { return falls == (curve.slope(i) < threshold); };
    size_t i = after.first;
    while (i > before.first && beyond(i)) --i;
    const double meet = curve.place(after.first).gpus, change = curve.slope(i) - curve.slope(i + 1);
    if (i == after.first || std::abs(change) < 1e-12) return meet;
    const double share = (curve.slope(i) - threshold) / change;
    const double at = curve.middle(i) + share * (curve.middle(i + 1) - curve.middle(i));
    return room.holds(at) ? at : meet;
}

/// `from`: the border before; `drawn`: the last size that is drawn, below which no border comes to stand for
/// what lies beyond. A degrading run begins where the curve is highest and ends where it is lowest.
double border_between(const Curve& curve, double from, double drawn, const Run& before, const Run& after,
                      const Defaults::Regimes& constants) {
    const double narrowest = std::log(constants.narrowest);
    const Room room{from + narrowest, curve.place(after.last).gpus - narrowest};
    if (before.regime == Regime::degrading || after.regime == Regime::degrading)
        return extreme_near(curve, before, after, std::log(constants.smoothing), room);
    const double crossing = crossing_near(curve, before, after, constants.linear, room);
    return drawn <= curve.place(after.first).gpus + 1e-9 ? std::max(crossing, drawn) : crossing;
}

} // namespace

void find_regimes(ScaleResult& result, const Defaults::Regimes& constants,
                  std::span<const ScaleStep> fabric) {
    std::vector<ScalePoint*> points;
    std::vector<Place> places;
    for (ScalePoint& point : result.points)
        if (point.feasible && point.progress > 0) {
            points.push_back(&point);
            places.push_back({std::log(point.gpus), std::log(point.progress), 0});
        }
    if (points.empty()) return;
    result.peak_gpus = (*std::ranges::max_element(points, {}, &ScalePoint::progress))->gpus;
    if (points.size() < 2) return;
    Curve curve(std::move(places), constants, fabric);
    std::vector<Run> runs;
    const std::vector<size_t> at = cuts(points, result.drawn_gpus, constants.narrowest);
    for (size_t i = 0; i + 1 < at.size(); ++i)
        for (const Run& run : curve.runs(at[i], at[i + 1])) runs.push_back(run);
    curve.settle(runs);
    result.steps = curve.steps();

    const auto last_drawn =
        std::ranges::upper_bound(points, result.drawn_gpus * (1 + 1e-9), {}, &ScalePoint::gpus);
    const double drawn = last_drawn == points.begin() ? -std::numeric_limits<double>::infinity()
                                                      : std::log((*(last_drawn - 1))->gpus);
    double border = curve.place(0).gpus;
    for (size_t i = 1; i < runs.size(); ++i) {
        border = border_between(curve, border, drawn, runs[i - 1], runs[i], constants);
        result.borders.push_back(
            {runs[i - 1].regime, runs[i].regime, std::exp(border), {}, ThrottleCause::none, {}});
    }
    for (size_t i = 0; i + 1 < points.size(); ++i) points[i + 1]->elasticity = curve.slope(i);
    // Borders stand where the curve turns, or crosses, not where the runs met; a stretch whose slope is of
    // another regime than what is wide enough to be named has none.
    for (size_t i = 0, run = 0; i + 1 < points.size(); ++i) {
        while (run < result.borders.size() && std::exp(curve.middle(i)) > result.borders[run].gpus) ++run;
        points[i + 1]->regime = runs[run].regime;
        if (!curve.is_of(runs[run].regime, i)) points[i + 1]->regime = {};
    }
    for (size_t i = 0; i < points.size(); ++i) points[i]->divides_badly = curve.divides_badly(i);
    points[0]->regime = points[1]->regime;
    points[0]->elasticity = curve.slope(0);
    // What is drawn is not judged by what is not: without a stretch below it that has a name there is no
    // regime.
    if (last_drawn != points.begin() &&
        (*(last_drawn - 1))->gpus < points[0]->gpus * constants.narrowest * (1 - 1e-9))
        for (auto point = points.begin(); point != last_drawn; ++point) (*point)->regime = {};
    const auto runs_at = [&](size_t stretch) {
        const auto run = std::ranges::find_if(runs, [&](const Run& each) { return stretch < each.last; });
        return run == runs.end() ? Regime::linear : run->regime;
    };
    for (size_t i = 1; i + 1 < points.size() && result.knee_gpus == 0; ++i) {
        const double a = curve.slope(i - 1), b = curve.slope(i);
        if (!(a >= constants.knee && b < constants.knee)) continue;
        if (runs_at(i) == Regime::degrading) break; // a cliff is no knee
        const double share = (a - constants.knee) / (a - b);
        result.knee_gpus = std::exp(curve.middle(i - 1) + share * (curve.middle(i) - curve.middle(i - 1)));
    }
}

} // namespace roofrack
