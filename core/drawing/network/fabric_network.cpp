// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/fabric_network.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/link_name.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/switch_networks.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <unordered_map>

namespace roofrack {

namespace {

LinkClass network_class(const Part* part, LinkClass fallback) {
    if (!part) return fallback;
    return link_class(part->text_or("network", "")).value_or(fallback);
}

class Reader {
public:
    Reader(const Cluster& cluster, const Containment& containment, const Catalog& catalog,
           std::span<const std::optional<LinkEnds>> ends)
        : m_cluster(cluster)
        , m_containment(containment)
        , m_catalog(catalog)
        , m_all_ends(ends)
        , m_parts(cluster, catalog) {}

    Result<Network> read() {
        for (size_t i = 0; i < m_cluster.elements.size(); ++i) add_node(static_cast<int>(i));
        if (constexpr double most = 1e8; m_network.gpus > most)
            return fail("/cluster/elements", fmt::format("the drawing has {:.3g} GPUs", m_network.gpus),
                        "draw 100 million at most");
        if (m_network.gpus <= 0)
            return fail("/cluster/elements", "the drawing has no GPU", "draw a server whose part has GPUs");
        join_domains();
        for (size_t i = 0; i < m_cluster.links.size(); ++i)
            if (auto done = add_link(static_cast<int>(i)); !done) return tl::unexpected(done.error());
        rank_switches();
        drop_other_networks();
        drop_unreached();
        share_nics();
        order_phases();
        m_network.index_links();
        return std::move(m_network);
    }

private:
    const Element& element(int index) const { return m_cluster.elements[static_cast<size_t>(index)]; }
    NetworkNode& node(int index) { return m_network.nodes[static_cast<size_t>(index)]; }

    void add_node(int index) {
        const Element& drawn = element(index);
        m_node_of.push_back(-1);
        if (drawn.kind != ElementKind::server && drawn.kind != ElementKind::switch_) return;
        NetworkNode out;
        out.element = index;
        out.instances = m_containment.instances(index);
        out.part = m_parts.at(index);
        if (drawn.kind == ElementKind::server) {
            read_server(index, out);
            m_network.gpus += out.gpus * out.instances;
        } else {
            const Seconds fallback =
                switch_hop(network_class(out.part, LinkClass::roce), m_catalog.defaults().topology);
            out.hop = Seconds(out.part ? out.part->value_or("latency", fallback.si()) : fallback.si());
            out.health = std::clamp(drawn.health.value_or(1), 0.0, 1.0);
            const std::string_view sharp = out.part ? out.part->text_or("sharp", "") : "";
            out.reduces = !sharp.empty() && sharp != "no" && sharp != "none" && sharp != "false";
        }
        m_node_of.back() = static_cast<int>(m_network.nodes.size());
        m_network.nodes.push_back(out);
    }

    void read_server(int index, NetworkNode& out) {
        out.server = true;
        if (!out.part) return;
        out.gpus = out.part->value_or("gpus", 0);
        if (out.gpus <= 0) return;
        const Part* gpu = accelerator(out.part);
        out.scale_up = ByteRate(gpu ? gpu->value_or("scale_up_rate", 0) : 0);
        out.host_link =
            ByteRate(out.part->value_or("host_link_rate", m_catalog.defaults().topology.host_link.si()));
        const std::string_view technology =
            out.part->text_or("scale_up", gpu ? gpu->text_or("scale_up", "") : std::string_view());
        double domain = out.part->value_or("scale_up_domain", out.gpus);
        if (gpu) domain = std::min(domain, gpu->value_or("scale_up_domain_max", domain));
        if (out.scale_up.si() <= 0 || technology == "pcie") domain = 1;
        // A domain of several servers is cabled inside a rack; without a rack, through all servers drawn.
        const int rack = m_containment.enclosing(index, ElementKind::rack);
        out.in_rack = technology == "ici" ? out.instances : m_containment.within(index, rack);
        out.domain = std::clamp(domain, 1.0, std::max(1.0, out.gpus * out.in_rack));
        if (rack >= 0 && technology != "ici" && domain > out.domain)
            m_cabinets[{rack, out.part->id}].push_back({static_cast<int>(m_network.nodes.size()), domain});
        // Infinity Fabric, NeuronLink and Gaudi's Ethernet are used as NVLink is: one hop to every peer of
        // the domain.
        out.scale_up_class = out.domain <= 1       ? LinkClass::pcie
                             : technology == "ici" ? LinkClass::ici
                                                   : LinkClass::nvlink;
        out.nvlink = technology == "nvlink";
    }

    /// Servers of one part that were drawn apart in a rack are cabled as if they had been drawn together.
    void join_domains() {
        for (const auto& [place, nodes] : m_cabinets) {
            if (nodes.size() < 2) continue;
            double gpus = 0;
            for (const auto& [at, domain] : nodes) gpus += node(at).gpus * node(at).in_rack;
            std::vector<int>& cabinet = m_network.cabinets.emplace_back();
            for (const auto& [at, domain] : nodes) {
                node(at).cabinet = static_cast<int>(m_network.cabinets.size()) - 1;
                node(at).domain = std::min(domain, gpus);
                cabinet.push_back(at);
            }
        }
    }

    /// With the server's own figures; one for all servers of a part.
    const Part* accelerator(const Part* server) const {
        auto found = m_accelerators.find(server);
        if (found == m_accelerators.end())
            found = m_accelerators.emplace(server, accelerator_of(*server, m_catalog)).first;
        return found->second ? &*found->second : nullptr;
    }

    Result<ByteRate> rate_of(const Link& link, const LinkEnds& ends) const {
        const auto end = [this](int at) { return LinkEnd{element(at), m_parts.at(at)}; };
        if (const auto rate = cable_rate(link, end(ends.from), end(ends.to), m_catalog)) return *rate;
        return fail(fmt::format("/cluster/links/{}/bandwidth", ends.link),
                    fmt::format("nothing tells the bandwidth of link '{}'", link_name(m_cluster, link)),
                    "set its bandwidth, or give its ends parts with known ports");
    }

    Result<void> add_link(int index) {
        const Link& link = m_cluster.links[static_cast<size_t>(index)];
        const int from = m_containment.index(link.from), to = m_containment.index(link.to);
        if (from < 0 || to < 0)
            return fail(fmt::format("/cluster/links/{}", index),
                        fmt::format("link '{}' ends at '{}', which is not drawn", link_name(m_cluster, link),
                                    from < 0 ? link.from : link.to),
                        "connect it to an element, or delete it");
        const auto& ends = m_all_ends[static_cast<size_t>(index)];
        if (!ends) return {};
        m_ends.push_back(*ends);
        NetworkLink out;
        out.link = index;
        out.from = m_node_of[static_cast<size_t>(ends->from)];
        out.to = m_node_of[static_cast<size_t>(ends->to)];
        if (out.from < 0 || out.to < 0) return {};
        const auto rate = rate_of(link, *ends);
        if (!rate) return tl::unexpected(rate.error());
        const bool self = ends->from == ends->to;
        if (self && link.pattern != LinkPattern::mesh && link.pattern != LinkPattern::torus)
            return {}; // an element joined to itself once joins nothing
        out.span = ends->span;
        if (ends->swapped) std::swap(out.from, out.to);
        const double health = node(out.from).health * (self ? 1 : node(out.to).health);
        out.cable = *rate * (std::clamp(link.health, 0.0, 1.0) * health);
        out.background = std::clamp(link.background_load, 0.0, 1.0);
        out.link_class = class_of(ends->from, ends->to);
        auto& list = self && node(out.from).server ? m_network.torus : m_network.links;
        list.push_back(out);
        return {};
    }

    /// More cables than a server has NICs carry no more than the NICs do. Cables of all links to switches of
    /// one part count together, so that it does not matter whether the switches were drawn one by one.
    void share_nics() {
        std::map<std::pair<int, std::string_view>, double> cables;
        const auto visit = [&](NetworkLink& link, auto&& each) {
            if (link.from == link.to || m_cluster.links[static_cast<size_t>(link.link)].bandwidth) return;
            for (const auto& [end, far, count] : {std::tuple(link.from, link.to, link.span.per_from()),
                                                  std::tuple(link.to, link.from, link.span.per_to())}) {
                const NetworkNode& server = node(end);
                if (!server.server || !server.part) continue;
                if (const auto nics = server.part->value("nics"); nics && *nics > 0)
                    each(cables[{end,
                                 node(far).part ? std::string_view(node(far).part->id) : std::string_view()}],
                         count, *nics);
            }
        };
        for (NetworkLink& link : m_network.links)
            visit(link, [](double& sum, double count, double) { sum += count; });
        for (NetworkLink& link : m_network.links) {
            double share = 1;
            visit(link, [&](double sum, double, double nics) {
                if (sum > nics) share = std::min(share, nics / sum);
            });
            if (share < 1) link.cable = link.cable * share;
        }
    }

    LinkClass class_of(int from, int to) const {
        if (m_containment.between_sites(from, to)) return LinkClass::wan;
        const Element& a = element(from);
        const Element& b = element(to);
        const Part* a_part = m_parts.at(from);
        const Part* b_part = m_parts.at(to);
        if (from == to && a.kind == ElementKind::server) return LinkClass::ici;
        // A provider's network (EFA) is told by the server, behind whatever switches were drawn for it.
        const LinkClass of_switch =
            network_class(b.kind == ElementKind::switch_ ? b_part : a_part, LinkClass::roce);
        for (const Element* end : {&a, &b})
            if (end->kind == ElementKind::server)
                if (network_class(end == &a ? a_part : b_part, of_switch) == LinkClass::efa)
                    return LinkClass::efa;
        return of_switch;
    }

    /// Tier of a switch: as set, or its distance from the servers in links.
    void rank_switches() {
        m_network.index_links();
        std::vector<int> distance(m_network.nodes.size(), -1);
        std::vector<int> queue;
        for (size_t i = 0; i < m_network.nodes.size(); ++i)
            if (m_network.nodes[i].server && m_network.nodes[i].gpus > 0) {
                distance[i] = 0;
                queue.push_back(static_cast<int>(i));
            }
        for (size_t head = 0; head < queue.size(); ++head)
            for (const int at : m_network.links_at(queue[head])) {
                const int near = queue[head], far = other_end(at, near);
                if (distance[static_cast<size_t>(far)] >= 0 || node(far).server) continue;
                distance[static_cast<size_t>(far)] = distance[static_cast<size_t>(near)] + 1;
                queue.push_back(far);
            }
        for (size_t i = 0; i < m_network.nodes.size(); ++i) {
            NetworkNode& each = m_network.nodes[i];
            each.tier = distance[i];
            if (!each.server && each.tier > 0)
                each.tier = std::max(1, element(each.element).tier.value_or(each.tier));
        }
    }

    int other_end(int link, int near) const {
        const NetworkLink& drawn = m_network.links[static_cast<size_t>(link)];
        return drawn.from == near ? drawn.to : drawn.from;
    }

    /// Networks for storage or management carry no training where there is another one; storage on the only
    /// network is a converged network: it stays.
    void drop_other_networks() {
        const SwitchNetworks networks(m_cluster, m_parts, m_ends);
        std::erase_if(m_network.links, [&](const NetworkLink& link) {
            return std::ranges::any_of(std::array{link.from, link.to}, [&](int end) {
                const int network = networks.of(node(end).element);
                return network >= 0 && networks.all()[static_cast<size_t>(network)].aside;
            });
        });
    }

    void drop_unreached() {
        std::erase_if(m_network.links, [&](const NetworkLink& link) {
            return node(link.from).tier < 0 || node(link.to).tier < 0;
        });
    }

    /// Inner tiers first; in a tier the links up to it before those between its switches; of these the inner
    /// containers first.
    void order_phases() {
        std::vector<std::tuple<int, int, int>> keys;
        const auto key = [&](const NetworkLink& link) {
            const int low = std::min(node(link.from).tier, node(link.to).tier);
            const int high = std::max(node(link.from).tier, node(link.to).tier);
            const bool sideways = low == high && high > 0;
            // Between containers: laid in what encloses them.
            const int container = link.span.group > 0
                                      ? m_containment.parent(m_containment.index(
                                            m_cluster.links[static_cast<size_t>(link.link)].to))
                                      : m_containment.common(node(link.from).element, node(link.to).element);
            const int depth = container < 0 ? -1 : m_containment.depth(container);
            return std::tuple(high, sideways ? 1 : 0, sideways ? -depth : 0);
        };
        for (const NetworkLink& link : m_network.links) keys.push_back(key(link));
        std::ranges::sort(keys);
        const auto rest = std::ranges::unique(keys);
        keys.erase(rest.begin(), rest.end());
        for (const auto& k : keys) m_network.phases.push_back({std::get<0>(k), std::get<1>(k) != 0});
        for (NetworkLink& link : m_network.links)
            link.phase = static_cast<int>(std::ranges::lower_bound(keys, key(link)) - keys.begin());
    }

    const Cluster& m_cluster;
    const Containment& m_containment;
    const Catalog& m_catalog;
    const std::span<const std::optional<LinkEnds>> m_all_ends;
    const DrawnParts m_parts;
    mutable std::unordered_map<const Part*, std::optional<Part>> m_accelerators;
    /// By rack and part: nodes whose domain may be larger than what was drawn together, and how large.
    std::map<std::pair<int, std::string_view>, std::vector<std::pair<int, double>>> m_cabinets;
    Network m_network;
    std::vector<int> m_node_of; ///< element → node, or -1
    std::vector<LinkEnds> m_ends;
};

} // namespace

Seconds switch_hop(LinkClass link_class, const Defaults::Topology& constants) {
    return link_class == LinkClass::infiniband ? constants.switch_infiniband : constants.switch_ethernet;
}

Result<Network> read_network(const Cluster& cluster, const Containment& containment, const Catalog& catalog,
                             std::span<const std::optional<LinkEnds>> ends) {
    return Reader(cluster, containment, catalog, ends).read();
}

void Network::index_links() {
    first.assign(nodes.size() + 1, 0);
    for (const NetworkLink& link : links) {
        ++first[static_cast<size_t>(link.from) + 1];
        if (link.to != link.from) ++first[static_cast<size_t>(link.to) + 1];
    }
    for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    incident.assign(static_cast<size_t>(first.back()), 0);
    std::vector<int> next(first.begin(), first.end() - 1);
    for (size_t l = 0; l < links.size(); ++l) {
        incident[static_cast<size_t>(next[static_cast<size_t>(links[l].from)]++)] = static_cast<int>(l);
        if (links[l].to != links[l].from)
            incident[static_cast<size_t>(next[static_cast<size_t>(links[l].to)]++)] = static_cast<int>(l);
    }
    const auto phase = [this](int l) { return links[static_cast<size_t>(l)].phase; };
    for (size_t i = 0; i + 1 < first.size(); ++i)
        std::ranges::stable_sort(incident.begin() + first[i], incident.begin() + first[i + 1], {}, phase);
}

Seconds distance_latency(const Link& link, bool between_sites, const Defaults::Topology& constants) {
    if (link.latency) return *link.latency;
    if (link.distance) return constants.fibre_latency_a_km * *link.distance;
    return between_sites ? constants.site_latency : Seconds(0);
}

Seconds farthest_distance(const Cluster& cluster, const Network& network, int phase, LinkClass border,
                          const Defaults::Topology& constants) {
    Seconds out{};
    bool is_drawn = false;
    for (const NetworkLink& link : network.links) {
        if (link.phase != phase) continue;
        const bool between_sites = link.link_class == LinkClass::wan;
        is_drawn = is_drawn || between_sites;
        out = std::max(
            out, distance_latency(cluster.links[static_cast<size_t>(link.link)], between_sites, constants));
    }
    return border == LinkClass::wan && !is_drawn ? std::max(out, constants.site_latency) : out;
}

Seconds network_latency(double hops, LinkClass link_class, const Defaults::Topology& constants) {
    return constants.nic_latency + hops * switch_hop(link_class, constants);
}

} // namespace roofrack
