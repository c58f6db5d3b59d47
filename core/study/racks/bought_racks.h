// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <set>
#include <string>
#include <vector>

namespace roofrack {

/// Beside what is there already racks, or servers that stand in none, are bought. Where nothing is said of
/// what is there, that is not so.
bool adds_racks(const Cluster& cluster);

/// Instances of these elements of the drawing that are there already.
double owned_instances_of(const Cluster& cluster, const std::vector<const Element*>& elements);

/// The drawing without some elements and their links, and without containers that are bought and then hold
/// nothing. Cables that switches had to those that are gone lead to others of the same tier instead, where
/// such a link is drawn and they divide evenly.
Cluster without_supply(Cluster cluster, const std::set<std::string, std::less<>>& gone);

} // namespace roofrack
