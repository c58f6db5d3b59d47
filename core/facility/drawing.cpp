// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/drawing.h"

namespace roofrack {

Drawing::Drawing(const Cluster& cluster, const Catalog& catalog)
    : m_cluster(cluster)
    , m_parts(cluster, catalog)
    , m_index(cluster.elements.size()) {
    const int count = static_cast<int>(cluster.elements.size());
    for (const Element& element : cluster.elements) m_index.add(element.id);
    m_parents.reserve(cluster.elements.size());
    for (int i = 0; i < count; ++i) {
        const Element& element = at(i);
        m_parents.push_back(element.parent.empty() ? -1 : find(element.parent));
    }
    // A containment that walks in a circle has no outside: cut it.
    for (int i = 0; i < count; ++i) {
        int outer = i;
        for (int steps = 0; outer >= 0 && steps <= count; ++steps) outer = parent(outer);
        if (outer >= 0) m_parents[static_cast<size_t>(i)] = -1;
    }
    for (const Link& link : cluster.links)
        for (const std::string* end : {&link.from, &link.to}) {
            const int unit = find(*end);
            if (unit < 0 || (end == &link.to && link.from == link.to)) continue;
            const ElementKind kind = at(unit).kind;
            if (kind == ElementKind::feed || kind == ElementKind::cooling) m_supply[unit].push_back(&link);
        }
}

int Drawing::rack_of(int index) const {
    while (index >= 0 && at(index).kind != ElementKind::rack) index = parent(index);
    return index;
}

bool Drawing::inside(int index, int container) const {
    while (index >= 0 && index != container) index = parent(index);
    return index >= 0;
}

double Drawing::instances(int index, int container) const {
    double product = 1;
    for (; index >= 0 && index != container; index = parent(index)) product *= std::max(0, at(index).count);
    return product;
}

const std::vector<const Link*>& Drawing::links_at(int index) const {
    static const std::vector<const Link*> none;
    const auto found = m_supply.find(index);
    return found == m_supply.end() ? none : found->second;
}

} // namespace roofrack
