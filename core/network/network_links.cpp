// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/fabric_network.h"

#include <algorithm>

namespace roofrack {

void Network::index_links() {
    first.assign(nodes.size() + 1, 0);
    for (const NetworkLink& link : links) {
        ++first[static_cast<size_t>(link.from) + 1];
        if (link.to != link.from) ++first[static_cast<size_t>(link.to) + 1];
    }
    for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    incident.assign(static_cast<size_t>(first.back()), 0);
    std::vector<int> next(first.begin(), first.end() - 1);
    for (size_t l = 0; l < links.size(); ++l) {
        incident[static_cast<size_t>(next[static_cast<size_t>(links[l].from)]++)] = static_cast<int>(l);
        if (links[l].to != links[l].from)
            incident[static_cast<size_t>(next[static_cast<size_t>(links[l].to)]++)] = static_cast<int>(l);
    }
    const auto phase = [this](int l) { return links[static_cast<size_t>(l)].phase; };
    for (size_t i = 0; i + 1 < first.size(); ++i)
        std::ranges::stable_sort(incident.begin() + first[i], incident.begin() + first[i + 1], {}, phase);
}

} // namespace roofrack
