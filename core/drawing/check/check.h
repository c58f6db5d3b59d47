// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/cluster.h"
#include "core/model/finding.h"

namespace roofrack {

class Catalog;

/// Looks the drawing over: links to nothing, cyclic or illegal containment, unknown parts, ports over-used,
/// cables too slow, racks over-full, racks without feed or cooling, servers off the network, no GPU. A
/// critical finding means that the drawing cannot be evaluated; the rest is advice.
std::vector<Finding> check_cluster(const Cluster& cluster, const Catalog& catalog);

} // namespace roofrack
