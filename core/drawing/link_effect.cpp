// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/link_effect.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

std::optional<double> LinkEffect::longest() const {
    if (!cabling || cabling->between_sites || cabling->longest <= 0) return std::nullopt;
    return cabling->longest;
}

const LinkEffect::End* LinkEffect::oversubscribed() const {
    for (const End* end : {&from, &to})
        if (end->oversubscription) return end;
    return nullptr;
}

Result<LinkEffect> link_effect(const Cluster& cluster, const Catalog& catalog, const Link& link) {
    Cluster with = cluster;
    const auto drawn = std::ranges::find(with.links, link.id, &Link::id);
    const bool replaces = !link.id.empty() && drawn != with.links.end();
    const int index = static_cast<int>(replaces ? drawn - with.links.begin() : std::ssize(with.links));
    if (replaces)
        *drawn = link;
    else
        with.links.push_back(link);
    const auto book = PortBook::make(with, catalog);
    if (!book) return tl::unexpected(book.error());
    const auto ends = std::ranges::find(book->links(), index, &LinkEnds::link);
    if (ends == book->links().end())
        return fail("", "The link joins nothing", "connect it to two elements with ports");
    LinkEffect out;
    out.kind = ends->kind;
    const auto read = [&](int element) {
        const Element& at = with.elements[static_cast<size_t>(element)];
        LinkEffect::End end{at.id, at.name.empty() ? at.id : at.name, {}, {}};
        for (const Ports& ports : book->ports(element))
            if (std::ranges::find(ports.links, index) != ports.links.end()) end.ports = ports;
        if (const SwitchPorts* load = book->switch_ports(element))
            end.oversubscription = load->oversubscription();
        return end;
    };
    out.from = read(ends->from);
    out.to = read(ends->to);
    out.cables = ends->at_from * book->containment().instances(ends->from) / (ends->span.self ? 2 : 1);
    if (out.kind != LinkKind::network) return out;
    const Element& from = with.elements[static_cast<size_t>(ends->from)];
    const Element& to = with.elements[static_cast<size_t>(ends->to)];
    out.rate = cable_rate(link, from, to, catalog);
    out.port = wanted_rate(link, link_end(from, catalog), link_end(to, catalog), catalog);
    if (out.rate) out.total = *out.rate * (out.cables * std::clamp(link.health, 0.0, 1.0));
    Cluster alone;
    alone.elements = std::move(with.elements);
    alone.links = {link};
    if (const auto containment = Containment::make(alone))
        for (LinkCabling& each : cabling(alone, *containment, catalog)) out.cabling = std::move(each);
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
