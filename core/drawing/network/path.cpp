// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/path.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/feed_capacity.h"
#include "core/drawing/network/fabric_levels.h"
#include "core/drawing/network/fabric_network.h"
#include "core/drawing/network/path_rates.h"
#include "core/drawing/network/path_search.h"
#include "core/drawing/offer/link_offer.h"
#include "core/drawing/torus_place.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

double capacity(const Element& source, const Catalog& catalog) {
    const Part* part = drawn_part(source, catalog);
    if (!part) return 0;
    if (source.kind == ElementKind::cooling) return part->value_or("capacity", 0);
    return feed_capacity(*part, catalog.defaults().power).value_or(Watts(0)).si();
}

/// From a feed or a cooling unit to what it serves, directly or as part of a container. Rates are the
/// continuous power of a feed and the heat of a cooling unit; `pair` is what all units that serve one
/// instance of the linked thing give it, when they give it to no other. Without instances the first of what
/// is served, and the first that serves it.
Result<Path> facility_path(const Catalog& catalog, const PortTable& table, const Element& from,
                           const Element& to, std::optional<double> from_instance,
                           std::optional<double> to_instance) {
    const auto gives = [](const Element& e) {
        return e.kind == ElementKind::feed || e.kind == ElementKind::cooling;
    };
    // A feed may itself serve a cooling unit; the feed is then the source.
    const bool reversed = !gives(from) || (to.kind == ElementKind::feed && from.kind != ElementKind::feed);
    const Element& source = reversed ? to : from;
    const Element& served = reversed ? from : to;
    const Containment& containment = table.containment();
    const int start = containment.index(source.id), goal = containment.index(served.id);
    const auto given = reversed ? to_instance : from_instance,
               wanted = reversed ? from_instance : to_instance;
    for (const auto& [end, instance] : {std::pair(start, given), std::pair(goal, wanted)})
        if (const double all = containment.instances(end); instance && (*instance < 0 || *instance >= all))
            return fail(
                "", fmt::format("{} has the instances 1 to {:g}", title(end == start ? source : served), all),
                "name one of them");
    const double at = wanted.value_or(0);
    bool others = false; // serve it
    const LinkKind kind = source.kind == ElementKind::feed ? LinkKind::power : LinkKind::cooling;
    for (int holder = goal; holder >= 0; holder = containment.parent(holder))
        for (const LinkEnds& ends : table.links()) {
            if (ends.kind != kind || ends.span.self) continue;
            if (ends.other(holder) != start || (ends.from != holder && ends.to != holder)) continue;
            Path out;
            out.kind = kind;
            const double one = capacity(source, catalog);
            const double held = std::floor(at / containment.within(goal, holder) + 1e-9);
            const InstanceSet sources = PathSearch::across(ends, holder, {held, held + 1});
            const double from_here = given.value_or(sources.empty() ? 0 : sources.front().first);
            if (std::ranges::none_of(sources, [&](const InstanceRange& r) { return r.holds(from_here); })) {
                others = true;
                continue;
            }
            out.from = {start, from_here};
            out.steps.push_back({ends.link, {holder, held}, one, Seconds(0)});
            if (holder != goal) out.steps.push_back({-1, {goal, at}, one, Seconds(0)});
            out.links = 1;
            out.flow = {one, ends.link};
            out.pair = {one * std::max(1.0, ends.at(holder)), ends.link};
            out.aggregate = {one * containment.instances(start), ends.link};
            return out;
        }
    if (others && given)
        return fail(
            "",
            fmt::format("{} {:g} does not serve {} {:g}", title(source), *given + 1, title(served), at + 1),
            "name another instance");
    return fail("", fmt::format("No link leads from {} to {}", title(source), title(served)),
                "draw one, or leave it to the container that both stand in");
}

class Finder {
public:
    Finder(const Cluster& cluster, const Catalog& catalog, const PortTable& table)
        : m_cluster(cluster)
        , m_catalog(catalog)
        , m_table(table) {}

    Result<Path> find(int from, int to, std::optional<double> from_instance,
                      std::optional<double> to_instance) {
        const double froms = count(from), tos = count(to);
        for (const auto& [end, all, instance] :
             {std::tuple(from, froms, from_instance), std::tuple(to, tos, to_instance)})
            if (instance && (*instance < 0 || *instance >= all))
                return fail("", fmt::format("{} has the instances 1 to {:g}", title(at(end)), all),
                            "name one of them");
        PathPoint first{from, from_instance.value_or(0)}, last{to, to_instance.value_or(tos - 1)};
        m_path.from = first;
        if (from == to) {
            if (froms < 2)
                return fail("", fmt::format("There is only one {}", title(at(from))),
                            "choose two different ends");
            const auto torus = own_torus(from);
            if (torus && !to_instance) last.instance = torus->farthest(first.instance);
            if (first.instance == last.instance)
                return fail("", "Both ends are the same instance", "choose two different ones");
            if (torus && torus->joins(first.instance, last.instance)) {
                along_torus(*torus, last);
                return std::move(m_path);
            }
            if (in_scale_up(first, last)) return std::move(m_path);
        }
        if (walk(first, last, false) || walk(first, last, true)) return std::move(m_path);
        return fail("", fmt::format("No link leads from {} to {}", title(at(from)), title(at(to))),
                    "join them by a switch, or repair what is down");
    }

private:
    const Element& at(int index) const { return m_cluster.elements[static_cast<size_t>(index)]; }
    const Link& drawn(const LinkEnds& ends) const { return m_cluster.links[static_cast<size_t>(ends.link)]; }
    double count(int element) const { return m_table.containment().instances(element); }

    double rate(const LinkEnds& ends) const {
        const auto one = cable_rate(drawn(ends), at(ends.from), at(ends.to), m_catalog);
        return one ? one->si() : 0;
    }

    /// Some of its cables are, and the switches at its ends.
    bool is_up(const LinkEnds& ends) const {
        return drawn(ends).health > 0 && at(ends.from).health.value_or(1) > 0 &&
               at(ends.to).health.value_or(1) > 0;
    }

    bool walk(const PathPoint& from, const PathPoint& to, bool everywhere) {
        const bool stores =
            at(from.element).kind == ElementKind::storage || at(to.element).kind == ElementKind::storage;
        std::vector<bool> allowed;
        for (const LinkEnds& ends : m_table.links())
            allowed.push_back(ends.kind == LinkKind::network && is_up(ends) &&
                              (everywhere || stores || !m_table.is_storage(ends)));
        const PathSearch search(m_cluster, m_table, std::move(allowed));
        const auto layers = search.find(from, to);
        if (!layers) return false;
        choose(search, *layers);
        m_path.pair = layers_rate(m_cluster, m_catalog, search, *layers);
        m_path.aggregate = aggregate_rate(m_cluster, m_catalog, search, from.element, to.element);
        sum_latency();
        return true;
    }

    /// One of the shortest ways: at each fork the faster cable, then the first drawn.
    void choose(const PathSearch& search, const PathLayers& layers) {
        PathPoint here = m_path.from;
        for (size_t k = 1; k < layers.layers.size(); ++k) {
            PathStep best;
            for (const int link : search.links_at(here.element)) {
                const LinkEnds& ends = m_table.links()[static_cast<size_t>(link)];
                const auto far = layers.layers[k].find(ends.other(here.element));
                if (far == layers.layers[k].end()) continue;
                const InstanceSet both = common(
                    PathSearch::across(ends, here.element, {here.instance, here.instance + 1}), far->second);
                if (both.empty() || (best.link >= 0 && rate(ends) <= best.rate)) continue;
                best = {ends.link, {far->first, both.front().first}, rate(ends), Seconds(0)};
            }
            m_path.steps.push_back(best);
            here = best.to;
            if (m_path.flow.link < 0 || best.rate < m_path.flow.value) m_path.flow = {best.rate, best.link};
        }
        m_path.links = static_cast<double>(m_path.steps.size());
        m_path.switches = static_cast<int>(m_path.steps.size()) - 1;
    }

    void sum_latency() {
        const auto hosts = (at(m_path.from.element).kind == ElementKind::switch_ ? 0 : 1) +
                           (at(m_path.to().element).kind == ElementKind::switch_ ? 0 : 1);
        if (hosts > 0)
            m_path.terms.push_back(
                {hosts == 2 ? "both NICs" : "the NIC", constants().nic_latency * (hosts / 2.0), "judgement"});
        for (size_t i = 0; i < m_path.steps.size(); ++i) {
            PathStep& step = m_path.steps[i];
            const Element& reached = at(step.to.element);
            if (i + 1 < m_path.steps.size()) {
                const LatencyTerm hop = hop_of(reached);
                step.latency += hop.value;
                m_path.terms.push_back(hop);
            }
            const int before = i == 0 ? m_path.from.element : m_path.steps[i - 1].to.element;
            const Link& link = m_cluster.links[static_cast<size_t>(step.link)];
            const bool between_sites = m_table.containment().between_sites(before, step.to.element);
            const Seconds far = distance_latency(link, between_sites, constants());
            if (far <= Seconds(0)) continue;
            step.latency += far;
            m_path.terms.push_back(
                {between_sites ? "between sites" : "over the distance", far, source_of(link)});
        }
        for (const LatencyTerm& term : m_path.terms) m_path.latency += term.value;
        m_path.formula = hosts == 2 ? "both NICs" : hosts == 1 ? "the NIC" : "";
        const int passed = m_path.switches;
        if (passed > 0)
            m_path.formula += fmt::format("{}{} switch{}", m_path.formula.empty() ? "" : " + ", passed,
                                          passed > 1 ? "es" : "");
    }

    std::string source_of(const Link& link) const {
        if (link.latency) return "as the link says";
        if (!link.distance) return "judgement: 1,000 km of fibre";
        return fmt::format("{:.4g} km of fibre, {:.3g} µs a km", *link.distance,
                           constants().fibre_latency_a_km.si() * 1e6);
    }

    const Defaults::Topology& constants() const { return m_catalog.defaults().topology; }

    LatencyTerm hop_of(const Element& element) const {
        const Part* part = drawn_part(element, m_catalog);
        const auto figure = part ? part->figures.find("latency") : decltype(part->figures.end()){};
        if (part && figure != part->figures.end() && figure->second.value)
            return {title(element), Seconds(*figure->second.value),
                    figure->second.source.empty() ? std::string(name_of(figure->second.status))
                                                  : figure->second.source};
        const auto named = part ? link_class(part->text_or("network", "")) : std::nullopt;
        const LinkClass technology = named.value_or(LinkClass::roce);
        return {title(element), switch_hop(technology, constants()), "judgement: the part has no figure"};
    }

    std::optional<TorusPlace> own_torus(int element) const {
        for (const LinkEnds& ends : m_table.links())
            if (ends.from == element && ends.span.self)
                if (auto place = TorusPlace::make(m_cluster, m_table.containment(), m_catalog, ends))
                    return place;
        return std::nullopt;
    }

    void along_torus(const TorusPlace& torus, const PathPoint& last) {
        const auto ends = std::ranges::find(m_table.links(), torus.link(), &LinkEnds::link);
        m_path.steps = {{torus.link(), last, rate(*ends), Seconds(0)}};
        m_path.links = std::max(1.0, torus.distance(m_path.from.instance, last.instance));
        m_path.flow = {rate(*ends), torus.link()};
        const double usable = usable_rate(m_cluster, m_catalog, m_table, *ends);
        m_path.pair = {usable * ends->span.per_from(), torus.link()};
        m_path.aggregate = {usable * ends->span.count * torus.bisection(), torus.link()};
        const Seconds way = constants().torus_hop * m_path.links;
        m_path.steps[0].latency = m_path.latency = way;
        m_path.terms = {{fmt::format("{:g} links of the torus", m_path.links), way,
                         "jax-ml/scaling-table sharding.md: 1 µs a link"}};
        m_path.formula = fmt::format("{:g} links × {:g} µs", m_path.links, constants().torus_hop.si() * 1e6);
    }

    /// Servers of one NVLink domain need no drawn link.
    bool in_scale_up(const PathPoint& first, const PathPoint& last) {
        const auto network = read_network(m_cluster, m_table.containment(), m_catalog,
                                          all_link_ends(m_cluster, m_table.containment()));
        if (!network) return false;
        const auto node = std::ranges::find(network->nodes, first.element, &NetworkNode::element);
        if (node == network->nodes.end() || !node->server || node->gpus <= 0) return false;
        const double servers = std::floor(node->domain / node->gpus);
        if (servers < 2 || node->scale_up_class == LinkClass::ici ||
            std::floor(first.instance / servers) != std::floor(last.instance / servers))
            return false;
        const Seconds hop(m_catalog.defaults().collectives.nvlink.ring[0]);
        m_path.steps = {{-1, last, node->scale_up.si(), hop}};
        m_path.links = 1;
        m_path.flow = {node->scale_up.si(), -1};
        m_path.pair = {node->scale_up.si() * node->gpus, -1};
        m_path.aggregate = {m_path.pair.value * std::floor(std::min(servers, node->instances) / 2), -1};
        m_path.latency = hop;
        m_path.terms = {{"a hop of the scale-up domain", hop, "NCCL 2.30.7 src/graph/tuning.cc"}};
        m_path.formula = "one hop of the scale-up domain";
        return true;
    }

    const Cluster& m_cluster;
    const Catalog& m_catalog;
    const PortTable& m_table;
    Path m_path;
};

} // namespace

Result<Path> find_path(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                       std::string_view from, std::string_view to, std::optional<double> from_instance,
                       std::optional<double> to_instance) {
    const Element* ends[] = {cluster.find(from), cluster.find(to)};
    for (const int i : {0, 1})
        if (!ends[i])
            return fail("", fmt::format("'{}' is not drawn", i == 0 ? from : to), "name a drawn element");
    const auto facility = [](const Element* e) {
        return e->kind == ElementKind::feed || e->kind == ElementKind::cooling;
    };
    if (facility(ends[0]) || facility(ends[1]))
        return facility_path(catalog, table, *ends[0], *ends[1], from_instance, to_instance);
    for (const Element*& end : ends) {
        const Element* inside = data_end(cluster, *end);
        if (!inside || !has_data_ports(inside->kind))
            return fail("", fmt::format("{} has no data ports", title(*end)),
                        "choose servers, switches, storage or racks of them");
        end = inside;
    }
    const Containment& containment = table.containment();
    return Finder(cluster, catalog, table)
        .find(containment.index(ends[0]->id), containment.index(ends[1]->id), from_instance, to_instance);
}

} // namespace roofrack
