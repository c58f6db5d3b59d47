// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/containment.h"

#include <fmt/format.h>

namespace roofrack {

Result<Containment> Containment::make(const Cluster& cluster) {
    Containment out;
    out.m_cluster = &cluster;
    const int size = static_cast<int>(cluster.elements.size());
    out.m_index = NameIndex(cluster.elements.size());
    for (int i = 0; i < size; ++i) {
        const Element& element = cluster.elements[static_cast<size_t>(i)];
        const auto where = [i](const char* key) { return fmt::format("/cluster/elements/{}/{}", i, key); };
        if (!out.m_index.add(element.id))
            return fail(where("id"), fmt::format("a second element has the id '{}'", element.id),
                        "give each element an id of its own");
        if (element.count < 1)
            return fail(where("count"), fmt::format("'{}' has the count {}", element.id, element.count),
                        "a count is 1 or more");
    }
    out.m_parent.assign(cluster.elements.size(), -1);
    for (int i = 0; i < size; ++i) {
        const Element& element = cluster.elements[static_cast<size_t>(i)];
        if (element.parent.empty()) continue;
        const int parent = out.index(element.parent);
        if (parent < 0)
            return fail(fmt::format("/cluster/elements/{}/parent", i),
                        fmt::format("'{}' stands in '{}', which is not drawn", element.id, element.parent),
                        "name a container that exists, or leave the parent out");
        out.m_parent[static_cast<size_t>(i)] = parent;
    }
    for (int i = 0; i < size; ++i) {
        int depth = 0;
        for (int up = out.parent(i); up >= 0; up = out.parent(up))
            if (++depth > size)
                return fail(
                    fmt::format("/cluster/elements/{}/parent", i),
                    fmt::format("'{}' stands inside itself", cluster.elements[static_cast<size_t>(i)].id),
                    "break the circle of containers");
        out.m_depth.push_back(depth);
    }
    for (int i = 0; i < size; ++i)
        if (cluster.elements[static_cast<size_t>(i)].kind == ElementKind::site)
            out.m_sites += out.instances(i);
    return out;
}

double Containment::within(int element, int container) const {
    double product = 1;
    for (int at = element; at >= 0 && at != container; at = parent(at))
        product *= m_cluster->elements[static_cast<size_t>(at)].count;
    return product;
}

int Containment::common(int a, int b) const {
    int left = parent(a), right = parent(b);
    while (left != right) {
        const int left_depth = left < 0 ? -1 : depth(left);
        const int right_depth = right < 0 ? -1 : depth(right);
        if (left_depth >= right_depth)
            left = parent(left);
        else
            right = parent(right);
    }
    // A link from an element to its own container is laid inside what encloses that container.
    while (left >= 0 && (left == a || left == b)) left = parent(left);
    return left;
}

int Containment::enclosing(int element, ElementKind kind) const {
    int at = parent(element);
    while (at >= 0 && m_cluster->elements[static_cast<size_t>(at)].kind != kind) at = parent(at);
    return at;
}

bool Containment::between_sites(int a, int b) const {
    const int one = enclosing(a, ElementKind::site), other = enclosing(b, ElementKind::site);
    return one != other && ((one >= 0 && other >= 0) || m_sites > 1);
}

} // namespace roofrack
