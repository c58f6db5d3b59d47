// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figures/describe.h"
#include "core/network/fabric.h"

namespace roofrack {

void describe(figures::Builder<FabricLevel>& figures);

} // namespace roofrack
