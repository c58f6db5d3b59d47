// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/path_search.h"

namespace roofrack {

/// Bytes/s of one cable of a link, one direction, as far as it is up and the NICs of its servers go; 0 when
/// nothing tells.
double usable_rate(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                   const LinkEnds& ends);

/// The least that all cables between two neighbouring layers carry.
PathRate layers_rate(const Cluster& cluster, const Catalog& catalog, const PathSearch& search,
                     const PathLayers& layers);

/// Max-flow from all instances of one element to all of another; of the same: from the first half of them to
/// the rest. Servers and storage between them do not forward.
PathRate aggregate_rate(const Cluster& cluster, const Catalog& catalog, const PathSearch& search, int from,
                        int to);

} // namespace roofrack
