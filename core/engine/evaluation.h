// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/fabric.h"
#include "cost/uncertainty.h"
#include "facility/facility.h"
#include "findings/finding.h"
#include "plan/plan.h"

#include <array>

namespace roofrack {

/// The exclusive parts of a step, in stack order (model.md section 1). They sum to the step time.
enum class StepPart {
    compute,
    memory,
    launch,
    tensor_comm,
    context_comm,
    expert_comm,
    pipeline_bubble,
    pipeline_comm,
    data_comm,
    optimizer,
    straggler,
    throttle,
    input,
    checkpoint,
    failure,
};
inline constexpr size_t step_part_count = 15;
std::string_view name_of(StepPart part);  ///< "tensor_comm"
std::string_view label_of(StepPart part); ///< "tensor comm"

using StepParts = std::array<double, step_part_count>; ///< seconds, indexed by StepPart

enum class Regime { linear, diminishing, degrading };
std::string_view name_of(Regime regime);
/// linear e ≥ 0.9, diminishing 0 ≤ e < 0.9, degrading e < 0 (defaults.json regimes; judgement).
Regime regime_of(double elasticity);

/// One kind of operator of the step on the critical stage, summed over its calls. For the roofline chart.
struct OperatorCost {
    std::string name; ///< "attention", "ffn up", …
    Flops flops{};    ///< of one call
    Bytes bytes{};    ///< HBM traffic of one call
    double calls = 0; ///< in one step
    Seconds time{};   ///< of one call, without launch
    FlopRate peak{};  ///< of its precision, on this accelerator
    bool compute_bound = true;
};

struct MemoryPart {
    std::string name; ///< "weights", "gradients", "optimizer", "activations", "working set", "gathered
                      ///< layers" (ZeRO-3), "comm buffers", "fragmentation", "framework"
    Bytes bytes{};
};

/// Memory of one GPU of a pipeline stage.
struct StageFit {
    int stage = 0;        ///< from 0
    int layers = 0;       ///< 0 for generic profiles
    double in_flight = 0; ///< micro-batches whose activations are held
    std::vector<MemoryPart> parts;
    Bytes total{};
};

/// Memory of the fullest GPU, and of every stage.
struct MemoryFit {
    Bytes needed{}, capacity{};
    bool fits = true;
    std::vector<MemoryPart> parts; ///< of the fullest stage
    std::string would_fit;         ///< what would make it fit; empty when it fits
    std::vector<StageFit> stages;
    int fullest = 0; ///< stage that decides
};

/// The answer for one scenario at one GPU count. Plain values; the CLI prints them, the charts draw them.
struct Evaluation {
    bool feasible = true; ///< the plan divides and the model fits
    double gpus = 0;
    Plan plan;           ///< as evaluated, dp filled in
    Seconds step_time{}; ///< sum of parts: productive step plus amortised checkpoints and failures
    Seconds step_time_low{}, step_time_high{}; ///< the band that should hold 80 % of measurements
    std::vector<SpreadTerm> band;              ///< what makes it as wide as it is
    StepParts parts{};                         ///< seconds
    double tokens_per_step = 0;
    double tokens_per_s = 0; ///< samples/s for generic profiles is samples_per_s
    double samples_per_s = 0;
    double mfu = 0; ///< PaLM (Chowdhery 2022): 6N + 12Lhs per token, full attention square, no recompute; NaN
                    ///< when the FLOPs are unknown (measured profile)
    double mfu_causal = 0;     ///< the same with the causal half of attention
    double hfu = 0;            ///< with recomputation
    double goodput = 1;        ///< productive share of the wall clock (checkpoints, failures)
    double effective_gpus = 0; ///< gpus × (compute + memory share): "256 paid, 80 delivered"
    MemoryFit memory;
    PowerState power;
    Joules energy_per_step{};
    Dollars cost_per_hour{};
    Seconds time_to_budget{}; ///< whole run; 0 without a token budget
    Regime regime = Regime::linear;
    std::string
        binds; ///< what holds it back, one phrase: "leaf uplinks, 4:1". The resource that shortens the step
               ///< most when there is more of it; arithmetic only when no other buys 1 % for 10 %
    std::vector<Finding> findings; ///< most severe first
    std::vector<FabricLevel> levels;
    std::vector<OperatorCost> operators;
    std::vector<std::string> assumed; ///< inputs that the model chose, "micro_batch = 2 (…)"
};

/// One point of the scaling sweep.
struct ScalePoint {
    double gpus = 0;
    bool feasible = true;
    std::string reason;                                     ///< why it is not feasible
    Seconds step_time{}, step_time_low{}, step_time_high{}; ///< with the band that should hold 80 %
    double rate = 0;       ///< by the metric: tokens/s, useful tokens/s, 1/time-to-loss
    double speedup = 0;    ///< rate ÷ rate of the first feasible point × its GPUs (ideal: = gpus)
    double efficiency = 0; ///< speedup ÷ gpus
    double elasticity = 1; ///< d ln rate / d ln N
    Regime regime = Regime::linear;
    Plan plan;
    StepParts parts{};
};

struct ScaleBorder {
    Regime from = Regime::linear, to = Regime::diminishing;
    double gpus = 0;
    std::string cause; ///< the part that grew, e.g. "data_comm"
};

/// What a sweep counts as useful: tokens/s of the productive step with the batch growing with the GPUs
/// (throughput, weak scaling) or fixed (fixed_batch, strong); fixed batch with checkpoints and failures paid
/// (goodput); growing batch with failures and the extra tokens of large batches paid (time_to_loss,
/// McCandlish 2018).
enum class ScaleMetric { throughput, fixed_batch, goodput, time_to_loss };
std::string_view name_of(ScaleMetric metric); ///< "throughput", "fixed-batch", "goodput", "time-to-loss"
std::optional<ScaleMetric> scale_metric(std::string_view name);

struct ScaleResult {
    ScaleMetric metric = ScaleMetric::fixed_batch;
    std::vector<ScalePoint> points;
    std::vector<ScaleBorder> borders;
    double peak_gpus = 0; ///< GPU count of the highest rate
};

} // namespace roofrack
