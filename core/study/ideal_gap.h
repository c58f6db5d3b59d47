// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

namespace roofrack {

/// Fills speedup, efficiency and what each part takes from the ideal, of every feasible point. The ideal
/// keeps the progress a GPU of `ideal_gpus`, or where that does not run of the size that has most. With t the
/// time of one batch of progress (step_time × extra tokens), t* what the ideal would need for it and T the
/// time at the ideal's size, part i has x_i = part_i − part_i at that size · t*/T; Σ x_i = t − t*, and it
/// loses batch · x_i/(t · t*) of progress: the losses sum to the gap. A part that shrinks faster than ideal
/// gives back. Also each border's cause: what takes most more of the ideal a smoothing factor after the
/// border than before it; where the curve falls beyond the border, what takes most more time for the same
/// work than at it; where the regime gets better, what stops growing: whose growth up to the border exceeds
/// that after it by most.
void find_gap(ScaleResult& result, const Defaults::Regimes& constants);

/// The nearest of the sizes that run and divide well; nullptr: there is none.
const ScalePoint* point_near(const ScaleResult& study, double gpus);

/// "extra_tokens": what a large batch needs more of, beside the parts of the step.
inline constexpr const char* extra_tokens = "extra_tokens";

} // namespace roofrack
