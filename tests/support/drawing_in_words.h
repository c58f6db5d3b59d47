// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <string>
#include <utility>

namespace roofrack::test {

/// An element that is named as its identifier.
inline Element drawn(ElementKind kind, std::string id, int count = 1, std::string part = {},
                     std::string parent = {}) {
    Element element;
    element.kind = kind;
    element.id = element.name = std::move(id);
    element.count = count;
    element.part.id = std::move(part);
    element.parent = std::move(parent);
    return element;
}

/// A link named "FROM-TO".
inline Link joined(const std::string& from, const std::string& to, LinkPattern pattern = LinkPattern::each,
                   int count = 1) {
    Link link;
    link.id = from + "-" + to;
    link.from = from;
    link.to = to;
    link.pattern = pattern;
    link.count = count;
    return link;
}

/// A drawing in a few words: each call adds one element or link.
struct DrawingInWords {
    Cluster cluster;

    DrawingInWords& add(ElementKind kind, const std::string& id, int count = 1, const std::string& part = {},
                        const std::string& parent = {}) {
        cluster.elements.push_back(drawn(kind, id, count, part, parent));
        return *this;
    }
    DrawingInWords& link(const std::string& from, const std::string& to, LinkPattern pattern, int count) {
        cluster.links.push_back(joined(from, to, pattern, count));
        return *this;
    }
};

} // namespace roofrack::test
