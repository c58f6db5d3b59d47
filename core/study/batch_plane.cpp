// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/batch_plane.h"

#include "core/study/sizes.h"
#include "core/units/crew.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

namespace roofrack {

namespace {

std::vector<double> ascending_once(std::vector<double> values) {
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return values;
}

BatchBest best_of(const BatchPlane& plane, size_t count) {
    constexpr double as_good = 1.01;
    const std::span<const BatchPoint> row = plane.row(count);
    const auto fastest = [&](double critical) {
        return static_cast<size_t>(fastest_of(row, critical) - row.data());
    };
    BatchBest out{plane.gpus[count],
                  fastest(plane.critical.tokens),
                  0,
                  fastest(plane.critical.low),
                  fastest(plane.critical.high),
                  {},
                  false};
    const double least = row[out.fastest].time.si();
    const auto enough = std::ranges::find_if(
        row, [&](const BatchPoint& point) { return point.runs() && point.time.si() <= as_good * least; });
    out.enough = static_cast<size_t>(enough - row.begin());
    const auto larger = row.subspan(out.fastest + 1);
    if (!larger.empty() && std::ranges::none_of(larger, &BatchPoint::runs)) {
        out.held_back = larger.front().reason;
        out.memory_holds = larger.front().too_large;
    }
    return out;
}

std::vector<size_t> frontier_of(const std::vector<BatchPoint>& points) {
    std::vector<size_t> by_days;
    for (size_t i = 0; i < points.size(); ++i)
        if (points[i].runs()) by_days.push_back(i);
    std::ranges::sort(by_days, {},
                      [&](size_t i) { return std::pair(points[i].time.si(), points[i].gpu_seconds()); });
    std::vector<size_t> out;
    for (const size_t i : by_days)
        if (out.empty() || points[i].gpu_seconds() < points[out.back()].gpu_seconds()) out.push_back(i);
    return out;
}

} // namespace

std::span<const BatchPoint> BatchPlane::row(size_t count) const {
    return std::span(points).subspan(count * batches.size(), batches.size());
}

const BatchPoint* BatchPlane::find(double gpus_there, double sequences) const {
    const auto found = std::ranges::find_if(points, [&](const BatchPoint& point) {
        return point.gpus == gpus_there && point.sequences == sequences;
    });
    return found == points.end() ? nullptr : &*found;
}

const BatchPoint* BatchPlane::fastest() const {
    return frontier.empty() ? nullptr : &points[frontier.front()];
}

std::vector<double> batch_counts(const Prepared& prepared) {
    const Fabric& fabric = prepared.fabric();
    const Plan& plan = prepared.scenario().plan;
    const double replica =
        static_cast<double>(std::max(1, plan.tp)) * std::max(1, plan.pp) * std::max(1, plan.cp);
    const double block = std::max(1.0, std::round(fabric.scale_up_domain));
    constexpr double most = 1e9; // their least common multiple is found in whole numbers
    const double unit =
        replica < most && block < most
            ? static_cast<double>(std::lcm(static_cast<long long>(replica), static_cast<long long>(block)))
            : std::max(replica, block);
    const std::vector<double> octaves = sweep_counts(fabric.gpus, fabric.scale_up_domain);
    std::vector<double> out = octaves;
    for (size_t i = 1; i < octaves.size(); ++i) {
        const double between = unit * std::round((octaves[i - 1] + octaves[i]) / 2 / unit);
        if (between > octaves[i - 1] && between < octaves[i]) out.push_back(between);
    }
    return ascending_once(std::move(out));
}

BatchPlane batch_plane(const Prepared& prepared, const BatchOptions& options, const std::stop_token& stop) {
    const Prepared::Impl& impl = prepared.impl();
    const BatchTarget target(impl);
    BatchPlane out;
    out.critical = target.critical;
    out.token_budget = target.token_budget;
    out.least_tokens = target.least_tokens();
    out.drawn_gpus = impl.fabric.gpus;
    out.drawn_batch = batch_of(impl);
    out.tokens_each = sequence_of(impl);
    out.counts_samples = impl.model.generic.has_value();
    if (!(out.token_budget > 0)) return out;
    out.gpus = ascending_once(options.gpus.empty() ? batch_counts(prepared) : options.gpus);
    out.batches = ascending_once(options.batches.empty() ? batch_grid(impl) : options.batches);
    if (out.batches.empty()) return out;

    out.points.resize(out.gpus.size() * out.batches.size());
    std::atomic<size_t> next = 0;
    const size_t threads = options.threads > 0 ? options.threads : std::thread::hardware_concurrency();
    work_in_crew(std::clamp(threads, size_t{1}, std::max(size_t{1}, out.gpus.size())), [&] {
        StepSolver solver(prepared);
        for (size_t i = next++; i < out.gpus.size() && !stop.stop_requested(); i = next++)
            for (size_t k = 0; k < out.batches.size() && !stop.stop_requested(); ++k)
                out.points[i * out.batches.size() + k] =
                    batch_point(prepared, solver, target, impl.scenario.plan, out.gpus[i], out.batches[k]);
    });
    if (stop.stop_requested()) {
        out.points.clear();
        out.gpus.clear();
        return out;
    }
    for (size_t i = 0; i < out.gpus.size(); ++i)
        if (std::ranges::any_of(out.row(i), &BatchPoint::runs)) out.best.push_back(best_of(out, i));
    out.frontier = frontier_of(out.points);
    out.ramp = batch_ramp(prepared, impl.fabric.gpus);
    return out;
}

} // namespace roofrack
