// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/link_ends.h"

#include <span>

namespace roofrack {

/// The use of a port. `storage`: a server's ports to a network of its own for storage or management, which
/// are not its compute NICs.
enum class PortRole { network, storage, power, coolant, air };
std::string_view name_of(PortRole role);

/// The ports of one role at one instance of an element.
struct Ports {
    PortRole role = PortRole::network;
    bool gives = false;           ///< an outlet: of a feed or a cooling unit
    std::optional<ByteRate> rate; ///< rate of one data port, one direction
    std::optional<double> total;  ///< nothing: the part does not tell
    /// The ports that the drawn links take, in ports of `rate`: two cables of half its speed share a port. A
    /// rack or room takes its share of the feeds and cooling units that serve it: 4 units on 8 racks count
    /// 0.5 a rack. An outlet gives what one unit serves, whole or in part.
    double used = 0;
    std::vector<int> links; ///< indices into Cluster::links

    /// Below zero when more are used than there are.
    std::optional<double> free() const { return total ? std::optional(*total - used) : std::nullopt; }
};

/// What leads down from one instance of a switch (servers, storage, lower tiers) and what leads up.
struct SwitchPorts {
    int tier = 0; ///< as set, or the distance from the servers in links; 0: no server reaches it
    double down_cables = 0, up_cables = 0;
    ByteRate down{}, up{}; ///< one direction, with the health of the links
    /// Down ÷ up; nothing at a switch without links in both directions.
    std::optional<double> oversubscription() const;
};

/// The ports of everything drawn, used and free. Made in one pass over the links, whatever the counts.
class PortTable {
public:
    /// Fails when the containment is broken. Links that may not be, or end at nothing, use no ports.
    static Result<PortTable> make(const Cluster& cluster, const Catalog& catalog);
    /// The ports of a drawing whose containment and all_link_ends() are known.
    static PortTable of(const Cluster& cluster, const Catalog& catalog, Containment containment,
                        std::span<const std::optional<LinkEnds>> ends);
    /// The ports of the drawing with another link: in the place of link `index`, or after all links where
    /// `index` is their number.
    static Result<PortTable> make_with(const Cluster& cluster, const Catalog& catalog, const Link& link,
                                       int index);

    const Containment& containment() const { return m_containment; }
    /// All links that join something, in drawn order; at_from and at_to of power and cooling count outlets,
    /// in the shares that Ports::used has.
    const std::vector<LinkEnds>& links() const { return m_links; }
    /// The ports of one instance of the element; empty for what has no ports.
    const std::vector<Ports>& ports(int element) const { return m_ports[static_cast<size_t>(element)]; }
    /// Nullptr when the element has no ports of that role.
    const Ports* ports(int element, PortRole role) const;
    /// Nullptr for other kinds than switches.
    const SwitchPorts* switch_ports(int element) const;
    /// True when the link belongs to a network of its own for storage or management.
    bool is_storage(const LinkEnds& link) const { return m_storage[static_cast<size_t>(link.link)]; }

private:
    friend class PortReader;
    Containment m_containment;
    std::vector<LinkEnds> m_links;
    std::vector<std::vector<Ports>> m_ports;
    std::vector<std::optional<SwitchPorts>> m_switches;
    std::vector<bool> m_storage; ///< for each drawn link: it leads to storage
};

} // namespace roofrack
