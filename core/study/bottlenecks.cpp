// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/bottlenecks.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/plan_figures.h"
#include "core/step/engine/figures/evaluation_figures.h"
#include "core/step/engine/gains.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

const ScalePoint& nearest(const ScaleResult& study, double gpus) {
    return *std::ranges::min_element(
        study.points, {}, [&](const ScalePoint& point) { return std::abs(std::log(point.gpus / gpus)); });
}

} // namespace

std::vector<Bottleneck> bottlenecks(const Prepared& prepared, const ScaleResult& study,
                                    std::span<const double> gpus, const std::stop_token& stop) {
    std::vector<Bottleneck> out;
    if (study.points.empty()) return out;
    std::vector<double> counts(gpus.begin(), gpus.end());
    std::ranges::sort(counts);
    const double sequence = sequence_of(prepared.impl());
    for (const double count : counts) {
        if (stop.stop_requested()) break;
        const ScalePoint& point = nearest(study, count);
        if (!out.empty() && out.back().gpus == point.gpus) continue;
        Bottleneck here;
        here.gpus = point.gpus;
        here.reason = point.reason;
        here.plan = point.plan;
        if (point.feasible) {
            const double batch = point.batch / sequence;
            here.gains = gains_with(prepared, point.plan, point.gpus, batch, {});
            here.twice_batch = 2 * point.wall_step.si() /
                                   StepSolver(prepared).solve(point.plan, point.gpus, 2 * batch).step -
                               1;
            if (point.running.has_price())
                here.dollars_per_million = dollars_per_million(point.running.per_hour, point.useful);
        }
        std::erase_if(here.gains, [](const Gain& gain) { return gain.tenth < Bottleneck::least_gain; });
        out.push_back(std::move(here));
    }
    return out;
}

std::vector<BindingSpan> binding_spans(const std::vector<Bottleneck>& sizes) {
    std::vector<BindingSpan> out;
    bool is_open = false;
    for (const Bottleneck& size : sizes) {
        const bool binds = !size.gains.empty();
        if (binds && is_open && out.back().gain.resource == size.gains.front().resource)
            out.back().to = size.gpus;
        else if (binds)
            out.push_back({size.gpus, size.gpus, size.gains.front()});
        is_open = binds;
    }
    return out;
}

void describe(figures::Builder<Bottleneck>& f) {
    using namespace figures;
    using B = Bottleneck;
    const When runs = f.gate([](const B& b) { return b.reason.empty(); }, "nothing runs at the size");
    const When priced = f.gate([](const B& b) { return b.dollars_per_million > 0; }, "no price is known");
    f.number("gpus", &B::gpus, count, "GPUs", "of the size", always);
    f.text("reason", &B::reason, "reason", "why nothing runs there; empty: it does");
    f.object("plan", &B::plan, "plan", "that runs there", runs);
    f.list("gains", &B::gains, "gains", "what would shorten its step, most first: the first one binds");
    f.number("twice_batch", &B::twice_batch, share, "faster with twice the batch",
             "a token (sample) on the same plan", more);
    f.number("dollars_per_million", &B::dollars_per_million, usd_per_million, "$ per million",
             "useful tokens (samples)", less, priced);
}

void describe(figures::Builder<BindingSpan>& f) {
    using namespace figures;
    using S = BindingSpan;
    f.number("from", &S::from, count, "GPUs from", "on which one resource binds", always);
    f.number("to", &S::to, count, "GPUs to", "on which one resource binds", always);
    f.text(
        "binds", [](const S& s) { return s.gain.phrase(); }, "binds", "the resource, within a sentence");
}

} // namespace roofrack
