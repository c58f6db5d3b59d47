// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/failure_domains.h"

#include "core/drawing/containment.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/network/resolved_drawing.h"
#include "core/drawing/switch_networks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace roofrack {

namespace {

struct DomainWords {
    std::string_view name, label;
};
constexpr std::array<DomainWords, 6> domain_words = {{{"gpu", "GPU"},
                                                      {"server", "server"},
                                                      {"scale-up", "scale-up domain"},
                                                      {"rack", "rack"},
                                                      {"row", "row"},
                                                      {"leaf", "leaf switch"}}};

/// Entries that are alike but for their names become one.
class DomainList {
public:
    void add(FailureDomain domain) {
        if (domain.count <= 0 || domain.gpus + domain.slowed <= 0) return;
        const auto alike = std::ranges::find_if(m_all, [&](const FailureDomain& other) {
            return other.kind == domain.kind && other.gpus == domain.gpus && other.slowed == domain.slowed &&
                   other.links == domain.links;
        });
        if (alike == m_all.end()) {
            m_all.push_back(std::move(domain));
            return;
        }
        alike->count += domain.count;
        ++alike->drawn;
    }
    std::vector<FailureDomain> take() {
        std::ranges::stable_sort(m_all, {}, &FailureDomain::kind);
        return std::move(m_all);
    }

private:
    std::vector<FailureDomain> m_all;
};

/// What is connected to one instance of a switch.
struct Hanging {
    double cut = 0, slowed = 0, links = 0;
};

class DomainReader {
public:
    DomainReader(const ResolvedDrawing& drawing, const Fabric& fabric)
        : m_drawing(drawing)
        , m_cluster(drawing.cluster())
        , m_fabric(fabric)
        , m_containment(drawing.containment())
        , m_parts(m_cluster, drawing.catalog()) {
        for (const GpuGroup& group : fabric.groups)
            m_gpus[m_containment.index(group.element)] = group.gpus_per_server;
    }

    std::vector<FailureDomain> all() {
        m_list.add({FailureDomainKind::gpu, {}, {}, 1, m_fabric.gpus, 1});
        for (const GpuGroup& group : m_fabric.groups)
            if (const int server = m_containment.index(group.element); server >= 0)
                m_list.add({FailureDomainKind::server, group.element, title(m_cluster.at(server)), 1,
                            group.servers, static_cast<double>(group.gpus_per_server)});
        if (const double unit = spare_unit(m_fabric); unit > m_fabric.gpus_per_server)
            m_list.add({FailureDomainKind::scale_up, {}, {}, 1, std::ceil(m_fabric.gpus / unit), unit});
        containers();
        leaves();
        return m_list.take();
    }

private:
    void containers() {
        std::map<int, double> inside; // GPUs of one instance
        for (const auto& [server, gpus] : m_gpus)
            for (int at = m_containment.parent(server); at >= 0; at = m_containment.parent(at))
                inside[at] += m_containment.within(server, at) * gpus;
        for (const auto& [at, gpus] : inside) {
            const Element& element = m_cluster.at(at);
            const bool is_rack = element.kind == ElementKind::rack;
            if (!is_rack && element.kind != ElementKind::row && element.kind != ElementKind::pod) continue;
            m_list.add({is_rack ? FailureDomainKind::rack : FailureDomainKind::row, element.id,
                        title(element), 1, m_containment.instances(at), gpus});
        }
    }

    /// Links of servers with GPUs to switches that carry the computation.
    void leaves() {
        std::vector<LinkEnds> links;
        for (const auto& ends : m_drawing.ends())
            if (ends && ends->kind == LinkKind::network) links.push_back(*ends);
        const SwitchNetworks networks(m_cluster, m_parts, links);
        std::erase_if(links, [&](const LinkEnds& link) {
            return networks.is_left_out(link) || server_of(link) < 0 || networks.of(switch_of(link)) < 0;
        });
        std::map<int, double> cables; // at one server
        for (const LinkEnds& link : links) cables[server_of(link)] += link.at(server_of(link));
        std::map<int, Hanging> hanging;
        for (const LinkEnds& link : links) {
            const int server = server_of(link);
            const bool is_a = (link.from == server) != link.swapped;
            const double servers = is_a ? link.span.reach_from(1) : link.span.reach_to(1);
            const double switches = is_a ? link.span.reach_to(1) : link.span.reach_from(1);
            if (switches <= 0 || cables[server] <= 0) continue;
            const double share = link.at(server) / switches / cables[server];
            Hanging& on = hanging[switch_of(link)];
            (share > 1 - 1e-9 ? on.cut : on.slowed) += servers * m_gpus[server];
            on.links = std::max(on.links, std::min(1.0, share));
        }
        for (const auto& [at, on] : hanging)
            m_list.add({FailureDomainKind::leaf, m_cluster.at(at).id, title(m_cluster.at(at)), 1,
                        m_containment.instances(at), on.cut, on.slowed, on.links});
    }

    int server_of(const LinkEnds& link) const {
        return m_gpus.contains(link.from) ? link.from : m_gpus.contains(link.to) ? link.to : -1;
    }
    int switch_of(const LinkEnds& link) const { return link.other(server_of(link)); }

    const ResolvedDrawing& m_drawing;
    const Cluster& m_cluster;
    const Fabric& m_fabric;
    const Containment& m_containment;
    DrawnParts m_parts;
    std::map<int, double> m_gpus; ///< GPUs of one server, by its index
    DomainList m_list;
};

} // namespace

std::string_view name_of(FailureDomainKind kind) { return domain_words[static_cast<size_t>(kind)].name; }
std::string_view label_of(FailureDomainKind kind) { return domain_words[static_cast<size_t>(kind)].label; }

std::vector<FailureDomain> failure_domains(const ResolvedDrawing& drawing, const Fabric& fabric) {
    return DomainReader(drawing, fabric).all();
}

double spare_unit(const Fabric& fabric) {
    const double server = std::max(1.0, fabric.gpus_per_server);
    return fabric.torus_axes > 0 ? server : std::max(server, std::min(fabric.scale_up_domain, fabric.gpus));
}

} // namespace roofrack
