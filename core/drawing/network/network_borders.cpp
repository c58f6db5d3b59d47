// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/network_borders.h"

#include <algorithm>
#include <unordered_map>

namespace roofrack {

namespace {

double held(const Block& block, int node) {
    const auto found = std::ranges::lower_bound(block, node, {}, &BlockPart::node);
    return found == block.end() || found->node != node ? 0 : found->held;
}

NetworkBorder border_of(const Block& block, const Network& network, int phase) {
    NetworkBorder out;
    out.phase = phase;
    out.gpus = gpus_in(block, network);
    for (const BlockPart& part : block)
        for (const int l : network.links_at(part.node)) {
            const NetworkLink& link = network.links[static_cast<size_t>(l)];
            const double froms = held(block, link.from);
            // A link between two nodes of the block is met twice.
            if (part.node == link.to && link.from != link.to && froms > 0) continue;
            const LinkSpan::Cables cables = link.span.cables(froms, held(block, link.to));
            const double rate = (cables.from_out + cables.to_out) * link.cable.si();
            if (rate <= 0) continue;
            out.rate += rate;
            if (link.phase == phase) out.outs.push_back({l, rate});
        }
    return out;
}

} // namespace

NetworkBorders::NetworkBorders(const Cluster& cluster, const Containment& containment, const Network& network)
    : m_network(network)
    , m_tori(network.nodes.size()) {
    for (const NetworkLink& drawn : network.torus) read_torus(drawn, cluster, containment);
    BlockGrower grower(network);
    for (int phase = 0; phase < static_cast<int>(network.phases.size()); ++phase) {
        std::unordered_map<const Block*, size_t> known; // to its place in m_borders
        std::vector<std::shared_ptr<const Block>> kept; // so that no other block gets its address
        for (int server = 0; server < static_cast<int>(network.nodes.size()); ++server) {
            if (network.nodes[static_cast<size_t>(server)].gpus <= 0) continue;
            auto block = phase == 0 ? std::make_shared<const Block>(start(server))
                                    : grower.grow(start(server), server, phase - 1);
            if (const auto found = known.find(block.get()); found != known.end()) {
                m_borders[found->second].servers.push_back(server);
                continue;
            }
            NetworkBorder border = border_of(*block, network, phase);
            if (border.outs.empty()) continue;
            border.servers = {server};
            known.emplace(block.get(), m_borders.size());
            kept.push_back(std::move(block));
            m_borders.push_back(std::move(border));
        }
    }
}

void NetworkBorders::read_torus(const NetworkLink& drawn, const Cluster& cluster,
                                const Containment& containment) {
    const NetworkNode& server = m_network.nodes[static_cast<size_t>(drawn.from)];
    Torus& torus = m_tori[static_cast<size_t>(drawn.from)];
    torus.dims = cluster.links[static_cast<size_t>(drawn.link)].dims;
    torus.cable = drawn.cable.si() * drawn.span.count;
    torus.background = drawn.background;
    double product = 1;
    for (const int dim : torus.dims) product *= std::max(1, dim);
    // The count is that of chips or of servers: whichever a container around them holds as many of.
    for (int container = containment.parent(server.element);; container = containment.parent(container)) {
        if (containment.within(server.element, container) == product) torus.unit_gpus = server.gpus;
        if (container < 0) break;
    }
}

const Torus* NetworkBorders::torus(int server) const {
    const Torus& torus = m_tori[static_cast<size_t>(server)];
    return torus.dims.empty() ? nullptr : &torus;
}

Block NetworkBorders::start(int server) const {
    const NetworkNode& node = m_network.nodes[static_cast<size_t>(server)];
    double servers = std::max(1.0, node.domain / node.gpus);
    if (const Torus* wired = torus(server)) {
        servers = wired->unit_gpus / node.gpus;
        for (const int dim : wired->dims) servers *= std::max(1, dim);
    }
    return first_servers(m_network, server, servers);
}

double NetworkBorders::grown_gpus(int server, int phase) const {
    if (phase < 0) return gpus_in(start(server), m_network);
    return gpus_in(*BlockGrower(m_network).grow(start(server), server, phase), m_network);
}

} // namespace roofrack
