// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/containment.h"
#include "core/drawing/link_span.h"

#include <optional>
#include <vector>

namespace roofrack {

class Catalog;

/// The kinds of link, by what they carry.
enum class LinkKind { network, power, cooling };
std::string_view name_of(LinkKind kind);

/// The kind of a link between two kinds of element, whichever way it is drawn; nothing when no cable,
/// feed or pipe runs between them.
std::optional<LinkKind> link_kind(ElementKind from, ElementKind to);

/// True for server, switch and storage: what has data ports.
bool has_data_ports(ElementKind kind);

/// The ends of a drawn link, resolved and counted.
struct LinkEnds {
    int link = 0; ///< index into Cluster::links
    LinkKind kind = LinkKind::network;
    int from = 0, to = 0; ///< indices into Cluster::elements, as drawn
    LinkSpan span;
    bool swapped = false; ///< the span's `a` counts the instances of `to`
    /// Cables at one instance of either end; 0 at both for a link of an element to itself that joins nothing.
    double at_from = 0, at_to = 0;

    int other(int element) const { return element == from ? to : from; }
    double at(int element) const { return element == from ? at_from : at_to; }
};
/// Nothing when an end is not drawn or no cable may join such elements.
std::optional<LinkEnds> link_ends(const Cluster& cluster, const Containment& containment, int link);
/// The ends of a link that need not be drawn; `index` is the number that it gets.
std::optional<LinkEnds> link_ends(const Cluster& cluster, const Containment& containment, const Link& link,
                                  int index);
/// The ends of every drawn link, as link_ends() finds them.
std::vector<std::optional<LinkEnds>> all_link_ends(const Cluster& cluster, const Containment& containment);

/// The span of a mesh from a switch to a container around it: every instance of the container has
/// Link::count cables to every other one, spread over these switches (the global links of a dragonfly).
/// Nothing for all other links.
std::optional<LinkSpan> group_mesh(const Cluster& cluster, const Containment& containment, const Link& link);

/// One end of a link, and its part where that is known.
struct LinkEnd {
    const Element& element;
    const Part* part;
};
LinkEnd link_end(const Element& element, const Catalog& catalog);

/// Bandwidth of one data port of an element (a server's NIC, a switch's port), one direction; nothing when
/// its part does not tell.
std::optional<ByteRate> port_rate(const LinkEnd& end);

/// Bandwidth of one cable of a data link by its ends, one direction: what is set, else the slower of the two
/// ports (a torus of chips: their scale-up bandwidth over two links an axis). Nothing when neither is known.
std::optional<ByteRate> wanted_rate(const Link& link, const LinkEnd& from, const LinkEnd& to,
                                    const Catalog& catalog);
/// Bandwidth of one cable as wanted_rate(), all of it up, but never more than the cable part carries.
std::optional<ByteRate> cable_rate(const Link& link, const LinkEnd& from, const LinkEnd& to,
                                   const Catalog& catalog);
std::optional<ByteRate> cable_rate(const Link& link, const Element& from, const Element& to,
                                   const Catalog& catalog);

} // namespace roofrack
