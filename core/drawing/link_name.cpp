// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/link_name.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

std::string name_or_id(const Element* element, std::string_view id) {
    return element && !element->name.empty() ? element->name : std::string(id);
}

bool is_server(const Element* element) { return element && element->kind == ElementKind::server; }
bool is_switch(const Element* element) { return element && element->kind == ElementKind::switch_; }

/// The two ends of a rail link; nothing for other links.
struct RailEnds {
    const Element* server = nullptr;
    const Element* leaf = nullptr;
};

template<class Find>
RailEnds rail_ends(const Link& link, const Find& find) {
    if (link.pattern != LinkPattern::rail) return {};
    const Element *from = find(link.from), *to = find(link.to);
    if (is_server(from) && is_switch(to)) return {from, to};
    if (is_server(to) && is_switch(from)) return {to, from};
    return {};
}

/// Leafs of another part or use are another network, whose cables are no rails of this one.
bool same_network(const Element& a, const Element& b) { return a.part == b.part && a.use == b.use; }

bool same_ends(const Link& a, const Link& b) {
    return (a.from == b.from && a.to == b.to) || (a.from == b.to && a.to == b.from);
}

/// ", rails 1–7"; `links`: at least those of the server, in drawn order.
template<class Find>
std::string rails_text(const Link& link, const RailEnds& ends, const std::vector<const Link*>& links,
                       const Find& find) {
    int before = 0, all = 0;
    bool passed = false;
    for (const Link* other : links) {
        const RailEnds its = rail_ends(*other, find);
        if (its.server != ends.server || !same_network(*its.leaf, *ends.leaf)) continue;
        passed |= other->id == link.id;
        if (!passed) before += other->count;
        all += other->count;
    }
    if (all <= link.count) return link.count == 1 ? "" : fmt::format(", {} rails", link.count);
    return link.count == 1 ? fmt::format(", rail {}", before + 1)
                           : fmt::format(", rails {}–{}", before + 1, before + link.count);
}

/// " (2 of 3)"; `links`: at least those of one end.
std::string number_text(const Link& link, const std::vector<const Link*>& links) {
    int number = 0, all = 0;
    for (const Link* other : links) {
        if (!same_ends(link, *other)) continue;
        ++all;
        if (other->id == link.id) number = all;
    }
    return all > 1 && number > 0 ? fmt::format(" ({} of {})", number, all) : "";
}

} // namespace

std::string ends_name(const Cluster& cluster, std::string_view from, std::string_view to) {
    return fmt::format("{} – {}", name_or_id(cluster.find(from), from), name_or_id(cluster.find(to), to));
}

std::string link_name(const Cluster& cluster, const Link& link) { return LinkNames(cluster).of(link); }

LinkNames::LinkNames(const Cluster& cluster)
    : m_index(cluster) {
    for (const Link& link : cluster.links) {
        m_links[link.from].push_back(&link);
        if (link.to != link.from) m_links[link.to].push_back(&link);
    }
}

const LinkNames::Links& LinkNames::at(std::string_view element) const {
    static const Links none;
    const auto found = m_links.find(element);
    return found == m_links.end() ? none : found->second;
}

std::string LinkNames::of(const Link& link) const {
    const auto find = [this](std::string_view id) { return m_index.find(id); };
    const std::string ends =
        fmt::format("{} – {}", name_or_id(find(link.from), link.from), name_or_id(find(link.to), link.to));
    if (const RailEnds rail = rail_ends(link, find); rail.server)
        return ends + rails_text(link, rail, at(rail.server->id), find);
    const Links &one = at(link.from), &other = at(link.to);
    return ends + number_text(link, one.size() < other.size() ? one : other);
}

} // namespace roofrack
