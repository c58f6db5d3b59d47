// SPDX-License-Identifier: GPL-3.0-or-later
#include "facility/drawing.h"

#include "catalog/catalog.h"

namespace roofrack {

Drawing::Drawing(const Cluster& cluster, const Catalog& catalog)
    : m_cluster(cluster)
    , m_catalog(catalog) {
    const int count = static_cast<int>(cluster.elements.size());
    for (int i = 0; i < count; ++i) m_index.emplace(at(i).id, i);
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
}

int Drawing::find(std::string_view id) const {
    const auto it = m_index.find(id);
    return it == m_index.end() ? -1 : it->second;
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

const Part* Drawing::part(int index) const {
    const PartRef& ref = at(index).part;
    return ref.inline_part ? &*ref.inline_part : part(ref.id);
}

const Part* Drawing::part(std::string_view id) const { return id.empty() ? nullptr : m_catalog.part(id); }

} // namespace roofrack
