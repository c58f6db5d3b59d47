// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/link_offer.h"

#include "core/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/network_mates.h"
#include "core/supply/supply_kind.h"
#include "core/units/saturated.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unordered_map>

namespace roofrack {

namespace {

/// Servers of so many NICs are racks in one part (NVL72); they reach every leaf of their unit.
constexpr double rack_scale_nics = 32;
/// Chips of a torus that has two axes; larger ones have three.
constexpr double plane_chips = 256;

int whole(double value) { return saturated<int>(std::clamp(std::floor(value + 1e-9), 1.0, 1e6)); }

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
    Offers(const Cluster& cluster, const Catalog& catalog, const PortBook& book)
        : m_cluster(cluster)
        , m_catalog(catalog)
        , m_book(book) {}

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
        find_patterns();
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
        if (instances() < 2)
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
        const Containment& containment = m_book.containment();
        const int around = index(group);
        int outer = containment.parent(index(router));
        while (outer >= 0 && outer != around) outer = containment.parent(outer);
        return outer >= 0 && containment.within(around, containment.parent(around)) > 1;
    }

    /// What is fed and cooled is the rack around a device.
    const Element& housed(const Element& element) const {
        if (!has_data_ports(element.kind)) return element;
        const int rack = m_book.containment().enclosing(index(element), ElementKind::rack);
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
        const int index = m_book.containment().index(id);
        return index < 0 ? nullptr : &m_cluster.elements[static_cast<size_t>(index)];
    }
    int index(const Element& element) const { return m_book.containment().index(element.id); }

    /// Into the natural direction.
    void turn() {
        const auto source = [&](const Element& e) {
            return m_offer.kind == LinkKind::power     ? e.kind == ElementKind::feed
                   : m_offer.kind == LinkKind::cooling ? e.kind == ElementKind::cooling
                                                       : false;
        };
        bool backwards = !source(*m_from) && source(*m_to);
        if (m_offer.kind == LinkKind::network) {
            const SwitchPorts* a = m_book.switch_ports(index(*m_from));
            const SwitchPorts* b = m_book.switch_ports(index(*m_to));
            // A switch that no server reaches yet is the upper one.
            const auto height = [](const SwitchPorts& each) { return each.tier > 0 ? each.tier : 1000; };
            backwards = (a && !b) || (a && b && height(*a) > height(*b)) ||
                        (m_from->kind == ElementKind::storage && m_to->kind == ElementKind::server);
        }
        if (backwards) std::swap(m_from, m_to);
    }

    double instances() const { return within(*m_from); }
    double within(const Element& element) const {
        const Containment& containment = m_book.containment();
        return containment.within(index(element), containment.common(index(*m_from), index(*m_to)));
    }

    /// Free ports of one instance as cables of this link's speed; nothing when the part does not tell.
    std::optional<double> free_cables(const Element& element) const {
        const Ports* ports = m_book.ports(index(element), PortRole::network);
        const auto free = ports ? ports->free() : std::nullopt;
        if (!free) return std::nullopt;
        const bool split = element.kind == ElementKind::switch_ && ports->rate && m_offer.rate &&
                           *m_offer.rate < *ports->rate;
        return *free * (split ? *ports->rate / *m_offer.rate : 1.0);
    }

    void add(LinkPattern pattern, double count, std::string before, std::string after,
             std::vector<int> dims = {}) {
        m_offer.patterns.push_back(
            {pattern, whole(count), std::move(dims), std::move(before), std::move(after)});
    }

    void find_patterns() {
        if (m_offer.kind != LinkKind::network) {
            add(LinkPattern::each, 1, "",
                fmt::format(" from each {} to one {}", title(*m_from), title(*m_to)));
            if (m_to->kind == ElementKind::feed) mesh(1); // a bus, which all of them carry
            return;
        }
        m_offer.rate = cable_rate(Link(), *m_from, *m_to, m_catalog);
        if (m_from == m_to)
            to_itself();
        else if (is_container(m_to->kind))
            between_groups();
        else if (m_from->kind == ElementKind::server)
            from_server();
        else if (m_from->kind == ElementKind::switch_)
            between_switches();
        else {
            each(1);
            mesh(1);
        }
        for (const Element* end : {m_from, m_to}) {
            if (is_container(end->kind)) continue;
            const auto free = free_cables(*end);
            if (free && *free < 1 && !(m_from == m_to && end->kind == ElementKind::server))
                m_offer.warnings.push_back(fmt::format("no port of {} is free", title(*end)));
        }
        if (!is_container(m_to->kind) && strangers())
            m_offer.warnings.push_back(
                networks_differ_text(link_end(*m_from, m_catalog), link_end(*m_to, m_catalog)));
    }

    /// As check_cluster() would find the link: a server on its own network may have ports for others.
    bool strangers() const {
        const auto match = [&](const Element& a, const Element& b) {
            return network_match(link_end(a, m_catalog), link_end(b, m_catalog));
        };
        if (match(*m_from, *m_to) != NetworkMatch::differs) return false;
        const auto at = [&](int i) -> const Element& { return m_cluster.elements[static_cast<size_t>(i)]; };
        return std::ranges::none_of(m_book.links(), [&](const LinkEnds& ends) {
            const auto settles = [&](const Element& end) {
                return end.kind == ElementKind::server && (&at(ends.from) == &end || &at(ends.to) == &end);
            };
            return ends.kind == LinkKind::network && (settles(*m_from) || settles(*m_to)) &&
                   match(at(ends.from), at(ends.to)) == NetworkMatch::mates;
        });
    }

    void each(double count) {
        add(LinkPattern::each, count, "",
            fmt::format(" from each {} to one {}", title(*m_from), title(*m_to)));
    }
    void mesh(double count) {
        add(LinkPattern::mesh, count, "",
            fmt::format(" between each {} and each {}", title(*m_from), title(*m_to)));
    }
    void rail(double count) {
        add(LinkPattern::rail, count,
            fmt::format("NIC k of each {} to {} k of ", title(*m_from), title(*m_to)), "");
    }

    void from_server() {
        const Part* part = drawn_part(*m_from, m_catalog);
        const double nics = part ? std::max(1.0, part->value_or("nics", 1)) : 1;
        const double free = free_cables(*m_from).value_or(nics);
        const double cables = free >= 1 ? free : nics;
        if (m_to->kind != ElementKind::switch_) {
            each(m_to->kind == ElementKind::server ? cables : 1);
            mesh(1);
            return;
        }
        const double switches = within(*m_to);
        const double spread = std::max(1.0, std::floor(cables / switches));
        const bool rails = cables > 1 && switches >= cables && std::fmod(switches, cables) == 0;
        const bool all = !rails && nics >= rack_scale_nics && switches > 1 && spread * switches == cables;
        if (rails) rail(cables);
        if (all) mesh(spread);
        each(cables);
        if (!all && switches > 1) mesh(spread);
        if (!rails && cables > 1 && switches > 1 && switches >= cables) rail(cables);
    }

    /// As much up as leads down, as far as the ports of both go.
    void between_switches() {
        const double lower = within(*m_from), upper = within(*m_to);
        const SwitchPorts* load = m_book.switch_ports(index(*m_from));
        const double free_below = free_cables(*m_from).value_or(upper);
        const double free_above = free_cables(*m_to).value_or(lower);
        double wanted = free_below;
        if (load && load->down_cables > 0)
            wanted = std::min(free_below, std::max(1.0, load->down_cables - load->up_cables));
        mesh(std::min(wanted / upper, free_above / lower));
        each(std::min(wanted, free_above * upper / std::max(lower, upper)));
        if (upper > 1) rail(std::min(wanted, upper));
    }

    void between_groups() {
        add(LinkPattern::mesh, 1, "",
            fmt::format(" between every two {}, spread over the {}", title(*m_to), title(*m_from)));
    }

    void to_itself() {
        const Part* part = drawn_part(*m_from, m_catalog);
        const bool chips =
            m_from->kind == ElementKind::server && part && part->text_or("scale_up", "") == "ici";
        const double units = instances() * (chips ? std::max(1.0, part->value_or("gpus", 1)) : 1);
        const int axes = chips && part->value_or("scale_up_domain", 0) <= plane_chips ? 2 : 3;
        std::vector<int> dims;
        if (units <= 1e6) dims = torus_dims(saturated<int>(std::round(units)), axes);
        const auto torus = [&] {
            if (dims.empty()) return;
            add(LinkPattern::torus, 1, "", fmt::format(" to each neighbour along {} axes", dims.size()),
                dims);
        };
        if (chips) torus();
        add(LinkPattern::mesh, 1, "", fmt::format(" between any two {}", title(*m_from)));
        if (!chips && m_from->kind == ElementKind::server) torus();
    }

    const Cluster& m_cluster;
    const Catalog& m_catalog;
    const PortBook& m_book;
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

std::vector<bool> link_targets(const Cluster& cluster, const Catalog& catalog, const PortBook& book,
                               std::string_view from) {
    return Offers(cluster, catalog, book).targets(from);
}

Result<LinkOffer> offer_link(const Cluster& cluster, const Catalog& catalog, const PortBook& book,
                             std::string_view from, std::string_view to) {
    return Offers(cluster, catalog, book).make(from, to);
}

std::vector<int> torus_dims(int units, int axes) {
    if (units < 2 || axes < 1) return {};
    std::vector<int> out;
    for (; axes > 1; --axes) {
        // The largest factor that is not above the root keeps the others from being smaller.
        int factor = 1;
        for (int each = 2; each <= std::llround(std::pow(units, 1.0 / axes)); ++each)
            if (units % each == 0) factor = each;
        if (factor > 1) out.push_back(factor);
        units /= factor;
    }
    out.push_back(units);
    std::ranges::sort(out, std::greater<>());
    return out;
}

} // namespace roofrack
