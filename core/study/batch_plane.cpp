// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/batch_plane.h"

#include "core/base/figures/builder.h"
#include "core/base/units/parallel_workers.h"
#include "core/study/sizes.h"

#include <algorithm>
#include <atomic>
#include <cmath>

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
    const double block = std::max(1.0, std::round(fabric.scale_up_domain));
    const double unit = whole_replicas(prepared.scenario().plan, block);
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
    run_parallel_workers(std::clamp(threads, size_t{1}, std::max(size_t{1}, out.gpus.size())), [&] {
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

void describe(figures::Builder<CriticalBatch::Law>& f) {
    using namespace figures;
    using L = CriticalBatch::Law;
    f.text("source", &L::source, "source", "of the law", names_item);
    f.number("batch", &L::tokens, count, "batch", "tokens (samples) a step, by the law", always);
}

void describe(figures::Builder<CriticalBatch>& f) {
    using namespace figures;
    using C = CriticalBatch;
    f.number("batch", &C::tokens, count, "critical batch", "tokens (samples) a step",
             f.gate([](const C& c) { return c.tokens > 0; }, "no law holds"));
    f.flag("given", &C::is_given, "given", "by the project");
    f.number("low", &C::low, count, "critical batch, low", "the least of the laws",
             f.gate([](const C& c) { return c.low > 0; }, "no law holds"));
    f.number("high", &C::high, count, "critical batch, high", "the most of the laws",
             f.gate([](const C& c) { return c.high > 0; }, "no law holds"));
    f.list("laws", &C::laws, "laws", "as published, at the tokens of the run");
}

namespace {

struct DrawnBatch {
    double gpus = 0, sequences = 0;
};
void describe(figures::Builder<DrawnBatch>& f) {
    using namespace figures;
    f.number("gpus", &DrawnBatch::gpus, count, "GPUs", "as drawn", always);
    f.number("sequences", &DrawnBatch::sequences, count, "sequences", "(samples) a step of the workload",
             always);
}

/// A choice by the batches themselves instead of their places.
struct BestBatch {
    double gpus = 0;
    double fastest = 0, enough = 0, fastest_low = 0, fastest_high = 0; ///< sequences (samples)
    std::string held_back;
    bool memory_holds = false;
    Seconds time{};
};
void describe(figures::Builder<BestBatch>& f) {
    using namespace figures;
    using B = BestBatch;
    f.number("gpus", &B::gpus, count, "GPUs", "of the choice", always);
    f.number("sequences", &B::fastest, count, "fastest batch", "sequences (samples) of the fewest days",
             always);
    f.number("enough_sequences", &B::enough, count, "batch that is enough",
             "the smallest within a hundredth of the fastest", always);
    f.number("sequences_low", &B::fastest_low, count, "fastest batch, low",
             "by the least of the published laws", always);
    f.number("sequences_high", &B::fastest_high, count, "fastest batch, high",
             "by the most of the published laws", always);
    f.text("held_back", &B::held_back, "held back", "why the next larger batch cannot run",
           Absent{"larger ones run"});
    f.flag("memory_holds", &B::memory_holds, "memory holds", "it back");
    f.number("time_s", &B::time, days, "days to the target", "with the fastest batch", less, always);
}

std::vector<BestBatch> best_batches(const BatchPlane& plane) {
    std::vector<BestBatch> out;
    for (const BatchBest& best : plane.best) {
        const auto batch = [&](size_t index) { return plane.batches[index]; };
        out.push_back({best.gpus, batch(best.fastest), batch(best.enough), batch(best.fastest_low),
                       batch(best.fastest_high), best.held_back, best.memory_holds,
                       plane.find(best.gpus, batch(best.fastest))->time});
    }
    return out;
}

std::vector<BatchPoint> frontier_points(const BatchPlane& plane) {
    std::vector<BatchPoint> out;
    for (const size_t i : plane.frontier) out.push_back(plane.points[i]);
    return out;
}

} // namespace

void describe(figures::Builder<BatchPlane>& f) {
    using namespace figures;
    using P = BatchPlane;
    f.object("critical_batch", &P::critical, "critical batch", "beyond which larger ones cost more tokens");
    f.text(
        "counts", [](const P& p) { return p.counts_samples ? "samples" : "tokens"; }, "counts",
        "tokens or samples");
    f.number("token_budget", &P::token_budget, count, "token budget", "tokens (samples) at the drawn batch",
             always);
    f.number("least_tokens", &P::least_tokens, count, "least tokens",
             "(samples) of an infinitely small batch to the same loss", less, always);
    f.object(
        "drawn",
        [](const P& p) {
            return DrawnBatch{p.drawn_gpus, p.drawn_batch};
        },
        "drawn", "GPUs and batch");
    f.list("points", &P::points, "runs", "of all GPU counts with all batches");
    f.list(
        "best", [](const P& p) { return best_batches(p); }, "best", "batch at each GPU count");
    f.object(
        "fastest", [](const P& p) { return p.fastest(); }, "fastest", "run of all");
    f.list(
        "frontier", [](const P& p) { return frontier_points(p); }, "frontier",
        "runs that none beats in both days and GPU-hours");
    f.object("ramp", &P::ramp, "ramp", "of the batch, as the workload has it");
}

} // namespace roofrack
