// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/name_index.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace roofrack {

/// Look-ups in a drawing that power and heat need, without expanding it.
class Drawing {
public:
    Drawing(const Cluster& cluster, const Catalog& catalog);

    const Cluster& cluster() const { return m_cluster; }
    /// Index of an element; −1 when there is none.
    int find(std::string_view id) const { return m_index.position(id); }
    const Element& at(int index) const { return m_cluster.elements[static_cast<size_t>(index)]; }
    int parent(int index) const { return m_parents[static_cast<size_t>(index)]; }
    /// The element itself or the nearest rack around it; −1 when it stands in none.
    int rack_of(int index) const;
    bool inside(int index, int container) const;
    /// Instances of the element in one instance of `container`; −1: in the whole drawing.
    double instances(int index, int container = -1) const;
    /// The element's part, drawn or bought; nullptr when it has none or it is unknown.
    const Part* part(int index) const { return m_parts.at(index); }
    const Part* part(std::string_view id) const { return m_parts.named(id); }
    /// Links at a feed or cooling element, in drawn order.
    const std::vector<const Link*>& links_at(int index) const;

private:
    const Cluster& m_cluster;
    DrawnParts m_parts;
    std::unordered_map<int, std::vector<const Link*>> m_supply; ///< by feed or cooling element
    NameIndex m_index;
    std::vector<int> m_parents;
};

} // namespace roofrack
