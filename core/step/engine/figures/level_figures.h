// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/drawing/network/fabric.h"

namespace roofrack {

void describe(figures::Builder<FabricLevel>& figures);

} // namespace roofrack
