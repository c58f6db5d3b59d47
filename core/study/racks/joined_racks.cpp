// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/racks/joined_racks.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/check/port_shortages.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/element_index.h"
#include "core/drawing/network_mates.h"
#include "core/drawing/ports.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <set>
#include <unordered_set>

namespace roofrack {

namespace {

tl::unexpected<Diagnostic> no_join(std::string why) {
    return fail({}, std::move(why), "draw the new servers into the network that is there by hand");
}

/// Leaf switches, and the spines above them, of the network that the GPUs use.
struct LeafNetwork {
    std::vector<std::string> leafs;
    std::string spine;                ///< empty: nothing stands above the leafs
    std::vector<std::string> uplinks; ///< links from leafs to it
};

bool has_gpus(const Element& element, const Catalog& catalog) {
    const Part* const part = drawn_part(element, catalog);
    return element.kind == ElementKind::server && part && part->value_or("gpus", 0) > 0;
}

/// Adds it where it is not there yet.
void add_id_once(std::vector<std::string>& ids, const std::string& id) {
    if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
}

/// Calls `take` for each link of the network that the GPUs use.
template<typename Take>
void each_network_link(const PortTable& table, const Take& take) {
    for (const LinkEnds& ends : table.links())
        if (ends.kind == LinkKind::network && !table.is_storage(ends)) take(ends);
}

/// The switches that servers with GPUs are cabled to.
std::vector<std::string> leafs_of(const Cluster& cluster, const PortTable& table, const Catalog& catalog) {
    std::vector<std::string> out;
    each_network_link(table, [&](const LinkEnds& ends) {
        for (const int end : {ends.from, ends.to})
            if (cluster.at(end).kind == ElementKind::switch_ &&
                has_gpus(cluster.at(ends.other(end)), catalog))
                add_id_once(out, cluster.at(end).id);
    });
    return out;
}

/// `whose`: "what is there", for what is said about it.
Result<LeafNetwork> leaf_network(const Cluster& cluster, std::string_view whose, const Catalog& catalog) {
    const auto table = PortTable::make(cluster, catalog);
    if (!table) return tl::unexpected(table.error());
    LeafNetwork out{leafs_of(cluster, *table, catalog), {}, {}};
    if (out.leafs.empty()) return no_join(fmt::format("no switch of {} leads to its GPUs", whose));
    const std::set<std::string> leafs(out.leafs.begin(), out.leafs.end());
    std::vector<std::string> spines;
    bool is_other = false;
    each_network_link(*table, [&](const LinkEnds& ends) {
        const Element &from = cluster.at(ends.from), &to = cluster.at(ends.to);
        if (from.kind != ElementKind::switch_ || to.kind != ElementKind::switch_) return;
        const bool is_from_leaf = leafs.contains(from.id);
        const Link& link = cluster.links[static_cast<size_t>(ends.link)];
        is_other |= is_from_leaf == leafs.contains(to.id) || link.pattern != LinkPattern::mesh;
        const Element& above = is_from_leaf ? to : from;
        is_other |= cluster.instances(above) != above.count;
        add_id_once(spines, above.id);
        out.uplinks.push_back(link.id);
    });
    if (is_other || spines.size() > 1)
        return no_join(fmt::format("the network of {} is not one of leafs with one group of spines", whose));
    if (!spines.empty()) out.spine = spines.front();
    return out;
}

/// The room around all that computes, where it is one; empty: there is none.
std::string room_around_all(const Cluster& cluster, const Catalog& catalog) {
    const ElementIndex index(cluster);
    std::set<std::string> rooms;
    for (const Element& each : cluster.elements) {
        if (!has_gpus(each, catalog)) continue;
        const Element* at = index.find(each.parent);
        while (at && at->kind != ElementKind::room) at = index.find(at->parent);
        rooms.insert(at ? at->id : std::string());
    }
    if (rooms.size() != 1 || rooms.begin()->empty()) return {};
    const Element& room = *index.find(*rooms.begin());
    return cluster.instances(room) == 1 ? room.id : std::string();
}

/// What a room that stands already has for others in the place of what was in it: they and what they stand
/// in. Feeds, coolers, and switches and storage outside racks stay beside it.
bool stands_in_rooms(ElementKind kind) {
    return kind == ElementKind::row || kind == ElementKind::pod || kind == ElementKind::rack ||
           kind == ElementKind::server;
}

std::string free_id_beside(const Cluster& cluster, const std::string& id) {
    std::string out = id;
    for (int i = 2; cluster.find(out) || cluster.find_link(out); ++i) out = fmt::format("{}-{}", id, i);
    return out;
}

/// The elements without those ids, their links, and what was accepted of them.
void leave_out(Cluster& cluster, const std::unordered_set<std::string_view>& gone) {
    std::erase_if(cluster.links,
                  [&](const Link& link) { return gone.contains(link.from) || gone.contains(link.to); });
    remove_places(cluster.waivers, gone);
    std::erase_if(cluster.elements, [&](const Element& each) { return gone.contains(each.id); });
}

/// A drawing with its leafs alone, for others to stand above them.
Result<Cluster> without_upper_switches(Cluster cluster, const Catalog& catalog) {
    const auto table = PortTable::make(cluster, catalog);
    if (!table) return tl::unexpected(table.error());
    const std::vector<std::string> leafs = leafs_of(cluster, *table, catalog);
    std::vector<std::string> gone;
    for (const Element& each : cluster.elements)
        if (each.kind == ElementKind::switch_ && std::ranges::find(leafs, each.id) == leafs.end())
            gone.push_back(each.id);
    leave_out(cluster, {gone.begin(), gone.end()});
    return cluster;
}

/// "Rail leaf" → "New rail leaf", "CRAH" → "New CRAH".
std::string name_of_new(std::string name) {
    const auto is_small = [&](size_t i) {
        return i < name.size() && std::islower(static_cast<unsigned char>(name[i])) != 0;
    };
    if (is_small(1)) name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    return "New " + name;
}

/// Puts a drawing beside what is there, to be bought; no cable leads from one to the other.
class JoinedDrawing {
public:
    JoinedDrawing(const Cluster& there, const Catalog& catalog)
        : m_out(there)
        , m_room(room_around_all(there, catalog)) {
        for (const Element& each : there.elements) {
            m_taken.insert(each.id);
            m_names.insert(title(each));
            const bool has_size = each.size && each.id != m_room; // a room is as large as what stands in it
            m_bottom = std::max(m_bottom, each.position.y + (has_size ? each.size->y : 0));
        }
        for (const Link& each : there.links) m_taken.insert(each.id);
    }

    Cluster with(const Cluster& added) {
        // px from the top of the lowest rack that is there: its height, its name and the frames around it.
        constexpr double gap = 320;
        double top = std::numeric_limits<double>::infinity();
        for (const Element& each : added.elements) {
            m_ids[each.id] = free_id(each.id);
            if (each.parent.empty()) top = std::min(top, each.position.y);
        }
        for (const Element& each : added.elements) {
            Element& copy = m_out.elements.emplace_back(each);
            copy.id = m_ids.at(each.id);
            if (m_names.contains(title(each)) && !each.name.empty()) copy.name = name_of_new(each.name);
            copy.parent = each.parent.empty() ? m_room : m_ids.at(each.parent);
            if (each.parent.empty()) copy.procurement = Procurement::buy;
            // What stands in a rack has no place of its own.
            if (each.parent.empty() || each.position != Position{}) copy.position.y += m_bottom + gap - top;
        }
        if (Element* const room = m_out.find(m_room)) room->size.reset(); // as large as what stands in it
        for (const Link& each : added.links) {
            Link& copy = m_out.links.emplace_back(each);
            copy.from = m_ids.at(each.from);
            copy.to = m_ids.at(each.to);
            m_ids[each.id] = copy.id = free_id(each.id);
        }
        for (Waiver each : added.waivers) {
            for (std::string& id : each.where)
                if (const auto known = m_ids.find(id); known != m_ids.end()) id = known->second;
            m_out.waivers.push_back(std::move(each));
        }
        return m_out;
    }

    const std::string& id_of(const std::string& added) const { return m_ids.at(added); }

    std::string free_id(const std::string& id) {
        std::string out = id;
        for (int i = 0; !m_taken.insert(out).second; ++i)
            out = i == 0 ? "new-" + id : fmt::format("new-{}-{}", id, i + 1);
        return out;
    }

private:
    Cluster m_out;
    std::string m_room;
    std::set<std::string> m_taken, m_names;   ///< ids of elements and links; names of elements
    std::map<std::string, std::string> m_ids; ///< by that of the element or link that it is a copy of
    double m_bottom = 0;
};

/// The link of a leaf to a spine, cabled like one that is drawn; as fast as its ports where they are slower.
Link uplink_like(const Link& drawn, const Element& leaf, const Element& spine, const Catalog& catalog) {
    Link out = drawn;
    out.from = leaf.id;
    out.to = spine.id;
    out.cable.clear(); // it may be too short
    out.own_cable = SharedValue<Part>();
    out.distance.reset();
    out.latency.reset();
    const auto port = port_rate(link_end(leaf, catalog));
    if (out.bandwidth && port && *port < *out.bandwidth) out.bandwidth.reset();
    return out;
}

/// Makes so many times as many spines of it, with as many cables of each leaf in all. False where those do
/// not divide.
bool multiply_spines(Cluster& cluster, const std::string& spine, int times) {
    for (Link& link : cluster.links) {
        if (link.from != spine && link.to != spine) continue;
        if (link.count % times != 0) return false;
        link.count /= times;
    }
    Element& element = *cluster.find(spine);
    const bool is_there = element.procurement == Procurement::owned;
    if (is_there && times > 1 && !element.owned_count) element.owned_count = element.count;
    if (element.count > std::numeric_limits<int>::max() / times) return false;
    element.count *= times;
    return true;
}

} // namespace

Cluster in_room_of(const Cluster& there, Cluster made, const Catalog& catalog) {
    const Element* const drawn = there.find(room_around_all(there, catalog));
    const auto is_house = [](const Element& each) {
        return each.kind == ElementKind::room || each.kind == ElementKind::site;
    };
    if (!drawn || std::ranges::any_of(made.elements, is_house)) return made;
    const std::vector<Procurement> procurements = procurements_of(there);
    if (procurements[static_cast<size_t>(drawn - there.elements.data())] != Procurement::owned) return made;
    Element room = *drawn;
    room.id = free_id_beside(made, room.id);
    room.parent.clear();
    room.procurement = Procurement::owned;
    room.size.reset();                 // as large as what stands in it
    constexpr Position margin{24, 40}; // px around what stands in a room
    double left = std::numeric_limits<double>::infinity(), top = left;
    for (Element& each : made.elements) {
        if (!each.parent.empty() || !stands_in_rooms(each.kind)) continue;
        each.parent = room.id;
        if (each.procurement == Procurement::inherited) each.procurement = Procurement::buy;
        left = std::min(left, each.position.x);
        top = std::min(top, each.position.y);
    }
    if (!std::isfinite(left)) return made;
    room.position = {left - margin.x, top - margin.y};
    made.elements.push_back(std::move(room));
    return made;
}

std::string leaf_part_of(const Cluster& cluster, const Catalog& catalog) {
    const auto network = leaf_network(cluster, "what is there", catalog);
    return network ? cluster.find(network->leafs.front())->part.id : std::string();
}

Result<Cluster> with_joined_racks(const Cluster& there, Cluster added, const Catalog& catalog) {
    const auto old_network = leaf_network(there, "what is there", catalog);
    if (!old_network) return tl::unexpected(old_network.error());
    const bool keeps_spines = !old_network->spine.empty();
    if (keeps_spines) {
        const auto without = without_upper_switches(std::move(added), catalog);
        if (!without) return tl::unexpected(without.error());
        added = *without;
    }
    const auto new_network = leaf_network(added, "the new servers", catalog);
    if (!new_network) return tl::unexpected(new_network.error());
    if (keeps_spines != new_network->spine.empty())
        return no_join(keeps_spines
                           ? "the switches of the new servers are no leafs"
                           : "no spines stand above the leaf switches that are there, and so few new "
                             "servers have none either");
    JoinedDrawing beside(there, catalog);
    const Cluster joined = beside.with(added);
    const std::string spine = keeps_spines ? old_network->spine : beside.id_of(new_network->spine);
    const Link like = *joined.find_link(keeps_spines ? old_network->uplinks.front()
                                                     : beside.id_of(new_network->uplinks.front()));
    Cluster cabled = joined;
    std::vector<std::string> uplinks;
    for (const std::string& each : keeps_spines ? new_network->leafs : old_network->leafs) {
        const Element& leaf = *joined.find(keeps_spines ? beside.id_of(each) : each);
        const Element& above = *joined.find(spine);
        const LinkEnd lower = link_end(leaf, catalog), upper = link_end(above, catalog);
        if (network_match(lower, upper) == NetworkMatch::differs)
            return no_join(networks_differ_text(lower, upper));
        Link link = uplink_like(like, leaf, above, catalog);
        link.id = beside.free_id(leaf.id + "-" + spine);
        uplinks.push_back(link.id);
        cabled.links.push_back(std::move(link));
    }
    std::string lacks;
    // As many cables as the others have and few spines before fewer cables, which leafs of fewer ports have.
    for (int cables = like.count; cables > 0; --cables)
        for (int times = 1; times <= cables; ++times) {
            Cluster out = cabled;
            for (Link& each : out.links)
                if (std::ranges::find(uplinks, each.id) != uplinks.end()) each.count = cables;
            if (!multiply_spines(out, spine, times)) continue;
            const std::vector<PortShortage> shortages = open_port_shortages(out, catalog);
            if (shortages.empty()) return out;
            lacks = shortage_text(shortages.front(), title(out.at(shortages.front().element)));
        }
    return no_join(lacks);
}

} // namespace roofrack
