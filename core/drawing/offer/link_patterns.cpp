// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/offer/link_patterns.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/saturated.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/network_mates.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// A server part with at least so many NICs is a whole rack (NVL72): it is cabled to every leaf of its
/// scalable unit.
constexpr double rack_scale_nics = 32;
/// A torus of at most so many chips has two axes, a larger one three.
constexpr double plane_chips = 256;

int whole(double value) { return saturated<int>(std::clamp(std::floor(value + 1e-9), 1.0, 1e6)); }

/// Finds the ways to lay the cables of an offer whose ends are known.
class Patterns {
public:
    Patterns(const Cluster& cluster, const Catalog& catalog, const PortTable& table, const Element& from,
             const Element& to, LinkOffer& offer)
        : m_cluster(cluster)
        , m_catalog(catalog)
        , m_table(table)
        , m_from(&from)
        , m_to(&to)
        , m_offer(offer) {}

    void find_patterns() {
        if (m_offer.kind != LinkKind::network) {
            add(LinkPattern::each, 1, "",
                fmt::format(" from each {} to one {}", title(*m_from), title(*m_to)));
            if (m_to->kind == ElementKind::feed) mesh(1); // a bus, which all of them carry
            return;
        }
        m_offer.rate = cable_rate(Link(), *m_from, *m_to, m_catalog);
        if (m_from == m_to)
            to_itself();
        else if (is_container(m_to->kind))
            between_groups();
        else if (m_from->kind == ElementKind::server)
            from_server();
        else if (m_from->kind == ElementKind::switch_)
            between_switches();
        else {
            each(1);
            mesh(1);
        }
        for (const Element* end : {m_from, m_to}) {
            if (is_container(end->kind)) continue;
            const auto free = free_cables(*end);
            if (free && *free < 1 && !(m_from == m_to && end->kind == ElementKind::server))
                m_offer.warnings.push_back(fmt::format("no port of {} is free", title(*end)));
        }
        if (!is_container(m_to->kind) && strangers())
            m_offer.warnings.push_back(
                networks_differ_text(link_end(*m_from, m_catalog), link_end(*m_to, m_catalog)));
    }

private:
    int index(const Element& element) const { return m_table.containment().index(element.id); }
    double instances() const { return within(*m_from); }
    double within(const Element& element) const {
        const Containment& containment = m_table.containment();
        return containment.within(index(element), containment.common(index(*m_from), index(*m_to)));
    }

    /// Free ports of one instance as cables of this link's speed; nothing when the part does not tell.
    std::optional<double> free_cables(const Element& element) const {
        const Ports* ports = m_table.ports(index(element), PortRole::network);
        const auto free = ports ? ports->free() : std::nullopt;
        if (!free) return std::nullopt;
        const bool split = element.kind == ElementKind::switch_ && ports->rate && m_offer.rate &&
                           *m_offer.rate < *ports->rate;
        return *free * (split ? *ports->rate / *m_offer.rate : 1.0);
    }

    void add(LinkPattern pattern, double count, std::string before, std::string after,
             std::vector<int> dims = {}) {
        m_offer.patterns.push_back(
            {pattern, whole(count), std::move(dims), std::move(before), std::move(after)});
    }

    /// Whether check_cluster() would report the link, since its ends belong to different networks. It does
    /// not where a server at an end already has a link to its own network: its other ports may be for others.
    bool strangers() const {
        const auto match = [&](const Element& a, const Element& b) {
            return network_match(link_end(a, m_catalog), link_end(b, m_catalog));
        };
        if (match(*m_from, *m_to) != NetworkMatch::differs) return false;
        const auto at = [&](int i) -> const Element& { return m_cluster.elements[static_cast<size_t>(i)]; };
        return std::ranges::none_of(m_table.links(), [&](const LinkEnds& ends) {
            const auto settles = [&](const Element& end) {
                return end.kind == ElementKind::server && (&at(ends.from) == &end || &at(ends.to) == &end);
            };
            return ends.kind == LinkKind::network && (settles(*m_from) || settles(*m_to)) &&
                   match(at(ends.from), at(ends.to)) == NetworkMatch::mates;
        });
    }

    void each(double count) {
        add(LinkPattern::each, count, "",
            fmt::format(" from each {} to one {}", title(*m_from), title(*m_to)));
    }
    void mesh(double count) {
        add(LinkPattern::mesh, count, "",
            fmt::format(" between each {} and each {}", title(*m_from), title(*m_to)));
    }
    void rail(double count) {
        add(LinkPattern::rail, count,
            fmt::format("NIC k of each {} to {} k of ", title(*m_from), title(*m_to)), "");
    }

    void from_server() {
        const Part* part = drawn_part(*m_from, m_catalog);
        const double nics = part ? std::max(1.0, part->value_or("nics", 1)) : 1;
        const double free = free_cables(*m_from).value_or(nics);
        const double cables = free >= 1 ? free : nics;
        if (m_to->kind != ElementKind::switch_) {
            each(m_to->kind == ElementKind::server ? cables : 1);
            mesh(1);
            return;
        }
        const double switches = within(*m_to);
        const double spread = std::max(1.0, std::floor(cables / switches));
        const bool rails = cables > 1 && switches >= cables && std::fmod(switches, cables) == 0;
        const bool all = !rails && nics >= rack_scale_nics && switches > 1 && spread * switches == cables;
        if (rails) rail(cables);
        if (all) mesh(spread);
        each(cables);
        if (!all && switches > 1) mesh(spread);
        if (!rails && cables > 1 && switches > 1 && switches >= cables) rail(cables);
    }

    /// As many cables up as lead down from the lower switch, less those that lead up already, as far as the
    /// free ports of both go.
    void between_switches() {
        const double lower = within(*m_from), upper = within(*m_to);
        const SwitchPorts* load = m_table.switch_ports(index(*m_from));
        const double free_below = free_cables(*m_from).value_or(upper);
        const double free_above = free_cables(*m_to).value_or(lower);
        double wanted = free_below;
        if (load && load->down_cables > 0)
            wanted = std::min(free_below, std::max(1.0, load->down_cables - load->up_cables));
        mesh(std::min(wanted / upper, free_above / lower));
        each(std::min(wanted, free_above * upper / std::max(lower, upper)));
        if (upper > 1) rail(std::min(wanted, upper));
    }

    void between_groups() {
        add(LinkPattern::mesh, 1, "",
            fmt::format(" between every two {}, spread over the {}", title(*m_to), title(*m_from)));
    }

    void to_itself() {
        const Part* part = drawn_part(*m_from, m_catalog);
        const bool chips =
            m_from->kind == ElementKind::server && part && part->text_or("scale_up", "") == "ici";
        const double units = instances() * (chips ? std::max(1.0, part->value_or("gpus", 1)) : 1);
        const int axes = chips && part->value_or("scale_up_domain", 0) <= plane_chips ? 2 : 3;
        std::vector<int> dims;
        if (units <= 1e6) dims = torus_dims(saturated<int>(std::round(units)), axes);
        const auto torus = [&] {
            if (dims.empty()) return;
            add(LinkPattern::torus, 1, "", fmt::format(" to each neighbour along {} axes", dims.size()),
                dims);
        };
        if (chips) torus();
        add(LinkPattern::mesh, 1, "", fmt::format(" between any two {}", title(*m_from)));
        if (!chips && m_from->kind == ElementKind::server) torus();
    }

    const Cluster& m_cluster;
    const Catalog& m_catalog;
    const PortTable& m_table;
    const Element* m_from;
    const Element* m_to;
    LinkOffer& m_offer;
};

} // namespace

void add_patterns(const Cluster& cluster, const Catalog& catalog, const PortTable& table, const Element& from,
                  const Element& to, LinkOffer& offer) {
    Patterns(cluster, catalog, table, from, to, offer).find_patterns();
}

std::vector<int> torus_dims(int units, int axes) {
    if (units < 2 || axes < 1) return {};
    std::vector<int> out;
    for (; axes > 1; --axes) {
        // The largest factor that is not above the root keeps the others from being smaller.
        int factor = 1;
        for (int each = 2; each <= std::llround(std::pow(units, 1.0 / axes)); ++each)
            if (units % each == 0) factor = each;
        if (factor > 1) out.push_back(factor);
        units /= factor;
    }
    out.push_back(units);
    std::ranges::sort(out, std::greater<>());
    return out;
}

} // namespace roofrack
