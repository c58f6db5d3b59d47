// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/resolved_drawing.h"

#include "core/drawing/drawn_parts.h"

#include <unordered_set>

namespace roofrack {

namespace {

std::vector<const Part*> each_part_once(const Cluster& cluster, const Catalog& catalog) {
    std::vector<const Part*> out;
    std::unordered_set<const Part*> known;
    const DrawnParts parts(cluster, catalog);
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        if (const Part* part = parts.at(static_cast<int>(i)); part && known.insert(part).second)
            out.push_back(part);
    return out;
}

} // namespace

Result<ResolvedDrawing> ResolvedDrawing::make(const Cluster& cluster, const Catalog& catalog) {
    auto containment = Containment::make(cluster);
    if (!containment) return tl::unexpected(std::move(containment.error()));
    return ResolvedDrawing(cluster, catalog, std::move(*containment));
}

ResolvedDrawing::ResolvedDrawing(const Cluster& cluster, const Catalog& catalog, Containment containment)
    : m_cluster(&cluster)
    , m_catalog(&catalog)
    , m_containment(std::move(containment))
    , m_ends(all_link_ends(cluster, m_containment))
    , m_parts(each_part_once(cluster, catalog))
    , m_network(read_network(cluster, m_containment, catalog, m_ends)) {}

} // namespace roofrack
