// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/torus_place.h"

#include "core/base/units/saturated.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/torus/torus_cables.h"
#include "core/drawing/torus/torus_twist.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace roofrack {

std::optional<TorusPlace> TorusPlace::make(const Cluster& cluster, const Containment& containment,
                                           const Catalog& catalog, const LinkEnds& ends) {
    const Link& link = cluster.links[static_cast<size_t>(ends.link)];
    if (!ends.span.self || link.pattern != LinkPattern::torus || link.dims.empty()) return std::nullopt;
    const Part* part = drawn_part(cluster.elements[static_cast<size_t>(ends.from)], catalog);
    const double gpus = part ? part->value_or("gpus", 1) : 1;
    int container = containment.common(ends.from, ends.from);
    while (true) {
        TorusPlace out;
        out.m_link = ends.link;
        out.m_servers = containment.within(ends.from, container);
        if (const auto wired = TorusCables::make(link.dims, out.m_servers, gpus)) {
            for (const int dim : link.dims) out.m_dims.push_back(std::max(1, dim));
            out.m_block = wired->block();
            out.m_twisted = link.twisted && twistable_axes(link.dims) > 0;
            return out;
        }
        if (container < 0) return std::nullopt;
        container = containment.parent(container);
    }
}

bool TorusPlace::joins(double a, double b) const {
    return std::floor(a / m_servers) == std::floor(b / m_servers);
}

std::vector<int> TorusPlace::at(double instance) const {
    double left = std::fmod(instance, m_servers);
    std::vector<int> out(m_dims.size());
    for (size_t axis = 0; axis < out.size(); ++axis) {
        const double servers = std::max(1, m_dims[axis] / m_block[axis]);
        out[axis] = saturated<int>(std::fmod(left, servers)) * m_block[axis];
        left = std::floor(left / servers);
    }
    return out;
}

double TorusPlace::distance(double a, double b) const {
    const std::vector<int> one = at(a), other = at(b);
    if (m_twisted) return twisted_distance(m_dims, one, other);
    double links = 0;
    for (size_t axis = 0; axis < one.size(); ++axis) {
        const int apart = std::abs(one[axis] - other[axis]);
        links += std::min(apart, m_dims[axis] - apart);
    }
    return links;
}

double TorusPlace::farthest(double from) const {
    if (m_twisted) {
        const double first = std::floor(from / m_servers) * m_servers;
        double out = first, most = 0;
        for (double to = first; to < first + m_servers; ++to)
            if (const double links = distance(from, to); links > most) {
                most = links;
                out = to;
            }
        return out;
    }
    const std::vector<int> start = at(from);
    double out = 0, stride = 1;
    for (size_t axis = 0; axis < start.size(); ++axis) {
        const int servers = std::max(1, m_dims[axis] / m_block[axis]);
        out += (start[axis] / m_block[axis] + servers / 2) % servers * stride;
        stride *= servers;
    }
    return std::floor(from / m_servers) * m_servers + out;
}

double TorusPlace::bisection() const {
    double crossings = 1;
    for (const int dim : m_dims) crossings *= dim;
    const int longest = *std::ranges::max_element(m_dims);
    // Each line is met twice, once where only two stand face to face.
    // Twisted, the cables that close the short axes cross it too, and then a cut across a short one is met
    // least.
    return crossings / longest * (longest > 2 ? 2 : longest > 1 ? 1 : 0) * (m_twisted ? 2 : 1);
}

} // namespace roofrack
