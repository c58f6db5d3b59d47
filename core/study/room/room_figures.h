// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/room/room_study.h"

namespace roofrack {

void describe(figures::Builder<RoomPurchase>& figures);
void describe(figures::Builder<RoomRow>& figures);
void describe(figures::Builder<RoomOutcome>& figures);
void describe(figures::Builder<RoomStudy>& figures);

} // namespace roofrack
