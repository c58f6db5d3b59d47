// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/cables/cabling.h"
#include "core/drawing/offer/link_offer.h"

namespace roofrack {

/// The cables of a drawn link, and what they carry.
struct LinkCapacity {
    LinkKind kind = LinkKind::network;
    double cables = 0;            ///< in the whole drawing; of feeds and cooling: outlets
    std::optional<ByteRate> rate; ///< rate of one cable, one direction
    ByteRate total{};             ///< sum of all cables that are up
};
/// `ends`: of that link in a table of the drawing.
LinkCapacity link_capacity(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                           const Link& link, const LinkEnds& ends);

/// What a link does to the ports at its ends and to the switches there: in the drawing, or before it is
/// drawn.
struct LinkEffect : LinkCapacity {
    struct End {
        std::string id;
        std::string name;
        Ports ports;                            ///< ports of one instance, with this link
        std::optional<double> oversubscription; ///< oversubscription of a switch, with this link
    };
    End from, to;
    std::optional<ByteRate> port; ///< port rate of one cable without its cable part: what the ports ask for
    /// Shortest and longest run by the floor plan; nothing for power, heat and between sites.
    std::optional<LinkCabling> cabling;

    /// Metres that a cable must reach.
    std::optional<double> longest() const;
    /// The end whose ratio the link changes: the lower switch; nullptr when neither has one.
    const End* oversubscribed() const;
};

/// The link may be drawn already (its id then names the one that it replaces) or not. Fails when it joins
/// nothing or the containment is broken.
Result<LinkEffect> link_effect(const Cluster& cluster, const Catalog& catalog, const Link& link);

/// What a cable for a link must be.
struct CableNeed {
    LinkKind kind = LinkKind::network;
    std::optional<ByteRate> port;  ///< port rate of one cable: what the ports ask for
    std::optional<double> longest; ///< m that it must reach
};

/// The cable need of a link, drawn already or not; no ports are counted. Nothing when it joins nothing.
std::optional<CableNeed> cable_need(const Cluster& cluster, const Containment& containment,
                                    const Catalog& catalog, const Link& link);

/// "8 of 8 NICs", "96 of 64 ports", "3 feeds", "0.33 units".
std::string used_text(const LinkEffect::End& end, LinkKind kind, bool server);
/// A number of feeds or coolers: "3", "0.5", "2.67".
std::string share_text(double units);
/// "4:1", "1.3:1", "128:1": two digits, from 100 on all.
std::string ratio_text(double oversubscription);

} // namespace roofrack
