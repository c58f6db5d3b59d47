// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/curve/serial_law.h"
#include "core/study/scaling.h"

namespace roofrack {

void describe(figures::Builder<ScaleCost>& figures);
void describe(figures::Builder<ScaleDoubling>& figures);
void describe(figures::Builder<SizesWithoutPlan>& figures);
void describe(figures::Builder<BorderMitigation>& figures);
void describe(figures::Builder<ScaleBorder>& figures);
void describe(figures::Builder<ScaleStep>& figures);
void describe(figures::Builder<AssumedBlock>& figures);
/// All but its quantities (core/study/scale_quantity.h), which are held against a study.
void describe(figures::Builder<ScalePoint>& figures);
void describe(figures::Builder<ScaleResult>& figures);

void describe(figures::Builder<SerialTime>& figures);
void describe(figures::Builder<SerialLaw>& figures);

} // namespace roofrack
