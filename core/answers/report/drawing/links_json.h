// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/drawing/offer/link_offer.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// Cables of a link in the whole drawing; of feeds and cooling: outlets, in shares where several links have
/// them.
double cables_of(const LinkEnds& ends, const PortTable& table);

/// How the link's own cable suits it; nothing when none is chosen or the catalogue has no such.
std::optional<CableOffer> own_cable(const Cluster& cluster, const LinkEnds& ends, const Catalog& catalog);

/// What `links --json` prints: the ports of every element, every link and what is wrong with them. Rates in
/// bytes/s of one direction, unknown is null.
nlohmann::ordered_json links_json(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                                  const std::vector<Finding>& findings);
nlohmann::ordered_json links_schema();

} // namespace roofrack
