// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/main_servers.h"

#include <algorithm>

namespace roofrack {

int main_servers(const Network& network, const std::vector<int>& types) {
    const auto node = [&](int i) -> const NetworkNode& { return network.nodes[static_cast<size_t>(i)]; };
    struct Alike {
        int type;
        double gpus;
    };
    std::vector<Alike> kinds;
    for (const int type : types) {
        const Part* part = node(type).part;
        const double gpus = node(type).gpus * node(type).instances;
        const auto kind = std::ranges::find_if(kinds, [&](const Alike& other) {
            return node(other.type).part == part || *node(other.type).part == *part;
        });
        if (kind == kinds.end())
            kinds.push_back({type, gpus});
        else
            kind->gpus += gpus;
    }
    return std::ranges::max_element(kinds, {}, &Alike::gpus)->type;
}

} // namespace roofrack
