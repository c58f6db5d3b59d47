// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/fabric.h"

namespace roofrack {

/// Share of a rank's scale-up bandwidth that reaches `members` ranks of its domain where no switch joins
/// them. Full mesh (Infinity Fabric, Gaudi's ports): the links to those ranks alone, members − 1 of domain
/// − 1. A torus of servers: inside each the chips' links close no ring, half of them are used. 1 behind
/// switches. A torus of chips: TorusAxes.
double link_share(const Fabric& fabric, double members);

} // namespace roofrack
