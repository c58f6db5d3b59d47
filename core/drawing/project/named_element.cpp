// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/named_element.h"

#include "core/base/units/nearest.h"

#include <fmt/format.h>

namespace roofrack {

Result<const Element*> named_element(const Cluster& cluster, std::string_view text) {
    if (const Element* element = cluster.find(text)) return element;
    const Element* found = nullptr;
    std::string ids;
    int count = 0;
    constexpr int most_listed = 8;
    for (const Element& element : cluster.elements) {
        if (element.name != text || text.empty()) continue;
        found = &element;
        if (++count <= most_listed) ids += (count > 1 ? ", " : "") + element.id;
    }
    if (count == 1) return found;
    if (count > 1)
        return fail("", fmt::format("{} drawn things are called '{}'", count, text),
                    fmt::format("name one by its id: {}{}", ids, count > most_listed ? " …" : ""));
    std::vector<std::string> known;
    for (const Element& element : cluster.elements) {
        known.push_back(element.id);
        if (!element.name.empty()) known.push_back(element.name);
    }
    const std::string near = nearest(std::string(text), known);
    std::string fix =
        near.empty() ? std::string("name a drawn element") : fmt::format("did you mean '{}'?", near);
    return fail("", fmt::format("'{}' is not drawn", text), std::move(fix));
}

} // namespace roofrack
