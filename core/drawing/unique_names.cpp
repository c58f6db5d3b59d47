// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/unique_names.h"

#include <fmt/format.h>

namespace roofrack {

UniqueNames::UniqueNames(const Cluster& cluster)
    : m_cluster(cluster)
    , m_ids(cluster.elements.size())
    , m_named(cluster.elements.size(), 0) {
    NameIndex names(cluster.elements.size());
    m_first.reserve(cluster.elements.size());
    for (const Element& each : cluster.elements) {
        m_ids.add(each.id);
        m_first.push_back(names.add_and_find(each.name));
        m_named[static_cast<size_t>(m_first.back())] += 1;
    }
    const int count = static_cast<int>(m_first.size());
    for (int place = 0; place < count; ++place)
        if (is_shared(place)) m_placed[placed(place)] += 1;
}

int UniqueNames::container_of(int place) const {
    const int container = m_ids.position(element(place).parent);
    return container < 0 || element(container).name.empty() ? -1 : container;
}

std::uint64_t UniqueNames::placed(int place) const {
    const int container = container_of(place);
    const int within = container < 0 ? -1 : first_of(container);
    return static_cast<std::uint64_t>(first_of(place)) << 32 | static_cast<std::uint32_t>(within);
}

std::string UniqueNames::of(std::string_view id) const {
    const int place = m_ids.position(id);
    if (place < 0) return {};
    const Element& drawn = element(place);
    if (drawn.name.empty()) return drawn.id;
    if (!is_shared(place)) return drawn.name;
    const int container = container_of(place);
    if (container < 0 || m_placed.at(placed(place)) > 1) return fmt::format("{} ({})", drawn.name, drawn.id);
    return fmt::format("{} of {}", drawn.name, element(container).name);
}

} // namespace roofrack
