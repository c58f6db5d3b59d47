// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/running_cost.h"

#include <string_view>

namespace roofrack {

/// What a size costs to run.
struct ScaleCost {
    double gpus = 0;
    double progress = 0; ///< as ScalePoint::progress, 1/s
    double useful = 0;   ///< as ScalePoint::useful, 1/s
    RunningCost running;
    /// $ and J of a million useful tokens (samples).
    double dollars_per_million() const { return roofrack::dollars_per_million(running.per_hour, useful); }
    double joules_per_million() const { return running.facility.si() / useful * 1e6; }
};

/// What the next doubling gives and costs from a size that matters.
struct ScaleDoubling {
    enum class From { drawn, knee, peak };
    From at = From::drawn;
    ScaleCost now, then; ///< at the size and at twice its GPUs
    double gain() const { return then.progress / now.progress; }
    /// $ per million more, all that the doubling adds; infinite where it adds none.
    double marginal_dollars_per_million() const;
};
std::string_view name_of(ScaleDoubling::From from);

} // namespace roofrack
