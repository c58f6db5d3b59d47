// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <string>

namespace roofrack {

/// The servers of a drawing that are there already: "64 × DGX H100", of several names "64 × DGX H100, 8 × DGX
/// B200"; empty: it says of none that it is.
std::string owned_servers_text(const Cluster& cluster);

/// `made` with the servers and switches of another drawing that are there already, with what they stand in,
/// below it and to be sold: a sale each by its Element::sale_price. What is not there yet, feeds, coolers and
/// storage stay behind, and so do rooms and sites: their contents alone are sold. As it is where nothing of
/// it is there already.
Cluster with_owned_sold(const Cluster& from, Cluster made);

} // namespace roofrack
