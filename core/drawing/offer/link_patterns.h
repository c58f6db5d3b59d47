// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/offer/link_offer.h"

namespace roofrack {

/// Adds the rate and the patterns to an offer whose kind and ends are known, and warns of ports that are
/// taken and of networks that differ.
void add_patterns(const Cluster& cluster, const Catalog& catalog, const PortTable& table, const Element& from,
                  const Element& to, LinkOffer& offer);

/// Factors of `units` as near to each other as they get, the largest first: 64 and 3 give 4, 4, 4.
std::vector<int> torus_dims(int units, int axes);

} // namespace roofrack
