// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/evaluate.h"
#include "core/model/scale_metric.h"

namespace roofrack {

/// What a size costs to run: all that is drawn, at the duty cycle of the plan there, in proportion to its
/// GPUs.
struct ScaleCost {
    double gpus = 0;
    double progress = 0; ///< as ScalePoint::progress, 1/s
    Dollars per_hour{};
    Watts facility{};
    /// $ and J of a million units of progress (tokens, samples).
    double dollars_per_million() const { return per_hour.si() / 3600 / progress * 1e6; }
    double joules_per_million() const { return facility.si() / progress * 1e6; }
};

/// What the next doubling gives and costs from a size that matters.
struct ScaleDoubling {
    enum class From { drawn, knee, peak };
    From at = From::drawn;
    ScaleCost now, then; ///< at the size and at twice its GPUs
    double gain() const { return then.progress / now.progress; }
    /// $ of a million more, all that the doubling adds; infinite where it adds none.
    double marginal_dollars_per_million() const;
};
std::string_view name_of(ScaleDoubling::From from);

/// Of a plan that runs on so many GPUs and makes `progress` by the metric.
ScaleCost cost_at(const Prepared& prepared, const Plan& plan, double gpus, double progress,
                  ScaleMetric metric);

} // namespace roofrack
