// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/network_borders.h"

#include <algorithm>

namespace roofrack {

/// Instances [0, held) of each node; only the touched ones are visited.
struct NetworkBorders::Block {
    std::vector<double> held;
    std::vector<int> touched;

    double& at(int node) {
        double& value = held[static_cast<size_t>(node)];
        if (value <= 0) touched.push_back(node);
        return value;
    }
    double of(int node) const { return held[static_cast<size_t>(node)]; }
};

NetworkBorders::NetworkBorders(const Cluster& cluster, const Containment& containment, const Network& network)
    : m_network(network)
    , m_links_at(network.nodes.size())
    , m_tori(network.nodes.size()) {
    for (size_t l = 0; l < network.links.size(); ++l) {
        const NetworkLink& link = network.links[l];
        m_links_at[static_cast<size_t>(link.from)].push_back(static_cast<int>(l));
        if (link.to != link.from) m_links_at[static_cast<size_t>(link.to)].push_back(static_cast<int>(l));
    }
    for (size_t l = 0; l < network.torus.size(); ++l) {
        const NetworkLink& drawn = network.torus[l];
        const NetworkNode& server = network.nodes[static_cast<size_t>(drawn.from)];
        Torus& torus = m_tori[static_cast<size_t>(drawn.from)];
        torus.dims = cluster.links[static_cast<size_t>(drawn.link)].dims;
        torus.link = static_cast<int>(l);
        torus.cable = drawn.cable.si() * drawn.span.count;
        double product = 1;
        for (const int dim : torus.dims) product *= std::max(1, dim);
        // Of chips or of servers: whichever a container around them holds as many of.
        torus.unit_gpus = 1;
        for (int container = containment.parent(server.element);; container = containment.parent(container)) {
            if (containment.within(server.element, container) == product) torus.unit_gpus = server.gpus;
            if (container < 0) break;
        }
    }

    std::vector<int> waiting;
    for (size_t i = 0; i < network.nodes.size(); ++i)
        if (network.nodes[i].gpus > 0) waiting.push_back(static_cast<int>(i));
    for (int phase = 0; phase < static_cast<int>(network.phases.size()); ++phase) {
        std::vector<bool> known(network.nodes.size());
        for (const int server : waiting) {
            if (known[static_cast<size_t>(server)]) continue;
            Block block = start(server);
            for (int p = 0; p < phase; ++p) grow(block, p);
            NetworkBorder one = border(block, phase);
            one.servers = {server};
            known[static_cast<size_t>(server)] = true;
            // Whole elements of a block see the same border from wherever one starts.
            bool whole = true;
            std::vector<int> servers;
            for (const int node : block.touched) {
                const NetworkNode& held = network.nodes[static_cast<size_t>(node)];
                if (held.gpus <= 0) continue;
                whole = whole && block.of(node) >= held.instances;
                servers.push_back(node);
            }
            if (whole && phase > 0) {
                one.servers = servers;
                for (const int node : servers) known[static_cast<size_t>(node)] = true;
            }
            if (!one.outs.empty()) m_borders.push_back(std::move(one));
        }
    }
}

const NetworkBorders::Torus* NetworkBorders::torus(int server) const {
    const Torus& torus = m_tori[static_cast<size_t>(server)];
    return torus.dims.empty() ? nullptr : &torus;
}

NetworkBorders::Block NetworkBorders::start(int server) const {
    const NetworkNode& node = m_network.nodes[static_cast<size_t>(server)];
    double servers = std::max(1.0, node.domain / node.gpus);
    if (const Torus* wired = torus(server)) {
        servers = wired->unit_gpus / node.gpus;
        for (const int dim : wired->dims) servers *= std::max(1, dim);
    }
    Block block;
    block.held.resize(m_network.nodes.size());
    block.at(server) = std::min(servers, node.instances);
    return block;
}

void NetworkBorders::grow(Block& block, int phase) const {
    std::vector<int> queue = block.touched;
    for (size_t head = 0; head < queue.size(); ++head) {
        const int near = queue[head];
        for (const int l : m_links_at[static_cast<size_t>(near)]) {
            const NetworkLink& link = m_network.links[static_cast<size_t>(l)];
            if (link.phase > phase) continue;
            const bool forward = link.from == near;
            const int far = forward ? link.to : link.from;
            const double reached =
                std::min(forward ? link.span.reach_to(block.of(near)) : link.span.reach_from(block.of(near)),
                         m_network.nodes[static_cast<size_t>(far)].instances);
            if (reached <= block.of(far)) continue;
            block.at(far) = reached;
            queue.push_back(far);
        }
    }
}

NetworkBorder NetworkBorders::border(const Block& block, int phase) const {
    NetworkBorder out;
    out.phase = phase;
    for (const int node : block.touched) {
        out.gpus += block.of(node) * m_network.nodes[static_cast<size_t>(node)].gpus;
        for (const int l : m_links_at[static_cast<size_t>(node)]) {
            const NetworkLink& link = m_network.links[static_cast<size_t>(l)];
            // A link between two nodes of the block is met twice.
            if (node == link.to && link.from != link.to && block.of(link.from) > 0) continue;
            const LinkSpan::Cables cables = link.span.cables(block.of(link.from), block.of(link.to));
            const double rate = (cables.from_out + cables.to_out) * link.cable.si();
            if (rate <= 0) continue;
            out.rate += rate;
            if (link.phase == phase) out.outs.push_back({l, rate});
        }
    }
    return out;
}

double NetworkBorders::grown_gpus(int server, int phase) const {
    Block block = start(server);
    for (int p = 0; p <= phase; ++p) grow(block, p);
    double gpus = 0;
    for (const int node : block.touched)
        gpus += block.of(node) * m_network.nodes[static_cast<size_t>(node)].gpus;
    return gpus;
}

} // namespace roofrack
