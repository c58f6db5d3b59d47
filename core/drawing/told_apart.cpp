// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/told_apart.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

NamesToldApart::NamesToldApart(const Cluster& cluster) {
    for (const Element& element : cluster.elements) {
        m_drawn.try_emplace(element.id, &element);
        m_named[element.name].push_back(&element);
    }
}

std::string_view NamesToldApart::container_of(const Element& element) const {
    const auto found = m_drawn.find(element.parent);
    return found == m_drawn.end() ? std::string_view() : found->second->name;
}

std::string NamesToldApart::of(std::string_view id) const {
    const auto found = m_drawn.find(id);
    if (found == m_drawn.end()) return {};
    const Element& drawn = *found->second;
    const std::vector<const Element*>& namesakes = m_named.at(drawn.name);
    if (namesakes.size() == 1) return drawn.name;
    const std::string_view within = container_of(drawn);
    if (within.empty() || std::ranges::any_of(namesakes, [&](const Element* other) {
            return other->id != drawn.id && container_of(*other) == within;
        }))
        return fmt::format("{} ({})", drawn.name, drawn.id);
    return fmt::format("{} of {}", drawn.name, within);
}

} // namespace roofrack
