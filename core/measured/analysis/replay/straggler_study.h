// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/measured/analysis/replay/replay_graph.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What a step may have waited for.
enum class BlameKind {
    worker,    ///< the operations of one worker (a rank's device)
    stage,     ///< the operations of all workers of one pipeline stage
    data_rank, ///< the operations of all workers of one data-parallel rank
    link,      ///< transfers between the same workers
    operation  ///< all operations of one type
};
std::string_view name_of(BlameKind kind);
std::string_view label_of(BlameKind kind);

/// Operations that are put right together, in one replay.
struct Blamed {
    BlameKind kind = BlameKind::worker;
    std::string name;
    std::vector<uint32_t> operations;
};

/// A recording made ready for what-if questions.
struct ReplayedRun {
    ReplayGraph graph;
    std::vector<std::string> steps, workers, types; ///< their names
    std::vector<Blamed> blamed;
};

/// One question: were these operations as fast as the others of their kind, how long would a step take?
struct ReplayQuestion {
    BlameKind kind = BlameKind::worker;
    std::string name;
    double step_s = 0;  ///< mean of the steps, found by replay
    double saved_s = 0; ///< mean step s saved; negative where they are faster than the others
    double share = 0;   ///< share of what stragglers cost; shares of different questions need not sum to one
};
void describe(figures::Builder<ReplayQuestion>& figures);

struct ReplayedStep {
    std::string name;
    double recorded_s = 0;
    double replayed_s = 0; ///< recorded work, without the waits that nothing explains
    double slowdown = 1;   ///< replayed_s ÷ the ideal step
    /// The critical path of the recorded step; they sum to recorded_s where the replay repeats the recording.
    int64_t compute_ns = 0, transfer_ns = 0, wait_ns = 0;
    std::string held_by; ///< the worker on whose work most of that path lies
};
void describe(figures::Builder<ReplayedStep>& figures);

/// How much of all critical paths is one worker's work of one type, or the wait before it.
struct PathShare {
    std::string worker, type;
    bool waits = false;
    int64_t total_ns = 0; ///< over all steps
    double share = 0;     ///< share of the critical paths of all steps
};
void describe(figures::Builder<PathShare>& figures);

/// One stretch of one step's critical path.
struct PathStretch {
    int64_t start_ns = 0, duration_ns = 0; ///< start ns from the step's beginning
    std::string worker, type, does;        ///< compute, transfer or wait
};
void describe(figures::Builder<PathStretch>& figures);

/// What stragglers cost a recorded run, whom its steps wait for, and how much shorter they would be without.
struct StragglerStudy {
    std::string file;
    int workers = 0;
    double recorded_s = 0; ///< mean step s as recorded
    double replayed_s = 0; ///< mean step s of recorded work without unexplained waits
    double ideal_s = 0;    ///< mean step s were equal operations equally fast: computation at the mean of all
                           ///< that are alike, transfers at their median
    double slowdown = 1;   ///< replayed_s ÷ ideal_s
    double wasted = 0;     ///< 1 − 1 ÷ slowdown: of all worker-hours
    double replay_error = 0; ///< mean of |replay with waits − recorded| ÷ recorded: how far to trust it
    std::vector<ReplayedStep> steps;
    std::vector<ReplayQuestion> without; ///< most saved first, by kind
    std::vector<PathShare> held;         ///< longest first
    std::string path_step;               ///< step whose path is listed: the one nearest to the median
    std::vector<PathStretch> path;
};
void describe(figures::Builder<StragglerStudy>& figures);

/// Fails when it is stopped.
Result<StragglerStudy> study_stragglers(const ReplayedRun& run, const std::stop_token& stop = {});

/// "stragglers make the steps 1.97 times as long; stage 3 alone: …": one line for people.
std::string summary_of(const StragglerStudy& study);

} // namespace roofrack
