// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

inline constexpr const char* roofline_source =
    "Roofline: Williams 2009; operators: Vaswani 2017, Korthikanti 2022";

/// What one operator of the slowest pipeline stage spends in a step, in arithmetic-bound and in HBM-bound
/// kernels; null where it has none of them.
struct OperatorTimes {
    ExplanationPtr compute, memory;
    bool backward = false;
    ExplanationPtr repeated_flops; ///< FLOPs of a step, where recomputation runs it again; else null
    Term repeated = 0.0; ///< share of a forward operator's time that runs in the backward pass: recomputation
};

/// The operators of a step as explained numbers (core/step/cost/roofline.h, core/step/cost/stage.h): s at the
/// drawn speed of the GPUs. Names are unique: a second operator of a name has a number.
std::vector<OperatorTimes> operator_times(const Inputs& inputs);
/// One pass of logits and loss, forward and backward, s.
ExplanationPtr head_time_node(const Inputs& inputs);

/// Dense FLOP/s of the accelerator in a precision, by the figure that it is read from.
ExplanationPtr peak_node(const Inputs& inputs, Precision precision);
/// Share of the dense 16-bit peak that a large GEMM reaches.
ExplanationPtr gemm_share_node(const Inputs& inputs);
/// Layers of the slowest stage, and what its layers are.
struct StageNodes {
    StageShape held;
    StageCost load;
    ExplanationPtr layers;                 ///< layers that the slowest stage runs
    ExplanationPtr held_layers;            ///< layers of the deepest stage
    Term dense = 0.0, moe = 0.0;           ///< layers of each kind on the slowest stage
    Term held_dense = 0.0, held_moe = 0.0; ///< layers kept on the deepest stage
    Term repeated = 0.0;                   ///< share of the layers that full recompute takes
    Term recomputed = 0.0;                 ///< share of the forward pass that runs again
};
StageNodes stage_nodes(const Inputs& inputs);
/// The context that the kernels of the reference machine were costed in.
StepContext step_context(const Inputs& inputs);

} // namespace roofrack
