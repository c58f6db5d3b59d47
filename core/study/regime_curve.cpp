// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/regime_curve.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace roofrack {

std::vector<RegimeSpan> RegimeCurve::spans(size_t first, size_t last) {
    std::vector<RegimeSpan> out;
    fill_pits(first, last);
    for (const ScaleStep& border : m_fabric) take_step(border, first, last);
    for (size_t i = first; i < last; ++i) {
        m_slopes[i] = slope(i, first, last);
        const Regime regime =
            out.empty() ? regime_of(m_slopes[i], m_constants) : next_regime(out.back().regime, m_slopes[i]);
        if (out.empty() || out.back().regime != regime) out.push_back({regime, i, i});
        out.back().last = i + 1;
    }
    settle(out);
    return out;
}

void RegimeCurve::settle(std::vector<RegimeSpan>& spans) const {
    while (true) {
        for (RegimeSpan& span : spans) span.regime = by_ends(span);
        join_equal(spans);
        if (spans.size() < 2) return;
        size_t narrow = 0;
        for (size_t i = 1; i < spans.size(); ++i)
            if (reach(spans, i) < reach(spans, narrow)) narrow = i;
        if (reach(spans, narrow) >= std::log(m_constants.narrowest) - 1e-9) return;
        join(spans, narrow);
    }
}

void RegimeCurve::bend_at(size_t bend, const std::vector<size_t>& cuts) {
    for (size_t part = 0; part + 1 < cuts.size(); ++part) {
        if (bend <= cuts[part] || bend >= cuts[part + 1]) continue;
        for (size_t i = cuts[part]; i < cuts[part + 1]; ++i)
            m_slopes[i] = i < bend ? slope(i, cuts[part], bend) : slope(i, bend, cuts[part + 1]);
    }
}

size_t RegimeCurve::bend_of(size_t before, size_t after) const {
    while (before > 0 && m_pits[before]) --before;
    const double rise = m_points[after].smooth - m_points[before].smooth;
    const bool is_linear = rise >= m_constants.linear * width(before, after);
    return is_linear && !m_pits[after] ? after : before;
}

bool RegimeCurve::is_of(Regime regime, size_t stretch) const {
    const Regime low = regime_of(m_slopes[stretch] - m_constants.hysteresis, m_constants);
    const Regime high = regime_of(m_slopes[stretch] + m_constants.hysteresis, m_constants);
    return regime <= low && regime >= high;
}

double RegimeCurve::reach(const std::vector<RegimeSpan>& spans, size_t i) const {
    const RegimeSpan& span = spans[i];
    const bool is_between = i > 0 && i + 1 < spans.size() && spans[i - 1].regime == Regime::linear &&
                            span.regime == Regime::diminishing && spans[i + 1].regime == Regime::degrading;
    size_t end = span.last;
    if (is_between)
        for (size_t k = span.last + 1; k <= spans[i + 1].last; ++k) {
            const bool is_near = width(span.last, k) <= std::log(m_constants.smoothing) &&
                                 width(k, spans[i + 1].last) >= std::log(m_constants.narrowest) - 1e-9;
            if (is_near && m_points[k].progress > m_points[end].progress) end = k;
        }
    return width(span.first, end);
}

void RegimeCurve::take_step(const ScaleStep& border, size_t first, size_t last) {
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

void RegimeCurve::fill_pits(size_t first, size_t last) {
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

void RegimeCurve::lift_uneven(size_t first, size_t last, std::vector<double>& filled) const {
    for (size_t from = first; from < last; ++from) {
        if (m_points[from].is_uneven) continue;
        size_t to = from + 1;
        while (to < last && m_points[to].is_uneven) ++to;
        const double reach = m_points[to].gpus - m_points[from].gpus;
        if (m_points[to].is_uneven || reach > std::log(2.0) + 1e-9) continue;
        for (size_t i = from + 1; i < to; ++i) {
            const double share = (m_points[i].gpus - m_points[from].gpus) / reach;
            filled[i] = std::max(filled[i], efficiency(from) + share * (efficiency(to) - efficiency(from)));
        }
    }
}

void RegimeCurve::bridge(size_t first, size_t last, std::vector<double>& filled) const {
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

double RegimeCurve::smooth_at(double gpus) const {
    auto after = std::ranges::lower_bound(m_points, gpus, {}, &LogPoint::gpus);
    if (after == m_points.begin()) ++after;
    if (after == m_points.end()) --after;
    const LogPoint &a = *(after - 1), &b = *after;
    return a.smooth + (gpus - a.gpus) / (b.gpus - a.gpus) * (b.smooth - a.smooth);
}

double RegimeCurve::slope(size_t i, size_t first, size_t last) const {
    const double half = std::log(m_constants.smoothing) / 2;
    const double low = std::max(m_points[first].gpus, std::min(m_points[i].gpus, middle(i) - half));
    const double high = std::min(m_points[last].gpus, std::max(m_points[i + 1].gpus, middle(i) + half));
    return (smooth_at(high) - smooth_at(low)) / (high - low);
}

Regime RegimeCurve::next_regime(Regime before, double slope) const {
    const Regime here = regime_of(slope, m_constants);
    if (here == before) return here;
    // The slope must pass the border between two regimes by the hysteresis to change the regime; only a
    // degrading curve changes at once when it rises.
    const double nearer = here > before ? slope + m_constants.hysteresis : slope - m_constants.hysteresis;
    if (before == Regime::degrading) return here;
    return regime_of(nearer, m_constants) == before ? before : here;
}

Regime RegimeCurve::by_ends(const RegimeSpan& span) const {
    const double fall = m_points[span.first].progress - m_points[span.last].progress;
    if (fall > std::log1p(m_constants.least_fall)) return Regime::degrading;
    return span.regime == Regime::degrading ? Regime::diminishing : span.regime;
}

void RegimeCurve::join_equal(std::vector<RegimeSpan>& spans) {
    for (size_t i = 1; i < spans.size();) {
        if (spans[i].regime != spans[i - 1].regime) {
            ++i;
            continue;
        }
        spans[i - 1].last = spans[i].last;
        spans.erase(spans.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void RegimeCurve::join(std::vector<RegimeSpan>& spans, size_t i) const {
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

std::vector<size_t> curve_cuts(const std::vector<ScalePoint*>& points, double drawn, double narrowest) {
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

std::optional<size_t> limit_onset(const std::vector<ScalePoint*>& points, double drawn) {
    if (points.empty()) return {};
    const ThrottleCause limit = points.back()->throttle_cause;
    if (limit == ThrottleCause::none) return {};
    size_t out = points.size() - 1;
    while (out > 0 && points[out - 1]->throttle_cause == limit) --out;
    if (out == 0 || points[out]->gpus <= drawn * (1 + 1e-9)) return {};
    return out;
}

} // namespace roofrack
