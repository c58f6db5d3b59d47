// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/drawing/links_json.h"

#include "core/answers/report/parts/findings_json.h"
#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

double cables_of(const LinkEnds& ends, const PortTable& table) {
    const double all = ends.at_from * table.containment().instances(ends.from);
    return ends.span.self ? all / 2 : all;
}

std::optional<CableOffer> own_cable(const Cluster& cluster, const LinkEnds& ends, const Catalog& catalog) {
    Link bare = cluster.links[static_cast<size_t>(ends.link)];
    const Part* part = cable_of(bare, catalog);
    if (!part) return std::nullopt;
    bare.cable.clear();
    const PartRef drawn{part->id, *part, {}, {}};
    const auto rate = cable_rate(bare, cluster.at(ends.from), cluster.at(ends.to), catalog);
    const bool is_own = bare.own_cable.get() == part;
    for (CableOffer& offer :
         cable_offers(catalog, ends.kind, rate, std::nullopt, {&drawn, is_own ? size_t{1} : size_t{0}}))
        if (offer.cable->id == part->id) {
            offer.cable = part;
            return std::move(offer);
        }
    return std::nullopt;
}

namespace {

Json rate_json(std::optional<ByteRate> rate) { return rate ? Json(rate->si()) : Json(nullptr); }

Json ports_json(const Ports& ports, const Cluster& cluster) {
    Json ids = Json::array();
    for (const int link : ports.links) ids.push_back(cluster.links[static_cast<size_t>(link)].id);
    return {{"role", name_of(ports.role)},
            {"outlet", ports.gives},
            {"rate", rate_json(ports.rate)},
            {"total", finite_or_null(ports.total)},
            {"used", ports.used},
            {"free", finite_or_null(ports.free())},
            {"links", ids}};
}

} // namespace

Json links_json(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                const std::vector<Finding>& findings) {
    Json elements = Json::array(), links = elements;
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const int index = static_cast<int>(i);
        if (table.ports(index).empty()) continue;
        const Element& element = cluster.at(index);
        Json ports = Json::array();
        for (const Ports& each : table.ports(index)) ports.push_back(ports_json(each, cluster));
        Json entry{{"id", element.id},
                   {"kind", name_of(element.kind)},
                   {"instances", table.containment().instances(index)},
                   {"ports", ports}};
        const SwitchPorts* load = table.switch_ports(index);
        entry["tier"] = load ? Json(load->tier) : Json(nullptr);
        entry["down"] = load ? Json(load->down.si()) : Json(nullptr);
        entry["up"] = load ? Json(load->up.si()) : Json(nullptr);
        entry["oversubscription"] = load ? finite_or_null(load->oversubscription()) : Json(nullptr);
        elements.push_back(std::move(entry));
    }
    for (const LinkEnds& ends : table.links()) {
        const Link& link = cluster.links[static_cast<size_t>(ends.link)];
        const auto cable = own_cable(cluster, ends, catalog);
        links.push_back(
            {{"id", link.id},
             {"from", link.from},
             {"to", link.to},
             {"kind", name_of(ends.kind)},
             {"pattern", name_of(link.pattern)},
             {"count", link.count},
             {"at_from", ends.at_from},
             {"at_to", ends.at_to},
             {"cables", cables_of(ends, table)},
             {"rate", ends.kind == LinkKind::network
                          ? rate_json(cable_rate(link, cluster.at(ends.from), cluster.at(ends.to), catalog))
                          : Json(nullptr)},
             {"cable", filled_or_null(link.cable)},
             {"fit", cable ? Json(name_of(cable->fit)) : Json(nullptr)}});
    }
    return {{"elements", elements}, {"links", links}, {"findings", findings_json(findings)}};
}

Json links_schema() {
    using namespace schema;
    const Json ports = object({{"role", enumeration({PortRole::network, PortRole::storage, PortRole::power,
                                                     PortRole::coolant, PortRole::air})},
                               {"outlet", boolean},
                               {"rate", number_or_null},
                               {"total", number_or_null},
                               {"used", number},
                               {"free", number_or_null},
                               {"links", list_of(text)}});
    const Json element = object({{"id", text},
                                 {"kind", text},
                                 {"instances", number},
                                 {"ports", list_of(ports)},
                                 {"tier", integer_or_null},
                                 {"down", number_or_null},
                                 {"up", number_or_null},
                                 {"oversubscription", number_or_null}});
    const Json link =
        object({{"id", text},
                {"from", text},
                {"to", text},
                {"kind", enumeration({LinkKind::network, LinkKind::power, LinkKind::cooling})},
                {"pattern",
                 enumeration({LinkPattern::each, LinkPattern::rail, LinkPattern::mesh, LinkPattern::torus})},
                {"count", integer},
                {"at_from", number},
                {"at_to", number},
                {"cables", number},
                {"rate", number_or_null},
                {"cable", text_or_null},
                {"fit", nullable(enumeration({CableFit::fits, CableFit::faster, CableFit::slower,
                                              CableFit::too_short, CableFit::wrong_kind}))}});
    return object({{"elements", list_of(element)},
                   {"links", list_of(link)},
                   {"findings", list_of(reference("finding"))}});
}

} // namespace roofrack
