// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/cluster.h"

#include <string_view>
#include <unordered_map>

namespace roofrack {

/// The elements and links of a drawing by id, for those who ask more than a few times: Cluster::find reads
/// the drawing through each time. Of two with one id the first one drawn is found.
class ElementIndex {
public:
    /// `cluster` must outlive this and keep its elements and links.
    explicit ElementIndex(const Cluster& cluster)
        : m_cluster(&cluster) {
        m_elements.reserve(cluster.elements.size());
        m_links.reserve(cluster.links.size());
        for (size_t i = 0; i < cluster.elements.size(); ++i)
            m_elements.emplace(cluster.elements[i].id, static_cast<int>(i));
        for (size_t i = 0; i < cluster.links.size(); ++i)
            m_links.emplace(cluster.links[i].id, static_cast<int>(i));
    }

    /// Position in Cluster::elements; −1 when there is none.
    int position(std::string_view id) const { return position_in(m_elements, id); }
    const Element* find(std::string_view id) const {
        const int at = position(id);
        return at < 0 ? nullptr : &m_cluster->elements[static_cast<size_t>(at)];
    }
    int link_position(std::string_view id) const { return position_in(m_links, id); }
    const Link* find_link(std::string_view id) const {
        const int at = link_position(id);
        return at < 0 ? nullptr : &m_cluster->links[static_cast<size_t>(at)];
    }

private:
    using Positions = std::unordered_map<std::string_view, int>;
    static int position_in(const Positions& positions, std::string_view id) {
        const auto found = positions.find(id);
        return found == positions.end() ? -1 : found->second;
    }

    const Cluster* m_cluster;
    Positions m_elements, m_links;
};

} // namespace roofrack
