// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/cluster.h"
#include "facility/facility.h"

#include <map>
#include <string>

namespace roofrack {

class Catalog;

/// Load of each drawn feed and cooling unit against its rating (1 = full), from the racks it is linked to: a
/// rack's power, its heat to air (CRAH, RDHx, fan wall) or its heat to liquid (CDU) is shared evenly by all
/// such units that serve it. Units without a rating or without a served rack are left out.
std::map<std::string, double> facility_loads(const Cluster& cluster, const Catalog& catalog,
                                             const PowerState& power);

} // namespace roofrack
