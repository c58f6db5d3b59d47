// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/step_context.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

double release_factor(const SoftwareParameters& software, double year) {
    if (year <= 0) return 1;
    const double years =
        std::clamp(year - software.reference_year, -software.trend_limit, software.trend_limit);
    return std::pow(1 + software.trend, years);
}

double maturity_factor(const GenerationParameters& generation, const SoftwareParameters& software,
                       double year) {
    if (generation.immaturity == 0 || generation.year <= 0) return 1;
    const double age = (year > 0 ? year : software.reference_year) - generation.year;
    return 1 - generation.immaturity * (1 - std::clamp(age / generation.maturing, 0.0, 1.0));
}

double expert_factor(const SoftwareParameters& software, double year) {
    const double years =
        year <= 0 ? 0
                  : std::clamp(year - software.reference_year, -software.trend_limit, software.trend_limit);
    return software.expert_overhead / std::pow(1 + software.expert_trend, years);
}

double softmax_kernels(const StepContext& context, const Plan& plan) {
    const double rows = static_cast<double>(context.in.shape->heads) / plan.tp * plan.micro_batch;
    return context.quality.flash || std::fmod(rows, 4) == 0 ? 0 : unfused_softmax_kernels;
}

StepContext::StepContext(const StepInputs& inputs)
    : in(inputs)
    , machine(*inputs.machine)
    , parameters(layer_parameters(*inputs.shape))
    , moe_layers(moe_layer_count(*inputs.shape))
    , mix(layer_mix(*inputs.shape)) {
    machine.peak_32 *= in.knobs.flops;
    machine.peak_tf32 *= in.knobs.flops;
    machine.peak_16 *= in.knobs.flops;
    machine.peak_8 *= in.knobs.flops;
    machine.peak_4 *= in.knobs.flops;
    machine.hbm_rate *= in.knobs.hbm;
    quality = kernel_quality(machine, *in.software, in.software_year);
    slower = in.compute_factor / (release_factor(*in.software, in.software_year) *
                                  maturity_factor(machine.generation, *in.software, in.software_year));
    of_kind = {OperatorFactors::beside(in.factors.gemm, in.compute_factor),
               OperatorFactors::beside(in.factors.attention, in.compute_factor),
               OperatorFactors::beside(in.factors.elementwise, in.compute_factor)};
    experts_slower = expert_factor(*in.software, in.software_year);
    const double year = in.software_year > 0 ? in.software_year : in.software->reference_year;
    // Static buffers for the worst case of routing need more than the 80 GB of the first Hopper parts.
    constexpr double room_for_graphs = 150e9;
    experts_captured = in.software->expert_graphs_since > 0 && year >= in.software->expert_graphs_since &&
                       machine.hbm_capacity >= room_for_graphs;
    expert_host = in.software->expert_host * machine.host_slowdown;
    dispatch_once = in.software->dispatch_once_since > 0 && year >= in.software->dispatch_once_since;
    if (in.recipe) graphs = in.recipe->graphs;
    if (in.recipe && in.recipe->dispatch != ExpertDispatch::stack)
        dispatch_once = in.recipe->dispatch == ExpertDispatch::once;
    constexpr double ops = 2; // a view and a copy
    if (in.software_year > 0 && in.software_year <= in.software->gather_by_rank_until)
        gather_host = ops * in.software->host_per_kernel / in.knobs.host;
    nvls = machine.nvls;
}

LaunchedShares launched_shares(const StepContext& context, const Plan& plan) {
    // Half of a layer's kernels stand in attention, router and preprocessing, by count.
    constexpr double beside_attention = 0.5;
    switch (plan.graphs == LaunchGraphs::stack ? context.graphs : plan.graphs) {
    case LaunchGraphs::attention: return {beside_attention, beside_attention};
    case LaunchGraphs::layers: return {0, 0};
    case LaunchGraphs::none: return {1, 1};
    case LaunchGraphs::stack: break;
    }
    return {1, context.experts_captured ? 0.0 : 1.0};
}

} // namespace roofrack
