// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/units/bit_rate_text.h"
#include "core/drawing/check/check_rules.h"
#include "core/drawing/check/port_shortages.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/network_mates.h"
#include "core/drawing/torus/torus_twist.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>

namespace roofrack {

namespace {

class LinkRules {
public:
    LinkRules(CheckContext& context, const PortTable& table)
        : m_context(context)
        , m_shortages(port_shortages(context.cluster, table))
        , m_wired(context.cluster.elements.size())
        , m_mated(context.cluster.elements.size()) {}

    void run() {
        for (size_t i = 0; i < m_context.cluster.links.size(); ++i) check(static_cast<int>(i));
        for (const PortShortage& each : shortages_of(-1)) say_ports(each);
        find_lonely_servers();
        say_strangers();
    }

private:
    void add(Severity severity, std::string_view id, std::string message, std::string why,
             std::string mitigation, std::vector<std::string> where) {
        m_context.findings.push_back({severity, std::string(id), std::move(message), std::move(why),
                                      std::move(mitigation), std::move(where)});
    }

    void check(int index) {
        const Link& link = m_context.cluster.links[static_cast<size_t>(index)];
        const int from = m_context.containment.index(link.from), to = m_context.containment.index(link.to);
        if (from < 0 || to < 0) return; // said by link-to-nothing
        const Element &a = m_context.at(from), &b = m_context.at(to);
        if (from == to && link.pattern != LinkPattern::mesh && link.pattern != LinkPattern::torus) {
            add(Severity::warning, "link-to-itself",
                fmt::format("Link '{}' joins {} to itself", name(link), m_context.title(a)),
                "It carries nothing.", "Choose the pattern mesh or torus, or another end.", {link.id, a.id});
            return;
        }
        const auto& ends = m_context.ends[static_cast<size_t>(index)];
        const bool between_feeds = a.kind == ElementKind::feed && b.kind == ElementKind::feed;
        if (!ends && !between_feeds)
            add(Severity::warning, "link-illegal",
                fmt::format("Link '{}' joins a {} to a {}", name(link), name_of(a.kind), name_of(b.kind)),
                "No cable, feed or pipe runs between them, so it is left out.",
                "Connect it to another element, or delete it.", {link.id, a.id, b.id});
        else if (ends && ends->kind == LinkKind::network)
            wire(link, *ends);
        if (from == to && link.pattern == LinkPattern::torus && a.kind == ElementKind::switch_)
            add(Severity::warning, "torus-of-switches",
                fmt::format("Link '{}' is a torus of the switch {}", name(link), m_context.title(a)),
                "Ways through a torus are known between GPUs only: here every switch is taken to reach every "
                "other in one hop, with all its cables.",
                "Draw a mesh, tiers of switches or a dragonfly instead.", {link.id, a.id});
    }

    void check_twist(const Link& link) {
        if (link.pattern != LinkPattern::torus || !link.twisted || twistable_axes(link.dims) > 0) return;
        add(Severity::warning, "torus-not-twisted",
            fmt::format("Link '{}' is a twisted torus of {}", name(link), fmt::join(link.dims, " × ")),
            "Only k × k × 2k and k × 2k × 2k are twisted, k from 4 on, so it is taken to be straight.",
            "Choose such dimensions, or leave it straight.", {link.id});
    }

    void wire(const Link& link, const LinkEnds& ends) {
        check_twist(link);
        check_evenness(link, ends.span);
        match_networks(ends);
        const int from = ends.from, to = ends.to;
        const auto rate = wanted_rate(link, end_of(from), end_of(to), m_context.catalog);
        check_cable(link, rate);
        for (const int end : {from, to}) {
            const Element& element = m_context.at(end);
            const auto port = port_rate(end_of(end));
            if (link.bandwidth && port && link.bandwidth->si() > port->si() * 1.001)
                add(Severity::warning, "port-too-slow",
                    fmt::format("Link '{}' is set to {}, the ports of {} carry {}", name(link),
                                format_bit_rate(*link.bandwidth), m_context.title(element),
                                format_bit_rate(*port)),
                    "The drawing reckons with the link's own bandwidth, which this part cannot deliver.",
                    "Choose a faster part, or lower the link's bandwidth.", {link.id, element.id});
            m_wired[static_cast<size_t>(end)] = true;
            if (from == to) return;
        }
        for (const PortShortage& each : shortages_of(ends.link)) say_nics(link, each);
    }

    /// −1: those of the switches.
    std::span<const PortShortage> shortages_of(int link) const {
        return std::ranges::equal_range(m_shortages, link, {}, &PortShortage::link);
    }

    void say_nics(const Link& link, const PortShortage& shortage) {
        const Element& server = m_context.at(shortage.element);
        add(Severity::warning, finding_id::ports_exceeded,
            fmt::format("{} has {:g} NICs, link '{}' needs {:g}", m_context.title(server), shortage.has,
                        name(link), shortage.needs),
            "The cables beyond the NICs carry nothing.",
            fmt::format("Lower the link's count to {:g}.", shortage.has), {server.id, link.id});
    }

    void check_evenness(const Link& link, const LinkSpan& span) {
        const double groups = span.pattern == LinkPattern::each   ? span.b
                              : span.pattern == LinkPattern::rail ? std::floor(span.b / span.count)
                                                                  : 1;
        if (span.pattern == LinkPattern::rail && std::fmod(span.b, span.count) != 0)
            add(Severity::warning, "uneven-links",
                fmt::format("Link '{}' has {:g} rails, but {:g} switches do not make whole groups of {:g}",
                            name(link), span.count, span.b, span.count),
                "Some switches would have no rail.", "Make the number of switches a multiple of the rails.",
                {link.id});
        else if (groups >= 1 && std::fmod(span.a, groups) != 0)
            add(Severity::info, "uneven-links",
                fmt::format("Link '{}' spreads {:g} over {:g}: some get one more than others", name(link),
                            span.a, groups),
                "The fullest decides; the model reckons with the first.", "Choose numbers that divide.",
                {link.id});
    }

    void check_cable(const Link& link, std::optional<ByteRate> rate) {
        if (link.cable.empty()) return;
        const Part* cable = cable_of(link, m_context.catalog);
        if (!cable) {
            add(Severity::warning, "unknown-part",
                fmt::format("Link '{}': the catalogue has no cable '{}'", name(link), link.cable),
                "Its bandwidth, power and price are unknown.", "Choose a cable from the catalogue.",
                {link.id});
            return;
        }
        const auto limit = cable->value("rate");
        if (!limit || !rate || *limit >= rate->si() * 0.999) return;
        add(Severity::warning, "cable-too-slow",
            fmt::format("Link '{}': {} carries {}, the ports {}", name(link), cable->name,
                        format_bit_rate(ByteRate(*limit)), format_bit_rate(*rate)),
            "The cable holds the ports back.", "Choose a faster cable.", {link.id});
    }

    void say_ports(const PortShortage& shortage) {
        const Element& element = m_context.at(shortage.element);
        add(Severity::warning, finding_id::ports_exceeded, shortage_text(shortage, m_context.title(element)),
            "The drawing cannot be cabled as it is.",
            "Add switches, choose one with more ports, or lower the links' counts.", {element.id});
    }

    std::string name(const Link& link) { return m_context.name_of_link(link); }

    LinkEnd end_of(int element) const { return {m_context.at(element), m_context.parts.at(element)}; }

    void match_networks(const LinkEnds& ends) {
        switch (network_match(end_of(ends.from), end_of(ends.to))) {
        case NetworkMatch::unknown: break;
        case NetworkMatch::mates:
            m_mated[static_cast<size_t>(ends.from)] = m_mated[static_cast<size_t>(ends.to)] = true;
            break;
        case NetworkMatch::differs: m_strangers.push_back(ends); break;
        }
    }

    void say_strangers() {
        for (const LinkEnds& ends : m_strangers) {
            // The part names the network of the compute NICs; one that is connected to it may have other
            // ports for storage and management.
            const auto settled = [this](int end) {
                return m_context.at(end).kind == ElementKind::server && m_mated[static_cast<size_t>(end)];
            };
            if (settled(ends.from) || settled(ends.to)) continue;
            const Link& link = m_context.cluster.links[static_cast<size_t>(ends.link)];
            add(Severity::warning, "networks-differ",
                fmt::format("Link '{}': {}", name(link),
                            networks_differ_text(end_of(ends.from), end_of(ends.to))),
                "No cable carries one to the other. The model reckons with the link as if it did.",
                "Choose switches and servers of one network, or delete the link.",
                {link.id, m_context.at(ends.from).id, m_context.at(ends.to).id});
        }
    }

    void find_lonely_servers() {
        double servers = 0;
        std::vector<int> lonely;
        for (size_t i = 0; i < m_wired.size(); ++i) {
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
                fmt::format("{} is on no network", m_context.title(m_context.at(index))),
                "Its GPUs cannot take part in a job with the others.", "Link it to a switch.",
                {m_context.at(index).id});
    }

    CheckContext& m_context;
    std::vector<PortShortage> m_shortages; ///< by link
    std::vector<bool> m_wired;             ///< for each element: a cable ends at it
    std::vector<bool> m_mated;             ///< for each element: a cable leads to a port of its own network
    std::vector<LinkEnds> m_strangers;     ///< between networks that do not mate
};

} // namespace

void check_links(CheckContext& context, const PortTable& table) { LinkRules(context, table).run(); }

} // namespace roofrack
