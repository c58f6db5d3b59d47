// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/free_ids.h"

namespace roofrack {

FreeIds::FreeIds(const Cluster& cluster) {
    m_taken.reserve(cluster.elements.size() + cluster.links.size());
    for (const Element& element : cluster.elements) m_taken.insert(element.id);
    for (const Link& link : cluster.links) m_taken.insert(link.id);
}

std::string FreeIds::take(const std::string& base) {
    if (!base.empty() && m_taken.insert(base).second) return base;
    // "leaf-2" is copied to "leaf-3", not to "leaf-2-2".
    std::string stem = base.empty() ? "item" : base;
    if (const size_t dash = stem.rfind('-');
        dash != std::string::npos && dash > 0 && dash + 1 < stem.size() &&
        stem.find_first_not_of("0123456789", dash + 1) == std::string::npos)
        stem.resize(dash);
    int& number = m_next.try_emplace(stem, 2).first->second;
    while (true) {
        std::string id = stem + '-' + std::to_string(number++);
        if (m_taken.insert(id).second) return id;
    }
}

} // namespace roofrack
