// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/step.h"
#include "core/step/workload/layer_parameters.h"

namespace roofrack {

/// Figures that no plan changes, resolved once a machine.
struct StepContext {
    StepInputs in;   ///< `plan` is not read
    Machine machine; ///< with the knobs applied
    KernelQuality quality;
    LayerParameters parameters;
    double moe_layers = 0; ///< MoE layers of the whole model
    LayerMix mix;          ///< what a layer holds in the mean
    double slower = 1;     ///< × every operator's time: calibration ÷ the stack's release trend
    std::array<double, 3> of_kind{1, 1, 1}; ///< by OperatorKind, × its time besides: calibration
    double experts_slower = 1;              ///< × the routed operators' time besides
    double expert_host = 0;        ///< s of host time an MoE layer and pass, where nothing is captured
    bool experts_captured = false; ///< whether the stack captures it, where the plan leaves it to the
                                   ///< stack
    LaunchGraphs graphs = LaunchGraphs::stack; ///< graphs of the stack's recipe
    bool dispatch_once = false; ///< a token goes to each rank and server once, where the plan leaves it to
                                ///< the stack
    double gather_host = 0;     ///< s of host time a rank and gather of ZeRO-3
    bool nvls = false;          ///< in-switch reduction inside the domain

    explicit StepContext(const StepInputs& inputs);
};

/// Shares of a layer's launches that are left to the host, of its kernels and of what an MoE layer adds.
struct LaunchedShares {
    double kernels = 1, experts = 1;
};
LaunchedShares launched_shares(const StepContext& context, const Plan& plan);

/// The kernels' speed for this release: gemm and flash quality × the family's trend since its reference.
double release_factor(const SoftwareParameters& software, double year);
/// Kernels that a layer launches forward beside the stack's for want of a fused softmax. Reads tp,
/// micro_batch.
double softmax_kernels(const StepContext& context, const Plan& plan);
/// The kernels' speed for the age of the GPU generation at this release: 1 once its libraries are mature.
double maturity_factor(const GenerationParameters& generation, const SoftwareParameters& software,
                       double year);
/// × the time of what routed experts need: overhead ÷ its trend.
double expert_factor(const SoftwareParameters& software, double year);

} // namespace roofrack
