// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/route/free_space.h"
#include "widgets/canvas/route/route_line.h"

namespace roofrack {

/// From a box back to itself, beside it: `room` wide, so that words fit on its far side.
LinkRoute loop_route(const FreeSpace& space, int element, double room);

/// From a box to others of the container `around` it: out of it and back to its outside. `top_x`: where the
/// link leaves the box when it goes over the top and back at the right.
LinkRoute outward_route(const FreeSpace& space, int from, int around, double top_x);

} // namespace roofrack
