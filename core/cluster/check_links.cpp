// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/catalog.h"
#include "cluster/check_rules.h"
#include "cluster/fabric_network.h"
#include "cluster/link_ends.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

bool is_network(ElementKind kind) {
    return kind == ElementKind::server || kind == ElementKind::switch_ || kind == ElementKind::storage;
}

/// Kinds that a link may join.
bool may_join(ElementKind from, ElementKind to) {
    if (is_network(from) && is_network(to)) return true;
    const auto one_way = [](ElementKind source, ElementKind sink) {
        if (source == ElementKind::feed)
            return is_container(sink) || is_network(sink) || sink == ElementKind::cooling;
        if (source == ElementKind::cooling)
            return is_container(sink) || is_network(sink) || sink == ElementKind::cooling;
        return false;
    };
    return one_way(from, to) || one_way(to, from);
}

/// Cables of one drawn link at one instance of either end, in the sense of LinkSpan.
LinkSpan span_of(const CheckContext& context, const Link& link, int from, int to, bool& swapped) {
    const int container = context.containment.common(from, to);
    LinkSpan span{link.pattern,
                  from == to,
                  context.containment.within(from, container),
                  context.containment.within(to, container),
                  static_cast<double>(std::max(1, link.count)),
                  static_cast<int>(link.dims.size())};
    if (from != to && link.pattern == LinkPattern::torus) span.pattern = LinkPattern::mesh;
    swapped = span.pattern == LinkPattern::each && from != to ? span.a < span.b
              : span.pattern == LinkPattern::rail             ? context.at(to).kind == ElementKind::server
                                                              : false;
    if (swapped) std::swap(span.a, span.b);
    return span;
}

std::optional<double> port_rate(const CheckContext& context, int index) {
    const Element& element = context.at(index);
    const Part* part = context.parts.at(index);
    if (!part) return std::nullopt;
    if (element.kind == ElementKind::switch_) return part->value("port_rate");
    return element.kind == ElementKind::server ? part->value("nic_rate") : std::nullopt;
}

std::string gbit(double bytes_per_s) { return fmt::format("{:.4g} Gb/s", bytes_per_s * 8e-9); }

class LinkRules {
public:
    explicit LinkRules(CheckContext& context)
        : m_context(context)
        , m_ports(context.cluster.elements.size())
        , m_wired(context.cluster.elements.size()) {}

    void run() {
        for (const Link& link : m_context.cluster.links) {
            const int from = m_context.containment.index(link.from),
                      to = m_context.containment.index(link.to);
            if (from < 0 || to < 0) continue; // said by link-to-nothing
            if (const auto mesh = group_mesh(m_context.cluster, m_context.containment, link)) {
                wire(link, from, from, *mesh, mesh->per_from(), mesh->per_from());
                continue;
            }
            if (!joins(link, from, to)) continue;
            if (is_network(m_context.at(from).kind) && is_network(m_context.at(to).kind))
                wire(link, from, to);
        }
        for (size_t i = 0; i < m_ports.size(); ++i) count_ports(static_cast<int>(i));
        find_lonely_servers();
    }

private:
    void add(Severity severity, const char* id, std::string message, std::string why, std::string relief,
             std::vector<std::string> where) {
        m_context.findings.push_back(
            {severity, id, std::move(message), std::move(why), std::move(relief), std::move(where)});
    }

    bool joins(const Link& link, int from, int to) {
        const Element& a = m_context.at(from);
        const Element& b = m_context.at(to);
        if (from == to && link.pattern != LinkPattern::mesh && link.pattern != LinkPattern::torus) {
            add(Severity::warning, "link-to-itself",
                fmt::format("Link '{}' joins {} to itself", link.id, CheckContext::title(a)),
                "It carries nothing.", "Choose the pattern mesh or torus, or another end.", {link.id, a.id});
            return false;
        }
        if (may_join(a.kind, b.kind)) return true;
        add(Severity::warning, "link-illegal",
            fmt::format("Link '{}' joins a {} to a {}", link.id, name_of(a.kind), name_of(b.kind)),
            "No cable, feed or pipe runs between them, so it is left out.",
            "Connect it to another element, or delete it.", {link.id, a.id, b.id});
        return false;
    }

    void wire(const Link& link, int from, int to) {
        bool swapped = false;
        const LinkSpan span = span_of(m_context, link, from, to, swapped);
        const double at_from = swapped ? span.per_to() : span.per_from();
        const double at_to = swapped ? span.per_from() : span.per_to();
        wire(link, from, to, span, at_from, at_to);
    }

    void wire(const Link& link, int from, int to, const LinkSpan& span, double at_from, double at_to) {
        check_evenness(link, span);

        const auto from_port = port_rate(m_context, from), to_port = port_rate(m_context, to);
        std::optional<double> rate;
        if (link.bandwidth)
            rate = link.bandwidth->si();
        else
            for (const auto& port : {from_port, to_port})
                if (port) rate = std::min(rate.value_or(*port), *port);
        check_cable(link, rate);
        for (const auto& [end, port, cables] :
             {std::tuple(from, from_port, at_from), std::tuple(to, to_port, at_to)}) {
            const Element& element = m_context.at(end);
            if (link.bandwidth && port && link.bandwidth->si() > *port * 1.001)
                add(Severity::warning, "port-too-slow",
                    fmt::format("Link '{}' is set to {}, the ports of {} carry {}", link.id,
                                gbit(link.bandwidth->si()), CheckContext::title(element), gbit(*port)),
                    "The drawing reckons with the link's own bandwidth, which this part cannot deliver.",
                    "Choose a faster part, or lower the link's bandwidth.", {link.id, element.id});
            // A fast port may be split: two cables of 400 Gb/s on one port of 800.
            const double share = rate && port && element.kind == ElementKind::switch_ && *port > 0
                                     ? std::min(1.0, *rate / *port)
                                     : 1.0;
            if (from != to || end == from) m_ports[static_cast<size_t>(end)] += cables * share;
            m_wired[static_cast<size_t>(end)] = true;
            if (from == to) break;
        }
        if (m_context.at(from).kind == ElementKind::server || m_context.at(to).kind == ElementKind::server)
            check_nics(link, from, at_from), check_nics(link, to, at_to);
    }

    void check_nics(const Link& link, int end, double cables) {
        const Element& server = m_context.at(end);
        if (server.kind != ElementKind::server || link.from == link.to) return;
        const Part* part = m_context.parts.at(end);
        const double nics = part ? part->value_or("nics", 0) : 0;
        if (nics <= 0 || cables <= nics) return;
        add(Severity::warning, "ports-exceeded",
            fmt::format("{} has {:g} NICs, link '{}' needs {:g}", CheckContext::title(server), nics, link.id,
                        cables),
            "The cables beyond the NICs carry nothing.", fmt::format("Lower the link's count to {:g}.", nics),
            {server.id, link.id});
    }

    void check_evenness(const Link& link, const LinkSpan& span) {
        const double groups = span.pattern == LinkPattern::each   ? span.b
                              : span.pattern == LinkPattern::rail ? std::floor(span.b / span.count)
                                                                  : 1;
        if (span.pattern == LinkPattern::rail && std::fmod(span.b, span.count) != 0)
            add(Severity::warning, "uneven-links",
                fmt::format("Link '{}' has {:g} rails, but {:g} switches do not make whole groups of {:g}",
                            link.id, span.count, span.b, span.count),
                "Some switches would have no rail.", "Make the number of switches a multiple of the rails.",
                {link.id});
        else if (groups >= 1 && std::fmod(span.a, groups) != 0)
            add(Severity::info, "uneven-links",
                fmt::format("Link '{}' spreads {:g} over {:g}: some get one more than others", link.id,
                            span.a, groups),
                "The fullest decides; the model reckons with the first.", "Choose numbers that divide.",
                {link.id});
    }

    void check_cable(const Link& link, std::optional<double> rate) {
        if (link.cable.empty()) return;
        const Part* cable = m_context.catalog.part(PartKind::cable, link.cable);
        if (!cable) {
            add(Severity::warning, "unknown-part",
                fmt::format("Link '{}': the catalogue has no cable '{}'", link.id, link.cable),
                "Its bandwidth, power and price are unknown.", "Choose a cable from the catalogue.",
                {link.id});
            return;
        }
        const auto limit = cable->value("rate");
        if (!limit || !rate || *limit >= *rate * 0.999) return;
        add(Severity::warning, "cable-too-slow",
            fmt::format("Link '{}': {} carries {}, the ports {}", link.id, cable->name, gbit(*limit),
                        gbit(*rate)),
            "The cable holds the ports back.", "Choose a faster cable.", {link.id});
    }

    void count_ports(int index) {
        const Element& element = m_context.at(index);
        if (element.kind != ElementKind::switch_) return;
        const Part* part = m_context.parts.at(index);
        const auto ports = part ? part->value("ports") : std::nullopt;
        const double used = m_ports[static_cast<size_t>(index)];
        if (!ports || used <= *ports * (1 + 1e-9)) return;
        add(Severity::warning, "ports-exceeded",
            fmt::format("{} needs {:.4g} ports and has {:g}", CheckContext::title(element), used, *ports),
            "The drawing cannot be cabled as it is.",
            "Add switches, choose one with more ports, or lower the links' counts.", {element.id});
    }

    void find_lonely_servers() {
        double servers = 0;
        std::vector<int> lonely;
        for (size_t i = 0; i < m_ports.size(); ++i) {
            const int index = static_cast<int>(i);
            const Element& element = m_context.at(index);
            const Part* part = element.kind == ElementKind::server ? m_context.parts.at(index) : nullptr;
            if (!part || part->value_or("gpus", 0) <= 0) continue;
            servers += m_context.containment.instances(index);
            if (!m_wired[i]) lonely.push_back(index);
        }
        if (servers <= 1) return;
        for (const int index : lonely)
            add(Severity::warning, "server-off-network",
                fmt::format("{} is on no network", CheckContext::title(m_context.at(index))),
                "Its GPUs cannot take part in a job with the others.", "Link it to a switch.",
                {m_context.at(index).id});
    }

    CheckContext& m_context;
    std::vector<double> m_ports; ///< used at one instance, in ports of the element's own rate
    std::vector<bool> m_wired;   ///< of each element: a cable ends at it
};

} // namespace

void check_links(CheckContext& context) { LinkRules(context).run(); }

} // namespace roofrack
