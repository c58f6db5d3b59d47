// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/multiplicity/cut.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/saturated.h"
#include "core/drawing/counted_name.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/link_name.h"
#include "core/drawing/multiplicity/piece_waivers.h"
#include "core/drawing/multiplicity/pieces.h"
#include "core/drawing/multiplicity/sides.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/rack_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

bool divides(double whole, double by) { return by > 0 && std::fmod(whole, by) == 0; }

/// Servers that one scale-up domain spans, were there enough of them; read_network() reads the same figures.
double servers_of_domain(const Element& server, const Catalog& catalog) {
    const Part* part = drawn_part(server, catalog);
    if (!part) return 1;
    const double gpus = part->value_or("gpus", 0);
    if (gpus <= 0) return 1;
    const std::optional<Part> gpu = accelerator_of(*part, catalog);
    double domain = part->value_or("scale_up_domain", gpus);
    if (gpu) domain = std::min(domain, gpu->value_or("scale_up_domain_max", domain));
    const std::string_view technology =
        part->text_or("scale_up", gpu ? gpu->text_or("scale_up", "") : std::string_view());
    if (!gpu || gpu->value_or("scale_up_rate", 0) <= 0 || technology == "pcie") return 1;
    return std::max(1.0, domain / gpus);
}

class Cutter {
public:
    Cutter(Cluster& cluster, const Catalog& catalog, const Containment& containment,
           const std::vector<Take>& takes, const CopyName& name)
        : m_cluster(cluster)
        , m_catalog(catalog)
        , m_containment(containment)
        , m_name(name)
        , m_unit(cluster.elements.size(), -1) {
        for (const Take& take : takes)
            m_units.push_back({containment.index(take.element), static_cast<double>(take.count)});
    }

    Result<Copies> run() {
        for (size_t u = 0; u < m_units.size(); ++u)
            m_unit[static_cast<size_t>(m_units[u].element)] = static_cast<int>(u);
        for (size_t i = 0; i < m_unit.size(); ++i) m_unit[i] = unit_above(static_cast<int>(i));
        for (size_t i = 0; i < m_unit.size(); ++i)
            if (m_unit[i] >= 0)
                if (auto kept = check_domain(static_cast<int>(i)); !kept) return tl::unexpected(kept.error());
        name_copies();
        std::vector<Link> links;
        links.reserve(m_cluster.links.size() + 8);
        for (const Link& link : m_cluster.links) {
            m_new = &links;
            m_first = links.size();
            if (auto laid = lay(link); !laid) return tl::unexpected(laid.error());
        }
        m_cluster.links = std::move(links);
        add_copies();
        for (const auto& [id, copy] : m_copies) m_all_copies[id].push_back(copy);
        add_places(m_cluster.waivers, m_all_copies);
        return std::move(m_copies);
    }

private:
    struct Unit {
        int element = -1;
        double take = 1;
    };
    /// Which of an element's two pieces a link ends at.
    enum Piece { rest, taken };

    const Element& at(int i) const { return m_cluster.elements[static_cast<size_t>(i)]; }
    double count(int unit) const { return at(m_units[static_cast<size_t>(unit)].element).count; }
    double take(int unit) const { return m_units[static_cast<size_t>(unit)].take; }
    int unit(int element) const { return element < 0 ? -1 : m_unit[static_cast<size_t>(element)]; }
    /// Instances of an element that leave with its unit.
    double leaving(int element) const {
        const int u = unit(element);
        const int top = m_units[static_cast<size_t>(u)].element;
        return take(u) * (element == top ? 1 : m_containment.within(element, top));
    }

    int unit_above(int element) const {
        for (int up = element; up >= 0; up = m_containment.parent(up))
            if (m_unit[static_cast<size_t>(up)] >= 0) return m_unit[static_cast<size_t>(up)];
        return -1;
    }

    Result<void> check_domain(int element) const {
        if (at(element).kind != ElementKind::server) return {};
        const double servers = servers_of_domain(at(element), m_catalog);
        const int rack = m_containment.enclosing(element, ElementKind::rack);
        if (servers <= 1 || unit(rack) >= 0) return {};
        const double all = m_containment.within(element, rack);
        const double domain = std::min(servers, all), gone = leaving(element);
        if (divides(gone, domain) && divides(all - gone, domain)) return {};
        return fail(at(element).id,
                    fmt::format("{:g} of {} share one scale-up domain", domain, title(at(element))),
                    fmt::format("take a multiple of {:g}, or split what holds them all", domain));
    }

    void name_copies() {
        std::set<std::string, std::less<>> used;
        if (!m_name) {
            for (const Element& element : m_cluster.elements) used.insert(element.id);
            for (const Link& link : m_cluster.links) used.insert(link.id);
        }
        for (size_t i = 0; i < m_unit.size(); ++i) {
            if (m_unit[i] < 0) continue;
            const std::string& id = m_cluster.elements[i].id;
            m_copies.emplace(id, m_name ? m_name(id) : free_id(used, id_stem(m_cluster, id)));
        }
    }

    std::string free_id(std::set<std::string, std::less<>>& used, const std::string& stem) {
        int& number = m_numbers.try_emplace(stem, 2).first->second;
        for (;; ++number) {
            std::string candidate = fmt::format("{}-{}", stem, number);
            if (used.insert(candidate).second) return candidate;
        }
    }

    void add(const Link& link, Piece from, Piece to, double cables) {
        if (cables <= 0) return;
        Link out = link;
        out.count = saturated<int>(cables);
        if (from == taken) out.from = m_copies.find(link.from)->second;
        if (to == taken) out.to = m_copies.find(link.to)->second;
        if (m_new->size() > m_first) {
            out.id = link_copy_id(link.id);
            m_all_copies[link.id].push_back(out.id);
        }
        m_new->push_back(std::move(out));
    }

    std::string link_copy_id(const std::string& id) {
        if (m_link_ids.empty()) {
            for (const Element& element : m_cluster.elements) m_link_ids.insert(element.id);
            for (const Link& link : m_cluster.links) m_link_ids.insert(link.id);
            for (const auto& [original, copy] : m_copies) m_link_ids.insert(copy);
        }
        const size_t dash = id.find_last_not_of("0123456789");
        std::string stem = id;
        if (dash != std::string::npos && dash > 0 && id[dash] == '-' && dash + 1 < id.size() &&
            m_link_ids.contains(id.substr(0, dash)))
            stem = id.substr(0, dash);
        return free_id(m_link_ids, stem);
    }

    tl::unexpected<Diagnostic> refuse(const Link& link, const std::string& what, std::string fix) const {
        return fail(link.id, fmt::format("link '{}': {}", link_name(m_cluster, link), what), std::move(fix));
    }

    /// Lays the pieces of one link behind each other: between what stays, then with what leaves.
    Result<void> lay(const Link& link) {
        const int from = m_containment.index(link.from), to = m_containment.index(link.to);
        const int u = unit(from), v = unit(to);
        if (u < 0 && v < 0) {
            m_new->push_back(link);
            return {};
        }
        if (u >= 0 && group_mesh(m_cluster, m_containment, link)) {
            // Whole only inside something that holds all of its groups.
            const int top = m_units[static_cast<size_t>(u)].element;
            int around = m_containment.parent(to);
            while (around >= 0 && around != top) around = m_containment.parent(around);
            if (around < 0)
                return refuse(link, fmt::format("each {} is joined to every other", title(at(to))),
                              "change all of them alike, or compare two scenarios");
        }
        if (u == v) return lay_inside(link, from, to);
        if (!is_cabled(at(from).kind) || !is_cabled(at(to).kind)) return lay_pool(link, from, to);
        switch (link.pattern) {
        case LinkPattern::each: return lay_each(link, from, to);
        case LinkPattern::rail: return lay_rail(link, from, to);
        case LinkPattern::mesh:
        case LinkPattern::torus: break;
        }
        return lay_mesh(link, from, to);
    }

    /// To both pieces of both ends.
    void lay_all(const Link& link, int from, int to) {
        for (const Piece a : {rest, taken})
            for (const Piece b : {rest, taken})
                if ((a == rest || unit(from) >= 0) && (b == rest || unit(to) >= 0))
                    add(link, a, b, link.count);
    }

    Result<void> lay_inside(const Link& link, int from, int to) {
        const int u = unit(from);
        if (link.pattern == LinkPattern::torus && from == to && !torus_inside(link, from))
            return refuse(link, fmt::format("the torus wires all {} to their neighbours", title(at(from))),
                          "change the torus' dims instead, or split what holds it whole");
        add(link, rest, rest, link.count);
        if (from == to && link.pattern == LinkPattern::mesh && unit(m_containment.parent(from)) != u)
            add(link, rest, taken, link.count);
        add(link, taken, taken, link.count);
        return {};
    }

    /// The container that the dims of a torus fill, as fabric() finds it, leaves as a whole.
    bool torus_inside(const Link& link, int server) const {
        double product = link.dims.empty() ? 0 : 1;
        for (const int dim : link.dims) product *= std::max(1, dim);
        const Part* part = drawn_part(at(server), m_catalog);
        const double gpus = part ? part->value_or("gpus", 1) : 1;
        for (int container = m_containment.parent(server); unit(container) >= 0;
             container = m_containment.parent(container)) {
            const double servers = m_containment.within(server, container);
            if (product == servers || product == servers * gpus) return true;
        }
        return false;
    }

    /// Feeds and cooling serve all they are linked to as one pool, whatever the pattern.
    Result<void> lay_pool(const Link& link, int from, int to) {
        for (const int end : {from, to})
            if (at(end).kind == ElementKind::cooling && unit(end) >= 0)
                return refuse(link,
                              fmt::format("{} shares its load with the others of its group", title(at(end))),
                              "draw another cooling unit instead");
        lay_all(link, from, to);
        return {};
    }

    /// More cables than a server has NICs share these; divided, each part would have them all.
    Result<void> check_nics(const Link& link, int server, double cables) const {
        if (at(server).kind != ElementKind::server) return {};
        const Part* part = drawn_part(at(server), m_catalog);
        const double nics = part ? part->value_or("nics", 0) : 0;
        if (nics <= 0 || cables <= nics) return {};
        return refuse(link, fmt::format("{} has {:g} NICs for {:g} cables", title(at(server)), nics, cables),
                      fmt::format("lower the link's count first"));
    }

    Result<void> lay_mesh(const Link& link, int from, int to) {
        const int common = m_containment.common(from, to);
        if (unit(to) >= 0)
            if (auto kept = check_nics(link, from, m_containment.within(to, common) * link.count); !kept)
                return kept;
        if (unit(from) >= 0)
            if (auto kept = check_nics(link, to, m_containment.within(from, common) * link.count); !kept)
                return kept;
        lay_all(link, from, to);
        return {};
    }

    bool same_share(int u, int v) const { return take(u) * count(v) == take(v) * count(u); }

    /// Whole units from each of the groups that share them.
    bool evenly_from_all(int u, double groups) const {
        return groups <= 1 || (divides(count(u), groups) && divides(take(u), groups));
    }

    Result<void> not_even(const Link& link, const LinkEndCounts& sides) const {
        if (!divides(sides.many_count, sides.groups))
            return refuse(link,
                          fmt::format("it spreads {:g} {} over {:g} {}, which does not come out even",
                                      sides.many_count, title(at(sides.many)), sides.groups,
                                      title(at(sides.few))),
                          "choose numbers that divide, or the pattern mesh");
        return refuse(link,
                      fmt::format("{:g} {} share each {}", sides.many_count / sides.groups,
                                  title(at(sides.many)), title(at(sides.few))),
                      "take all that share one");
    }

    Result<void> lay_each(const Link& link, int from, int to) {
        const LinkEndCounts sides = sides_of(m_cluster, m_containment, link, from, to);
        const int many = unit(sides.many), few = unit(sides.few);
        add(link, rest, rest, link.count);
        if (many >= 0 && few >= 0) {
            if (!same_share(many, few)) return not_even(link, sides);
            add(link, taken, taken, link.count);
            return {};
        }
        if (many < 0 || !evenly_from_all(many, sides.groups)) return not_even(link, sides);
        add(link, unit(from) >= 0 ? taken : rest, unit(to) >= 0 ? taken : rest, link.count);
        return {};
    }

    Result<void> lay_rail(const Link& link, int from, int to) {
        const LinkEndCounts sides = sides_of(m_cluster, m_containment, link, from, to);
        const int servers = unit(sides.many), switches = unit(sides.few);
        if (!divides(sides.few_count, link.count))
            return refuse(link,
                          fmt::format("{:g} switches do not make whole groups of {} rails", sides.few_count,
                                      link.count),
                          "make the number of switches a multiple of the rails");
        if (switches >= 0 && sides.groups == 1) {
            if (auto kept = check_nics(link, sides.many, link.count); !kept) return kept;
            const double gone = leaving(sides.few);
            for (const Piece s : {rest, taken}) {
                if (s == taken && servers < 0) continue;
                for (const Piece w : {rest, taken})
                    add(link, sides.many == from ? s : w, sides.many == from ? w : s,
                        w == taken ? gone : link.count - gone);
            }
            return {};
        }
        add(link, rest, rest, link.count);
        if (switches >= 0 && servers >= 0) {
            if (!same_share(servers, switches) || !divides(leaving(sides.few), link.count))
                return not_even(link, sides);
            add(link, taken, taken, link.count);
            return {};
        }
        if (servers < 0 || !evenly_from_all(servers, sides.groups)) return not_even(link, sides);
        add(link, unit(from) >= 0 ? taken : rest, unit(to) >= 0 ? taken : rest, link.count);
        return {};
    }

    void add_copies() {
        std::vector<int> last(m_units.size(), -1);
        for (size_t i = 0; i < m_unit.size(); ++i)
            if (m_unit[i] >= 0) last[static_cast<size_t>(m_unit[i])] = static_cast<int>(i);
        std::vector<Element> elements;
        elements.reserve(m_cluster.elements.size() + m_copies.size());
        std::vector<std::vector<Element>> copies(m_units.size());
        for (size_t i = 0; i < m_unit.size(); ++i) {
            const int u = m_unit[i];
            if (u < 0) {
                elements.push_back(std::move(m_cluster.elements[i]));
                continue;
            }
            Element copy = m_cluster.elements[i];
            copy.id = m_copies.find(copy.id)->second;
            if (m_units[static_cast<size_t>(u)].element == static_cast<int>(i)) {
                Element& original = m_cluster.elements[i];
                const int taken_count = saturated<int>(take(u));
                const CountedName name = counted_name(original.name);
                const int all = name.of > 0 ? name.of : original.count;
                copy.count = taken_count;
                original.count -= taken_count;
                divide_owned(original, copy);
                if (copy.u) { // above those that stay
                    const double box = std::ceil(device_height_u(original, m_catalog) - 1e-9);
                    const double above = *copy.u + box * original.count;
                    copy.u = above <= most_rack_unit ? std::optional(saturated<int>(above)) : std::nullopt;
                }
                if (!name.base.empty()) copy.name = fmt::format("{} ({} of {})", name.base, copy.count, all);
                if (name.of > 0) original.name = fmt::format("{} ({} of {})", name.base, original.count, all);
            } else if (const auto parent = m_copies.find(copy.parent); parent != m_copies.end()) {
                copy.parent = parent->second;
            }
            copies[static_cast<size_t>(u)].push_back(std::move(copy));
            elements.push_back(std::move(m_cluster.elements[i]));
            if (last[static_cast<size_t>(u)] == static_cast<int>(i))
                for (Element& each : copies[static_cast<size_t>(u)]) elements.push_back(std::move(each));
        }
        m_cluster.elements = std::move(elements);
    }

    Cluster& m_cluster;
    const Catalog& m_catalog;
    const Containment& m_containment;
    const CopyName& m_name;
    std::vector<Unit> m_units;
    std::vector<int> m_unit; ///< unit of each element; -1: none
    Copies m_copies;
    PlaceCopies m_all_copies; ///< all copies of elements and links
    std::map<std::string, int, std::less<>> m_numbers;
    std::set<std::string, std::less<>> m_link_ids;
    std::vector<Link>* m_new = nullptr;
    size_t m_first = 0; ///< where the pieces of the present link begin
};

} // namespace

Result<Copies> cut(Cluster& cluster, const Catalog& catalog, const std::vector<Take>& takes,
                   const CopyName& name) {
    const auto containment = Containment::make(cluster);
    if (!containment) return tl::unexpected(containment.error());
    for (const Link& link : cluster.links)
        for (const std::string& end : {link.from, link.to})
            if (containment->index(end) < 0)
                return fail(
                    link.id,
                    fmt::format("link '{}' ends at '{}', which is not drawn", link_name(cluster, link), end),
                    "connect it to an element, or delete it");
    return Cutter(cluster, catalog, *containment, takes, name).run();
}

} // namespace roofrack
