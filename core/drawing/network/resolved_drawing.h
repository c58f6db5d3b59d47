// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/link_ends.h"
#include "core/drawing/network/fabric_network.h"

#include <optional>
#include <vector>

namespace roofrack {

/// A drawing read once for all who ask about it: what contains what, what each link joins, and the network of
/// its servers and switches.
class ResolvedDrawing {
public:
    /// Both outlive it. Fails where the containment is broken.
    static Result<ResolvedDrawing> make(const Cluster& cluster, const Catalog& catalog);

    const Cluster& cluster() const { return *m_cluster; }
    const Catalog& catalog() const { return *m_catalog; }
    const Containment& containment() const { return m_containment; }
    /// link_ends() of each drawn link; none: it joins nothing.
    const std::vector<std::optional<LinkEnds>>& ends() const { return m_ends; }
    /// The parts of its elements, each once, in the order in which they are drawn.
    const std::vector<const Part*>& parts() const { return m_parts; }
    /// read_network(), or why there is none.
    const Result<Network>& network() const { return m_network; }

private:
    ResolvedDrawing(const Cluster& cluster, const Catalog& catalog, Containment containment);

    const Cluster* m_cluster;
    const Catalog* m_catalog;
    Containment m_containment;
    std::vector<std::optional<LinkEnds>> m_ends;
    std::vector<const Part*> m_parts;
    Result<Network> m_network;
};

} // namespace roofrack
