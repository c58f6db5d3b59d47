// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace roofrack {

/// Maximum flow by blocking flows (Dinic 1970) on a small graph with real capacities.
class MaxFlow {
public:
    static constexpr double unlimited = std::numeric_limits<double>::infinity();

    explicit MaxFlow(int nodes)
        : m_out(static_cast<std::size_t>(nodes)) {}

    /// Adds an edge of `capacity` one way and `reverse` the other; `tag` names it in the cut.
    void add(int from, int to, double capacity, double reverse = 0, int tag = -1);

    /// Flow from source to sink; unlimited when a path without limit joins them.
    double solve(int source, int sink);

    /// After solve: the capacity that each tag has in the minimum cut nearest the source. Tags below 0 are
    /// left out.
    struct CutEdge {
        int tag;
        double capacity;
    };
    std::vector<CutEdge> cut(int source) const;

private:
    struct Edge {
        int to;
        double left; ///< residual capacity
        double capacity;
        int tag;
    };
    bool rank(int source, int sink);
    double push(int node, int sink, double flow);
    std::vector<bool> reachable(int source) const;

    std::vector<Edge> m_edges; ///< an edge and its reverse stand side by side
    std::vector<std::vector<int>> m_out;
    std::vector<int> m_level;
    std::vector<std::size_t> m_next;
    double m_epsilon = 0; ///< below it a capacity counts as used up
};

} // namespace roofrack
