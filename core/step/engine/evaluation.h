// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/base/model/plan.h"
#include "core/base/model/regime.h"
#include "core/base/model/step_part.h"
#include "core/base/model/waiver.h"
#include "core/base/model/workload.h"
#include "core/drawing/network/fabric.h"
#include "core/facility/economics/economics.h"
#include "core/facility/facility.h"
#include "core/step/cost/bands/memory_spread.h"
#include "core/step/cost/bands/uncertainty.h"
#include "core/step/cost/exchange_price.h"
#include "core/step/cost/inference_times.h"
#include "core/step/engine/gain.h"

#include <memory>

namespace roofrack {

struct Capital;

/// One kind of operator of the step on the critical stage, summed over its calls. For the roofline chart.
struct OperatorCost {
    std::string name; ///< "attention", "ffn up", …
    Flops flops{};    ///< flops of one call
    Bytes bytes{};    ///< HBM traffic of one call
    double calls = 0; ///< in one step
    Seconds time{};   ///< time of one call, without launch
    FlopRate peak{};  ///< peak of its precision, on this accelerator
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
    Bytes low{}, high{}; ///< ends of what is needed: the band that should hold 80 % of readings
    MemoryVerdict verdict = MemoryVerdict::fits;
    /// The plan is refused: it does not fit even at the lower end of the band.
    bool refused() const { return verdict == MemoryVerdict::does_not_fit; }
    std::vector<MemoryPart> parts; ///< parts of the fullest stage
    std::string would_fit;         ///< what would make it fit; empty when it is not refused
    std::vector<StageFit> stages;
    int fullest = 0; ///< stage that decides
};

/// A stretch of a run at one batch.
struct RunStage {
    double sequences = 0; ///< (samples) a step
    double batch = 0;     ///< tokens (samples) a step
    double tokens = 0;    ///< (samples) trained in it
    Seconds step{};       ///< with checkpoints and failures

    double steps() const { return tokens / batch; }
    Seconds time() const { return step * steps(); }
};

/// How long a run is from its first step to its last (run_length()).
struct RunLength {
    Seconds time{}; ///< 0 without a token budget
    double tokens = 0, steps = 0;
    std::vector<RunStage> stages; ///< stages of a ramp of the batch, the full one last; empty: there is none
    std::string reason;           ///< why the ramp cannot be: `time` is then that without it
};

/// What fine-tuning and post-training make of a step.
struct TuningStep {
    TrainingKind kind = TrainingKind::pretraining;
    double lora_rank = 0;                          ///< 0: every weight is trained
    double parameters = 0, trained_parameters = 0; ///< parameters of the whole model; adapters count in both
    Seconds training{}, scoring{}, generation{};   ///< they sum to the productive step
    bool split_is_given = false;                   ///< by the shares of the workload, not by the model
    Generation generated;                          ///< the least that it takes; gpus 0: nothing is generated
    double tokens_per_s_per_gpu = 0;               ///< that are generated, while the step generates
};

/// The answer for one scenario at one GPU count. Plain values; the CLI prints them, the charts draw them.
struct Evaluation {
    bool feasible =
        true; ///< the plan divides, the model fits or may fit, and what is drawn feeds and cools it
    bool supplied = true; ///< what is drawn feeds and cools it; false: `power` says what it asks for
    /// The plan runs, or would where it is fed and cooled: step, power and levels are known.
    bool has_power() const { return step_time > Seconds(0) && !memory.refused(); }
    double gpus = 0;
    Plan plan;                 ///< as evaluated, dp filled in
    Seconds step_time{};       ///< sum of parts: productive step plus amortised checkpoints and failures
    Seconds productive_step{}; ///< without checkpoints and failures: what published runs and traces print
    Seconds step_time_low{}, step_time_high{}; ///< the band that should hold 80 % of measurements
    std::vector<SpreadTerm> band;              ///< what makes it as wide as it is
    StepParts parts{};                         ///< seconds
    double tokens_per_step = 0;
    double tokens_per_s = 0; ///< samples/s for generic profiles is samples_per_s
    double samples_per_s = 0;
    FlopRate peak{}; ///< peak of all GPUs at work, each kind's own, in the plan's precision, 16 bits at least
    double mfu = 0;  ///< MFU of the productive step; PaLM (Chowdhery 2022): 6N + 12Lhs per token, full
                     ///< attention square, no recompute; NaN when the FLOPs are unknown (measured profile)
    double mfu_causal = 0;     ///< the same with the causal half of attention
    double hfu = 0;            ///< with recomputation
    double goodput = 1;        ///< productive share of the wall clock (checkpoints, failures)
    double effective_gpus = 0; ///< GPUs × (compute + memory + inference share): "256 paid, 80 at work"
    /// GPUs of several kinds: all keep the pace of the slowest, and a faster one that waits for it counts in
    /// `effective_gpus` as one of these.
    bool has_gpu_kinds = false;
    std::optional<TuningStep> tuning; ///< none: every weight is trained, and nothing else is done
    MemoryFit memory;
    PowerState power;
    Joules energy_per_step{};
    Dollars cost_per_hour{}; ///< cost per hour of `cost`; not a number where no price is known
    OwnershipCost cost;      ///< what it is made of
    /// The price of the drawing, for `Fabric::gpus`; null: not known.
    std::shared_ptr<const Capital> capital;
    Dollars building{};                    ///< building of its own that the deployment needs; 0: none
    double carbon_per_hour = 0;            ///< kg CO2e of the energy
    std::optional<ExchangePrice> exchange; ///< what it costs in tokens; none: whole gradients every step
    RunLength run;                         ///< by run_length()
    Seconds time_to_budget{};              ///< whole run, with a ramp of its batch; 0 without a token budget
    std::optional<Regime>
        regime; ///< regime of the plan as drawn; none: not known, or not asked (core/study/verdict.h)
    bool regime_of_best_plans = false; ///< the plan as drawn has none, since it runs on no fewer GPUs
    std::string binds; ///< what holds it back, one phrase: the first of `gains`, "leaf uplinks, 4:1"; or why
                       ///< there is no step
    std::string after_that; ///< what binds once there is twice as much of it; empty: nothing, or not asked
    /// Faster kinds of GPU that wait for a slower one in every step: "B200 wait for H100: 46.7 % of their
    /// time". Empty: none does for 1 % of it.
    std::string waits;
    double waiting_share = 0;          ///< share of the step that these wait, on average; 0: none does
    std::vector<Gain> gains;           ///< what would shorten the step, most first
    std::vector<Finding> findings;     ///< critical ones, what binds, then the most severe first
    std::vector<WaivedFinding> waived; ///< accepted by the project, most severe first
    std::vector<Waiver> waivers; ///< the project's, once known: findings that come later are held to them
    std::vector<FabricLevel> levels;
    std::vector<OperatorCost> operators;
    std::vector<std::string> assumed; ///< inputs that the model chose, "micro_batch = 2 (…)"
};

} // namespace roofrack
