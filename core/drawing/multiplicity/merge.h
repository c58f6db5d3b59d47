// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"

#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// Elements that became one group.
struct MergedGroup {
    std::string id;                ///< the first of them in drawn order, which stays
    std::vector<std::string> gone; ///< in the order of merging
    int count = 1;
};

struct MergeResult {
    Cluster cluster;
    std::vector<MergedGroup> groups; ///< also what had to be merged with the elements asked for
};

/// The inverse of split: elements equal in all but id, name, position and count, with equal contents and
/// equal links, become one group again, and so do the switches that only they are connected to. The first
/// keeps its id. Fails, and says what differs, when the elements cannot be one group.
Result<MergeResult> merge(const Cluster& cluster, const Catalog& catalog,
                          const std::vector<std::string>& ids);

/// Merges all that is equal in the drawing.
MergeResult merge_equal(const Cluster& cluster, const Catalog& catalog);

} // namespace roofrack
