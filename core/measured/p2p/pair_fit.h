// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace roofrack {

/// Cables between the members of two groups, or of one with itself: (i, j) → how many; within one group i <
/// j.
using PairCounts = std::map<std::pair<int64_t, int64_t>, int>;

/// A drawn link that stands for such cables.
struct FittedLink {
    LinkPattern pattern = LinkPattern::each;
    int count = 1;
    std::vector<int> dims;  ///< torus only
    int64_t blocks = 1;     ///< mesh: it is laid within each of so many equal blocks of both groups
    bool of_groups = false; ///< between the blocks of one group, from its router to the block
};

/// The links that stand for all cables between two groups of `a` and `b` members, in their order: an
/// each, rail or mesh. Nothing: no pattern does.
std::optional<std::vector<FittedLink>> fit_pairs(const PairCounts& pairs, int64_t a, int64_t b);
/// The links that stand for all cables inside one group: a mesh of all or of blocks, a dragonfly's two links,
/// or a torus. With several `gpus` in each member, those may be the places of the torus.
std::optional<std::vector<FittedLink>> fit_self(const PairCounts& pairs, int64_t a, int gpus);

} // namespace roofrack
