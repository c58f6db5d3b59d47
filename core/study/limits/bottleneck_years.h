// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/limits/memory_wall.h"

#include <stop_token>

namespace roofrack {

/// What binds the drawn step once its hardware is so many years newer.
struct BottleneckYear {
    double year = 0; ///< from now
    Seconds step{};  ///< with its checkpoints and failures
    std::vector<Gain>
        gains; ///< with a tenth more, most first: the first one binds; below Bottleneck::least_gain left out
};

/// The drawn cluster, plan and batch from now to `growth.years` on, a year at a time: arithmetic, HBM and
/// links grow as `growth` says; host, input, storage, failures and limits of power and heat stay as they are.
/// Year 0 is evaluate()'s. Empty where `evaluation` has no step. Stopped: those that were done.
std::vector<BottleneckYear> bottleneck_years(const Prepared& prepared, const Evaluation& evaluation,
                                             const WallGrowth& growth, const std::stop_token& stop = {});

void describe(figures::Builder<BottleneckYear>& figures);
/// All but its years, which those of a study tell.
void describe(figures::Builder<WallGrowth>& figures);

} // namespace roofrack
