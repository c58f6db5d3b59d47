// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/ports.h"

#include <span>

namespace roofrack {

/// How a cable of the catalogue suits a link.
enum class CableFit {
    fits,
    faster,    ///< than the ports: legal, a part of it is never used
    slower,    ///< than the ports: legal, and it holds them back
    too_short, ///< does not reach as far as the ends stand apart
    wrong_kind ///< a data cable on a feed, a pipe or a torus of chips
};
std::string_view name_of(CableFit fit);

struct CableOffer {
    const Part* cable = nullptr; ///< cable of the catalogue, or of the project's own
    CableFit fit = CableFit::fits;
    std::string remark; ///< "too slow for a 400 Gb/s port"; empty when it simply fits

    bool legal() const { return fit != CableFit::too_short && fit != CableFit::wrong_kind; }
};

/// Every cable of the catalogue, and of `own`, for a link whose ports carry `rate` and whose ends stand
/// `metres` apart (either may be unknown): those that fit first, then faster, slower, and those that are not
/// legal.
std::vector<CableOffer> cable_offers(const Catalog& catalog, LinkKind kind, std::optional<ByteRate> rate,
                                     std::optional<double> metres, std::span<const PartRef> own = {});

/// A way to lay the cables, as Link has it.
struct PatternOffer {
    LinkPattern pattern = LinkPattern::each;
    int count = 1;
    std::vector<int> dims; ///< torus only
    std::string before;    ///< words before the count in says()
    std::string after;     ///< words after it

    /// The offer with so many cables: "8 from each server to one leaf".
    std::string says(int cables) const { return before + std::to_string(cables) + after; }
};

/// What may be drawn between two elements.
struct LinkOffer {
    LinkKind kind = LinkKind::network;
    /// Ids in the natural direction: server or storage → switch, lower → upper switch, feed and cooling →
    /// what they serve, router → the group around it (global links). In a data link the largest group of
    /// servers of a rack, or else of its switches or storage, stands for it (data_end()); in the others the
    /// rack stands for its devices.
    std::string from, to;
    std::optional<ByteRate> rate;       ///< rate of one cable without a cable part
    std::vector<PatternOffer> patterns; ///< the natural one first, never empty
    std::vector<std::string> warnings;  ///< "no port of Leaf is free"
    std::string existing;               ///< id of a link that joins them already; empty: none

    /// The link with one of the patterns; without id.
    Link link(size_t pattern) const;
};
/// Fails with what is wrong between the two, in the words of a tooltip.
Result<LinkOffer> offer_link(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                             std::string_view from, std::string_view to);

/// For every element (an index into Cluster::elements) whether offer_link() from `from` to it has an offer,
/// in time that grows with the number of elements only. Empty when `from` is not drawn.
std::vector<bool> link_targets(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                               std::string_view from);

/// What stands for an element in a data link: of a rack its largest group of servers, or else of switches or
/// storage; nullptr when the rack holds none. Any other element stands for itself.
const Element* data_end(const Cluster& cluster, const Element& element);

} // namespace roofrack
