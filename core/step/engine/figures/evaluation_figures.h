// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/facility.h"
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

void describe(figures::Builder<RackState>& figures);
/// What `evaluate` says about power; without a step there is nothing but the racks' empty list.
void describe(figures::Builder<PowerState>& figures);

} // namespace roofrack
