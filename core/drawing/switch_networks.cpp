// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/switch_networks.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace roofrack {

SwitchNetworks::SwitchNetworks(const Cluster& cluster, const DrawnParts& parts,
                               std::span<const LinkEnds> links) {
    join(cluster, links);
    read_ends(cluster, parts, links);
    const bool another = std::ranges::any_of(
        m_all, [](const SwitchNetwork& each) { return each.serves && !each.other_purpose(); });
    for (SwitchNetwork& each : m_all) each.aside = another && each.other_purpose();
}

void SwitchNetworks::join(const Cluster& cluster, std::span<const LinkEnds> links) {
    const auto is_switch = [&](int index) { return cluster.at(index).kind == ElementKind::switch_; };
    std::vector<int> root(cluster.elements.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int index) {
        while (root[static_cast<size_t>(index)] != index)
            index = root[static_cast<size_t>(index)] =
                root[static_cast<size_t>(root[static_cast<size_t>(index)])];
        return index;
    };
    for (const LinkEnds& ends : links)
        if (ends.kind == LinkKind::network && is_switch(ends.from) && is_switch(ends.to))
            root[static_cast<size_t>(find(ends.from))] = find(ends.to);
    m_of.assign(root.size(), -1);
    std::vector<int> number(root.size(), -1);
    for (size_t i = 0; i < root.size(); ++i) {
        const int index = static_cast<int>(i);
        if (!is_switch(index)) continue;
        int& network = number[static_cast<size_t>(find(index))];
        if (network < 0) {
            network = static_cast<int>(m_all.size());
            m_all.emplace_back();
        }
        m_of[i] = network;
        m_all[static_cast<size_t>(network)].switches.push_back(index);
    }
}

void SwitchNetworks::read_ends(const Cluster& cluster, const DrawnParts& parts,
                               std::span<const LinkEnds> links) {
    for (SwitchNetwork& network : m_all)
        for (const int index : network.switches) {
            const NetworkUse use = cluster.at(index).use;
            network.carries_said |= use == NetworkUse::any || use == NetworkUse::compute;
            network.aside_said |= use == NetworkUse::storage || use == NetworkUse::management;
        }
    for (const LinkEnds& ends : links) {
        if (ends.kind != LinkKind::network) continue;
        for (const auto& [end, far] : {std::pair(ends.from, ends.to), std::pair(ends.to, ends.from)}) {
            if (of(far) < 0) continue;
            SwitchNetwork& network = m_all[static_cast<size_t>(of(far))];
            const Element& element = cluster.at(end);
            const Part* part = parts.at(end);
            network.stores |= element.kind == ElementKind::storage;
            network.serves |= element.kind == ElementKind::server && part && part->value_or("gpus", 0) > 0;
        }
    }
}

bool SwitchNetworks::is_left_out(const LinkEnds& link) const {
    return std::ranges::any_of(std::array{link.from, link.to}, [this](int end) {
        return of(end) >= 0 && m_all[static_cast<size_t>(of(end))].aside;
    });
}

} // namespace roofrack
