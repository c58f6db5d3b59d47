// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/binding.h"

#include "core/engine/throttled_racks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

double seconds(const StepState& state, StepPart part) { return state.parts[static_cast<size_t>(part)]; }

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::vector<std::string> places(const FabricLevel& level) {
    return level.binding.empty() ? std::vector<std::string>{} : std::vector<std::string>{level.binding};
}

Finding finding(Severity severity, std::string id, std::string message, std::string why, std::string relief,
                std::vector<std::string> where = {}) {
    return {severity, std::move(id), std::move(message), std::move(why), std::move(relief), std::move(where)};
}

/// What a relief buys, from a full run of the model with the knobs turned.
std::string buys(const Prepared& prepared, const Plan& plan, double gpus, double batch, double now,
                 const ResourceKnobs& knobs) {
    StepSolver solver(prepared);
    const double then = solver.solve(plan, gpus, batch, knobs).step;
    const double percent = 100 * (then / now - 1);
    // A minus sign, and a space that does not break a line between the number and its unit.
    return fmt::format("{}{:.1f}\u00a0% step time", percent < 0 ? "\u2212" : "+", std::abs(percent));
}

} // namespace

std::vector<Sensitivity> sensitivities(const Prepared& prepared, const Plan& plan, double gpus,
                                       double batch) {
    const Prepared::Impl& impl = prepared.impl();
    StepSolver solver(prepared);
    constexpr double step = 0.05;
    StepPart part{}; // that answers most to the resource last turned
    const auto elasticity = [&](auto&& turn) {
        ResourceKnobs up, down;
        turn(up, 1 + step);
        turn(down, 1 - step);
        const StepState high = solver.solve(plan, gpus, batch, up),
                        low = solver.solve(plan, gpus, batch, down);
        size_t most = 0;
        const auto change = [&](size_t i) { return std::abs(low.parts[i] - high.parts[i]); };
        for (size_t i = 1; i < step_part_count; ++i)
            if (change(i) > change(most)) most = i;
        part = static_cast<StepPart>(most);
        return -std::log(high.step / low.step) / std::log((1 + step) / (1 - step));
    };
    std::vector<Sensitivity> out;
    const auto add = [&](Resource resource, std::string label, double value, bool is_drawn = false,
                         std::vector<std::string> where = {}) {
        if (std::isfinite(value) && value > 1e-6)
            out.push_back({resource, std::move(label), is_drawn, value, std::move(where), part});
    };
    add({ResourceKind::flops}, fmt::format("GPU arithmetic ({})", name_of(plan.precision)),
        elasticity([](ResourceKnobs& k, double f) { k.flops = f; }));
    add({ResourceKind::hbm}, "HBM bandwidth", elasticity([](ResourceKnobs& k, double f) { k.hbm = f; }));
    const auto& levels = impl.fabric.levels;
    if (!levels.empty())
        add({ResourceKind::scale_up},
            levels.front().inside_class == LinkClass::pcie ? "PCIe between the GPUs" : "Scale-up links",
            elasticity([](ResourceKnobs& k, double f) { k.network.scale_up = f; }));
    for (size_t i = 0; i < levels.size(); ++i) {
        const double value = elasticity([&](ResourceKnobs& k, double f) {
            k.network.level = static_cast<int>(i);
            k.network.level_factor = f;
        });
        const bool is_drawn = !levels[i].binding_label.empty();
        add({ResourceKind::fabric, static_cast<int>(i)},
            is_drawn ? levels[i].binding_label : "Links out of the " + levels[i].name, value, is_drawn,
            places(levels[i]));
    }
    add({ResourceKind::storage}, "Storage bandwidth",
        elasticity([](ResourceKnobs& k, double f) { k.storage = f; }));
    // More spread or failures cost time: the elasticity to their opposite.
    add({ResourceKind::straggler}, "Spread between GPUs",
        -elasticity([](ResourceKnobs& k, double f) { k.straggler_cv = f; }));
    add({ResourceKind::failures}, "Failure rate",
        -elasticity([](ResourceKnobs& k, double f) { k.failure_rate = f; }));
    std::ranges::sort(out, std::greater{}, &Sensitivity::elasticity);
    return out;
}

std::vector<Finding> binding_findings(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                                      const StepState& state, const std::vector<Sensitivity>& ranked,
                                      const PowerState& power) {
    const Prepared::Impl& impl = prepared.impl();
    std::vector<Finding> out;

    const auto name = [&](const std::string& id) {
        const Element* element = impl.scenario.cluster.find(id);
        return element && !element->name.empty() ? element->name : id;
    };
    for (size_t i = 0; i < ranked.size() && i < 4; ++i) {
        const Sensitivity& s = ranked[i];
        if (s.elasticity < 0.005) break;
        const std::string why =
            fmt::format("10 % more of it shortens the step by {}", percent(1 - std::pow(1.1, -s.elasticity)));
        const ResourceKind kind = s.resource.kind;
        const auto binds = [&](Finding found) {
            found.part = s.part;
            found.binds = s.resource;
            out.push_back(std::move(found));
        };
        if (kind == ResourceKind::fabric) {
            const int level = s.resource.level;
            const FabricLevel& drawn = impl.fabric.levels[static_cast<size_t>(level)];
            ResourceKnobs knobs;
            knobs.network.level = level;
            knobs.network.level_factor = drawn.oversubscription > 1.01 ? drawn.oversubscription : 2;
            binds(finding(s.elasticity > 0.1 ? Severity::warning : Severity::info, "binds-fabric", s.label,
                          why,
                          fmt::format("{}: {}",
                                      drawn.oversubscription > 1.01 ? "without oversubscription"
                                                                    : "twice the bandwidth",
                                      buys(prepared, plan, gpus, batch, state.step, knobs)),
                          s.where));
        } else if (kind == ResourceKind::flops) {
            binds(finding(Severity::info, "binds-compute", s.label, why,
                          plan.precision < Precision::fp8 && impl.machines[state.reference_group].peak_8 >
                                                                 impl.machines[state.reference_group].peak_16
                              ? "FP8 doubles the peak of the linear layers"
                              : "larger GEMMs (micro-batch, less tensor parallelism) or a newer GPU"));
        } else if (kind == ResourceKind::hbm) {
            ResourceKnobs knobs;
            knobs.hbm = 1.4;
            binds(finding(s.elasticity > 0.1 ? Severity::warning : Severity::info, "binds-hbm", s.label, why,
                          fmt::format("fused kernels, or a part with 40 % more: {}",
                                      buys(prepared, plan, gpus, batch, state.step, knobs))));
        } else if (kind == ResourceKind::scale_up) {
            ResourceKnobs knobs;
            knobs.network.scale_up = 2;
            binds(finding(s.elasticity > 0.1 ? Severity::warning : Severity::info, "binds-scale-up", s.label,
                          why,
                          fmt::format("{}twice the bandwidth: {}",
                                      plan.tp > 1 ? "less tensor parallelism, overlap, or " : "",
                                      buys(prepared, plan, gpus, batch, state.step, knobs))));
        } else if (kind == ResourceKind::storage) {
            binds(finding(Severity::warning, "binds-storage", s.label, why,
                          "faster storage, or asynchronous checkpoints"));
        }
    }

    const auto share = [&](StepPart part) { return seconds(state, part) / state.step; };
    if (share(StepPart::pipeline_bubble) > 0.05)
        out.push_back(finding(
            share(StepPart::pipeline_bubble) > 0.15 ? Severity::warning : Severity::info, "pipeline-bubble",
            fmt::format("Pipeline bubble, {} of the step", percent(share(StepPart::pipeline_bubble))),
            fmt::format("{} stages wait for {:.0f} micro-batches", plan.pp, state.cost.micro_batches),
            "more micro-batches, fewer stages, or interleaved virtual stages"));
    const auto& groups = impl.fabric.groups;
    if (share(StepPart::straggler) > 0.01) {
        const GpuGroup& slow = groups[state.slowest_group];
        const bool other = state.slowest_group != state.reference_group;
        const double lost = seconds(state, StepPart::straggler) * gpus / 3600 * 100000;
        out.push_back(
            finding(share(StepPart::straggler) > 0.05 ? Severity::warning : Severity::info,
                    std::string(finding_id::straggler),
                    other ? fmt::format("Slowest group “{}” sets the pace", name(slow.rack))
                          : "The slowest of many GPUs sets the pace",
                    fmt::format("every step waits {}: {} GPU-hours in 100,000 steps",
                                format_quantity(seconds(state, StepPart::straggler), Dimension::time, 3),
                                lost < 10 ? fmt::format("{:.1f}", lost) : format_count(lost)),
                    other ? "take it out of the job, or give it less work"
                          : "find and drain slow GPUs; pack sequences",
                    other ? std::vector<std::string>{slow.rack, slow.element} : std::vector<std::string>{}));
    }
    for (Finding& found : throttled_racks(power, share(StepPart::throttle))) out.push_back(std::move(found));
    if (auto warm = warm_inlets(power)) out.push_back(std::move(*warm));
    if (share(StepPart::input) > 0.001)
        out.push_back(
            finding(Severity::warning, std::string(finding_id::input_stall),
                    fmt::format("Input stalls the GPUs, {} of the step", percent(share(StepPart::input))),
                    "storage or the servers' data pipeline prepares fewer samples than the GPUs take",
                    "faster storage, more loader processes"));
    const double failing = share(StepPart::checkpoint) + share(StepPart::failure);
    if (failing > 0.01) {
        ResourceKnobs half;
        half.failure_rate = 0.5;
        out.push_back(finding(
            failing > 0.08 ? Severity::warning : Severity::info, "failures",
            fmt::format("Failures and checkpoints take {}", percent(failing)),
            fmt::format("a failure every {:.3g} h on average; a checkpoint every {:.3g} min takes {:.3g} s",
                        state.mttf / 3600, state.checkpoint_interval / 60, state.checkpoint_write),
            plan.async_checkpoint
                ? fmt::format("half the failure rate: {}",
                              buys(prepared, plan, gpus, batch, state.step, half))
                : "asynchronous checkpoints, faster storage, automated restart with spares"));
    }
    return out;
}

} // namespace roofrack
