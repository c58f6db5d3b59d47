// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/conditions.h"

#include <span>

namespace roofrack {

/// Where the time of a long run goes on so many GPUs, whatever the step on them takes.
struct RunLosses {
    double gpus = 0;
    std::string reason; ///< why the plan does not run on so many; empty: it does
    Bytes checkpoint{};
    Seconds write{}, load{}; ///< of one checkpoint, to and from the storage
    FailureCost cost;

    /// Share of the wall clock: of the loss, lost·goodput.
    double share(RunLoss loss) const;
    Seconds restart() const; ///< from a failure to training again
    /// Failures, checkpoints and stops together: 1 − goodput.
    double share() const { return 1 - cost.goodput; }
};

/// At each count with what the scenario's plan says of checkpoints; ascending as asked.
std::vector<RunLosses> run_losses(const Prepared& prepared, std::span<const double> gpus);

} // namespace roofrack
