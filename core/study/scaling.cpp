// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/scaling.h"

#include "core/engine/band_basis.h"
#include "core/engine/useful_rate.h"
#include "core/search/search.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// TP, PP and micro-batch chosen anew: the fastest that fits.
std::string replan(const Prepared& prepared, StepSolver& solver, double gpus, double batch, PlanAtSize& out) {
    const Prepared::Impl& impl = prepared.impl();
    const Plan& drawn = impl.scenario.plan;
    std::string reason = try_plan(prepared, solver, drawn, gpus, batch, out);
    if (!impl.model.transformer) return reason;
    SearchOptions options;
    options.gpus = gpus;
    options.global_batch = batch;
    options.top = 1;
    options.front = false;
    SearchSpace& space = options.space;
    space.vpp = {1, drawn.vpp};
    space.cp = {drawn.cp};
    space.ep = {drawn.ep};
    space.zero = {drawn.zero};
    space.shard = {drawn.shard};
    space.recompute = {drawn.recompute};
    space.recompute_layers = {drawn.recompute_layers};
    space.sequence_parallel = {drawn.sequence_parallel};
    space.schedule = {drawn.schedule};
    if (drawn.schedule == Schedule::one_f_one_b) space.schedule.push_back(Schedule::interleaved);
    if (drawn.schedule == Schedule::interleaved) space.schedule.push_back(Schedule::one_f_one_b);
    const auto found = search(prepared, options);
    PlanAtSize best;
    if (!found || found->best.empty() ||
        !try_plan(prepared, solver, found->best.front().plan, gpus, batch, best).empty())
        return reason;
    if (!reason.empty() || best.state.step < out.state.step) out = std::move(best);
    return {};
}

/// The part of the step that grew most from one point to the next, per unit of ideal (shrinking) work.
/// Parts that the metric does not count cannot cause its border.
std::string cause_between(const ScalePoint& before, const ScalePoint& after, ScaleMetric metric) {
    const double shrink = is_weak(metric) ? 1 : before.gpus / after.gpus;
    const size_t counted =
        counts_failures(metric) ? step_part_count : static_cast<size_t>(StepPart::checkpoint);
    size_t cause = 0;
    double most = -1;
    for (size_t i = 0; i < counted; ++i) {
        const double growth = after.parts[i] - before.parts[i] * shrink;
        if (growth > most) {
            most = growth;
            cause = i;
        }
    }
    return std::string(name_of(static_cast<StepPart>(cause)));
}

void classify(ScaleResult& result, const Defaults::Regimes& constants) {
    std::vector<ScalePoint*> points;
    for (ScalePoint& point : result.points)
        if (point.feasible && point.rate > 0) points.push_back(&point);
    if (points.empty()) return;
    const ScalePoint& first = *points.front();
    double best = 0;
    for (size_t i = 0; i < points.size(); ++i) {
        ScalePoint& p = *points[i];
        p.speedup = p.rate / first.rate * first.gpus;
        p.efficiency = p.speedup / p.gpus;
        if (p.rate > best) {
            best = p.rate;
            result.peak_gpus = p.gpus;
        }
    }
    for (size_t i = 1; i < points.size(); ++i) {
        const ScalePoint &a = *points[i - 1], &b = *points[i];
        if (a.regime == b.regime) continue;
        // The border lies where the elasticity passes its threshold, between the two points on a logarithmic
        // axis.
        const double threshold =
            a.regime == Regime::linear || b.regime == Regime::linear ? constants.linear : 0.0;
        const double span = a.elasticity - b.elasticity;
        const double where =
            std::abs(span) > 1e-12 ? std::clamp((a.elasticity - threshold) / span, 0.0, 1.0) : 0.5;
        const double gpus = std::exp(std::log(a.gpus) + where * std::log(b.gpus / a.gpus));
        result.borders.push_back({a.regime, b.regime, gpus, cause_between(a, b, result.metric)});
    }
}

} // namespace

std::vector<double> gpu_counts(double first, double last) {
    std::vector<double> out;
    if (!(first >= 1) || !(last >= first)) return out;
    out.push_back(first);
    for (double n = std::exp2(std::floor(std::log2(first)) + 1); n < last; n *= 2) out.push_back(n);
    if (last > first) out.push_back(last);
    return out;
}

std::vector<double> sweep_counts(double drawn_gpus, double scale_up_domain) {
    constexpr double most_gpus = 131072;
    double first = std::max(1.0, std::min(8.0, scale_up_domain));
    double last = std::max(drawn_gpus, std::min(most_gpus, 8 * drawn_gpus));
    if (last <= 64) {
        first = 1;
        last = 64;
    }
    std::vector<double> counts;
    double least = drawn_gpus;
    for (double gpus = drawn_gpus; gpus >= first && gpus == std::floor(gpus); gpus /= 2)
        counts.push_back(least = gpus);
    for (double gpus = first; 2 * gpus <= least; gpus *= 2) counts.push_back(gpus);
    for (double gpus = 2 * drawn_gpus; drawn_gpus > 0 && gpus <= last; gpus *= 2) counts.push_back(gpus);
    std::ranges::sort(counts);
    counts.erase(std::ranges::unique(counts).begin(), counts.end());
    return counts;
}

ScaleResult scale(const Prepared& prepared, std::span<const double> gpus, ScaleMetric metric,
                  bool with_replan, const std::stop_token& stop) {
    const Prepared::Impl& impl = prepared.impl();
    StepSolver solver(prepared);
    ScaleResult out;
    out.metric = metric;
    std::vector<double> counts(gpus.begin(), gpus.end());
    std::ranges::sort(counts);
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    for (const double n : counts) {
        if (stop.stop_requested()) break;
        ScalePoint point;
        point.gpus = n;
        const double batch = batch_at(impl, n, metric);
        PlanAtSize candidate;
        point.reason = with_replan ? replan(prepared, solver, n, batch, candidate)
                                   : try_plan(prepared, solver, impl.scenario.plan, n, batch, candidate);
        point.feasible = point.reason.empty();
        point.plan = point.feasible ? candidate.plan : impl.scenario.plan;
        if (point.feasible) {
            const StepState& state = candidate.state;
            point.step_time = Seconds(state.step);
            const Band band =
                Uncertainty::built_in().band(state.step, band_basis(impl, candidate.plan, batch));
            point.step_time_low = Seconds(band.low);
            point.step_time_high = Seconds(band.high);
            point.parts = state.parts;
            point.rate = rate_of(impl, state, batch, metric);
            point.elasticity = local_elasticity(prepared, solver, candidate.plan, n, metric);
            point.regime = regime_of(point.elasticity, impl.defaults->regimes);
        }
        out.points.push_back(std::move(point));
    }
    classify(out, impl.defaults->regimes);
    return out;
}

} // namespace roofrack
