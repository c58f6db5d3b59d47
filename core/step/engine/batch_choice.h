// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/base/model/finding.h"
#include "core/step/engine/evaluation.h"
#include "core/step/engine/plan_at_size.h"

#include <span>
#include <string>
#include <vector>

namespace roofrack {

/// The aim of a run, whatever its batch: the loss that the workload's token budget reaches at the workload's
/// own batch.
struct BatchTarget {
    explicit BatchTarget(const Prepared::Impl& impl);

    CriticalBatch critical;
    double drawn_batch = 0;  ///< tokens (samples) a step, the workload's
    double token_budget = 0; ///< tokens (samples) at it; 0: none is given, times to it are none
    /// Tokens to it at so many tokens a step: budget·(1 + B/B_crit)/(1 + B_drawn/B_crit).
    double tokens(double batch) const;
    double least_tokens() const { return tokens(0); } ///< least tokens of an infinitely small batch
    /// The share of the tokens at this batch that an infinitely small one would not need.
    double extra_share(double batch) const;
};

/// A run to the target on so many GPUs at one global batch: a step of the plan as given, evaluated there, the
/// replicas following the GPUs away from the drawing as in the study of the plan as given.
struct BatchPoint {
    double gpus = 0;
    double sequences = 0;   ///< (samples) a step
    double batch = 0;       ///< tokens (samples) a step
    std::string reason;     ///< why it cannot run; empty: it runs
    bool too_large = false; ///< HBM is why
    Seconds wall_step{};    ///< with checkpoints and failures
    double tokens = 0;      ///< (samples) to the target
    double steps = 0;       ///< to the target
    Seconds time{};         ///< wall_step · steps
    double extra_share = 0;
    Dollars cost{};  ///< all that is drawn, in proportion to the GPUs, for that time
    Joules energy{}; ///< at the meter, likewise

    bool runs() const { return reason.empty(); }
    /// GPU-seconds of the run.
    double gpu_seconds() const { return gpus * time.si(); }
    /// The measure by which a batch is chosen, with a budget or without: s of a step ÷ progress of a step,
    /// less is better.
    double slowness(double critical_batch) const;
};
void describe(figures::Builder<BatchPoint>& figures);

/// A run to the target with `plan`.
BatchPoint batch_point(const Prepared& prepared, StepSolver& solver, const BatchTarget& target,
                       const Plan& plan, double gpus, double sequences);

/// Sequences (samples): the workload's batch halved and doubled, and half as much again of each, from a
/// 16th of it or a 256th of the critical batch to 16 times it or the first beyond 10 times the critical
/// batch.
std::vector<double> batch_grid(const Prepared::Impl& impl);

/// The one of a row (one GPU count) with the fewest days; nullptr: none runs.
const BatchPoint* fastest_of(std::span<const BatchPoint> row, double critical_batch);

/// Length of the scenario's run on so many GPUs, which days, $, energy, dates and totals are all of: what the
/// token budget asks for at the workload's batch, or its ramp up to that batch and the rest to the same loss
/// (ramp_stages). `wall_step`: at the full batch. An hour of the ramp is taken to cost and to draw what one
/// at the full batch does.
RunLength run_length(const Prepared& prepared, StepSolver& solver, const Plan& plan, double gpus,
                     Seconds wall_step);

/// The batches of the workload's ramp, the full one last; empty where it has none below its batch, or no
/// token budget.
std::vector<BatchStage> ramp_of(const Prepared::Impl& impl);

/// The run with the workload's ramp of the batch beside the one at its full batch, both to the target.
struct BatchRamp {
    struct Stage {
        BatchPoint at;     ///< the step there; its own tokens, steps and time are of a whole run
        double tokens = 0; ///< trained in it
        double steps = 0;
        Seconds time{};
    };
    std::vector<Stage> stages; ///< the last one is the full batch, where it is reached
    BatchPoint full;           ///< without the ramp
    std::string reason;        ///< why it cannot be; empty: it runs
    double tokens = 0;         ///< sums of the stages, as of run_length()
    double steps = 0;
    Seconds time{};
    Dollars cost{};
    Joules energy{};

    double tokens_saved() const { return full.tokens - tokens; }
    /// The time that these would have taken at the full batch.
    Seconds time_of_tokens() const;
    /// The extra cost of the smaller batches' steps over the same tokens at the full batch.
    Seconds time_of_steps() const;
};
void describe(figures::Builder<BatchRamp::Stage>& figures);
void describe(figures::Builder<BatchRamp>& figures);

/// The ramp of the workload on so many GPUs; nothing where it has no ramp below its batch, or no token
/// budget.
std::optional<BatchRamp> batch_ramp(const Prepared& prepared, double gpus);

/// A batch beyond Zhang 2024's 20 % of extra tokens: the share that is extra, and the batch of the fewest
/// days on these GPUs, each tried, where one is faster. A warning beyond B_crit.
std::optional<Finding> batch_finding(const Prepared& prepared, const Plan& plan, double gpus,
                                     double sequences);

} // namespace roofrack
