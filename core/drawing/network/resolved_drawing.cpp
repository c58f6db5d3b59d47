// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/resolved_drawing.h"

namespace roofrack {

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
    , m_network(read_network(cluster, m_containment, catalog, m_ends)) {}

} // namespace roofrack
