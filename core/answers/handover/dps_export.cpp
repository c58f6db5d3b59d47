// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/dps_export.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/printable.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/cables/link_pairs.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/feed_capacity.h"
#include "core/drawing/handover/instance_names.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;
using Instance = std::pair<int, int64_t>; ///< element, and which of it

constexpr size_t most_entities = 200'000;

class PowerTree {
public:
    PowerTree(const Cluster& cluster, const Containment& containment, const Catalog& catalog)
        : m_cluster(cluster)
        , m_containment(containment)
        , m_catalog(catalog)
        , m_names(cluster, containment) {
        read_links();
        read_contents();
    }

    /// Entities, each once.
    size_t size() const {
        std::set<Instance> all;
        for (const auto& [parent, children] : m_children) {
            all.insert(parent);
            all.insert(children.begin(), children.end());
        }
        return all.size();
    }
    bool is_empty() const { return m_children.empty(); }

    Json json(const std::string& name) const {
        Json relations = Json::array(), entities = Json::array();
        std::set<Instance> listed;
        for (const auto& [parent, children] : m_children) {
            Json names = Json::array();
            for (const Instance& child : children) names.push_back(name_of(child));
            Json relation{{"Name", name_of(parent)}};
            if (is_root(parent)) relation["FeedTag"] = m_cluster.at(parent.first).id;
            relation["Children"] = std::move(names);
            relations.push_back(std::move(relation));
            listed.insert(parent);
            entities.push_back(entity(parent));
        }
        for (const auto& [parent, children] : m_children)
            for (const Instance& child : children)
                if (listed.insert(child).second) {
                    relations.push_back({{"Name", name_of(child)}});
                    entities.push_back(entity(child));
                }
        return {{"Topology", {{"Name", printable_line(name)}, {"Entities", std::move(relations)}}},
                {"Entities", std::move(entities)}};
    }

private:
    std::string name_of(const Instance& instance) const {
        return printable_line(m_names.of(instance.first, instance.second));
    }
    bool is_feed(int element) const { return m_cluster.at(element).kind == ElementKind::feed; }
    bool is_root(const Instance& instance) const {
        return is_feed(instance.first) && !m_fed.contains(instance);
    }

    /// From feeds to what they serve; between two feeds from the one nearer the grid.
    void read_links() {
        for (const Link& link : m_cluster.links) {
            const auto pairs = LinkPairs::make(m_cluster, m_containment, m_catalog, link, LinkKind::power);
            if (!pairs) continue;
            const bool forward = m_containment.index(link.from) == pairs->from();
            const int drawn_from = forward ? pairs->from() : pairs->to();
            const bool from_feeds = is_feed(drawn_from);
            const double froms = m_containment.within(pairs->from(), pairs->container());
            const double tos = m_containment.within(pairs->to(), pairs->container());
            for (double c = 0; c < pairs->times(); ++c)
                pairs->visit(1e18, [&](double i, double j, double) {
                    const Instance one{pairs->from(), static_cast<int64_t>(c * froms + i)};
                    const Instance other{pairs->to(), static_cast<int64_t>(c * tos + j)};
                    const bool first = from_feeds == forward;
                    add(first ? one : other, first ? other : one);
                });
        }
    }

    void add(const Instance& parent, const Instance& child) {
        if (m_pairs.emplace(parent, child).second) m_children[parent].push_back(child);
        m_fed.insert(child);
    }

    /// Servers, switches and storage below the nearest thing around them that is fed.
    void read_contents() {
        const std::set<Instance> fed = m_fed;
        for (size_t i = 0; i < m_cluster.elements.size(); ++i) {
            const int element = static_cast<int>(i);
            if (!has_data_ports(m_cluster.elements[i].kind)) continue;
            const auto instances = static_cast<int64_t>(m_containment.instances(element));
            for (int64_t k = 0; k < instances; ++k) {
                if (fed.contains({element, k})) continue;
                int64_t at = k;
                for (int around = element; around >= 0;) {
                    at /= std::max(1, m_cluster.at(around).count);
                    around = m_containment.parent(around);
                    if (around < 0 || !fed.contains({around, at})) continue;
                    m_children[{around, at}].push_back({element, k});
                    break;
                }
            }
        }
    }

    Json entity(const Instance& instance) const {
        const Element& element = m_cluster.at(instance.first);
        const Part* part = drawn_part(element, m_catalog);
        const bool computes = has_data_ports(element.kind);
        Json out{{"Type", computes            ? "ComputerSystem"
                          : is_root(instance) ? "PowerDomain"
                                              : "PowerDistribution"},
                 {"Name", name_of(instance)}};
        if (part) out["Model"] = printable_line(part->name);
        const Defaults::Power& constants = m_catalog.defaults().power;
        double watts = 0, factor = constants.power_factor;
        if (element.kind == ElementKind::feed && part) {
            factor = part->value_or("power_factor", constants.power_factor);
            if (const auto capacity = feed_capacity(*part, constants)) watts = capacity->si();
        } else if (element.power_limit) {
            watts = element.power_limit->si();
        } else if (computes && part) {
            watts = part->value("max_power").value_or(part->value_or("typical_power", 0));
        }
        if (watts > 0)
            out["OperatingLimit"] = {{"PowerFactor", factor},
                                     {"PowerValue", {{"Type", "W"}, {"Value", std::round(watts)}}}};
        return out;
    }

    const Cluster& m_cluster;
    const Containment& m_containment;
    const Catalog& m_catalog;
    InstanceNames m_names;
    std::map<Instance, std::vector<Instance>> m_children;
    std::set<std::pair<Instance, Instance>> m_pairs; ///< parent and child, as linked
    std::set<Instance> m_fed;
};

} // namespace

Result<std::string> dps_topology(const Cluster& drawn, const Catalog& catalog, const std::string& name,
                                 std::vector<Diagnostic>& warnings) {
    Cluster cluster = drawn;
    set_sold_aside(cluster);
    const auto containment = Containment::make(cluster);
    if (!containment) return tl::unexpected(containment.error());
    double things = 0;
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        things += containment->instances(static_cast<int>(i));
    const auto too_many = [] {
        return fail("cluster", "its power tree has more than 200,000 entities", "export a part of the site");
    };
    for (const Link& link : cluster.links)
        if (const auto pairs = LinkPairs::make(cluster, *containment, catalog, link, LinkKind::power))
            things += pairs->cables();
    if (things > 10 * static_cast<double>(most_entities)) return too_many();
    const PowerTree tree(cluster, *containment, catalog);
    if (tree.is_empty())
        return fail("cluster", "no feed is drawn that serves something", "draw the feeds of the racks");
    if (tree.size() > most_entities) return too_many();
    warnings.push_back({"Entities",
                        "the drawing knows neither the addresses of BMCs nor DPS' names of models",
                        "add Redfish, and the Model of your device specifications"});
    return tree.json(name).dump(2) + "\n";
}

} // namespace roofrack
