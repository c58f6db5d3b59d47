// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/link_ends.h"

namespace roofrack {

/// Where the servers of a torus stand in it, as cabling() wires them: numbered along the first axis first; of
/// servers of several chips each is a block. It may go through racks, up to all that is drawn.
class TorusPlace {
public:
    /// Nothing when the link is no torus, or its dims multiply to neither the servers nor their chips.
    static std::optional<TorusPlace> make(const Cluster& cluster, const Containment& containment,
                                          const Catalog& catalog, const LinkEnds& ends);

    int link() const { return m_link; }
    /// True when both instances stand in the same torus.
    bool joins(double a, double b) const;
    /// Links passed between chip k of one server and chip k of another.
    double distance(double a, double b) const;
    /// Half way round every axis; in a twisted torus the first that is farthest.
    double farthest(double from) const;
    /// Cables that a cut across the longest axis meets, one a neighbour pair; of a twisted torus twice as
    /// many.
    double bisection() const;

private:
    std::vector<int> at(double instance) const;

    int m_link = 0;
    std::vector<int> m_dims;  ///< crossings
    std::vector<int> m_block; ///< crossings of a server
    double m_servers = 1;     ///< in one torus
    bool m_twisted = false;
};

} // namespace roofrack
