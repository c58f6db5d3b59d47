// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/link_blocks.h"
#include "core/drawing/network/path.h"

#include <map>

namespace roofrack {

/// Which instances of which elements lie on the shortest ways between two points of a network.
/// layers[0] holds the one end, the last the other; what lies between are switches.
struct PathLayers {
    std::vector<std::map<int, InstanceSet>> layers;
};

/// Breadth first over the drawn links; sets of instances, never single ones, are carried along.
class PathSearch {
public:
    /// `allowed`: of each of the table's links.
    PathSearch(const Cluster& cluster, const PortTable& table, std::vector<bool> allowed);

    /// Nothing when no way joins them.
    std::optional<PathLayers> find(const PathPoint& from, const PathPoint& to) const;

    /// Instances of the other end that the instances of `element` have cables of the link to.
    static InstanceSet across(const LinkEnds& ends, int element, InstanceRange instances);

    /// The allowed links at an element, as positions in the table's list.
    const std::vector<int>& links_at(int element) const { return m_at[static_cast<size_t>(element)]; }
    const PortTable& table() const { return m_table; }
    bool is_switch(int element) const;

private:
    const Cluster& m_cluster;
    const PortTable& m_table;
    std::vector<std::vector<int>> m_at;
};

} // namespace roofrack
