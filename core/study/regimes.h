// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

namespace roofrack {

/// Fills elasticity, pits and regime of every feasible point, borders (without their cause), the knee and the
/// peak, from `progress` alone.
///
/// The elasticity of a stretch between two points is the slope of the curve, straight between its points in
/// the logarithms, over a window of Defaults::Regimes::smoothing around the middle of the stretch, or over
/// the stretch where that is longer. A stretch whose elasticity is of another regime than the span that it is
/// part of has no regime: the span is too narrow to be named. A stretch keeps the regime of the one before
/// until its slope is `hysteresis` beyond a border, but a degrading one only until its slope is of another
/// regime; what is narrower than `narrowest` joins its neighbour, and a span degrades only where it ends
/// lower than it began by more than `least_fall`. What lies beyond the drawing does not touch what is said
/// about the drawing, and what lies below a quarter of it does not touch what is said about the drawn count:
/// windows and joins stay on their side.
///
/// A border at which linear ends stands where a limit of power or heat begins to hold the clocks beyond the
/// drawing, where the window holds that place and the curve is linear up to it: windows end there.
///
/// `fabric`: where more GPUs begin to cross a border of the fabric (gpus and links). A curve that is lower
/// beyond one by more than 3 % than its slope there leads to, and does not fall, has a drop there: it is put
/// into `steps`, and the rest of the curve is raised by it before all that is said above. One that falls has
/// the drop, too, and degrades.
void find_regimes(ScaleResult& result, const Defaults::Regimes& constants,
                  std::span<const ScaleStep> fabric = {});

/// What a tenth more GPUs add to the progress at the slope of the knee, beyond which they add less, a share:
/// 1.1^e − 1, e the elasticity of Defaults::Regimes::knee.
double gain_at_knee();

} // namespace roofrack
