// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/offer/link_effect.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::optional<double> longest_run(const std::optional<LinkCabling>& cabling) {
    if (!cabling || cabling->between_sites || cabling->longest <= 0) return std::nullopt;
    return cabling->longest;
}

} // namespace

std::optional<double> LinkEffect::longest() const { return longest_run(cabling); }

const LinkEffect::End* LinkEffect::oversubscribed() const {
    for (const End* end : {&from, &to})
        if (end->oversubscription) return end;
    return nullptr;
}

LinkCapacity link_capacity(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                           const Link& link, const LinkEnds& ends) {
    LinkCapacity out{ends.kind, 0, {}, {}};
    out.cables = ends.at_from * table.containment().instances(ends.from) / (ends.span.self ? 2 : 1);
    if (out.kind != LinkKind::network) return out;
    out.rate = cable_rate(link, cluster.elements[static_cast<size_t>(ends.from)],
                          cluster.elements[static_cast<size_t>(ends.to)], catalog);
    if (out.rate) out.total = *out.rate * (out.cables * std::clamp(link.health, 0.0, 1.0));
    return out;
}

Result<LinkEffect> link_effect(const Cluster& cluster, const Catalog& catalog, const Link& link) {
    const auto drawn = std::ranges::find(cluster.links, link.id, &Link::id);
    const bool replaces = !link.id.empty() && drawn != cluster.links.end();
    const int index = static_cast<int>(replaces ? drawn - cluster.links.begin() : std::ssize(cluster.links));
    const auto table = PortTable::make_with(cluster, catalog, link, index);
    if (!table) return tl::unexpected(table.error());
    const auto ends = std::ranges::find(table->links(), index, &LinkEnds::link);
    if (ends == table->links().end())
        return fail("", "The link joins nothing", "connect it to two elements with ports");
    LinkEffect out{link_capacity(cluster, catalog, *table, link, *ends), {}, {}, {}, {}};
    const auto read = [&](int element) {
        const Element& at = cluster.elements[static_cast<size_t>(element)];
        LinkEffect::End end{at.id, at.name.empty() ? at.id : at.name, {}, {}};
        for (const Ports& ports : table->ports(element))
            if (std::ranges::find(ports.links, index) != ports.links.end()) end.ports = ports;
        if (const SwitchPorts* load = table->switch_ports(element))
            end.oversubscription = load->oversubscription();
        return end;
    };
    out.from = read(ends->from);
    out.to = read(ends->to);
    if (out.kind != LinkKind::network) return out;
    const Element& from = cluster.elements[static_cast<size_t>(ends->from)];
    const Element& to = cluster.elements[static_cast<size_t>(ends->to)];
    out.port = wanted_rate(link, link_end(from, catalog), link_end(to, catalog), catalog);
    out.cabling = cabling(cluster, table->containment(), catalog, link);
    return out;
}

std::optional<CableNeed> cable_need(const Cluster& cluster, const Containment& containment,
                                    const Catalog& catalog, const Link& link) {
    const auto ends = link_ends(cluster, containment, link, 0);
    if (!ends) return std::nullopt;
    CableNeed out{ends->kind, {}, {}};
    if (ends->kind != LinkKind::network) return out;
    const auto end = [&](int index) {
        return link_end(cluster.elements[static_cast<size_t>(index)], catalog);
    };
    out.port = wanted_rate(link, end(ends->from), end(ends->to), catalog);
    out.longest = longest_run(cabling(cluster, containment, catalog, link));
    return out;
}

std::string used_text(const LinkEffect::End& end, LinkKind kind, bool server) {
    const std::string_view one = kind == LinkKind::power     ? "feed"
                                 : kind == LinkKind::cooling ? "unit"
                                 : server                    ? "NIC"
                                                             : "port";
    const Ports& ports = end.ports;
    if (ports.total)
        return fmt::format("{:.4g} of {:g} {}{}", ports.used, *ports.total, one,
                           *ports.total == 1 ? "" : "s");
    return fmt::format("{} {}{}",
                       kind == LinkKind::network ? fmt::format("{:.4g}", ports.used) : share_text(ports.used),
                       one, ports.used == 1 ? "" : "s");
}

std::string share_text(double units) {
    // Two digits after the point, as long as they say something.
    return std::abs(units) < 0.01 ? fmt::format("{:.2g}", units)
                                  : fmt::format("{:.12g}", std::round(units * 100) / 100);
}

std::string ratio_text(double oversubscription) {
    return oversubscription >= 99.5 ? fmt::format("{:.0f}:1", oversubscription)
                                    : fmt::format("{:.2g}:1", oversubscription);
}

} // namespace roofrack
