// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fabric_places.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

const std::string& title(const Element& element) { return element.name.empty() ? element.id : element.name; }

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

} // namespace

FabricPlaces fabric_places(const Cluster& cluster, const Containment& containment, const Fabric& fabric,
                           const Network& network, const NetworkBorders& borders) {
    FabricPlaces out;
    out.elements.assign(cluster.elements.size(), -1);
    out.links.assign(cluster.links.size(), -1);
    int main = -1; // the server element of most GPUs
    const auto gpus = [&](int node) {
        const NetworkNode& each = network.nodes[static_cast<size_t>(node)];
        return each.gpus * each.instances;
    };
    for (int i = 0; i < static_cast<int>(network.nodes.size()); ++i)
        if (gpus(i) > 0 && (main < 0 || gpus(i) > gpus(main))) main = i;
    if (main < 0 || fabric.levels.empty()) return out;
    out.levels.push_back({fabric.levels.front().name, fabric.levels.front().block_gpus});
    const int server_level = 0;
    if (!network.torus.empty()) out.levels.push_back({"torus", borders.grown_gpus(main, -1)});
    const int first = static_cast<int>(out.levels.size());
    for (int phase = 0; phase < static_cast<int>(network.phases.size()); ++phase)
        out.levels.push_back({name_of_phase(cluster, network, phase), borders.grown_gpus(main, phase)});

    const auto place = [&](int element, int level) {
        int& now = out.elements[static_cast<size_t>(element)];
        if (now < 0 || level < now) now = level;
    };
    for (const NetworkNode& node : network.nodes) {
        if (!node.server || node.gpus <= 0) continue;
        place(node.element, server_level);
        if (const int rack = containment.enclosing(node.element, ElementKind::rack); rack >= 0)
            place(rack, server_level);
    }
    for (const NetworkLink& link : network.torus) out.links[static_cast<size_t>(link.link)] = 1;
    for (const NetworkLink& link : network.links) {
        out.links[static_cast<size_t>(link.link)] = first + link.phase;
        for (const int end : {link.from, link.to}) {
            const NetworkNode& node = network.nodes[static_cast<size_t>(end)];
            const NetworkNode& other =
                network.nodes[static_cast<size_t>(end == link.from ? link.to : link.from)];
            if (!node.server && node.tier >= other.tier) place(node.element, first + link.phase);
        }
    }
    // What hangs on the storage and on no level above.
    std::vector<bool> of_storage(cluster.elements.size());
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        of_storage[i] = cluster.elements[i].kind == ElementKind::storage;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t l = 0; l < cluster.links.size(); ++l) {
            if (out.links[l] >= 0) continue;
            const int from = containment.index(cluster.links[l].from),
                      to = containment.index(cluster.links[l].to);
            if (from < 0 || to < 0) continue;
            const auto carries = [&](int end) { return of_storage[static_cast<size_t>(end)]; };
            if (!carries(from) && !carries(to)) continue;
            for (const int end : {from, to}) {
                const auto at = static_cast<size_t>(end);
                if (cluster.elements[at].kind != ElementKind::switch_ || out.elements[at] >= 0) continue;
                changed = changed || !of_storage[at];
                of_storage[at] = true;
            }
            const auto in_network = [&](int end) {
                const ElementKind kind = cluster.elements[static_cast<size_t>(end)].kind;
                return kind == ElementKind::server || kind == ElementKind::switch_ ||
                       kind == ElementKind::storage;
            };
            if (in_network(from) && in_network(to)) out.links[l] = -2;
        }
    }
    if (std::ranges::find(out.links, -2) == out.links.end()) return out;
    out.storage = static_cast<int>(out.levels.size());
    out.levels.push_back({"storage", fabric.gpus});
    for (int& link : out.links)
        if (link == -2) link = out.storage;
    for (size_t i = 0; i < of_storage.size(); ++i)
        if (of_storage[i]) out.elements[i] = out.storage;
    return out;
}

} // namespace roofrack
