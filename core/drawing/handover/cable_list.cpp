// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/handover/cable_list.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/bit_rate.h"
#include "core/base/units/csv_cell.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/cables/cable_parts.h"
#include "core/drawing/cables/cabling.h"
#include "core/drawing/cables/link_pairs.h"
#include "core/drawing/handover/device_places.h"
#include "core/drawing/handover/port_names.h"
#include "core/drawing/link_name.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double every_pair = 1e18;

/// All that one visit knows of the drawing.
class CableWalk {
public:
    CableWalk(const Cluster& cluster, const Containment& containment, const Catalog& catalog,
              const PortTable& ports)
        : m_cluster(cluster)
        , m_containment(containment)
        , m_catalog(catalog)
        , m_plan(cluster, containment, catalog)
        , m_places(cluster, containment, catalog)
        , m_ports(cluster, catalog, containment, ports)
        , m_parts(catalog)
        , m_procurements(procurements_of(cluster))
        , m_storage(cluster.links.size()) {
        for (const LinkEnds& ends : ports.links())
            if (ends.kind == LinkKind::network)
                m_storage[static_cast<size_t>(ends.link)] = ports.is_storage(ends);
    }

    CableList::Visited visit(const std::function<bool(const LaidCable&)>& see) {
        CableList::Visited out;
        bool more = true;
        for (size_t i = 0; i < m_cluster.links.size() && more; ++i)
            more = visit_link(static_cast<int>(i), [&](LaidCable& cable) {
                cable.number = ++out.cables;
                return see(cable);
            });
        out.beyond_ports = m_ports.beyond();
        return out;
    }

private:
    const Element& at(int element) const { return m_cluster.at(element); }

    CableEnd end_of(int element, int64_t instance) const {
        PlacedDevice device = m_places.of(element, instance);
        return {element, instance, std::move(device.name), std::move(device.rack), device.u, {}};
    }

    /// The colour by which crews tell cables apart: what the cable is for.
    std::string colour_of(int link, int from, int to) const {
        if (m_storage[static_cast<size_t>(link)]) return "green";
        const bool first = at(from).kind == ElementKind::switch_,
                   second = at(to).kind == ElementKind::switch_;
        return first && second ? "yellow" : first || second ? "blue" : "orange";
    }

    template<class See>
    bool visit_link(int index, See see) {
        const Link& link = m_cluster.links[static_cast<size_t>(index)];
        const auto pairs = LinkPairs::make(m_cluster, m_containment, m_catalog, link);
        if (!pairs) return true;
        const int from = pairs->from(), to = pairs->to(), around = pairs->container();
        const double froms = m_containment.within(from, around), tos = m_containment.within(to, around);
        LaidCable cable;
        cable.link = index;
        cable.rate = cable_rate(link, at(from), at(to), m_catalog);
        cable.colour = colour_of(index, from, to);
        cable.procurement = cable_procurement(m_procurements[static_cast<size_t>(from)],
                                              m_procurements[static_cast<size_t>(to)]);
        const bool measured = pairs->is_between_groups() || !m_containment.between_sites(from, to);
        bool more = true;
        for (double c = 0; c < pairs->times() && more; ++c)
            pairs->visit(every_pair, [&](double i, double j, double cables) {
                if (!more) return;
                cable.run.reset();
                if (measured)
                    cable.run = m_plan.run(m_plan.place(from, i, around), m_plan.place(to, j, around));
                cable.length = cable.run ? std::optional(sold_length(*cable.run)) : std::nullopt;
                const Part* part = m_parts.of(link, cable.rate, cable.length);
                cable.part = part ? part->id : link.cable;
                cable.name = cable_name(part, cable.rate);
                cable.kind = part ? part->text_or("medium", "") : "";
                cable.from = end_of(from, static_cast<int64_t>(c * froms + i));
                cable.to = end_of(to, static_cast<int64_t>(c * tos + j));
                for (double k = 0; k < cables && more; ++k) {
                    cable.from.port = m_ports.next(from, cable.from.instance, index, cable.rate);
                    cable.to.port = m_ports.next(to, cable.to.instance, index, cable.rate);
                    cable.label = end_label(cable.from) + " / " + end_label(cable.to);
                    more = see(cable);
                }
            });
        return more;
    }

    static std::string end_label(const CableEnd& end) {
        return end.u ? fmt::format("{} U{} {}", end.rack, *end.u, end.port)
                     : fmt::format("{} {}", end.rack, end.port);
    }

    const Cluster& m_cluster;
    const Containment& m_containment;
    const Catalog& m_catalog;
    FloorPlan m_plan;
    DevicePlaces m_places;
    PortNames m_ports;
    CableParts m_parts;
    std::vector<Procurement> m_procurements;
    std::vector<bool> m_storage;
};

std::string in_csv(std::optional<double> value) { return value ? fmt::format("{:.6g}", *value) : ""; }

std::string in_csv(const CableEnd& end) {
    return fmt::format("{},{},{},{}", csv_cell(end.rack), end.u ? std::to_string(*end.u) : "",
                       csv_cell(end.device), csv_cell(end.port));
}

} // namespace

Result<CableList> CableList::make(const Cluster& cluster, const Catalog& catalog) {
    CableList out;
    auto kept = std::make_shared<Cluster>(cluster);
    if (has_sold(*kept)) set_sold_aside(*kept);
    out.m_cluster = std::move(kept);
    out.m_catalog = &catalog;
    const auto containment = Containment::make(*out.m_cluster);
    if (!containment) return tl::unexpected(containment.error());
    double things = 0;
    for (size_t i = 0; i < out.m_cluster->elements.size(); ++i)
        things += containment->instances(static_cast<int>(i));
    if (things > most_cables)
        return fail("cluster", fmt::format("{} single things are drawn", format_count(things)),
                    fmt::format("a list has at most {}: draw a part of it", format_count(most_cables)));
    for (const Link& link : out.m_cluster->links)
        if (const auto pairs = LinkPairs::make(*out.m_cluster, *containment, catalog, link))
            out.m_count += pairs->cables();
    if (out.m_count > most_cables)
        return fail("cluster", fmt::format("{} cables are drawn", format_count(out.m_count)),
                    fmt::format("a list has at most {}: draw a part of it", format_count(most_cables)));
    return out;
}

CableList::Visited CableList::visit(const std::function<bool(const LaidCable&)>& see) const {
    const auto ports = PortTable::make(*m_cluster, *m_catalog);
    if (!ports) return {}; // make() has refused it
    return CableWalk(*m_cluster, ports->containment(), *m_catalog, *ports).visit(see);
}

std::vector<Diagnostic> CableList::warnings() const {
    std::vector<Diagnostic> out;
    const LinkNames names(*m_cluster);
    for (const Link& link : m_cluster->links)
        if (link.pattern == LinkPattern::torus && link.twisted)
            out.push_back({names.of(link),
                           "the torus is twisted, and its cables are listed as of a straight one",
                           "lay those that close a short axis half a long axis further on"});
    return out;
}

Result<CableList::Visited> write_cable_csv(const CableList& list,
                                           const std::function<Result<void>(std::string_view)>& take) {
    constexpr size_t piece = 1 << 16;
    std::string text =
        "cable,link,from_rack,from_u,from_device,from_port,to_rack,to_u,to_device,to_port,kind,"
        "part,name,rate_gbit,run_m,length_m,label,colour,procurement\r\n";
    Result<void> taken;
    const CableList::Visited seen = list.visit([&](const LaidCable& cable) {
        text += fmt::format(
            "{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", cable.number,
            csv_cell(list.cluster().links[static_cast<size_t>(cable.link)].id), in_csv(cable.from),
            in_csv(cable.to), cable.kind, csv_cell(cable.part), csv_cell(cable.name),
            in_csv(cable.rate ? std::optional(in_gigabits(*cable.rate)) : std::nullopt), in_csv(cable.run),
            in_csv(cable.length), csv_cell(cable.label), cable.colour, name_of(cable.procurement));
        if (text.size() < piece) return true;
        taken = take(text);
        text.clear();
        return taken.has_value();
    });
    if (taken && !text.empty()) taken = take(text);
    if (!taken) return tl::unexpected(taken.error());
    return seen;
}

} // namespace roofrack
