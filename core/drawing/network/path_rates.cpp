// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/path_rates.h"

#include "core/drawing/network/max_flow.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

const Element& element_at(const Cluster& cluster, int index) {
    return cluster.elements[static_cast<size_t>(index)];
}

/// The widest edge of the cut that a flow saturates.
int binding_link(const MaxFlow& graph, int source) {
    double largest = 0;
    int link = -1;
    for (const MaxFlow::CutEdge& edge : graph.cut(source)) {
        if (edge.capacity <= largest) continue;
        largest = edge.capacity;
        link = edge.tag;
    }
    return link;
}

/// Every element in two nodes, so that a flow between two halves of one of them exists: node 2i holds the
/// instances [0, split), node 2i + 1 the rest.
class HalvedGraph {
public:
    HalvedGraph(const Cluster& cluster, const Catalog& catalog, const PathSearch& search, int from, int to)
        : m_search(search)
        , m_split(cluster.elements.size())
        , m_graph(static_cast<int>(2 * cluster.elements.size())) {
        const PortTable& table = search.table();
        for (size_t i = 0; i < m_split.size(); ++i)
            m_split[i] = table.containment().instances(static_cast<int>(i));
        if (from == to) split_at_half(from);
        for (size_t i = 0; i < m_split.size(); ++i)
            for (const int link : search.links_at(static_cast<int>(i))) {
                const LinkEnds& ends = table.links()[static_cast<size_t>(link)];
                if (ends.from != static_cast<int>(i)) continue;
                const auto carries = [&](int end) {
                    return search.is_switch(end) || end == from || end == to;
                };
                if (carries(ends.from) && carries(ends.to))
                    add(ends, usable_rate(cluster, catalog, table, ends));
            }
    }

    PathRate solve(int from, int to) {
        const int source = 2 * from, sink = from == to ? 2 * to + 1 : 2 * to;
        const double value = m_graph.solve(source, sink);
        if (!std::isfinite(value) || value <= 0) return {};
        return {value, binding_link(m_graph, source)};
    }

private:
    double count(int element) const { return m_search.table().containment().instances(element); }

    /// What serves the first half alone goes with it; what serves both stays whole.
    void split_at_half(int start) {
        m_split[static_cast<size_t>(start)] = std::floor(count(start) / 2);
        std::vector<int> queue{start};
        std::vector<bool> seen(m_split.size());
        seen[static_cast<size_t>(start)] = true;
        for (size_t head = 0; head < queue.size(); ++head)
            for (const int link : m_search.links_at(queue[head])) {
                const LinkEnds& ends = m_search.table().links()[static_cast<size_t>(link)];
                const int far = ends.other(queue[head]);
                if (!m_search.is_switch(far) || seen[static_cast<size_t>(far)]) continue;
                seen[static_cast<size_t>(far)] = true;
                m_split[static_cast<size_t>(far)] =
                    PathSearch::across(ends, queue[head], {0, m_split[static_cast<size_t>(queue[head])]})
                        .back()
                        .last;
                queue.push_back(far);
            }
    }

    void add(const LinkEnds& ends, double rate) {
        const int a = ends.swapped ? ends.to : ends.from, b = ends.swapped ? ends.from : ends.to;
        const double a_split = m_split[static_cast<size_t>(a)], b_split = m_split[static_cast<size_t>(b)];
        if (ends.span.self) { // the halves of one element
            if (a_split < count(a))
                join_nodes(2 * a, 2 * a + 1, ends.span.cables(a_split, a_split).from_out * rate, ends.link);
            return;
        }
        const LinkBlocks blocks(ends.span);
        const InstanceRange as[] = {{0, a_split}, {a_split, count(a)}};
        const InstanceRange bs[] = {{0, b_split}, {b_split, count(b)}};
        for (const int i : {0, 1})
            for (const int j : {0, 1})
                join_nodes(2 * a + i, 2 * b + j, blocks.cables(as[i], bs[j]) * rate, ends.link);
    }

    /// Cables are full duplex.
    void join_nodes(int a, int b, double capacity, int link) {
        if (capacity > 0) m_graph.add(a, b, capacity, capacity, link);
    }

    const PathSearch& m_search;
    std::vector<double> m_split;
    MaxFlow m_graph;
};

} // namespace

double usable_rate(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                   const LinkEnds& ends) {
    const Link& link = cluster.links[static_cast<size_t>(ends.link)];
    const auto rate = cable_rate(link, element_at(cluster, ends.from), element_at(cluster, ends.to), catalog);
    if (!rate) return 0;
    double share = std::clamp(link.health, 0.0, 1.0) * (1 - std::clamp(link.background_load, 0.0, 1.0));
    for (const int end : {ends.from, ends.to}) {
        const Element& element = element_at(cluster, end);
        if (element.kind == ElementKind::switch_) share *= std::clamp(element.health.value_or(1), 0.0, 1.0);
        const Ports* nics = table.ports(end, PortRole::network);
        if (element.kind == ElementKind::server && !ends.span.self && !link.bandwidth && nics &&
            nics->total && ends.at(end) > *nics->total)
            share *= *nics->total / ends.at(end);
        if (ends.from == ends.to) break;
    }
    return rate->si() * share;
}

PathRate layers_rate(const Cluster& cluster, const Catalog& catalog, const PathSearch& search,
                     const PathLayers& layers) {
    PathRate least;
    for (size_t k = 1; k < layers.layers.size(); ++k) {
        double sum = 0, widest = 0;
        int link = -1;
        for (const auto& [element, set] : layers.layers[k - 1])
            for (const int at : search.links_at(element)) {
                const LinkEnds& ends = search.table().links()[static_cast<size_t>(at)];
                const auto far = layers.layers[k].find(ends.other(element));
                if (far == layers.layers[k].end()) continue;
                const bool forward = (element == ends.from) != ends.swapped;
                const LinkBlocks blocks(ends.span);
                double cables = 0;
                const bool groups = ends.span.self && ends.span.group > 0;
                for (const InstanceRange& near : set) {
                    for (double i = near.first; groups && i < near.last; ++i)
                        for (const InstanceRange& met :
                             common(PathSearch::across(ends, element, {i, i + 1}), far->second))
                            cables += met.size() * cluster.links[static_cast<size_t>(ends.link)].count;
                    if (groups) continue;
                    for (const InstanceRange& there : far->second)
                        cables += forward ? blocks.cables(near, there) : blocks.cables(there, near);
                }
                const double carries = cables * usable_rate(cluster, catalog, search.table(), ends);
                sum += carries;
                if (carries <= widest) continue;
                widest = carries;
                link = ends.link;
            }
        if (k == 1 || sum < least.value) least = {sum, link};
    }
    return least;
}

PathRate aggregate_rate(const Cluster& cluster, const Catalog& catalog, const PathSearch& search, int from,
                        int to) {
    return HalvedGraph(cluster, catalog, search, from, to).solve(from, to);
}

} // namespace roofrack
