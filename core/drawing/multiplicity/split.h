// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

/// One group that was divided: `count` instances of `from` became the element `id`, `left` stayed.
struct SplitPiece {
    std::string from, id;
    int count = 1, left = 1;
};

struct SplitResult {
    Cluster cluster;
    std::string id; ///< the element that was asked for, on its own now
    std::vector<SplitPiece>
        pieces; ///< in the order of splitting: containers first, then what had to go along
};

/// Takes `n` of the equal instances of an element out of its group, with copies of its contents and all its
/// links, so that the drawing means the same machine: same step time, power, fabric levels and ports. A
/// multiplied container around it is split first, one instance of it. Where a group of switches shares the
/// instances evenly, the switches of those that leave are split off with them, and the rest of what is
/// connected to these switches as a group of its own. Copies are called "rack-2" and "Rack (1 of 32)"; they
/// follow their originals in drawn order. Fails, and says why, where no drawing means the same: sharing that
/// does not divide, a torus, a scale-up domain over several servers, cooling units (they share their load as
/// a pool), `n` not below the count.
Result<SplitResult> split(const Cluster& cluster, const Catalog& catalog, std::string_view id, int n = 1);

/// Splits until each instance of the element is an element of its own, called "Rack (1 of 32)" to
/// "Rack (32 of 32)"; what stands in it stays multiplied.
/// Refused where the drawing would have more than `most` elements.
Result<SplitResult> expand(const Cluster& cluster, const Catalog& catalog, std::string_view id,
                           int most = 5000);

} // namespace roofrack
