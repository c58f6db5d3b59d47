// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/facility.h"

namespace roofrack {

void describe(figures::Builder<RackState>& figures);
/// What `evaluate` says about power; without a step there is nothing but the racks' empty list.
void describe(figures::Builder<PowerState>& figures);

} // namespace roofrack
