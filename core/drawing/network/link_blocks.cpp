// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/link_blocks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofrack {

namespace {

/// Quotients of whole numbers land a hair off a whole number.
double floor_whole(double value) { return std::floor(value + 1e-9); }
double ceil_whole(double value) { return std::ceil(value - 1e-9); }

} // namespace

void join(InstanceSet& set, InstanceRange range) {
    if (range.size() <= 0) return;
    InstanceSet out;
    for (const InstanceRange& each : set) {
        if (each.last < range.first || each.first > range.last)
            out.push_back(each);
        else
            range = {std::min(range.first, each.first), std::max(range.last, each.last)};
    }
    out.push_back(range);
    std::ranges::sort(out, {}, &InstanceRange::first);
    set = std::move(out);
}

InstanceSet without(InstanceRange range, const InstanceSet& set) {
    InstanceSet out;
    for (const InstanceRange& each : set) {
        if (each.last <= range.first || each.first >= range.last) continue;
        if (each.first > range.first) out.push_back({range.first, each.first});
        range.first = each.last;
    }
    if (range.size() > 0) out.push_back(range);
    return out;
}

InstanceSet common(const InstanceSet& a, const InstanceSet& b) {
    InstanceSet out;
    for (const InstanceRange& x : a)
        for (const InstanceRange& y : b) {
            const InstanceRange both{std::max(x.first, y.first), std::min(x.last, y.last)};
            if (both.size() > 0) out.push_back(both);
        }
    return out;
}

LinkBlocks::LinkBlocks(const LinkSpan& span)
    : m_span(span) {
    switch (span.pattern) {
    case LinkPattern::each:
        m_blocks = span.b;
        m_density = span.count;
        break;
    case LinkPattern::rail:
        m_blocks = std::max(1.0, std::floor(span.b / span.count));
        m_width = std::max(1.0, std::floor(span.b / m_blocks));
        m_density = span.count / m_width;
        break;
    case LinkPattern::mesh:
    case LinkPattern::torus:
        m_width = span.b;
        m_density = span.count;
        break;
    }
}

double LinkBlocks::block_of_from(double from) const {
    const double container = floor_whole(from / m_span.a);
    const double inside = from - container * m_span.a;
    return container * m_blocks + std::min(m_blocks - 1, floor_whole(inside * m_blocks / m_span.a));
}

double LinkBlocks::block_of_to(double to) const {
    const double container = floor_whole(to / m_span.b);
    const double inside = to - container * m_span.b;
    return container * m_blocks + std::min(m_blocks - 1, floor_whole(inside / m_width));
}

double LinkBlocks::first_from(double block) const {
    const double container = floor_whole(block / m_blocks);
    const double inside = block - container * m_blocks;
    return container * m_span.a + ceil_whole(inside * m_span.a / m_blocks);
}

double LinkBlocks::first_to(double block) const {
    const double container = floor_whole(block / m_blocks);
    const double inside = block - container * m_blocks;
    return container * m_span.b + inside * m_width;
}

InstanceRange LinkBlocks::tos(InstanceRange froms) const {
    if (froms.size() <= 0) return {};
    return {first_to(block_of_from(froms.first)), first_to(block_of_from(froms.last - 1) + 1)};
}

InstanceRange LinkBlocks::froms(InstanceRange tos) const {
    if (tos.size() <= 0) return {};
    return {first_from(block_of_to(tos.first)), first_from(block_of_to(tos.last - 1) + 1)};
}

double LinkBlocks::cables(InstanceRange froms, InstanceRange tos) const {
    if (froms.size() <= 0 || tos.size() <= 0) return 0;
    // Only the blocks at the ends of either range may be cut; those between are whole.
    std::array<double, 4> edges{block_of_from(froms.first), block_of_from(froms.last - 1),
                                block_of_to(tos.first), block_of_to(tos.last - 1)};
    const double low = std::max(edges[0], edges[2]), high = std::min(edges[1], edges[3]);
    std::ranges::sort(edges);
    double out = 0, after = -1;
    for (const double block : edges) {
        if (block < low || block > high || block == after) continue;
        if (after >= 0 && block > after + 1) {
            const double whole = first_from(block) - first_from(after + 1);
            out += whole * m_density * m_width;
        }
        const double from =
            std::min(froms.last, first_from(block + 1)) - std::max(froms.first, first_from(block));
        const double to = std::min(tos.last, first_to(block + 1)) - std::max(tos.first, first_to(block));
        out += std::max(0.0, from) * std::max(0.0, to) * m_density;
        after = block;
    }
    return out;
}

} // namespace roofrack
