// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/fabric_block.h"

#include "core/drawing/network/max_flow.h"

#include <algorithm>
#include <utility>

namespace roofrack {

namespace {

/// What a block holds of a node; 0 when nothing.
double held_of(const Block& block, int node) {
    const auto found = std::ranges::lower_bound(block, node, {}, &BlockPart::node);
    return found == block.end() || found->node != node ? 0 : found->held;
}

} // namespace

double gpus_in(const Block& block, const Network& network) {
    double gpus = 0;
    for (const auto& [node, held] : block) gpus += held * network.nodes[static_cast<size_t>(node)].gpus;
    return gpus;
}

BlockGrower::BlockGrower(const Network& network)
    : m_network(network)
    , m_shared(network.nodes.size())
    , m_held(network.nodes.size(), 0.0) {}

Block first_servers(const Network& network, int node, double servers) {
    const auto at = [&](int i) -> const NetworkNode& { return network.nodes[static_cast<size_t>(i)]; };
    Block block{{node, std::min(servers, at(node).instances)}};
    if (at(node).cabinet < 0) return block;
    block.front().held = std::min(servers, at(node).in_rack);
    double left = servers - block.front().held;
    for (const int other : network.cabinets[static_cast<size_t>(at(node).cabinet)]) {
        if (other == node || left <= 0) continue;
        block.push_back({other, std::min(left, at(other).in_rack)});
        left -= block.back().held;
    }
    std::ranges::sort(block, {}, &BlockPart::node);
    return block;
}

std::shared_ptr<const Block> BlockGrower::grow(const Block& first, int node, int phase) {
    if (phase != m_phase) {
        std::ranges::fill(m_shared, nullptr);
        m_phase = phase;
    }
    std::shared_ptr<const Block>& shared = m_shared[static_cast<size_t>(node)];
    if (!shared && held_of(first, node) >= 1) {
        const auto grown = std::make_shared<const Block>(closure({{node, 1}}, phase));
        for (const BlockPart& part : *grown) m_shared[static_cast<size_t>(part.node)] = grown;
    }
    const auto holds = [&](const BlockPart& part) { return held_of(*shared, part.node) >= part.held; };
    if (shared && std::ranges::all_of(first, holds)) return shared;
    // A domain of several servers that the links do not join begins wider.
    Block seeds = shared ? *shared : Block();
    seeds.insert(seeds.end(), first.begin(), first.end());
    return std::make_shared<const Block>(closure(seeds, phase));
}

Block BlockGrower::closure(const Block& seeds, int phase) {
    // Each round adds whole instances, and none removes any: the ranges end at the network's.
    Block block;
    std::vector<int> queue;
    const auto hold = [&](int node, double count) {
        double& held = m_held[static_cast<size_t>(node)];
        if (count <= held) return;
        if (held <= 0) block.push_back({node, 0});
        held = count;
        queue.push_back(node);
    };
    for (const auto& [node, held] : seeds) hold(node, held);
    while (!queue.empty()) {
        const int near = queue.back();
        queue.pop_back();
        const double held = m_held[static_cast<size_t>(near)];
        const auto reach = [&](int far, double count) {
            hold(far, std::min(count, m_network.nodes[static_cast<size_t>(far)].instances));
        };
        for (const int l : m_network.links_at(near)) {
            const NetworkLink& link = m_network.links[static_cast<size_t>(l)];
            if (link.phase > phase) break;
            if (link.from == near) reach(link.to, link.span.reach_to(held));
            if (link.to == near) reach(link.from, link.span.reach_from(held));
        }
    }
    std::ranges::sort(block, {}, &BlockPart::node);
    for (BlockPart& part : block) part.held = std::exchange(m_held[static_cast<size_t>(part.node)], 0.0);
    return block;
}

BlockFlow flow_out(const Block& block, const Network& network) {
    const int size = static_cast<int>(block.size());
    const int source = size, sink = size + 1;
    MaxFlow graph(size + 2);
    BlockFlow out;
    std::vector<int> links;
    for (int i = 0; i < size; ++i) {
        const auto& [node, held] = block[static_cast<size_t>(i)];
        if (held * network.nodes[static_cast<size_t>(node)].gpus > 0)
            graph.add(source, i, MaxFlow::unlimited);
        const auto at = network.links_at(node);
        links.insert(links.end(), at.begin(), at.end());
    }
    std::ranges::sort(links);
    const auto rest = std::ranges::unique(links);
    links.erase(rest.begin(), rest.end());
    const auto place = [&](int node) {
        const auto found = std::ranges::lower_bound(block, node, {}, &BlockPart::node);
        return found == block.end() || found->node != node ? -1 : static_cast<int>(found - block.begin());
    };
    double widest = 0;
    for (const int tag : links) {
        const NetworkLink& link = network.links[static_cast<size_t>(tag)];
        const int near = place(link.from), far = place(link.to);
        const auto held = [&](int i) { return i < 0 ? 0 : block[static_cast<size_t>(i)].held; };
        const LinkSpan::Cables cables = link.span.cables(held(near), held(far));
        const double rate = link.cable.si();
        // Cables are full duplex: either direction has the whole rate.
        if (cables.inside > 0) graph.add(near, far, cables.inside * rate, cables.inside * rate, tag);
        if (cables.from_out > 0) graph.add(near, sink, cables.from_out * rate, 0, tag);
        if (cables.to_out > 0) graph.add(far, sink, cables.to_out * rate, 0, tag);
        const double leaving = (cables.from_out + cables.to_out) * rate;
        if (leaving <= 0) continue;
        out.background = std::max(out.background, link.background);
        out.cables += cables.from_out + cables.to_out;
        if (leaving > widest) {
            widest = leaving;
            out.link_class = link.link_class;
        }
    }
    if (widest <= 0) return out;
    out.bytes_per_s = graph.solve(source, sink);
    if (out.bytes_per_s <= 0) return out;
    double largest = 0;
    for (const MaxFlow::CutEdge& edge : graph.cut(source)) {
        if (edge.capacity <= largest) continue;
        largest = edge.capacity;
        out.link = edge.tag;
    }
    return out;
}

Seconds switch_latency(const Network& network, int server, int phase) {
    // Shortest way up by Bellman–Ford over a few nodes; the far side is its mirror image, the top switch
    // counts once.
    std::vector<double> way(network.nodes.size(), -1);
    way[static_cast<size_t>(server)] = 0;
    int top = -1;
    for (bool changed = true; changed;) {
        changed = false;
        for (const NetworkLink& link : network.links) {
            if (link.phase > phase) continue;
            for (const auto& [near, far] : {std::pair(link.from, link.to), std::pair(link.to, link.from)}) {
                const NetworkNode& node = network.nodes[static_cast<size_t>(far)];
                if (way[static_cast<size_t>(near)] < 0 || node.server) continue;
                const double reached = way[static_cast<size_t>(near)] + node.hop.si();
                double& best = way[static_cast<size_t>(far)];
                if (best >= 0 && best <= reached + 1e-15) continue;
                best = reached;
                changed = true;
            }
        }
    }
    for (size_t i = 0; i < way.size(); ++i) {
        if (network.nodes[i].server || way[i] < 0) continue;
        if (top < 0 || network.nodes[i].tier > network.nodes[static_cast<size_t>(top)].tier)
            top = static_cast<int>(i);
    }
    if (top < 0) return Seconds(0);
    const double once = phase >= 0 && network.phases[static_cast<size_t>(phase)].sideways
                            ? 0
                            : network.nodes[static_cast<size_t>(top)].hop.si();
    // Between groups: one more switch on either side, which the other group's cable ends at (Kim 2008: local,
    // global, local).
    double around = 0;
    for (const NetworkLink& link : network.links)
        if (link.phase == phase && link.span.group > 1)
            around = 2 * network.nodes[static_cast<size_t>(link.from)].hop.si();
    return Seconds(2 * way[static_cast<size_t>(top)] - once + around);
}

bool switches_reduce(const Network& network, int phase) {
    bool any = false;
    for (const NetworkLink& link : network.links) {
        if (link.phase > phase) continue;
        for (const int end : {link.from, link.to}) {
            const NetworkNode& node = network.nodes[static_cast<size_t>(end)];
            if (node.server) continue;
            if (!node.reduces) return false;
            any = true;
        }
    }
    return any;
}

} // namespace roofrack
