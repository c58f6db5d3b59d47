// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/fabric_block.h"

#include "cluster/max_flow.h"

#include <algorithm>

namespace roofrack {

void grow(Block& block, const Network& network, int phase) {
    // Each round adds whole instances, and no round removes any: the ranges end at the network's.
    for (bool grown = true; grown;) {
        grown = false;
        for (const NetworkLink& link : network.links) {
            if (link.phase > phase) continue;
            const auto reach = [&](int near, int far, double count) {
                if (block[static_cast<size_t>(near)] <= 0) return;
                const NetworkNode& node = network.nodes[static_cast<size_t>(far)];
                double& held = block[static_cast<size_t>(far)];
                const double reached = std::min(count, node.instances);
                if (reached <= held) return;
                held = reached;
                grown = true;
            };
            reach(link.from, link.to, link.span.reach_to(block[static_cast<size_t>(link.from)]));
            reach(link.to, link.from, link.span.reach_from(block[static_cast<size_t>(link.to)]));
        }
    }
}

double gpus_in(const Block& block, const Network& network) {
    double gpus = 0;
    for (size_t i = 0; i < block.size(); ++i) gpus += block[i] * network.nodes[i].gpus;
    return gpus;
}

BlockFlow flow_out(const Block& block, const Network& network) {
    const int size = static_cast<int>(block.size());
    const int source = size, sink = size + 1;
    MaxFlow graph(size + 2);
    BlockFlow out;
    for (int i = 0; i < size; ++i) {
        const NetworkNode& node = network.nodes[static_cast<size_t>(i)];
        const double gpus = block[static_cast<size_t>(i)] * node.gpus;
        if (gpus > 0) graph.add(source, i, MaxFlow::unlimited);
    }
    double widest = 0;
    for (size_t l = 0; l < network.links.size(); ++l) {
        const NetworkLink& link = network.links[l];
        const double from = block[static_cast<size_t>(link.from)], to = block[static_cast<size_t>(link.to)];
        if (from <= 0 && to <= 0) continue;
        const LinkSpan::Cables cables = link.span.cables(from, to);
        const int tag = static_cast<int>(l);
        const double rate = link.cable.si();
        // Cables are full duplex: either direction has the whole rate.
        if (cables.inside > 0) graph.add(link.from, link.to, cables.inside * rate, cables.inside * rate, tag);
        if (cables.from_out > 0) graph.add(link.from, sink, cables.from_out * rate, 0, tag);
        if (cables.to_out > 0) graph.add(link.to, sink, cables.to_out * rate, 0, tag);
        const double leaving = (cables.from_out + cables.to_out) * rate;
        if (leaving <= 0) continue;
        out.background = std::max(out.background, link.background);
        if (leaving > widest) {
            widest = leaving;
            out.link_class = link.link_class;
        }
    }
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
    return Seconds(2 * way[static_cast<size_t>(top)] - once);
}

} // namespace roofrack
