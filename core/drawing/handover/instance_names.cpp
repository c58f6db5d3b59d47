// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/handover/instance_names.h"

#include "core/drawing/unique_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

namespace roofrack {

namespace {

/// "Server 007" → "Server"; text without a number at its end stays.
std::string_view without_number(std::string_view name) {
    const size_t last = name.find_last_not_of("0123456789");
    if (last == std::string_view::npos || last + 1 == name.size() || name[last] != ' ') return name;
    return name.substr(0, last);
}

} // namespace

InstanceNames::InstanceNames(const Cluster& cluster, const Containment& containment) {
    const UniqueNames names(cluster);
    std::unordered_set<std::string> counted;
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const double instances = containment.instances(static_cast<int>(i));
        Named each{names.of(cluster.elements[i].id), 0};
        if (instances > 1) {
            each.digits = static_cast<int>(fmt::format("{:.0f}", instances).size());
            counted.insert(each.base);
        }
        m_elements.push_back(std::move(each));
    }
    // "Server 7" drawn beside 128 of "Server" is not the seventh of these.
    for (size_t i = 0; i < m_elements.size(); ++i) {
        const std::string_view stem = without_number(m_elements[i].base);
        if (stem.size() < m_elements[i].base.size() && counted.contains(std::string(stem)))
            m_elements[i].base += " (" + cluster.elements[i].id + ")";
    }
}

std::string InstanceNames::of(int element, int64_t instance) const {
    const Named& each = m_elements[static_cast<size_t>(element)];
    return each.digits == 0 ? each.base : fmt::format("{} {:0{}}", each.base, instance + 1, each.digits);
}

} // namespace roofrack
