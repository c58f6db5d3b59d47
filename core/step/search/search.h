// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluate.h"

#include <atomic>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Which values each axis of the plan may take; an empty list: every value that divides and that the base
/// plan's stack can run. Everything else
/// (software, precision, placement, overlap, gradient bits …) is taken from the base plan.
struct SearchSpace {
    std::vector<int> tp, pp, vpp, cp, ep, micro_batch, zero;
    std::vector<int> shard; ///< ranks that share ZeRO's state; 0: all. Empty: all, and those in one block of
                            ///< each fabric level
    std::vector<Recompute> recompute;
    std::vector<int>
        recompute_layers; ///< layers under full recompute, a stage; 0: all. Empty: 1, 2 … and all
    std::vector<bool> sequence_parallel;
    std::vector<Schedule> schedule;
    bool within_stack = false; ///< what is asked for is no more than the base plan's stack can run
    bool even_batch = false;   ///< no plan some of whose replicas run a micro-batch more than others
};

struct SearchOptions {
    double gpus = 0;                    ///< 0: all that are drawn
    std::optional<double> global_batch; ///< instead of the scenario's
    std::optional<Plan> plan;           ///< base plan instead of the scenario's
    SearchSpace space;
    int top = 10;         ///< ranked plans kept
    unsigned threads = 0; ///< 0: one a core
    bool front = true;    ///< find the Pareto front, too; without it more is ruled out by bounds
    bool rank_all =
        false; ///< evaluate every feasible plan, so that the rank of the base plan is known exactly
};

/// Set by the workers, read by whoever waits.
struct SearchProgress {
    std::atomic<double> done = 0; ///< share of the space, 0…1
};

struct RankedPlan {
    Plan plan;                                 ///< dp filled in
    Seconds step_time{};                       ///< equal to evaluate()'s
    Seconds step_time_low{}, step_time_high{}; ///< the band that should hold 80 % of measurements
    StepParts parts{}; ///< seconds; filled for `best`, `pareto`, `base` and the cells of the map
    double mfu = 0;    ///< MFU of the productive step
    Bytes memory{};
    MemoryVerdict memory_verdict = MemoryVerdict::fits; ///< by the band of `memory`, as evaluate() finds
    Joules energy{};                                    ///< energy of one step, whole facility
    bool feasible = true;
    std::string reason; ///< why it is not feasible, or why it lost to the best ("+0.41 s pipeline bubble")

    bool may_not_fit() const { return memory_verdict == MemoryVerdict::may_not_fit; }
    /// "+0.41 s pipeline bubble · may not fit": the reason, or `unbeaten` where there is none, and the
    /// verdict on its memory where that is a doubt. Empty: there is nothing to say.
    std::string why(std::string_view unbeaten = {}) const;
};

/// One cell of the TP × PP map: the best plan with these two degrees.
struct SearchCell {
    int tp = 1, pp = 1;
    std::optional<RankedPlan> best; ///< none: nothing feasible there
    std::string reason;             ///< why nothing is: "does not fit", "does not divide"
};

struct SearchResult {
    double space = 0;     ///< candidates of the whole space
    double evaluated = 0; ///< costed completely
    double feasible = 0;  ///< how many of those plans divide and fit
    double pruned =
        0; ///< discarded by a bound that cannot discard the best, the top K, a cell's best or the front
    double seconds = 0;
    bool cancelled = false;
    std::string stack;    ///< stack whose plans these are: "Megatron-Core and NeMo"
    std::string left_out; ///< what was not tried of a space that is too large; empty: nothing
    std::vector<std::string>
        lacks; ///< features that it cannot run and no axis asked for: "zb-1p", "zero-with-pp"
    std::vector<RankedPlan> best;   ///< fastest first, at most `top`
    std::vector<RankedPlan> pareto; ///< Pareto front of step time, memory and energy, fastest first
    std::vector<SearchCell> map;    ///< every tp × pp of the space, tp-major
    std::optional<RankedPlan> base; ///< the base plan itself
    double base_rank =
        0; ///< 1 + feasible plans that are faster; 0 unless rank_all and the base plan is feasible
};

/// All plans of the space for the scenario's model on `gpus` GPUs of its drawing. Exhaustive: ties go to the
/// plan that comes first in the order tp, pp, cp, ep, micro_batch, vpp, schedule, recompute, zero, shard,
/// sequence_parallel. Fails when the space is empty, and when it holds more than a hundred million plans.
Result<SearchResult> search(const Prepared& prepared, const SearchOptions& options,
                            SearchProgress* progress = nullptr, const std::stop_token& stop = {});

} // namespace roofrack
