// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/racks/template_network.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/saturated.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/ports.h"
#include "core/drawing/templates/server_template.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace roofrack {

namespace {

constexpr const char* pods_of_racks = "nvl72-pods";

bool is_network_link(const Cluster& cluster, const Link& link) {
    const Element *const from = cluster.find(link.from), *const to = cluster.find(link.to);
    return from && to && link_kind(from->kind, to->kind) == LinkKind::network;
}

std::vector<Link> network_links(const Cluster& cluster) {
    std::vector<Link> out;
    for (const Link& each : cluster.links)
        if (is_network_link(cluster, each)) out.push_back(each);
    std::ranges::sort(out, {}, &Link::id);
    return out;
}

/// Only what the network depends on of an element.
Element bare_element(const Element& element) {
    Element out;
    out.id = element.id;
    out.kind = element.kind;
    out.parent = element.parent;
    out.count = element.count;
    if (element.kind != ElementKind::switch_) return out;
    out = element;
    out.name.clear();
    out.position = {};
    return out;
}

std::vector<Element> network_elements(const Cluster& cluster) {
    std::vector<Element> out;
    for (const Element& each : cluster.elements)
        if (each.kind == ElementKind::switch_ || each.kind == ElementKind::server ||
            each.kind == ElementKind::rack || each.kind == ElementKind::pod)
            out.push_back(bare_element(each));
    std::ranges::sort(out, {}, &Element::id);
    return out;
}

bool has_same_network(const Cluster& a, const Cluster& b) {
    return network_elements(a) == network_elements(b) && network_links(a) == network_links(b);
}

/// Downlinks ÷ uplinks of the leafs: rounded up to a whole number, as typed into the template, then exact.
std::vector<std::string> oversubscriptions(const Cluster& cluster, const Catalog& catalog) {
    const auto table = PortTable::make(cluster, catalog);
    if (!table) return {};
    const SwitchPorts* const leaf = table->switch_ports(table->containment().index("leaf"));
    const auto ratio = leaf ? leaf->oversubscription() : std::nullopt;
    if (!ratio) return {"1"};
    return {fmt::format("{:.0f}", std::max(1.0, std::ceil(*ratio - 1e-9))), fmt::format("{:.17g}", *ratio)};
}

/// W of heat that all instances take.
double capacity_of(const Element& cooling, const Catalog& catalog) {
    const Part* const part = drawn_part(cooling, catalog);
    return part ? cooling.count * part->value_or("capacity", 0) : 0;
}

bool is_alike(const Element& a, const Element& b) {
    return a.part == b.part && a.count == b.count && a.parent == b.parent;
}

} // namespace

TemplateNetwork::TemplateNetwork(const Cluster& drawn, const Catalog& catalog)
    : m_catalog(&catalog)
    , m_drawn(drawn) {
    const Element *const server = drawn.find("server"), *const leaf = drawn.find("leaf");
    if (!server || !leaf || server->part.inline_part || leaf->kind != ElementKind::switch_) return;
    m_server = catalog.part(PartKind::server, server->part.id);
    if (!m_server || templates_for(*m_server).front() != pods_of_racks) return;
    for (const std::string& over : oversubscriptions(drawn, catalog))
        for (const std::string& part : {std::string("auto"), leaf->part.id}) {
            const TemplateSettings settings{{"oversubscription", over}, {"switch", part}};
            auto made = by_template(settings, drawn);
            if (!made || !has_same_network(*made, drawn)) continue;
            m_settings = settings;
            m_made = std::move(*made);
            return;
        }
}

std::optional<Cluster> TemplateNetwork::by_template(const TemplateSettings& settings,
                                                    const Cluster& racks) const {
    const Element *const rack = racks.find("rack"), *const pod = racks.find("pod");
    if (!rack) return std::nullopt;
    TemplateSettings all = settings;
    const double number = static_cast<double>(rack->count) * (pod ? pod->count : 1);
    all["racks"] = fmt::format("{:.0f}", number);
    all["racks_per_pod"] = std::to_string(rack->count);
    auto out = draw_template(pods_of_racks, all, {m_server->id, *m_server, {}}, *m_catalog);
    return out ? std::optional(std::move(*out)) : std::nullopt;
}

void TemplateNetwork::cool_switches(Cluster& cluster, const Cluster& made) const {
    for (Element& each : cluster.elements) {
        const Element *const drawn = m_drawn.find(each.id), *const before = m_made.find(each.id),
                             *const now = made.find(each.id);
        if (each.kind != ElementKind::cooling || !drawn || !before || !now) continue;
        if (is_alike(*drawn, *before)) {
            each.part = now->part;
            each.count = now->count;
            if (drawn->name == before->name) each.name = now->name;
            continue;
        }
        const double was = capacity_of(*before, *m_catalog);
        if (was <= 0) continue;
        const double count = std::ceil(drawn->count * capacity_of(*now, *m_catalog) / was - 1e-9);
        each.count = std::max(each.count, saturated<int>(count));
    }
}

std::optional<Cluster> TemplateNetwork::redrawn(const Cluster& cluster) const {
    if (!m_settings) return std::nullopt;
    const auto made = by_template(*m_settings, cluster);
    if (!made) return std::nullopt;
    Cluster out = cluster;
    std::erase_if(out.links, [&](const Link& each) { return is_network_link(cluster, each); });
    std::erase_if(out.elements, [](const Element& each) { return each.kind == ElementKind::switch_; });
    for (Element& each : out.elements)
        if (const Element* const at = made->find(each.id)) each.position = at->position;
    cool_switches(out, *made);
    std::vector<Element> switches;
    for (const Element& each : made->elements) {
        if (each.kind != ElementKind::switch_) continue;
        switches.push_back(each);
        if (const Element* const before = cluster.find(each.id)) switches.back().name = before->name;
    }
    const auto server = std::ranges::find(out.elements, std::string("server"), &Element::id);
    out.elements.insert(server == out.elements.end() ? server : std::next(server), switches.begin(),
                        switches.end());
    for (const Link& each : made->links)
        if (is_network_link(*made, each)) out.links.push_back(each);
    return out;
}

} // namespace roofrack
