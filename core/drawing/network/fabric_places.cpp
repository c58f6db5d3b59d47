// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/fabric_places.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

/// The words that all names begin with: "Leaf 1a" and "Leaf 1b" are "Leaf". A number ends them.
std::string common_words(const std::set<std::string>& names) {
    std::string common = *names.begin();
    for (const std::string& name : names) {
        size_t same = 0;
        while (same < common.size() && same < name.size() && common[same] == name[same]) ++same;
        if (same < common.size() || same < name.size()) common.resize(common.find_last_of(" -_", same) + 1);
    }
    const size_t last = common.find_last_not_of("0123456789 -_#./");
    return last == std::string::npos ? std::string() : common.substr(0, last + 1);
}

std::string name_of_phase(const Cluster& cluster, const Network& network, int phase) {
    std::set<std::string> names;
    for (const NetworkLink& link : network.links) {
        if (link.phase != phase) continue;
        const NetworkNode& from = network.nodes[static_cast<size_t>(link.from)];
        const NetworkNode& to = network.nodes[static_cast<size_t>(link.to)];
        const NetworkNode& high = from.tier >= to.tier ? from : to;
        names.insert(title(cluster.elements[static_cast<size_t>(high.element)]));
    }
    const NetworkPhase& drawn = network.phases[static_cast<size_t>(phase)];
    std::string name = names.size() == 1 ? *names.begin() : names.empty() ? "" : common_words(names);
    if (name.empty()) name = fmt::format("tier {}", drawn.tier);
    if (drawn.sideways) name += " group";
    return name;
}

class Placer {
public:
    Placer(const Cluster& cluster, const Containment& containment, const Network& network)
        : m_cluster(cluster)
        , m_containment(containment)
        , m_network(network)
        , m_elements(cluster.elements.size(), none)
        , m_links(cluster.links.size(), none) {}

    FabricPlaces place(const Fabric& fabric, const NetworkBorders& borders) {
        FabricPlaces out;
        const int main = main_server();
        if (main < 0 || fabric.levels.empty()) return out;
        out.levels.push_back({fabric.levels.front().name, fabric.levels.front().block_gpus});
        if (!m_network.torus.empty()) out.levels.push_back({"torus", borders.grown_gpus(main, -1)});
        const int first = static_cast<int>(out.levels.size());
        for (int phase = 0; phase < static_cast<int>(m_network.phases.size()); ++phase)
            out.levels.push_back(
                {name_of_phase(m_cluster, m_network, phase), borders.grown_gpus(main, phase)});
        place_network(first);
        if (place_storage(static_cast<int>(out.levels.size()))) {
            out.storage = static_cast<int>(out.levels.size());
            out.levels.push_back({"storage", fabric.gpus});
        }
        for (size_t i = 0; i < m_elements.size(); ++i)
            if (m_elements[i] != none) out.elements.push_back({m_cluster.elements[i].id, m_elements[i]});
        for (size_t l = 0; l < m_links.size(); ++l)
            if (m_links[l] != none) out.links.push_back({m_cluster.links[l].id, m_links[l]});
        return out;
    }

private:
    static constexpr int none = -1;

    /// The server element of most GPUs.
    int main_server() const {
        int main = none;
        double most = 0;
        for (size_t i = 0; i < m_network.nodes.size(); ++i) {
            const double gpus = m_network.nodes[i].gpus * m_network.nodes[i].instances;
            if (gpus <= most) continue;
            most = gpus;
            main = static_cast<int>(i);
        }
        return main;
    }

    /// An element that several levels touch belongs to the innermost.
    void place(int element, int level) {
        int& now = m_elements[static_cast<size_t>(element)];
        if (now == none || level < now) now = level;
    }

    void place_network(int first) {
        for (const NetworkNode& node : m_network.nodes) {
            if (!node.server || node.gpus <= 0) continue;
            place(node.element, 0);
            if (const int rack = m_containment.enclosing(node.element, ElementKind::rack); rack >= 0)
                place(rack, 0);
        }
        for (const NetworkLink& link : m_network.torus) m_links[static_cast<size_t>(link.link)] = 1;
        for (const NetworkLink& link : m_network.links) {
            m_links[static_cast<size_t>(link.link)] = first + link.phase;
            for (const auto& [near, far] : {std::pair(link.from, link.to), std::pair(link.to, link.from)}) {
                const NetworkNode& node = m_network.nodes[static_cast<size_t>(near)];
                if (!node.server && node.tier >= m_network.nodes[static_cast<size_t>(far)].tier)
                    place(node.element, first + link.phase);
            }
        }
    }

    /// Storage, the links that are connected to it and to no other level, and the switches between. False: no
    /// such link.
    bool place_storage(int level) {
        bool any = false;
        std::vector<bool> carries(m_elements.size());
        for (size_t i = 0; i < carries.size(); ++i)
            carries[i] = m_cluster.elements[i].kind == ElementKind::storage;
        const auto in_network = [&](size_t end) {
            const ElementKind kind = m_cluster.elements[end].kind;
            return kind == ElementKind::server || kind == ElementKind::switch_ ||
                   kind == ElementKind::storage;
        };
        for (bool changed = true; changed;) {
            changed = false;
            for (size_t l = 0; l < m_links.size(); ++l) {
                const Link& link = m_cluster.links[l];
                const int from = m_containment.index(link.from), to = m_containment.index(link.to);
                if (m_links[l] != none || from < 0 || to < 0) continue;
                const auto a = static_cast<size_t>(from), b = static_cast<size_t>(to);
                if (!(carries[a] || carries[b]) || !in_network(a) || !in_network(b)) continue;
                m_links[l] = level;
                any = changed = true;
                for (const size_t end : {a, b})
                    if (m_cluster.elements[end].kind == ElementKind::switch_ && m_elements[end] == none)
                        carries[end] = true;
            }
        }
        for (size_t i = 0; any && i < carries.size(); ++i)
            if (carries[i]) m_elements[i] = level;
        return any;
    }

    const Cluster& m_cluster;
    const Containment& m_containment;
    const Network& m_network;
    std::vector<int> m_elements, m_links; ///< levels, in drawn order
};

} // namespace

FabricPlaces fabric_places(const Cluster& cluster, const Containment& containment, const Fabric& fabric,
                           const Network& network, const NetworkBorders& borders) {
    return Placer(cluster, containment, network).place(fabric, borders);
}

} // namespace roofrack
