// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace roofrack {

/// What stops a job. The causes up to `other` are failures of the cluster; `job` is all else that stops a
/// job.
enum class FailureCause { gpu, hbm, network, host, software, other, job };
inline constexpr size_t failure_cause_count = 7;
std::string_view name_of(FailureCause cause);  ///< "gpu"
std::string_view label_of(FailureCause cause); ///< "GPU"

/// The losses of a long run: time beside training.
enum class RunLoss { checkpoint, lost_work, detect, schedule, load, start_up, repair, planned };
inline constexpr size_t run_loss_count = 8;
std::string_view name_of(RunLoss loss);  ///< "lost-work"
std::string_view label_of(RunLoss loss); ///< "Lost work"

/// Published failures of a GPU generation.
struct FailureRate {
    double value = 0;          ///< failures of an 8-GPU node in 1,000 days
    std::string_view constant; ///< where it stands in Defaults::figures
    std::string_view of;       ///< the part it was measured on: "H100"
    bool inherited = false;    ///< nothing is published of this generation: it is another's
    bool operator==(const FailureRate&) const = default;
};
/// `architecture`: of an accelerator of the catalogue, "ampere".
FailureRate failure_rate(std::string_view architecture, const Defaults::Failures& constants);

/// Parts that each take many servers out of the job at once: leaf switches, the power of racks.
struct SharedPart {
    FailureCause cause = FailureCause::network; ///< the cause whose rate holds their failures
    double count = 0;                           ///< how many the job depends on
    double each = 0;                            ///< failures of one, 1/s
    double units = 0;                           ///< spare units that the failure of one takes
    double repair = 0;                          ///< s
};

/// Checkpoints and failures of a long run. Times in seconds; rates are events of an 8-GPU node in 1,000 days.
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
    double rate;                   ///< rate of failures; 0: never
    double job_rate = 0;           ///< rate of FailureCause::job: preemption, time-outs, mistakes
    double planned;                ///< rate of planned stops, a checkpoint before each
    double restart;                ///< to detect, to schedule and to start up a small job
    double start_up_per_1000_gpus; ///< more of it for each 1,000 GPUs
    double write = 0;              ///< time to write one checkpoint to storage
    double load = 0;               ///< time to load one checkpoint from storage
    double copy = 0;               ///< time to copy a GPU's share of one to its host's memory
    bool in_background = false;    ///< training goes on while it is written
    bool in_memory = false;        ///< checkpoints are also kept in the memory of two servers
    double interval = 0;           ///< τ of training between checkpoints to storage; 0: the optimum
    std::optional<double> spares;  ///< servers that stand ready; none: as many as it takes
    double unit_servers = 1;       ///< servers of a spare unit: they leave the job and are replaced together
    double repair;                 ///< time to repair one server
    std::span<const SharedPart> shared;
};

struct FailureCost {
    std::array<double, failure_cause_count> rates{}; ///< 1/s of the job, by cause
    double mttf = 0;                                 ///< M, 1/Σ rates; infinite without failures
    double stall = 0;                                ///< δ that training stands still for a checkpoint
    double interval = 0;                             ///< τ as used; infinite: never
    double memory_interval = 0;                      ///< τ of checkpoints in memory; 0: there are none
    double memory_stall = 0, memory_load = 0;        ///< δ of one in memory; time to read it back
    double planned_rate = 0;                         ///< 1/s
    double detect = 0, schedule = 0, start_up = 0;   ///< phases of a restart, beside loading
    double availability = 1;                         ///< share of the time with enough servers
    double units_away = 0; ///< mean number of spare units under repair, without those of shared parts
    double waste = 1;      ///< wall-clock seconds for each second of training (Daly)
    std::array<double, run_loss_count> lost{}; ///< seconds lost for each second of productive time
    double checkpoint = 0, failure = 0;        ///< lost to checkpoints, and to all else
    double goodput = 1;                        ///< 1/(1 + Σ lost)

    bool makes_progress() const { return goodput >= least_goodput; }
    static constexpr double least_goodput =
        1e-3; ///< below it a run makes no progress, and no share says how much
};

/// M = 1/(λ·gpus/8 + …), λ the rates above; no network fails inside one server. τ* = best_interval(), never
/// shorter than `checkpoint_least_interval` or than a write in the background. Waste M·e^{R/M}·(e^{(τ+δ)/M} −
/// 1)/τ (Daly 2006), R with the write that a failure interrupts; with checkpoints in memory the product of
/// two, each with its own τ, δ, M. Spares: units of servers fail and are repaired independently, the job
/// stands still while more units are away than stand ready: Erlang's loss formula; while a shared part is
/// away there are so many spares less. What is not a checkpoint is split by its first-order size, and sums to
/// the whole.
FailureCost failure_cost(const FailureInputs& inputs);

/// What the rate of each cause leaves of `all`: failures of shared[i], 1/s, its count·each, in sum never more
/// than their cause's rate.
double shared_rate(std::span<const SharedPart> all, size_t i, const FailureCost& cost);

/// The time that the job waits for repairs, by what it waits for: shares of the time, in order of `shared`,
/// and in `single` for all else.
struct RepairWait {
    double single = 0;
    std::vector<double> shared;
};
RepairWait repair_wait(const FailureInputs& inputs, const FailureCost& cost);

inline constexpr double largest_exponent =
    170; ///< largest exponent of a run that never makes progress: its waste stays a number
inline constexpr double least_availability = 1e-9;

/// τ of training between checkpoints that each take δ when failures come every M, s: the least of
/// (e^{(τ+δ)/M} − 1)/τ (Daly 2006), where e^{−(τ+δ)/M} = 1 − τ/M. About √(2δM) (Young 1974) while δ ≪ M, and
/// never more than M.
double best_interval(double stall, double mttf);

/// Share of the time that more than m of n servers (of queueing theory, here units under repair) are busy
/// under the load a, m < n: the tail of Erlang's
/// loss chain, 1 − Π(1 − B(i, a)) over i = m + 1 … n with his formula B. 1 for m < 0; B(n, a) for m = n − 1.
double erlang_above(double m, double n, double a);

double checkpoint_bytes(double parameters, double bytes_per_parameter);

} // namespace roofrack
