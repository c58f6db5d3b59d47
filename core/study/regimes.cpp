// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/regimes.h"

#include "core/base/constants/defaults.h"
#include "core/study/regime_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

/// Where a border may stand, in the logarithm of GPUs: both its sides stay wide enough to be named.
struct Room {
    double from = 0, to = 0;
    bool holds(double gpus) const { return gpus >= from - 1e-9 && gpus <= to + 1e-9; }
};

/// Where the curve is highest, or lowest, around the place where two spans meet.
double extreme_near(const RegimeCurve& curve, const RegimeSpan& before, const RegimeSpan& after, double reach,
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
double crossing_near(const RegimeCurve& curve, const RegimeSpan& before, const RegimeSpan& after,
                     double threshold, const Room& room) {
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

/// The last drawn size, and the point where a limit of power or heat bends the curve; 0: none does.
struct Marks {
    double drawn = 0; ///< logarithm of GPUs; what lies beyond it puts no border below it
    size_t bend = 0;
};

/// Whether a border of linear belongs to the bend instead of where the slope over a window crosses the
/// threshold: the bend is within the window, and the curve from one to the other is linear, or is not.
bool belongs_to_bend(const RegimeCurve& curve, double crossing, double bend,
                     const Defaults::Regimes& constants) {
    return std::abs(bend - crossing) <= std::log(constants.smoothing) &&
           curve.above_linear(bend) >= curve.above_linear(crossing) - 1e-12;
}

/// How near a border at a bend may stand to the next ones: its place is known, only its neighbours' are not.
double least_beside_bend(const Defaults::Regimes& constants) { return std::log(constants.narrowest) / 3; }

/// `room`: where the border may stand unless it stands at the bend. A degrading span begins where the curve
/// is highest and ends where it is lowest.
double border_between(const RegimeCurve& curve, const Room& room, const Marks& marks,
                      const RegimeSpan& before, const RegimeSpan& after, const Defaults::Regimes& constants) {
    if (before.regime == Regime::degrading || after.regime == Regime::degrading)
        return extreme_near(curve, before, after, std::log(constants.smoothing), room);
    double out = crossing_near(curve, before, after, constants.linear, room);
    if (marks.drawn <= curve.point(after.first).gpus + 1e-9) out = std::max(out, marks.drawn);
    if (marks.bend == 0 || before.regime != Regime::linear) return out;
    const double bend = curve.point(marks.bend).gpus;
    const double spare = std::log(constants.narrowest) - least_beside_bend(constants);
    const bool has_room = Room{room.from - spare, room.to + spare}.holds(bend);
    return has_room && belongs_to_bend(curve, out, bend, constants) ? bend : out;
}

/// The knee in GPUs: where the slope first falls through Defaults::Regimes::knee. 0 where it never does, or
/// where the curve degrades there: a cliff is no knee.
/// `bend`: a point at which a regime ends and windows with it; 0: none.
double knee_of(const RegimeCurve& curve, size_t stretches, const std::vector<RegimeSpan>& spans, size_t bend,
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
        if (i == bend) return std::exp(curve.point(bend).gpus);
        const double share = (before - constants.knee) / (before - after);
        return std::exp(curve.middle(i - 1) + share * (curve.middle(i) - curve.middle(i - 1)));
    }
    return 0;
}

/// GPUs of a place: those of the point that stands there.
double gpus_at(const std::vector<ScalePoint*>& points, double place) {
    const double gpus = std::exp(place);
    const auto next = std::ranges::lower_bound(points, gpus * (1 - 1e-9), {}, &ScalePoint::gpus);
    return next != points.end() && (*next)->gpus < gpus * (1 + 1e-9) ? (*next)->gpus : gpus;
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
    RegimeCurve curve(std::move(log_points), constants, fabric);
    std::vector<RegimeSpan> spans;
    const std::vector<size_t> cuts = curve_cuts(points, result.drawn_gpus, constants.narrowest);
    for (size_t i = 0; i + 1 < cuts.size(); ++i)
        for (const RegimeSpan& span : curve.spans(cuts[i], cuts[i + 1])) spans.push_back(span);
    curve.settle(spans);
    result.steps = curve.steps();

    const auto last_drawn =
        std::ranges::upper_bound(points, result.drawn_gpus * (1 + 1e-9), {}, &ScalePoint::gpus);
    Marks marks{last_drawn == points.begin() ? -std::numeric_limits<double>::infinity()
                                             : std::log((*(last_drawn - 1))->gpus)};
    if (const auto onset = limit_onset(points, result.drawn_gpus)) {
        const size_t bend = curve.bend_of(*onset - 1, *onset);
        if (curve.point(bend).gpus >= marks.drawn) marks.bend = bend;
    }
    const double bend = curve.point(marks.bend).gpus, narrowest = std::log(constants.narrowest);
    double border = curve.point(0).gpus;
    bool is_bent = false;
    for (size_t i = 1; i < spans.size(); ++i) {
        const bool is_behind_bend = is_bent && border == bend;
        const Room room{border + (is_behind_bend ? least_beside_bend(constants) : narrowest),
                        curve.point(spans[i].last).gpus - narrowest};
        border = border_between(curve, room, marks, spans[i - 1], spans[i], constants);
        is_bent |= marks.bend > 0 && border == bend && spans[i - 1].regime == Regime::linear;
        result.borders.push_back(
            {spans[i - 1].regime, spans[i].regime, gpus_at(points, border), {}, ThrottleCause::none, {}});
    }
    if (is_bent) curve.bend_at(marks.bend, cuts);
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
    result.knee_gpus = knee_of(curve, points.size() - 1, spans, is_bent ? marks.bend : 0, constants);
}

double gain_at_knee() { return std::pow(1.1, Defaults::built_in().regimes.knee) - 1; }

} // namespace roofrack
