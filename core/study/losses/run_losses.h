// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/step/engine/conditions.h"

#include <span>

namespace roofrack {

/// Whose failures the rate is of; GPUs that have it.
struct UsedRate {
    FailureRate rate;
    std::string accelerators; ///< names, "H100 SXM5, A100 …"
    double gpus = 0;
};

void describe(figures::Builder<UsedRate>& figures);

/// The failures that are counted with.
struct UsedRates {
    double value = 0;           ///< in 1,000 days of a node of eight GPUs
    std::vector<UsedRate> each; ///< by generation; empty: the site says it
    /// "3.79 failures in 1,000 days of a node of 8 GPUs, H100: Llama 3: 419 failures …"
    std::string text(const Defaults& defaults) const;
};
void describe(figures::Builder<UsedRates>& figures);
/// The rates of all that is drawn.
UsedRates used_rates(const Prepared& prepared);

/// How often one cause stops the job, and what one loss takes of the wall clock.
struct CauseRate {
    FailureCause cause = FailureCause::gpu;
    double per_day = 0;
};
struct LossShare {
    RunLoss loss = RunLoss::checkpoint;
    double share = 0;
};
void describe(figures::Builder<CauseRate>& figures);
void describe(figures::Builder<LossShare>& figures);

/// Where the time of a long run goes on so many GPUs, whatever the step on them takes.
struct RunLosses {
    double gpus = 0;
    std::string reason; ///< why the plan does not run on so many; empty: it does
    Bytes checkpoint{};
    Seconds write{}, load{}; ///< write of one checkpoint, to and from the storage
    FailureCost cost;

    /// Share of the wall clock: of the loss, lost·goodput.
    double share(RunLoss loss) const;
    Seconds restart() const; ///< from a failure to training again
    /// Failures, checkpoints and stops together: 1 − goodput.
    double share() const { return 1 - cost.goodput; }
    std::vector<CauseRate> causes() const; ///< all of them, in their order
    std::vector<LossShare> losses() const;
};
void describe(figures::Builder<RunLosses>& figures);

/// At each count with what the scenario's plan says about checkpoints; ascending as asked.
std::vector<RunLosses> run_losses(const Prepared& prepared, std::span<const double> gpus);

} // namespace roofrack
