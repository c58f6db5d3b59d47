// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"
#include "core/step/engine/prepared.h"

#include <optional>

namespace roofrack {

/// Power of one GPU in the mean of the step, W.
struct MeanGpuPower {
    double all = 0;
    double dynamic = 0; ///< what of `all` is above the idle power
};

/// Power of a GPU of the group with the most GPUs, in its first rack. None: no rack has GPUs. The evaluation
/// must have a step.
std::optional<MeanGpuPower> mean_gpu_power(const Prepared& prepared, const Evaluation& evaluation);

} // namespace roofrack
