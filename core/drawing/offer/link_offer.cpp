// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/offer/link_offer.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/offer/link_patterns.h"
#include "core/drawing/supply_kind.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace roofrack {

namespace {

/// Servers before all else, the largest group first.
std::pair<int, int> rank(const Element& end) { return {end.kind == ElementKind::server ? 1 : 0, end.count}; }

using RackEnds = std::unordered_map<std::string_view, const Element*>; // by the id of the rack

/// What stands for each rack that holds something with a data port.
RackEnds rack_ends(const Cluster& cluster) {
    RackEnds out;
    for (const Element& inside : cluster.elements) {
        if (inside.parent.empty() || !has_data_ports(inside.kind)) continue;
        const Element*& best = out[inside.parent];
        if (!best || rank(inside) > rank(*best)) best = &inside;
    }
    return out;
}

class Offers {
public:
    Offers(const Cluster& cluster, const Catalog& catalog, const PortTable& table)
        : m_cluster(cluster)
        , m_catalog(catalog)
        , m_table(table) {}

    Result<LinkOffer> make(std::string_view from_id, std::string_view to_id) {
        const Element* from = find(from_id);
        const Element* to = find(to_id);
        if (!from || !to) return no("A link needs two ends", "draw both");
        if (const auto taken = take_ends(*from, *to); !taken) return tl::unexpected(taken.error());
        const auto is_joined_by = [this](const Link& link) {
            return (link.from == m_from->id && link.to == m_to->id) ||
                   (link.from == m_to->id && link.to == m_from->id);
        };
        if (const auto found = std::ranges::find_if(m_cluster.links, is_joined_by);
            found != m_cluster.links.end())
            m_offer.existing = found->id;
        if (!m_offer.existing.empty())
            m_offer.warnings.push_back(
                fmt::format("{} and {} are linked already", title(*m_from), title(*m_to)));
        add_patterns(m_cluster, m_catalog, m_table, *m_from, *m_to, m_offer);
        return std::move(m_offer);
    }

    std::vector<bool> targets(std::string_view from_id) {
        const Element* from = find(from_id);
        if (!from) return {};
        std::vector<bool> out;
        out.reserve(m_cluster.elements.size());
        for (const Element& to : m_cluster.elements) out.push_back(take_ends(*from, to).has_value());
        return out;
    }

private:
    /// The ends of a link between two items, and what it carries, or why there is none.
    Result<void> take_ends(const Element& from, const Element& to) {
        const auto is_facility = [](const Element& e) {
            return e.kind == ElementKind::feed || e.kind == ElementKind::cooling;
        };
        const bool facility = is_facility(from) || is_facility(to);
        m_from = facility ? &housed(from) : data_end(from);
        m_to = facility ? &housed(to) : data_end(to);
        if (!m_from || !m_to)
            return no(fmt::format("{} holds nothing with a data port", title(m_from ? to : from)),
                      "put a server into it first");
        if (joins_groups(*m_from, *m_to) || joins_groups(*m_to, *m_from)) {
            if (m_to->kind == ElementKind::switch_) std::swap(m_from, m_to);
            m_offer.kind = LinkKind::network;
            m_offer.from = m_from->id;
            m_offer.to = m_to->id;
            return {};
        }
        if (m_from->kind == ElementKind::feed && m_to->kind == ElementKind::feed) return take_feeds();
        const auto kind = link_kind(m_from->kind, m_to->kind);
        if (!kind || is_idle(*m_from, *m_to)) return no(why_not(*m_from, *m_to), "choose another end");
        m_offer.kind = *kind;
        turn();
        m_offer.from = m_from->id;
        m_offer.to = m_to->id;
        if (m_from != m_to) return {};
        if (facility || m_from->kind == ElementKind::storage)
            return no("A link needs two different ends", "choose another end");
        const Containment& containment = m_table.containment();
        const int at = index(*m_from);
        if (containment.within(at, containment.common(at, at)) < 2)
            return no(fmt::format("There is only one {}", title(*m_from)), "raise its count first");
        return {};
    }

    /// From the one nearer to the grid; of kinds that may stand either way, from the first.
    Result<void> take_feeds() {
        if (m_from == m_to) return no("A link needs two different ends", "choose another end");
        const auto height = [this](const Element& feed) {
            const Part* part = drawn_part(feed, m_catalog);
            return height_of(supply_kind_named(part ? part->text_or("supply", "") : ""));
        };
        if (height(*m_from) < height(*m_to)) std::swap(m_from, m_to);
        if (feeds(m_to->id, m_from->id))
            return no(fmt::format("{} feeds {} already", title(*m_to), title(*m_from)),
                      "draw each link between two feeds from the one nearer to the grid to the other");
        m_offer.kind = LinkKind::power;
        m_offer.from = m_from->id;
        m_offer.to = m_to->id;
        return {};
    }

    /// Through whatever lies between.
    bool feeds(std::string_view upper, std::string_view lower) const {
        std::vector<std::string_view> below{upper};
        for (size_t i = 0; i < below.size(); ++i)
            for (const Link& link : m_cluster.links)
                if (link.from == below[i] && std::ranges::find(below, link.to) == below.end())
                    below.push_back(link.to);
        return std::ranges::find(below, lower) != below.end();
    }

    const Element* data_end(const Element& element) {
        if (element.kind != ElementKind::rack) return &element;
        if (!m_rack_ends) m_rack_ends = rack_ends(m_cluster);
        const auto found = m_rack_ends->find(element.id);
        return found == m_rack_ends->end() ? nullptr : found->second;
    }

    static tl::unexpected<Diagnostic> no(std::string what, std::string fix) {
        return tl::unexpected(Diagnostic{"", std::move(what), std::move(fix)});
    }

    /// A switch and a container around it that stands for several: the global links of a dragonfly.
    bool joins_groups(const Element& router, const Element& group) const {
        if (router.kind != ElementKind::switch_ || !is_container(group.kind)) return false;
        const Containment& containment = m_table.containment();
        const int around = index(group);
        int outer = containment.parent(index(router));
        while (outer >= 0 && outer != around) outer = containment.parent(outer);
        return outer >= 0 && containment.within(around, containment.parent(around)) > 1;
    }

    /// What is fed and cooled is the rack around a device.
    const Element& housed(const Element& element) const {
        if (!has_data_ports(element.kind)) return element;
        const int rack = m_table.containment().enclosing(index(element), ElementKind::rack);
        return rack < 0 ? element : m_cluster.elements[static_cast<size_t>(rack)];
    }

    /// Power and heat are reckoned by racks, and by servers that stand in none.
    static bool is_idle(const Element& from, const Element& to) {
        const auto facility = [](const Element& e) {
            return e.kind == ElementKind::feed || e.kind == ElementKind::cooling;
        };
        const auto idle = [](const Element& e) {
            return e.kind == ElementKind::switch_ || e.kind == ElementKind::storage ||
                   e.kind == ElementKind::cooling || e.kind == ElementKind::feed;
        };
        return (facility(from) && idle(to)) || (facility(to) && idle(from));
    }

    static std::string why_not(const Element& from, const Element& to) {
        if (from.kind == ElementKind::note || to.kind == ElementKind::note) return "A note has no ports";
        if (from.kind == ElementKind::feed || to.kind == ElementKind::feed)
            return "A feed serves racks, rooms, servers and other feeds";
        if (from.kind == ElementKind::cooling || to.kind == ElementKind::cooling)
            return "Cooling serves racks, rooms and servers";
        const Element& container = is_container(from.kind) ? from : to;
        return fmt::format("A {} has no data ports: choose a server or a switch in it",
                           name_of(container.kind));
    }

    const Element* find(std::string_view id) const {
        const int index = m_table.containment().index(id);
        return index < 0 ? nullptr : &m_cluster.elements[static_cast<size_t>(index)];
    }
    int index(const Element& element) const { return m_table.containment().index(element.id); }

    /// Into the natural direction.
    void turn() {
        const auto source = [&](const Element& e) {
            return m_offer.kind == LinkKind::power     ? e.kind == ElementKind::feed
                   : m_offer.kind == LinkKind::cooling ? e.kind == ElementKind::cooling
                                                       : false;
        };
        bool backwards = !source(*m_from) && source(*m_to);
        if (m_offer.kind == LinkKind::network) {
            const SwitchPorts* a = m_table.switch_ports(index(*m_from));
            const SwitchPorts* b = m_table.switch_ports(index(*m_to));
            // A switch that no server reaches yet is the upper one.
            const auto height = [](const SwitchPorts& each) { return each.tier > 0 ? each.tier : 1000; };
            backwards = (a && !b) || (a && b && height(*a) > height(*b)) ||
                        (m_from->kind == ElementKind::storage && m_to->kind == ElementKind::server);
        }
        if (backwards) std::swap(m_from, m_to);
    }

    const Cluster& m_cluster;
    const Catalog& m_catalog;
    const PortTable& m_table;
    std::optional<RackEnds> m_rack_ends; ///< made when a rack is asked for
    LinkOffer m_offer;
    const Element* m_from = nullptr;
    const Element* m_to = nullptr;
};

} // namespace

Link LinkOffer::link(size_t pattern) const {
    const PatternOffer& chosen = patterns[std::min(pattern, patterns.size() - 1)];
    Link out;
    out.from = from;
    out.to = to;
    out.pattern = chosen.pattern;
    out.count = chosen.count;
    out.dims = chosen.dims;
    return out;
}

const Element* data_end(const Cluster& cluster, const Element& element) {
    if (element.kind != ElementKind::rack) return &element;
    const Element* best = nullptr;
    for (const Element& inside : cluster.elements)
        if (inside.parent == element.id && has_data_ports(inside.kind) &&
            (!best || rank(inside) > rank(*best)))
            best = &inside;
    return best;
}

std::vector<bool> link_targets(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                               std::string_view from) {
    return Offers(cluster, catalog, table).targets(from);
}

Result<LinkOffer> offer_link(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                             std::string_view from, std::string_view to) {
    return Offers(cluster, catalog, table).make(from, to);
}

} // namespace roofrack
