// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/step/engine/straggler_costs.h"

namespace roofrack {

void describe(figures::Builder<StragglerCosts::Cause>& figures);
void describe(figures::Builder<StragglerCosts::Mitigation>& figures);
void describe(figures::Builder<StragglerCosts>& figures);

} // namespace roofrack
