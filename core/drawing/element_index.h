// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/drawing/name_index.h"

#include <string_view>

namespace roofrack {

/// The elements and links of a drawing by id, for those who ask more than a few times: Cluster::find reads
/// the drawing through each time. Where two have one id, the first one drawn is found.
class ElementIndex {
public:
    /// `cluster` must outlive this and keep its elements and links.
    explicit ElementIndex(const Cluster& cluster)
        : m_cluster(&cluster)
        , m_elements(cluster.elements.size())
        , m_links(cluster.links.size()) {
        for (const Element& element : cluster.elements) m_elements.add(element.id);
        for (const Link& link : cluster.links) m_links.add(link.id);
    }

    /// Position in Cluster::elements; −1 when there is none.
    int position(std::string_view id) const { return m_elements.position(id); }
    const Element* find(std::string_view id) const {
        const int at = position(id);
        return at < 0 ? nullptr : &m_cluster->elements[static_cast<size_t>(at)];
    }
    int link_position(std::string_view id) const { return m_links.position(id); }
    const Link* find_link(std::string_view id) const {
        const int at = link_position(id);
        return at < 0 ? nullptr : &m_cluster->links[static_cast<size_t>(at)];
    }

private:
    const Cluster* m_cluster;
    NameIndex m_elements, m_links;
};

} // namespace roofrack
