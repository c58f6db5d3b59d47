// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/told_apart.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

std::string told_apart(const Cluster& cluster, std::string_view id) {
    const Element* drawn = cluster.find(id);
    if (!drawn) return {};
    const auto namesakes = [&](const auto& is_other) {
        return std::ranges::any_of(cluster.elements, [&](const Element& other) {
            return other.id != drawn->id && other.name == drawn->name && is_other(other);
        });
    };
    const auto container_of = [&](const Element& element) {
        const Element* container = element.parent.empty() ? nullptr : cluster.find(element.parent);
        return container ? container->name : std::string();
    };
    if (!namesakes([](const Element&) { return true; })) return drawn->name;
    const std::string within = container_of(*drawn);
    if (within.empty() || namesakes([&](const Element& other) { return container_of(other) == within; }))
        return fmt::format("{} ({})", drawn->name, drawn->id);
    return fmt::format("{} of {}", drawn->name, within);
}

} // namespace roofrack
