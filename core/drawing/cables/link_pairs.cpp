// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/cables/link_pairs.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"

namespace roofrack {

std::optional<LinkPairs> LinkPairs::make(const Cluster& cluster, const Containment& containment,
                                         const Catalog& catalog, const Link& link, LinkKind kind) {
    LinkPairs out;
    out.m_count = std::max(1, link.count);
    const auto instances = [&](int container) {
        return container < 0 ? 1 : containment.instances(container);
    };
    if (const auto mesh = group_mesh(cluster, containment, link); mesh && kind == LinkKind::network) {
        out.m_way = Way::groups;
        out.m_from = out.m_to = containment.index(link.from);
        out.m_container = containment.parent(containment.index(link.to));
        out.m_times = instances(out.m_container);
        out.m_a = out.m_b = mesh->a;
        out.m_group = mesh->group;
        const double groups = mesh->a / mesh->group;
        out.m_cables = groups * (groups - 1) / 2 * out.m_count * out.m_times;
        return out;
    }
    const auto ends = link_ends(cluster, containment, link, 0);
    if (!ends || ends->kind != kind) return std::nullopt;
    out.m_from = ends->swapped ? ends->to : ends->from;
    out.m_to = ends->other(out.m_from);
    out.m_container = containment.common(out.m_from, out.m_to);
    out.m_a = ends->span.a;
    out.m_b = ends->span.b;
    const LinkPattern pattern = ends->span.pattern;
    if (out.m_from != out.m_to) {
        out.m_way = pattern == LinkPattern::mesh   ? Way::mesh
                    : pattern == LinkPattern::each ? Way::each
                                                   : Way::rail;
        out.m_times = instances(out.m_container);
        out.m_cables = out.m_a * ends->span.per_from() * out.m_times;
        return out;
    }
    if (pattern == LinkPattern::mesh) {
        out.m_way = Way::mesh_of_itself;
        out.m_times = instances(out.m_container);
        out.m_cables = out.m_a * (out.m_a - 1) / 2 * out.m_count * out.m_times;
        return out;
    }
    if (pattern != LinkPattern::torus) return std::nullopt; // an element joined to itself once joins nothing
    out.m_way = Way::torus;
    const Part* part = drawn_part(cluster.elements[static_cast<size_t>(out.m_from)], catalog);
    const double gpus = part ? part->value_or("gpus", 1) : 1;
    // It may go through racks, up to all that is drawn.
    out.m_torus = TorusCables::make(link.dims, out.m_a, gpus);
    while (!out.m_torus && out.m_container >= 0) {
        out.m_container = containment.parent(out.m_container);
        out.m_torus = TorusCables::make(link.dims, containment.within(out.m_from, out.m_container), gpus);
    }
    if (!out.m_torus) return std::nullopt; // `check` says what is wrong with its dims
    out.m_times = instances(out.m_container);
    out.m_cables = out.m_torus->count() * out.m_count * out.m_times;
    return out;
}

} // namespace roofrack
