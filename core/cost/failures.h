// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/constants/defaults.h"

#include <array>
#include <optional>
#include <string_view>

namespace roofrack {

/// What stops a job. Up to `other` failures of the cluster; `job`: what stops jobs beyond them.
enum class FailureCause { gpu, hbm, network, host, software, other, job };
inline constexpr size_t failure_cause_count = 7;
std::string_view name_of(FailureCause cause);  ///< "gpu"
std::string_view label_of(FailureCause cause); ///< "GPU"

/// What a long run's time goes to beside training.
enum class RunLoss { checkpoint, lost_work, detect, schedule, load, start_up, repair, planned };
inline constexpr size_t run_loss_count = 8;
std::string_view name_of(RunLoss loss);  ///< "lost-work"
std::string_view label_of(RunLoss loss); ///< "Lost work"

/// Checkpoints and failures of a long run. Seconds; rates an 8-GPU node and 1,000 days.
struct FailureInputs {
    explicit FailureInputs(const Defaults::Failures& defaults)
        : constants(&defaults)
        , rate(defaults.rate_per_1000_node_days)
        , planned(defaults.planned_stops_per_1000_node_days)
        , restart(defaults.restart.si())
        , start_up_per_1000_gpus(defaults.start_up_per_1000_gpus.si())
        , repair(defaults.repair.si()) {}

    const Defaults::Failures* constants;
    double gpus = 0;
    double servers = 1;
    double rate;                   ///< of failures; 0: never
    double job_rate = 0;           ///< of what else stops the job: preemption, time-outs, mistakes
    double planned;                ///< of planned stops, a checkpoint before each
    double restart;                ///< to detect, to schedule and to start up a small job
    double start_up_per_1000_gpus; ///< more of it for each 1,000 GPUs
    double write = 0;              ///< of one checkpoint to storage
    double load = 0;               ///< of one checkpoint from storage
    bool in_background = false;    ///< training goes on while it is written
    bool in_memory = false;        ///< checkpoints are also kept in the memory of two servers
    double interval = 0;           ///< τ of training between checkpoints to storage; 0: the optimum
    std::optional<double> spares;  ///< servers that stand ready; none: as many as it takes
    double repair;                 ///< of one server
};

struct FailureCost {
    std::array<double, failure_cause_count> rates{}; ///< 1/s of the job, by cause
    double mttf = 0;                                 ///< M, 1/Σ rates; infinite without failures
    double stall = 0;                                ///< δ that training stands still for a checkpoint
    double interval = 0;                             ///< τ as used; infinite: never
    double memory_interval = 0;                      ///< the same of those in memory; 0: none
    double memory_stall = 0, memory_load = 0;        ///< of one in memory, as `stall`; to read it back
    double planned_rate = 0;                         ///< 1/s
    double detect = 0, schedule = 0, start_up = 0;   ///< phases of a restart, beside loading
    double availability = 1;                         ///< share of the time with enough servers
    double waste = 1;                                ///< Daly's wall time a second of training
    std::array<double, run_loss_count> lost{};       ///< a second of productive time
    double checkpoint = 0, failure = 0;              ///< lost to checkpoints, and to all else
    double goodput = 1;                              ///< 1/(1 + Σ lost)

    bool gets_on() const { return goodput >= least_goodput; }
    static constexpr double least_goodput =
        1e-3; ///< below it a run does not get on, and no share says how much
};

/// M = 1/(λ·gpus/8 + …); no network fails inside one server. τ* = best_interval(), never shorter than a
/// write in the background. Waste M·e^{R/M}·(e^{(τ+δ)/M} − 1)/τ (Daly 2006), R with the write that a
/// failure interrupts; with checkpoints in memory the product of two, each with its own τ, δ, M. Spares:
/// servers fail and are repaired independently, the job stands while more than the spares are away: Erlang's
/// loss formula. What is not a checkpoint is split by its first-order size, and sums to the whole.
FailureCost failure_cost(const FailureInputs& inputs);

inline constexpr double largest_exponent = 170; ///< of a run that never gets on: its waste stays a number
inline constexpr double least_availability = 1e-9;

/// τ of training between checkpoints that each take δ when failures come every M, s: the least of
/// (e^{(τ+δ)/M} − 1)/τ (Daly 2006), where e^{−(τ+δ)/M} = 1 − τ/M. About √(2δM) (Young 1974) while δ ≪ M, and
/// never more than M.
double best_interval(double stall, double mttf);

/// Erlang's loss formula B(n, a): share of the time that all n servers are busy under the load a.
double erlang_loss(double n, double a);

double checkpoint_bytes(double parameters, double bytes_per_parameter);

} // namespace roofrack
