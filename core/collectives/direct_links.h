// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/collectives/collectives.h"

namespace roofrack {

/// Share of a rank's scale-up bandwidth that reaches `members` ranks of its domain where no switch joins
/// them. Full mesh (Infinity Fabric, Gaudi's ports): the links to those ranks alone, members − 1 of domain
/// − 1. Torus: the links of the axes that the group spans; half of them on an axis too short to close. 1
/// behind switches.
double link_share(const Fabric& fabric, double members);

/// Seconds of a ring along each axis in turn, all axes at work on parts of the buffer (Jouppi 2023,
/// arXiv 2304.01433): `passes` 2 for all-reduce, 1 for all-gather and reduce-scatter.
double torus_time(double bytes, const GroupPath& path, double passes);

} // namespace roofrack
