// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/told_apart.h"

#include <fmt/format.h>

namespace roofrack {

NamesToldApart::NamesToldApart(const Cluster& cluster) {
    for (const Element& element : cluster.elements) {
        m_drawn.try_emplace(element.id, &element);
        m_named[element.name] += 1;
    }
    for (const Element& element : cluster.elements)
        if (m_named[element.name] > 1) m_placed[placed(element)] += 1;
}

std::string_view NamesToldApart::container_of(const Element& element) const {
    const auto found = m_drawn.find(element.parent);
    return found == m_drawn.end() ? std::string_view() : found->second->name;
}

std::string NamesToldApart::placed(const Element& element) const {
    return fmt::format("{}\n{}", element.name, container_of(element));
}

std::string NamesToldApart::of(std::string_view id) const {
    const auto found = m_drawn.find(id);
    if (found == m_drawn.end()) return {};
    const Element& drawn = *found->second;
    if (drawn.name.empty()) return drawn.id;
    if (m_named.at(drawn.name) == 1) return drawn.name;
    const std::string_view within = container_of(drawn);
    if (within.empty() || m_placed.at(placed(drawn)) > 1) return fmt::format("{} ({})", drawn.name, drawn.id);
    return fmt::format("{} of {}", drawn.name, within);
}

} // namespace roofrack
