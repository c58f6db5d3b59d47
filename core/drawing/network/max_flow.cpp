// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/max_flow.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace roofrack {

void MaxFlow::add(int from, int to, double capacity, double reverse, int tag) {
    m_out[static_cast<size_t>(from)].push_back(static_cast<int>(m_edges.size()));
    m_edges.push_back({to, capacity, capacity, tag});
    m_out[static_cast<size_t>(to)].push_back(static_cast<int>(m_edges.size()));
    m_edges.push_back({from, reverse, reverse, tag});
    // Relative to the largest finite capacity: rounding must not keep a used-up edge open.
    for (const double c : {capacity, reverse})
        if (std::isfinite(c)) m_epsilon = std::max(m_epsilon, c * 1e-12);
}

bool MaxFlow::rank(int source, int sink) {
    m_level.assign(m_out.size(), -1);
    std::vector<int> queue{source};
    m_level[static_cast<size_t>(source)] = 0;
    for (size_t head = 0; head < queue.size(); ++head)
        for (const int e : m_out[static_cast<size_t>(queue[head])]) {
            const Edge& edge = m_edges[static_cast<size_t>(e)];
            int& level = m_level[static_cast<size_t>(edge.to)];
            if (level >= 0 || edge.left <= m_epsilon) continue;
            level = m_level[static_cast<size_t>(queue[head])] + 1;
            queue.push_back(edge.to);
        }
    return m_level[static_cast<size_t>(sink)] >= 0;
}

double MaxFlow::push(int node, int sink, double flow) {
    if (node == sink) return flow;
    const auto& out = m_out[static_cast<size_t>(node)];
    for (size_t& next = m_next[static_cast<size_t>(node)]; next < out.size(); ++next) {
        const auto e = static_cast<size_t>(out[next]);
        const int to = m_edges[e].to;
        if (m_edges[e].left <= m_epsilon ||
            m_level[static_cast<size_t>(to)] != m_level[static_cast<size_t>(node)] + 1)
            continue;
        const double pushed = push(to, sink, std::min(flow, m_edges[e].left));
        if (pushed <= 0) continue;
        if (std::isfinite(pushed)) {
            m_edges[e].left -= pushed;
            m_edges[e ^ 1].left += pushed;
        }
        return pushed;
    }
    return 0;
}

double MaxFlow::solve(int source, int sink) {
    double total = 0;
    while (rank(source, sink)) {
        m_next.assign(m_out.size(), 0);
        while (true) {
            const double pushed = push(source, sink, unlimited);
            if (pushed <= 0) break;
            if (std::isinf(pushed)) return unlimited;
            total += pushed;
        }
    }
    return total;
}

std::vector<bool> MaxFlow::reachable(int source) const {
    std::vector<bool> seen(m_out.size());
    std::vector<int> stack{source};
    seen[static_cast<size_t>(source)] = true;
    while (!stack.empty()) {
        const int node = stack.back();
        stack.pop_back();
        for (const int e : m_out[static_cast<size_t>(node)]) {
            const Edge& edge = m_edges[static_cast<size_t>(e)];
            if (edge.left <= m_epsilon || seen[static_cast<size_t>(edge.to)]) continue;
            seen[static_cast<size_t>(edge.to)] = true;
            stack.push_back(edge.to);
        }
    }
    return seen;
}

std::vector<MaxFlow::CutEdge> MaxFlow::cut(int source) const {
    const std::vector<bool> inside = reachable(source);
    std::vector<CutEdge> out;
    std::unordered_map<int, size_t> place; // place of a tag in `out`
    for (size_t node = 0; node < m_out.size(); ++node) {
        if (!inside[node]) continue;
        for (const int e : m_out[node]) {
            const Edge& edge = m_edges[static_cast<size_t>(e)];
            if (inside[static_cast<size_t>(edge.to)] || edge.tag < 0 || edge.capacity <= 0) continue;
            if (const auto [at, added] = place.emplace(edge.tag, out.size()); added)
                out.push_back({edge.tag, edge.capacity});
            else
                out[at->second].capacity += edge.capacity;
        }
    }
    return out;
}

} // namespace roofrack
