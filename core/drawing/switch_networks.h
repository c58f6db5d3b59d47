// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"

#include <span>
#include <vector>

namespace roofrack {

/// Switches that links join to each other; what only servers or storage join are two of them.
struct SwitchNetwork {
    std::vector<int> switches; ///< indices into Cluster::elements, in drawn order
    bool stores = false;       ///< storage is connected to it
    bool serves = false;       ///< servers with GPUs are connected to it
    bool carries_said = false; ///< a switch says that it is for computation, or for all
    bool aside_said = false;   ///< a switch says that it is for storage or management
    /// Drawn for something else than training: said so, or storage is connected to it and nothing is said.
    bool other_purpose() const { return !carries_said && (aside_said || stores); }
    /// Left out of the compute network: drawn for something else, and the servers have another network.
    bool aside = false;
};

class SwitchNetworks {
public:
    /// `links`: of kind network, others are passed over.
    SwitchNetworks(const Cluster& cluster, const DrawnParts& parts, std::span<const LinkEnds> links);

    const std::vector<SwitchNetwork>& all() const { return m_all; }
    /// Index into all(); -1 for what is no switch.
    int of(int element) const { return m_of[static_cast<size_t>(element)]; }
    /// True when an end of the link is a switch of a network that is left out.
    bool is_left_out(const LinkEnds& link) const;

private:
    void join(const Cluster& cluster, std::span<const LinkEnds> links);
    void read_ends(const Cluster& cluster, const DrawnParts& parts, std::span<const LinkEnds> links);

    std::vector<SwitchNetwork> m_all;
    std::vector<int> m_of;
};

} // namespace roofrack
