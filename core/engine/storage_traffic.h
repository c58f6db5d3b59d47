// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/drawing/containment.h"
#include "core/engine/prepared.h"

#include <vector>

namespace roofrack {

/// Bytes that one sample or sequence of the workload reads: its tokens, or the profile's own figure.
double sample_bytes(const Prepared::Impl& impl);

/// What one drawn link carries between the storage and the servers.
struct StorageShare {
    int link = 0;     ///< into Cluster::links
    double rate = 0;  ///< B/s of all its cables that are up, one direction
    double share = 0; ///< of all bytes that the storage reads or writes
};

/// All that is read or written passes each hop from the storage on, as far as there are GPUs beyond it, and
/// at each hop splits over the links in proportion to their rate; no way leads through a server. Links whose
/// rate nothing tells (neither Link::bandwidth nor the ports of their ends) take no part.
std::vector<StorageShare> storage_shares(const Cluster& cluster, const Containment& containment,
                                         const Catalog& catalog);

} // namespace roofrack
