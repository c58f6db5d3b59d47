// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/step/engine/evaluation.h"

namespace roofrack {

void describe(figures::Builder<SpreadTerm>& figures);
void describe(figures::Builder<MemoryPart>& figures);
void describe(figures::Builder<StageFit>& figures);
void describe(figures::Builder<MemoryFit>& figures);
void describe(figures::Builder<OperatorCost>& figures);
void describe(figures::Builder<ExchangePrice>& figures);
void describe(figures::Builder<Gain>& figures);
void describe(figures::Builder<Sensitivity>& figures);
void describe(figures::Builder<TuningStep>& figures);
/// All but the findings.
void describe(figures::Builder<Evaluation>& figures);

} // namespace roofrack
