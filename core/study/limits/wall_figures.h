// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/limits/memory_wall.h"

namespace roofrack {

void describe(figures::Builder<WallRidges>& figures);
void describe(figures::Builder<WallPart>& figures);
void describe(figures::Builder<PublishedGrowth>& figures);
void describe(figures::Builder<ResourceTimes>& figures);
void describe(figures::Builder<WallPosition::Op>& figures);
void describe(figures::Builder<WallPosition::Future>& figures);
void describe(figures::Builder<WallPosition>& figures);
void describe(figures::Builder<MemoryWall>& figures);

} // namespace roofrack
