// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Times the median from which a step is slow, or a rank.
inline constexpr double slow_factor = 1.05;

/// What a log says that a time was spent on.
enum class LoggedWork {
    setup,            ///< initialisation before the first step
    training,         ///< steps
    evaluation,       ///< evaluation of the model
    checkpoint,       ///< saving of checkpoints
    forward,          ///< forward computation
    backward,         ///< backward computation
    forward_backward, ///< both with what they wait for
    pipeline,         ///< sending to other pipeline stages, and waiting for them
    gradients,        ///< gradients summed over ranks
    parameters,       ///< parameters gathered from other ranks
    optimizer,        ///< optimizer
    input,            ///< reading of the batch
    lost,             ///< between the last step and the end of the job, which cut another one off
    rest              ///< what no timer tells
};
std::string_view name_of(LoggedWork work);
/// For people, within a sentence: "waiting for other stages".
std::string_view label_of(LoggedWork work);

/// Whose times a log's timers are.
enum class TimedRanks {
    one,      ///< one rank's
    slowest,  ///< each is that of the rank where it took longest
    extremes, ///< the least and the most over all ranks
    all       ///< every rank's
};
std::string_view name_of(TimedRanks ranks);
/// For people: "of every rank".
std::string_view label_of(TimedRanks ranks);
/// Each timer is that of the rank where it took longest, so that several need not add up to a step.
bool tells_slowest(TimedRanks ranks);

/// What one timer was in one step.
struct LoggedTimer {
    int timer = 0; ///< its place in StepTimers::parts
    double least_s = 0, most_s = 0;
    std::optional<int> most_rank{}; ///< rank where it took longest
};
void describe(figures::Builder<LoggedTimer>& figures);

/// One timer, the mean over the steps that the median step is of (step_roles()), as far as they have timers.
struct TimedPart {
    std::string name; ///< as the program calls it
    LoggedWork work = LoggedWork::rest;
    std::string within; ///< the timer that it is a part of; empty: of the step
    double seconds = 0; ///< mean over the ranks that are told; where only extremes are, of the slowest
    double own_s = 0;   ///< without the timers within it
    double share = 0;   ///< its part of the step
    double least_s = 0, most_s = 0;
    double spread_s() const { return most_s - least_s; } ///< how much ranks differ
};
void describe(figures::Builder<TimedPart>& figures);

/// What the timers tell of one rank, the mean of a step.
struct TimedRank {
    int rank = 0;
    double compute_s = 0, wait_s = 0;
    int slowest_in = 0; ///< steps in which no rank computed longer
};
void describe(figures::Builder<TimedRank>& figures);

/// The timers of a log.
struct StepTimers {
    TimedRanks ranks = TimedRanks::one;
    int steps = 0;                  ///< steps that the means are of
    double step_s = 0;              ///< mean of those steps
    std::vector<TimedPart> parts;   ///< each behind the timer that it is within
    std::vector<TimedRank> by_rank; ///< where every rank's computation is told
};
void describe(figures::Builder<StepTimers>& figures);

/// The timer in which ranks differ most, of all or of those of one work; null where they differ in none.
const TimedPart* widest_part(const StepTimers& timers, std::optional<LoggedWork> work = std::nullopt);

/// A part of the whole run, as far as a log tells.
struct RunPhase {
    LoggedWork work = LoggedWork::rest;
    double seconds = 0;
    int times = 0;                 ///< how often; 0: no matter
    std::optional<double> share{}; ///< its part of the run; none for what lies before it
};
void describe(figures::Builder<RunPhase>& figures);

/// Sets the share of the run of each phase; initialisation, which lies before the run, gets none.
void share_phases(std::vector<RunPhase>& phases);

/// What lies before the run as a part of both together; none for parts of the run, and where there is no run.
std::optional<double> share_of_job(const RunPhase& phase, const std::vector<RunPhase>& phases);

/// "7.25 min", "19.7 s": a time of a run that is told beside its phases. From a minute on it is told in
/// minutes where the run, or what lies before it, is too long for seconds; else as everywhere.
std::string phase_time_text(double seconds, const std::vector<RunPhase>& phases, int digits = 3);

/// Seconds of a step by what they were spent on, the longest first.
struct TimedShare {
    LoggedWork work = LoggedWork::rest;
    double seconds = 0;
};
struct TimedShares {
    double step_s = 0; ///< mean of the same steps
    std::vector<TimedShare> parts;
};
/// Nothing where the log tells no step times.
std::optional<TimedShares> timed_shares(const StepTimers& timers);

/// Which rank made the others wait, as far as timers of every rank tell.
struct LateRank {
    int rank = 0;
    double compute_s = 0, median_s = 0; ///< its own, and that of the median rank
    int slowest_in = 0, steps = 0;
};
/// The rank that computes over slow_factor times as long as the median rank, and as any other, in most of the
/// steps. Nothing where there is none, or where timers do not tell: several ranks that compute alike and
/// longer than others have other work, a pipeline stage with the vocabulary say, or wait for each other
/// within their computation.
std::optional<LateRank> late_rank(const StepTimers& timers);
/// How many ranks compute over slow_factor times as long as the median rank.
size_t longer_ranks(const StepTimers& timers);

} // namespace roofrack
