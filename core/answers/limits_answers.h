// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/step/engine/gain.h"
#include "core/study/collectives/bus_bandwidths.h"
#include "core/study/limits/bottleneck_years.h"
#include "core/study/limits/gradient_exchange.h"
#include "core/study/limits/gradient_reduction.h"
#include "core/study/limits/memory_wall.h"
#include "core/study/limits/roofs.h"

#include <vector>

namespace roofrack {

/// Every resource scaled up and down.
struct Sensitivities {
    std::vector<Sensitivity> sensitivities;
};
template<>
Result<Sensitivities> answer_of(const Answers& answers, const std::stop_token& stop);

/// What the drawn accelerator can do at most. Fails where the scenario cannot be understood.
template<>
Result<Roofs> answer_of(const Answers& answers, const std::stop_token& stop);

/// The catalogue's memory wall: the same for all snapshots.
template<>
Result<MemoryWall> answer_of(const Answers& answers, const std::stop_token& stop);

/// The memory wall, and where the drawing stands before it.
template<>
Result<WallStudy> answer_of(const Answers& answers, const std::stop_token& stop);

/// What binds once the hardware is newer.
struct BottlenecksByYear {
    std::vector<BottleneckYear> years;
};
void describe(figures::Builder<BottlenecksByYear>& figures);
template<>
Result<BottlenecksByYear> answer_of(const Answers& answers, const std::stop_token& stop);

/// What nccl-tests would print on the drawn fabric, beside the sweeps that the calibration carries. It needs
/// no model and no plan. Fails where no network can be read of the drawing.
template<>
Result<BusBandwidths> answer_of(const Answers& answers, const std::stop_token& stop);

/// Ways to exchange gradients, over GPUs.
template<>
Result<GradientExchange> answer_of(const Answers& answers, const std::stop_token& stop);

/// What the order and the precision of a sum over ranks do to it. Simulated again only where the plan adds up
/// in another way than in the snapshot before.
template<>
Result<ReductionStudy> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
