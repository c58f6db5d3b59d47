// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/p2p/p2p_import.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/missing.h"
#include "core/base/units/bit_rate.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/measured/interchange/drawn_project.h"
#include "core/measured/p2p/zones.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

constexpr double node_step = 180, tier_step = 240; ///< canvas units

class P2pDrawing {
public:
    P2pDrawing(const P2pFile& file, const Catalog& catalog, std::string where)
        : m_file(file)
        , m_catalog(catalog)
        , m_where(std::move(where))
        , m_parts(file.nodes.size()) {}

    /// The parts of all nodes.
    Result<void> find_parts(const TemplateSettings& settings, std::vector<Diagnostic>& warnings) {
        std::set<std::string> unknown, without;
        for (size_t i = 0; i < m_parts.size(); ++i) {
            const P2pNode& node = m_file.nodes[i];
            const PartKind kind = node.is_switch    ? PartKind::switch_
                                  : node.is_storage ? PartKind::storage
                                                    : PartKind::server;
            const char* const key = node.is_switch ? "switch" : node.is_storage ? "storage" : "server";
            if (!node.model.empty()) {
                m_parts[i] = m_catalog.part(kind, node.model);
                if (!m_parts[i]) unknown.insert(node.model);
            }
            if (m_parts[i]) continue;
            const auto said = settings.find(key);
            if (said == settings.end()) {
                if (node.model.empty()) without.insert(key);
                continue;
            }
            m_parts[i] = m_catalog.part(kind, said->second);
            if (!m_parts[i])
                return fail(key, fmt::format("the catalogue has no {} \"{}\"", key, said->second),
                            "`catalog list` names them all");
        }
        for (const std::string& model : unknown)
            warnings.push_back({m_where, fmt::format("the catalogue has no \"{}\"", model),
                                "choose the part in the drawing, or say it by --set"});
        for (const std::string& key : without)
            warnings.push_back({m_where, fmt::format("the file does not say which {} it has", key),
                                fmt::format("say it by --set {}=ID", key)});
        return {};
    }

    std::vector<int> gpus() const {
        std::vector<int> out;
        for (const Part* part : m_parts)
            out.push_back(part ? static_cast<int>(std::clamp(part->value_or("gpus", 1), 1.0, 1e4)) : 1);
        return out;
    }

    Cluster draw(const GroupedNodes& grouped, const std::vector<Zone>& zones) const {
        Cluster out;
        for (size_t i = 0; i < zones.size(); ++i) add_zone(out, zones, i);
        for (size_t i = 0; i < grouped.groups.size(); ++i) add_group(out, grouped.groups[i], zones, i);
        for (size_t i = 0; i < grouped.links.size(); ++i) add_link(out, grouped, zones, grouped.links[i], i);
        place(out);
        return out;
    }

    /// The cables of the drawing are those of the file, as fast where it says how fast they are.
    bool is_same(const Cluster& cluster, const GroupedNodes& grouped) const {
        const auto list = CableList::make(cluster, m_catalog);
        if (!list || list->count() != static_cast<double>(m_file.links.size())) return false;
        const auto in_megabit = [](double bits) { return static_cast<int64_t>(std::round(bits / 1e6)); };
        std::map<std::pair<size_t, size_t>, std::map<int64_t, int>> cables; // by rate; 0: not said
        for (const P2pLink& link : m_file.links) ++cables[std::minmax(link.a, link.z)][in_megabit(link.rate)];
        bool same = true;
        const size_t first = cluster.elements.size() - grouped.groups.size();
        list->visit([&](const LaidCable& cable) {
            const auto node = [&](const CableEnd& end) {
                return grouped.groups[static_cast<size_t>(end.element) - first]
                    .members[static_cast<size_t>(end.instance)];
            };
            const size_t one = node(cable.from), other = node(cable.to);
            const auto at = cables.find(std::minmax(one, other));
            same = false;
            if (at == cables.end()) return same;
            for (const int64_t rate : {cable.rate ? in_megabit(in_bits(*cable.rate)) : 0, int64_t{0}})
                if (const auto left = at->second.find(rate);
                    !same && left != at->second.end() && left->second > 0)
                    same = --left->second >= 0;
            return same;
        });
        return same;
    }

private:
    static std::string zone_id(size_t zone) { return fmt::format("zone-{}", zone + 1); }
    static std::string group_id(size_t group) { return fmt::format("node-{}", group + 1); }

    static void add_zone(Cluster& out, const std::vector<Zone>& zones, size_t at) {
        const Zone& zone = zones[at];
        Element element;
        element.id = zone_id(at);
        element.kind = zone.is_rack ? ElementKind::rack : ElementKind::pod;
        const int64_t outer = zone.parent < 0 ? 1 : zones[static_cast<size_t>(zone.parent)].blocks;
        if (zone.parent >= 0) element.parent = zone_id(static_cast<size_t>(zone.parent));
        element.count = static_cast<int>(zone.blocks / outer);
        element.name = zone.is_rack ? "Rack" : "Pod";
        out.elements.push_back(std::move(element));
    }

    void add_group(Cluster& out, const NodeGroup& group, const std::vector<Zone>& zones, size_t at) const {
        const P2pNode& node = m_file.nodes[group.members.front()];
        Element element;
        element.id = group_id(at);
        element.kind = node.is_switch    ? ElementKind::switch_
                       : node.is_storage ? ElementKind::storage
                                         : ElementKind::server;
        element.name = group.name;
        if (const Part* part = m_parts[group.members.front()]) element.part.id = part->id;
        const int zone = zone_of(zones, static_cast<int>(at));
        if (zone >= 0) element.parent = zone_id(static_cast<size_t>(zone));
        const int64_t blocks = zone < 0 ? 1 : zones[static_cast<size_t>(zone)].blocks;
        element.count = static_cast<int>(static_cast<int64_t>(group.members.size()) / blocks);
        out.elements.push_back(std::move(element));
    }

    void add_link(Cluster& out, const GroupedNodes& grouped, const std::vector<Zone>& zones,
                  const GroupLink& fitted, size_t at) const {
        Link link;
        link.id = fmt::format("cables-{}", at + 1);
        link.from = group_id(static_cast<size_t>(fitted.a));
        link.to = group_id(static_cast<size_t>(fitted.b));
        if (fitted.link.of_groups)
            for (size_t i = 0; i < zones.size(); ++i)
                if (!zones[i].is_rack && zones[i].blocks == fitted.link.blocks &&
                    std::ranges::binary_search(zones[i].groups, fitted.a))
                    link.to = zone_id(i);
        link.pattern = fitted.link.pattern;
        link.count = fitted.link.count;
        link.dims = fitted.link.dims;
        if (fitted.rate > 0) {
            const auto part = [&](int group) {
                return m_parts[grouped.groups[static_cast<size_t>(group)].members.front()];
            };
            const LinkEnd from{*out.find(group_id(static_cast<size_t>(fitted.a))), part(fitted.a)};
            const LinkEnd to{*out.find(group_id(static_cast<size_t>(fitted.b))), part(fitted.b)};
            const auto ports = cable_rate(link, from, to, m_catalog);
            const ByteRate rate(fitted.rate / bits_a_byte);
            if (!ports || std::abs(ports->si() - rate.si()) > 1e-3 * rate.si()) link.bandwidth = rate;
        }
        out.links.push_back(std::move(link));
    }

    /// Servers below, each tier of switches above the one that it is cabled to; zones side by side.
    static void place(Cluster& out) {
        std::map<std::string, int> tier;
        std::vector<std::string> queue;
        for (const Element& element : out.elements)
            if (element.kind == ElementKind::server) tier[element.id] = 0, queue.push_back(element.id);
        for (size_t i = 0; i < queue.size(); ++i)
            for (const Link& link : out.links)
                for (const auto& [near, far] :
                     {std::pair(&link.from, &link.to), std::pair(&link.to, &link.from)})
                    if (*near == queue[i] && tier.try_emplace(*far, tier[*near] + 1).second)
                        queue.push_back(*far);
        int top = 0;
        for (const auto& [id, distance] : tier) top = std::max(top, distance);
        std::map<int, int> in_tier;
        for (Element& element : out.elements) {
            if (is_container(element.kind)) continue;
            const auto at = tier.find(element.id);
            const int row = at == tier.end() ? 0 : top - at->second;
            element.position = {80 + node_step * in_tier[row]++, 80 + tier_step * row};
        }
        // From the inside out: what a zone holds stands behind it in the list.
        for (size_t i = out.elements.size(); i > 0; --i) {
            Element& zone = out.elements[i - 1];
            if (!is_container(zone.kind)) continue;
            bool first = true;
            for (const Element& inner : out.elements) {
                if (inner.parent != zone.id) continue;
                const Position corner{inner.position.x - 24, inner.position.y - 48};
                zone.position = first ? corner
                                      : Position{std::min(zone.position.x, corner.x),
                                                 std::min(zone.position.y, corner.y)};
                first = false;
            }
        }
    }

    const P2pFile& m_file;
    const Catalog& m_catalog;
    std::string m_where;
    std::vector<const Part*> m_parts; ///< by node; nullptr: not known
};

/// All nodes alone, each pair with as many cables of each rate as it has.
GroupedNodes one_by_one(const P2pFile& file) {
    GroupedNodes out;
    for (size_t i = 0; i < file.nodes.size(); ++i) out.groups.push_back({file.nodes[i].name, {i}});
    std::map<std::pair<std::pair<size_t, size_t>, double>, size_t> known;
    for (const P2pLink& link : file.links) {
        const std::pair<size_t, size_t> ends = std::minmax(link.a, link.z);
        const auto [at, added] = known.try_emplace({ends, link.rate}, out.links.size());
        if (added)
            out.links.push_back({static_cast<int>(link.a),
                                 static_cast<int>(link.z),
                                 {LinkPattern::each, 0, {}, 1, false},
                                 link.rate});
        ++out.links[at->second].link.count;
    }
    out.split = file.nodes.size();
    return out;
}

} // namespace

Result<Cluster> draw_p2p(const P2pFile& file, const Catalog& catalog, const TemplateSettings& settings,
                         const std::string& where, std::vector<Diagnostic>& warnings) {
    P2pDrawing drawing(file, catalog, where);
    if (const auto found = drawing.find_parts(settings, warnings); !found)
        return tl::unexpected(found.error());
    const GroupedNodes grouped = group_nodes(file, drawing.gpus());
    for (const bool with_racks : {true, false}) {
        const auto zones = find_zones(file, grouped, with_racks);
        if (!zones) continue;
        Cluster out = drawing.draw(grouped, *zones);
        if (!drawing.is_same(out, grouped)) continue;
        if (grouped.split > 0)
            warnings.push_back({where, fmt::format("the cables of {} nodes follow no pattern", grouped.split),
                                "they are drawn one by one"});
        return out;
    }
    constexpr size_t most_alone = 5'000;
    if (file.nodes.size() > most_alone)
        return fail(where, fmt::format("the cables of its {} nodes follow no pattern", file.nodes.size()),
                    fmt::format("at most {} can be drawn one by one: give a part of the site", most_alone));
    warnings.push_back({where, "its cables follow no pattern", "each node is drawn by itself"});
    return drawing.draw(one_by_one(file), {});
}

Result<Imported> import_p2p(const NamedText& file, const Catalog& catalog, const TemplateSettings& settings) {
    Imported out;
    const auto read = read_p2p(file, out.warnings);
    if (!read) return tl::unexpected(read.error());
    auto cluster = draw_p2p(*read, catalog, settings, file.name, out.warnings);
    if (!cluster) return tl::unexpected(cluster.error());
    auto project = project_of_drawing(std::move(*cluster), file.name, "As cabled", catalog, out.warnings);
    if (!project) return tl::unexpected(project.error());
    out.project = std::move(*project);
    return out;
}

} // namespace roofrack
