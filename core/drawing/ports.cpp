// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/ports.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/switch_networks.h"

#include <algorithm>
#include <map>

namespace roofrack {

std::string_view name_of(PortRole role) {
    switch (role) {
    case PortRole::network: return "network";
    case PortRole::storage: return "storage";
    case PortRole::power: return "power";
    case PortRole::coolant: return "coolant";
    case PortRole::air: break;
    }
    return "air";
}

std::optional<double> SwitchPorts::oversubscription() const {
    if (down.si() <= 0 || up.si() <= 0) return std::nullopt;
    return down / up;
}

const Ports* PortTable::ports(int element, PortRole role) const {
    for (const Ports& each : ports(element))
        if (each.role == role) return &each;
    return nullptr;
}

const SwitchPorts* PortTable::switch_ports(int element) const {
    const auto& out = m_switches[static_cast<size_t>(element)];
    return out ? &*out : nullptr;
}

class PortReader {
public:
    PortReader(const Cluster& cluster, const Catalog& catalog, PortTable& table)
        : m_cluster(cluster)
        , m_catalog(catalog)
        , m_parts(cluster, catalog)
        , m_table(table) {
        m_links.reserve(cluster.links.size() + 1);
        for (const Link& link : cluster.links) m_links.push_back(&link);
    }

    void put(const Link& link, int index) {
        if (index == static_cast<int>(m_links.size()))
            m_links.push_back(&link);
        else
            m_links[static_cast<size_t>(index)] = &link;
    }

    void read() { read(all_ends()); }

    /// `known`: link_ends() of each link that is read.
    void read(std::span<const std::optional<LinkEnds>> known) {
        const size_t size = m_cluster.elements.size();
        m_table.m_ports.resize(size);
        m_table.m_switches.resize(size);
        m_table.m_storage.assign(m_links.size(), false);
        for (const auto& each : known)
            if (each) m_table.m_links.push_back(*each);
        m_at.resize(size);
        for (size_t i = 0; i < m_table.m_links.size(); ++i) {
            const LinkEnds& ends = m_table.m_links[i];
            m_at[static_cast<size_t>(ends.from)].push_back(i);
            if (ends.to != ends.from) m_at[static_cast<size_t>(ends.to)].push_back(i);
        }
        share_outlets();
        mark_storage();
        rank_switches();
        for (size_t i = 0; i < size; ++i) list_ports(static_cast<int>(i));
        for (const LinkEnds& ends : m_table.m_links) use_ports(ends);
    }

private:
    std::vector<std::optional<LinkEnds>> all_ends() const {
        std::vector<std::optional<LinkEnds>> out;
        for (size_t i = 0; i < m_links.size(); ++i)
            out.push_back(link_ends(m_cluster, m_table.m_containment, *m_links[i], static_cast<int>(i)));
        return out;
    }

    const Element& at(int index) const { return m_cluster.elements[static_cast<size_t>(index)]; }
    const Part* part(int index) const { return m_parts.at(index); }
    LinkEnd end(int index) const { return {at(index), part(index)}; }
    bool is_switch(int index) const { return at(index).kind == ElementKind::switch_; }

    bool is_source(const LinkEnds& ends, int end) const {
        return ends.kind != LinkKind::network && gives(ends, end);
    }

    /// Racks, and servers that stand in none, in all instances of each element: what is fed and cooled.
    std::vector<double> loads() const {
        const Containment& containment = m_table.m_containment;
        std::vector<double> out(m_cluster.elements.size());
        for (size_t i = 0; i < out.size(); ++i) {
            const int index = static_cast<int>(i);
            const ElementKind kind = at(index).kind;
            const bool loose =
                kind == ElementKind::server && containment.enclosing(index, ElementKind::rack) < 0;
            if (kind != ElementKind::rack && !loose) continue;
            for (int up = index; up >= 0; up = containment.parent(up))
                out[static_cast<size_t>(up)] += containment.instances(index);
        }
        return out;
    }

    /// Feeds and cooling units serve all that they are linked to as one pool, whatever the pattern, as the
    /// facility model has it: their outlets are shared evenly by the racks.
    void share_outlets() {
        std::map<int, std::map<int, int>> served; // by source: what it serves, with how many links
        for (const LinkEnds& ends : m_table.m_links)
            for (const int end : {ends.from, ends.to})
                if (is_source(ends, end) && !ends.span.self) ++served[end][ends.other(end)];
        if (served.empty()) return;
        const std::vector<double> racks = loads();
        const auto all = [&](int index) { return m_table.m_containment.instances(index); };
        const auto weight = [&](int index) {
            const double inside = is_container(at(index).kind) ? racks[static_cast<size_t>(index)] : 0;
            return inside > 0 ? inside : all(index);
        };
        std::map<int, double> weights;
        for (const auto& [source, targets] : served)
            for (const auto& [target, links] : targets) {
                weights[source] += weight(target);
                m_served[source] += all(target);
            }
        for (LinkEnds& ends : m_table.m_links) {
            if (ends.kind == LinkKind::network || ends.span.self) continue;
            const int source = is_source(ends, ends.from) ? ends.from : ends.to;
            const int target = ends.other(source);
            if (all(source) <= 0 || all(target) <= 0) continue;
            const double outlets = all(source) * weight(target) / weights[source] / served[source][target];
            (source == ends.from ? ends.at_from : ends.at_to) = outlets / all(source);
            (source == ends.from ? ends.at_to : ends.at_from) = outlets / all(target);
        }
        for (auto& [source, number] : m_served) number = std::max(1.0, number / std::max(1.0, all(source)));
    }

    void mark_storage() {
        const SwitchNetworks networks(m_cluster, m_parts, m_table.m_links);
        for (const LinkEnds& ends : m_table.m_links) {
            if (ends.kind != LinkKind::network) continue;
            const bool direct = !is_switch(ends.from) && !is_switch(ends.to);
            m_table.m_storage[static_cast<size_t>(ends.link)] =
                direct
                    ? at(ends.from).kind == ElementKind::storage || at(ends.to).kind == ElementKind::storage
                    : networks.is_left_out(ends);
        }
    }

    void rank_switches() {
        std::vector<int> distance(m_cluster.elements.size(), -1), queue;
        for (size_t i = 0; i < distance.size(); ++i)
            if (at(static_cast<int>(i)).kind == ElementKind::server) {
                distance[i] = 0;
                queue.push_back(static_cast<int>(i));
            }
        for (size_t head = 0; head < queue.size(); ++head)
            for (const size_t link : m_at[static_cast<size_t>(queue[head])]) {
                const LinkEnds& ends = m_table.m_links[link];
                const int far = ends.other(queue[head]);
                if (!is_switch(far) || distance[static_cast<size_t>(far)] >= 0) continue;
                distance[static_cast<size_t>(far)] = distance[static_cast<size_t>(queue[head])] + 1;
                queue.push_back(far);
            }
        for (size_t i = 0; i < distance.size(); ++i) {
            const Element& element = at(static_cast<int>(i));
            if (element.kind != ElementKind::switch_) continue;
            m_table.m_switches[i] = SwitchPorts{};
            m_table.m_switches[i]->tier = std::max(0, element.tier.value_or(std::max(0, distance[i])));
        }
    }

    void add(int index, const Ports& ports) { m_table.m_ports[static_cast<size_t>(index)].push_back(ports); }

    /// What the parts say; what they do not say appears with the first link.
    void list_ports(int index) {
        const Element& element = at(index);
        const Part* drawn = part(index);
        const auto figure = [&](const char* key) { return drawn ? drawn->value(key) : std::nullopt; };
        const auto cooling = drawn ? drawn->text_or("cooling", "") : std::string_view();
        switch (element.kind) {
        case ElementKind::server:
            add(index, {PortRole::network, false, port_rate(end(index)), figure("nics"), 0, {}});
            break;
        case ElementKind::switch_:
            add(index, {PortRole::network, false, port_rate(end(index)), figure("ports"), 0, {}});
            break;
        case ElementKind::storage: add(index, {PortRole::network, false, {}, {}, 0, {}}); break;
        case ElementKind::rack:
            add(index, {PortRole::power, false, {}, {}, 0, {}});
            if (cooling == "liquid" || cooling == "immersion" || cooling == "rdhx" || cooling == "hybrid")
                add(index, {PortRole::coolant, false, {}, {}, 0, {}});
            if (cooling != "liquid" && cooling != "immersion")
                add(index, {PortRole::air, false, {}, {}, 0, {}});
            break;
        case ElementKind::feed: add(index, {PortRole::power, true, {}, {}, 0, {}}); break;
        case ElementKind::cooling: add(index, {cooling_role(index), true, {}, {}, 0, {}}); break;
        default: break;
        }
    }

    PortRole cooling_role(int index) const {
        const Part* drawn = part(index);
        const auto cooling = drawn ? drawn->text_or("cooling", "crah") : std::string_view("crah");
        return cooling == "crah" ? PortRole::air : PortRole::coolant;
    }

    Ports& ports(int index, PortRole role, bool gives) {
        auto& all = m_table.m_ports[static_cast<size_t>(index)];
        const auto it = std::ranges::find_if(
            all, [&](const Ports& each) { return each.role == role && each.gives == gives; });
        if (it != all.end()) return *it;
        all.push_back({role, gives, {}, {}, 0, {}});
        if (role == PortRole::power && at(index).kind == ElementKind::server)
            if (const Part* drawn = part(index)) all.back().total = drawn->value("psu_count");
        return all.back();
    }

    void use_ports(const LinkEnds& ends) {
        const Link& link = *m_links[static_cast<size_t>(ends.link)];
        std::optional<ByteRate> cable;
        if (ends.kind == LinkKind::network) cable = cable_rate(link, end(ends.from), end(ends.to), m_catalog);
        const double rate = cable.value_or(ByteRate(0)).si();
        for (const int end : {ends.from, ends.to}) {
            const double cables = ends.at(end);
            if (cables <= 0) break;
            // The torus of a chip is its own; it leaves the NICs free.
            if (ends.span.self && at(end).kind == ElementKind::server) break;
            Ports& used = ports(end, role_at(ends, end), gives(ends, end));
            const double port = used.rate.value_or(ByteRate(0)).si();
            const bool split = is_switch(end) && rate > 0 && rate < port;
            if (const auto served = m_served.find(end); served != m_served.end() && used.gives)
                used.used = served->second;
            else
                used.used += cables * (split ? rate / port : 1.0);
            used.links.push_back(ends.link);
            if (is_switch(end) && rate > 0) count_load(ends, end, cables, ByteRate(rate * link.health));
            if (ends.span.self) break;
        }
    }

    PortRole role_at(const LinkEnds& ends, int end) const {
        switch (ends.kind) {
        case LinkKind::network:
            return at(end).kind == ElementKind::server && m_table.is_storage(ends) ? PortRole::storage
                                                                                   : PortRole::network;
        case LinkKind::power: return PortRole::power;
        case LinkKind::cooling: break;
        }
        return cooling_role(at(ends.from).kind == ElementKind::cooling ? ends.from : ends.to);
    }

    bool gives(const LinkEnds& ends, int end) const {
        switch (ends.kind) {
        case LinkKind::network: return false;
        case LinkKind::power: return at(end).kind == ElementKind::feed;
        case LinkKind::cooling: break;
        }
        return end == (at(ends.from).kind == ElementKind::cooling ? ends.from : ends.to);
    }

    void count_load(const LinkEnds& ends, int end, double cables, ByteRate rate) {
        SwitchPorts& load = *m_table.m_switches[static_cast<size_t>(end)];
        const int far = ends.other(end);
        const int tier = is_switch(far) ? m_table.m_switches[static_cast<size_t>(far)]->tier : 0;
        if (tier < load.tier) {
            load.down_cables += cables;
            load.down += rate * cables;
        } else if (tier > load.tier) {
            load.up_cables += cables;
            load.up += rate * cables;
        }
    }

    const Cluster& m_cluster;
    const Catalog& m_catalog;
    const DrawnParts m_parts;
    PortTable& m_table;
    std::vector<const Link*> m_links;
    std::vector<std::vector<size_t>> m_at; ///< links (of the table) at each element
    std::map<int, double> m_served; ///< for each feed and cooling unit: what one serves, a part of one counts
};

Result<PortTable> PortTable::make(const Cluster& cluster, const Catalog& catalog) {
    auto containment = Containment::make(cluster);
    if (!containment) return tl::unexpected(containment.error());
    const auto ends = all_link_ends(cluster, *containment);
    return of(cluster, catalog, std::move(*containment), ends);
}

PortTable PortTable::of(const Cluster& cluster, const Catalog& catalog, Containment containment,
                        std::span<const std::optional<LinkEnds>> ends) {
    PortTable out;
    out.m_containment = std::move(containment);
    PortReader(cluster, catalog, out).read(ends);
    return out;
}

Result<PortTable> PortTable::make_with(const Cluster& cluster, const Catalog& catalog, const Link& link,
                                       int index) {
    auto containment = Containment::make(cluster);
    if (!containment) return tl::unexpected(containment.error());
    PortTable out;
    out.m_containment = std::move(*containment);
    PortReader reader(cluster, catalog, out);
    reader.put(link, index);
    reader.read();
    return out;
}

} // namespace roofrack
