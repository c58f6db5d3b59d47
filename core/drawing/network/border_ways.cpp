// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/border_ways.h"

#include "core/base/units/expected_maximum.h"

#include <algorithm>
#include <map>

namespace roofrack {

namespace {

/// The way up from one leaf.
class WayUp {
public:
    WayUp(const Network& network, const Containment& containment, int leaf, int phase)
        : m_network(network)
        , m_containment(containment)
        , m_phase(phase)
        , m_held(network.nodes.size(), 0.0) {
        climb(leaf);
    }

    double cables() const {
        double up = 0;
        std::map<int, double> beside; // by the container that they lead to
        for (const NetworkLink& link : m_network.links) {
            if (link.phase != m_phase) continue;
            if (link.from == link.to) {
                double held = m_held[static_cast<size_t>(link.from)];
                if (link.span.group > 0) held = std::min(held, link.span.group);
                beside[-1 - link.from] += held * held * link.span.count;
                continue;
            }
            for (const bool forward : {true, false}) {
                const int near = forward ? link.from : link.to, far = forward ? link.to : link.from;
                const double held = m_held[static_cast<size_t>(near)];
                if (held <= 0 || node(far).server || node(far).tier < node(near).tier) continue;
                const double cables = held * (forward ? link.span.per_from() : link.span.per_to());
                if (node(far).tier > node(near).tier)
                    up += cables;
                else
                    beside[place_of(near, far)] += cables;
            }
        }
        double out = up;
        for (const auto& [place, cables] : beside) out = std::max(out, cables);
        return out;
    }

private:
    const NetworkNode& node(int at) const { return m_network.nodes[static_cast<size_t>(at)]; }

    /// Instances of each node that are reached without going down.
    void climb(int leaf) {
        m_held[static_cast<size_t>(leaf)] = 1;
        std::vector<int> queue{leaf};
        while (!queue.empty()) {
            const int near = queue.back();
            queue.pop_back();
            const double held = m_held[static_cast<size_t>(near)];
            for (const int at : m_network.links_at(near)) {
                const NetworkLink& link = m_network.links[static_cast<size_t>(at)];
                if (link.phase >= m_phase) break;
                const bool forward = link.from == near;
                const int far = forward ? link.to : link.from;
                if (node(far).server || node(far).tier < node(near).tier) continue;
                const double reached = std::min(node(far).instances, forward ? link.span.reach_to(held)
                                                                             : link.span.reach_from(held));
                double& known = m_held[static_cast<size_t>(far)];
                if (reached <= known) continue;
                known = reached;
                queue.push_back(far);
            }
        }
    }

    /// The outermost element around `far` that is not around `near`, itself where nothing is.
    int place_of(int near, int far) const {
        const int common = m_containment.common(node(near).element, node(far).element);
        int out = node(far).element;
        for (int parent = m_containment.parent(out); parent != common && parent >= 0;
             parent = m_containment.parent(out))
            out = parent;
        return out;
    }

    const Network& m_network;
    const Containment& m_containment;
    int m_phase;
    std::vector<double> m_held;
};

} // namespace

double border_ways(const Network& network, const Containment& containment, int server, int phase) {
    const NetworkPhase& across = network.phases[static_cast<size_t>(phase)];
    if (across.tier <= 1 && !across.sideways) return 1;
    double most = 0;
    for (const int at : network.links_at(server)) {
        const NetworkLink& link = network.links[static_cast<size_t>(at)];
        const int leaf = link.from == server ? link.to : link.from;
        if (network.nodes[static_cast<size_t>(leaf)].server || link.phase >= phase) continue;
        const double cables = WayUp(network, containment, leaf, phase).cables();
        if (cables > 0) most = std::max({most, 1.0, cables});
    }
    return most;
}

double hashed_share(double ways, double factor, double known_ways) {
    if (ways <= 1) return 1;
    if (ways >= known_ways) return factor;
    return 1 / (1 + (1 / factor - 1) * expected_maximum(ways) / expected_maximum(known_ways));
}

} // namespace roofrack
