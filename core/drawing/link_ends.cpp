// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/link_ends.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"

#include <algorithm>

namespace roofrack {

std::string_view name_of(LinkKind kind) {
    switch (kind) {
    case LinkKind::network: return "network";
    case LinkKind::power: return "power";
    case LinkKind::cooling: break;
    }
    return "cooling";
}

bool has_data_ports(ElementKind kind) {
    return kind == ElementKind::server || kind == ElementKind::switch_ || kind == ElementKind::storage;
}

std::optional<LinkKind> link_kind(ElementKind from, ElementKind to) {
    if (has_data_ports(from) && has_data_ports(to)) return LinkKind::network;
    const auto serves = [](ElementKind source, ElementKind sink) {
        if (source != ElementKind::feed && source != ElementKind::cooling) return false;
        return is_container(sink) || has_data_ports(sink) || sink == ElementKind::cooling;
    };
    for (const auto& [source, sink] : {std::pair(from, to), std::pair(to, from)})
        if (serves(source, sink)) return source == ElementKind::feed ? LinkKind::power : LinkKind::cooling;
    return std::nullopt;
}

std::optional<LinkSpan> group_mesh(const Cluster& cluster, const Containment& containment, const Link& link) {
    if (link.pattern != LinkPattern::mesh) return std::nullopt;
    const int from = containment.index(link.from), to = containment.index(link.to);
    if (from < 0 || to < 0) return std::nullopt;
    if (cluster.elements[static_cast<size_t>(from)].kind != ElementKind::switch_) return std::nullopt;
    int around = containment.parent(from);
    while (around >= 0 && around != to) around = containment.parent(around);
    if (around < 0) return std::nullopt;
    LinkSpan span{LinkPattern::mesh, true};
    span.a = span.b = containment.within(from, containment.parent(to));
    span.group = containment.within(from, to);
    span.count = std::max(1, link.count) / (span.group * span.group);
    return span;
}

std::optional<LinkEnds> link_ends(const Cluster& cluster, const Containment& containment, int index) {
    return link_ends(cluster, containment, cluster.links[static_cast<size_t>(index)], index);
}

std::vector<std::optional<LinkEnds>> all_link_ends(const Cluster& cluster, const Containment& containment) {
    std::vector<std::optional<LinkEnds>> out;
    out.reserve(cluster.links.size());
    for (size_t i = 0; i < cluster.links.size(); ++i)
        out.push_back(link_ends(cluster, containment, static_cast<int>(i)));
    return out;
}

std::optional<LinkEnds> link_ends(const Cluster& cluster, const Containment& containment, const Link& link,
                                  int index) {
    LinkEnds out;
    out.link = index;
    out.from = containment.index(link.from);
    out.to = containment.index(link.to);
    if (out.from < 0 || out.to < 0) return std::nullopt;
    if (const auto mesh = group_mesh(cluster, containment, link)) {
        out.to = out.from;
        out.span = *mesh;
        out.at_from = out.at_to = mesh->per_from();
        return out;
    }
    const Element& from = cluster.elements[static_cast<size_t>(out.from)];
    const Element& to = cluster.elements[static_cast<size_t>(out.to)];
    const auto kind = link_kind(from.kind, to.kind);
    if (!kind) return std::nullopt;
    out.kind = *kind;
    const int container = containment.common(out.from, out.to);
    LinkSpan& span = out.span;
    span = {link.pattern,
            out.from == out.to,
            containment.within(out.from, container),
            containment.within(out.to, container),
            static_cast<double>(std::max(1, link.count)),
            static_cast<int>(link.dims.size())};
    if (span.self) {
        if (link.pattern == LinkPattern::mesh || link.pattern == LinkPattern::torus)
            out.at_from = out.at_to = span.per_from();
        return out;
    }
    if (link.pattern == LinkPattern::torus) span.pattern = LinkPattern::mesh;
    out.swapped = span.pattern == LinkPattern::each   ? span.a < span.b
                  : span.pattern == LinkPattern::rail ? to.kind == ElementKind::server
                                                      : false;
    if (out.swapped) std::swap(span.a, span.b);
    out.at_from = out.swapped ? span.per_to() : span.per_from();
    out.at_to = out.swapped ? span.per_from() : span.per_to();
    return out;
}

LinkEnd link_end(const Element& element, const Catalog& catalog) {
    return {element, drawn_part(element, catalog)};
}

std::optional<ByteRate> port_rate(const LinkEnd& end) {
    const ElementKind kind = end.element.kind;
    if (!end.part || (kind != ElementKind::server && kind != ElementKind::switch_)) return std::nullopt;
    const auto rate = end.part->value(kind == ElementKind::server ? "nic_rate" : "port_rate");
    return rate && *rate > 0 ? std::optional(ByteRate(*rate)) : std::nullopt;
}

namespace {

/// The scale-up bandwidth of a chip is that of all its links, two an axis.
std::optional<ByteRate> torus_rate(const Link& link, const LinkEnd& server, const Catalog& catalog) {
    if (!server.part || link.dims.empty()) return std::nullopt;
    const std::optional<Part> chip = accelerator_of(*server.part, catalog);
    const std::optional<double> all = chip ? chip->value("scale_up_rate") : std::nullopt;
    if (!all) return std::nullopt;
    return ByteRate(*all / (2.0 * static_cast<double>(link.dims.size())));
}

} // namespace

std::optional<ByteRate> wanted_rate(const Link& link, const LinkEnd& from, const LinkEnd& to,
                                    const Catalog& catalog) {
    if (link.bandwidth) return link.bandwidth;
    if (link.pattern == LinkPattern::torus && &from.element == &to.element &&
        from.element.kind == ElementKind::server)
        return torus_rate(link, from, catalog);
    std::optional<ByteRate> slower;
    for (const LinkEnd* end : {&from, &to})
        if (const auto port = port_rate(*end)) slower = std::min(slower.value_or(*port), *port);
    return slower;
}

std::optional<ByteRate> cable_rate(const Link& link, const LinkEnd& from, const LinkEnd& to,
                                   const Catalog& catalog) {
    std::optional<ByteRate> rate = wanted_rate(link, from, to, catalog);
    if (const Part* cable = cable_of(link, catalog))
        if (const auto limit = cable->value("rate"))
            rate = std::min(rate.value_or(ByteRate(*limit)), ByteRate(*limit));
    return rate;
}

std::optional<ByteRate> cable_rate(const Link& link, const Element& from, const Element& to,
                                   const Catalog& catalog) {
    return cable_rate(link, link_end(from, catalog), link_end(to, catalog), catalog);
}

} // namespace roofrack
