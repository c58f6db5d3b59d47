// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/p2p/p2p_file.h"
#include "core/measured/p2p/pair_fit.h"

#include <map>

namespace roofrack {

/// Nodes that one drawn element stands for, in the order of their numbers.
struct NodeGroup {
    std::string name; ///< what their names have in common: "DGX-H100" of "DGX-H100-07"
    std::vector<size_t> members;
};

/// Links between two groups, or of one with itself (`a` = `b`). The first of each pair is of `a`.
struct GroupLink {
    int a = 0, b = 0;
    FittedLink link;
    double rate = 0; ///< bit/s, of all its cables; 0: not said
};

struct GroupedNodes {
    std::vector<NodeGroup> groups; ///< in the order in which the file names them
    std::vector<GroupLink> links;
    size_t split = 0; ///< nodes that stand alone since no pattern has their cables
};

/// Puts nodes together whose names differ in a number alone, and whose cables follow a pattern that can be
/// drawn; where none does, the groups are taken apart until each pair of them has one. Cables of different
/// rates are links of their own. `gpus`: of each node.
GroupedNodes group_nodes(const P2pFile& file, const std::vector<int>& gpus);

} // namespace roofrack
