// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/unique_names.h"

#include <fmt/format.h>

namespace roofrack {

UniqueNames::UniqueNames(const Cluster& cluster)
    : m_cluster(cluster)
    , m_ids(cluster.elements.size())
    , m_names(cluster.elements.size())
    , m_named(cluster.elements.size(), 0) {
    for (const Element& element : cluster.elements) {
        m_ids.add(element.id);
        m_names.add(element.name);
        m_named[static_cast<size_t>(m_names.position(element.name))] += 1;
    }
    for (const Element& element : cluster.elements)
        if (is_shared(element)) m_placed[placed(element)] += 1;
}

bool UniqueNames::is_shared(const Element& element) const {
    return m_named[static_cast<size_t>(m_names.position(element.name))] > 1;
}

const Element* UniqueNames::find(std::string_view id) const {
    const int at = m_ids.position(id);
    return at < 0 ? nullptr : &m_cluster.elements[static_cast<size_t>(at)];
}

std::string_view UniqueNames::container_of(const Element& element) const {
    const Element* container = find(element.parent);
    return container ? std::string_view(container->name) : std::string_view();
}

std::string UniqueNames::placed(const Element& element) const {
    return fmt::format("{}\n{}", element.name, container_of(element));
}

std::string UniqueNames::of(std::string_view id) const {
    const Element* found = find(id);
    if (!found) return {};
    const Element& drawn = *found;
    if (drawn.name.empty()) return drawn.id;
    if (!is_shared(drawn)) return drawn.name;
    const std::string_view within = container_of(drawn);
    if (within.empty() || m_placed.at(placed(drawn)) > 1) return fmt::format("{} ({})", drawn.name, drawn.id);
    return fmt::format("{} of {}", drawn.name, within);
}

} // namespace roofrack
