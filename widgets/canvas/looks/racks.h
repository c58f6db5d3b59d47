// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/looks/draft.h"

namespace roofrack {

// The overlays that colour racks.

void colour_rack_power(LooksDraft& draft);
void colour_inlet(LooksDraft& draft);
void colour_chip(LooksDraft& draft);
void colour_clock(LooksDraft& draft);

} // namespace roofrack
