// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/losses/slow_groups.h"

namespace roofrack {

void describe(figures::Builder<SlowGroup::Then>& figures);
void describe(figures::Builder<SlowGroup>& figures);
void describe(figures::Builder<SlowGroups>& figures);

} // namespace roofrack
