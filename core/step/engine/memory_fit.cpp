// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/memory_fit.h"

#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/plan_memory.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

namespace roofrack {

namespace {

std::vector<MemoryPart> parts_of(const MemoryBytes& bytes, bool sharded) {
    std::vector<MemoryPart> out{{"weights", Bytes(bytes.weights)},
                                {"gradients", Bytes(bytes.gradients)},
                                {"optimizer", Bytes(bytes.optimizer)},
                                {"activations", Bytes(bytes.activations)},
                                {"working set", Bytes(bytes.working)}};
    if (sharded) out.push_back({"gathered layers", Bytes(bytes.gathered)});
    out.push_back({"comm buffers", Bytes(bytes.communication)});
    out.push_back({"fragmentation", Bytes(bytes.fragmentation)});
    out.push_back({"framework", Bytes(bytes.framework)});
    return out;
}

struct Change {
    std::string text;
    Plan plan;
};

std::vector<Change> changes_of(const Plan& plan, const ModelSpec& model) {
    std::vector<Change> out;
    const auto with = [&](std::string text, auto&& edit) {
        Plan changed = plan;
        edit(changed);
        out.push_back({std::move(text), changed});
    };
    for (int zero = plan.zero + 1; zero <= 3; ++zero)
        with(fmt::format("ZeRO-{}", zero), [&](Plan& p) { p.zero = zero; });
    for (int micro = plan.micro_batch / 2; micro >= 1; micro /= 2)
        with(fmt::format("micro-batch {}", micro), [&](Plan& p) { p.micro_batch = micro; });
    if (!model.transformer) return out;
    const auto full = [](Plan& p) { p.recompute = Recompute::full, p.recompute_layers = 0; };
    if (plan.recompute == Recompute::none)
        with("selective recompute", [](Plan& p) { p.recompute = Recompute::selective; });
    if (plan.recompute != Recompute::full || plan.recompute_layers > 0) with("full recompute", full);
    for (int tp = plan.tp * 2; tp <= 8 && tp <= model.transformer->heads; tp *= 2)
        if (plan.dp % (tp / plan.tp) == 0) {
            with(fmt::format("tp = {}", tp), [&](Plan& p) { p.dp /= tp / p.tp, p.tp = tp; });
            with(fmt::format("tp = {} with full recompute", tp),
                 [&](Plan& p) { p.dp /= tp / p.tp, p.tp = tp, full(p); });
        }
    for (int pp = plan.pp * 2; int64_t{pp} * plan.vpp <= model.transformer->layers; pp *= 2)
        if (plan.dp % (pp / plan.pp) == 0) {
            with(fmt::format("pp = {}", pp), [&](Plan& p) { p.dp /= pp / p.pp, p.pp = pp; });
            with(fmt::format("pp = {} with full recompute", pp),
                 [&](Plan& p) { p.dp /= pp / p.pp, p.pp = pp, full(p); });
        }
    for (int cp = plan.cp * 2; cp <= 16; cp *= 2)
        if (plan.dp % (cp / plan.cp) == 0)
            with(fmt::format("cp = {}", cp), [&](Plan& p) { p.dp /= cp / p.cp, p.cp = cp; });
    with("ZeRO-3 with full recompute", [&](Plan& p) { p.zero = 3, full(p); });
    return out;
}

/// The change that fits and costs least time; one that needs the host's memory only when no other fits.
std::string would_fit(const Prepared& prepared, StepSolver& solver, const Plan& plan, double gpus,
                      double batch, double capacity) {
    const Prepared::Impl& impl = prepared.impl();
    double best = std::numeric_limits<double>::infinity();
    std::string out;
    for (Change& change : changes_of(plan, impl.model)) {
        if (memory_of(impl, change.plan, batch).total() > capacity) continue;
        if (std::ranges::any_of(plan_findings(impl, change.plan, gpus, batch),
                                [](const Finding& f) { return f.severity == Severity::critical; }))
            continue;
        const double step = solver.solve(change.plan, gpus, batch).step;
        if (step >= best) continue;
        best = step;
        out = std::move(change.text);
    }
    if (!out.empty()) return out;
    Plan host = plan;
    host.offload_optimizer = 1;
    if (memory_of(impl, host, batch).total() <= capacity) return "the optimizer state in host memory";
    host.offload_activations = 1;
    if (memory_of(impl, host, batch).total() <= capacity)
        return "the optimizer state and the activations in host memory";
    return {};
}

} // namespace

MemoryFit memory_fit(const Prepared& prepared, StepSolver& solver, const Plan& plan, double gpus,
                     double batch) {
    const Prepared::Impl& impl = prepared.impl();
    const bool sharded = plan.zero >= 3;
    MemoryFit fit;
    fit.capacity = Bytes(memory_capacity(impl, gpus));
    for (const StageMemory& stage : stages_of(impl, plan, batch)) {
        const Bytes total(stage.bytes.total());
        fit.stages.push_back(
            {stage.stage, stage.layers, stage.in_flight, parts_of(stage.bytes, sharded), total});
        if (fit.stages.size() > 1 && total <= fit.needed) continue;
        fit.needed = total;
        fit.fullest = stage.stage;
    }
    fit.parts = fit.stages[static_cast<size_t>(fit.fullest)].parts;
    const MemoryNeed need = memory_need(impl, plan, fit.needed.si());
    fit.low = Bytes(need.low);
    fit.high = Bytes(need.high);
    fit.verdict = need.against(fit.capacity.si());
    if (!fit.refused()) return fit;
    fit.would_fit = would_fit(prepared, solver, plan, gpus, batch, fit.capacity.si());
    if (fit.would_fit.empty())
        fit.would_fit =
            fmt::format("GPUs with {} or more of them", format_quantity(fit.needed.si(), Dimension::bytes));
    return fit;
}

} // namespace roofrack
