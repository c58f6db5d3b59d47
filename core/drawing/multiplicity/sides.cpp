// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/multiplicity/sides.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

LinkEndCounts sides_of(const Cluster& cluster, const Containment& containment, const Link& link, int from,
                       int to) {
    const int common = containment.common(from, to);
    LinkEndCounts out{from, to, containment.within(from, common), containment.within(to, common)};
    const bool backwards = link.pattern == LinkPattern::rail
                               ? cluster.elements[static_cast<size_t>(to)].kind == ElementKind::server
                               : out.many_count < out.few_count;
    if (backwards) {
        std::swap(out.many, out.few);
        std::swap(out.many_count, out.few_count);
    }
    out.groups = out.few_count;
    if (link.pattern == LinkPattern::rail)
        out.groups = std::max(1.0, std::floor(out.few_count / std::max(1, link.count)));
    return out;
}

bool is_cabled(ElementKind kind) {
    return kind == ElementKind::server || kind == ElementKind::switch_ || kind == ElementKind::storage;
}

std::vector<int> bound_to(const Cluster& cluster, const Containment& containment, int element) {
    std::vector<int> out;
    const auto inside = [&](int at) {
        for (; at >= 0; at = containment.parent(at))
            if (at == element) return true;
        return false;
    };
    for (const Link& link : cluster.links) {
        if (link.pattern != LinkPattern::each && link.pattern != LinkPattern::rail) continue;
        const int from = containment.index(link.from), to = containment.index(link.to);
        if (from < 0 || to < 0 || inside(from) == inside(to)) continue;
        if (!is_cabled(cluster.elements[static_cast<size_t>(from)].kind) ||
            !is_cabled(cluster.elements[static_cast<size_t>(to)].kind))
            continue;
        if (sides_of(cluster, containment, link, from, to).groups <= 1) continue;
        const int far = inside(from) ? to : from;
        const int common = containment.common(from, to);
        int group = -1;
        for (int up = far; up >= 0 && up != common; up = containment.parent(up))
            if (cluster.elements[static_cast<size_t>(up)].count > 1) group = up;
        if (group >= 0 && std::ranges::find(out, group) == out.end()) out.push_back(group);
    }
    return out;
}

} // namespace roofrack
