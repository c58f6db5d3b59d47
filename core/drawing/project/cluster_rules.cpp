// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/cluster_rules.h"

#include "core/base/units/nearest.h"
#include "core/drawing/containment.h"
#include "core/drawing/name_index.h"

#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace roofrack {

namespace {

constexpr double most_instances_in_all = 1e9;

std::string did_you_mean(const std::string& id, const Cluster& cluster) {
    std::vector<std::string> ids;
    constexpr size_t enough = 200; // the spelling of more would take long and helps no more
    for (size_t i = 0; i < cluster.elements.size() && i < enough; ++i) ids.push_back(cluster.elements[i].id);
    const std::string near = nearest(id, ids);
    return near.empty() ? "name an element that is drawn" : fmt::format("did you mean '{}'?", near);
}

std::optional<Diagnostic> index_elements(const Cluster& cluster, NameIndex& index) {
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const std::string& id = cluster.elements[i].id;
        if (!index.add(id))
            return Diagnostic{fmt::format("/elements/{}/id", i),
                              fmt::format("'{}' is the id of element {} too", id, index.position(id)),
                              "give each its own id"};
    }
    return std::nullopt;
}

/// Containers exist, none contains itself, and the instances stay countable.
std::optional<Diagnostic> contain_elements(const Cluster& cluster, const NameIndex& index) {
    std::vector<double> instances(cluster.elements.size(), 0); // 0: not known yet
    std::vector<int> depth(cluster.elements.size(), 0);        // with itself
    std::vector<size_t> chain;
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        chain.clear();
        size_t at = i;
        double product = 1;
        int above = 0;
        while (true) {
            if (instances[at] > 0) {
                product = instances[at];
                above = depth[at];
                break;
            }
            if (chain.size() >= cluster.elements.size())
                return Diagnostic{fmt::format("/elements/{}/in", i),
                                  fmt::format("'{}' contains itself", cluster.elements[at].id),
                                  "move one of its containers out"};
            chain.push_back(at);
            const std::string& parent = cluster.elements[at].parent;
            if (parent.empty()) break;
            const int outer = index.position(parent);
            if (outer < 0)
                return Diagnostic{fmt::format("/elements/{}/in", at),
                                  fmt::format("there is no element '{}' to be in", parent),
                                  did_you_mean(parent, cluster)};
            at = static_cast<size_t>(outer);
        }
        for (; !chain.empty(); chain.pop_back()) {
            product *= cluster.elements[chain.back()].count;
            instances[chain.back()] = product;
            depth[chain.back()] = ++above;
            if (above > most_nested + 1)
                return Diagnostic{fmt::format("/elements/{}/in", chain.back()),
                                  fmt::format("'{}' stands in more than {} containers",
                                              cluster.elements[chain.back()].id, most_nested),
                                  "move one of its containers out"};
            if (product > most_instances_in_all)
                return Diagnostic{fmt::format("/elements/{}/count", chain.back()),
                                  fmt::format("'{}' stands for {:.3g} instances",
                                              cluster.elements[chain.back()].id, product),
                                  "lower the counts of it or its containers"};
        }
    }
    return std::nullopt;
}

void name_links(Cluster& cluster) {
    std::unordered_set<std::string> taken;
    for (const Link& link : cluster.links) taken.insert(link.id);
    size_t number = 1;
    for (Link& link : cluster.links) {
        if (!link.id.empty()) continue;
        do link.id = fmt::format("link-{}", number++);
        while (!taken.insert(link.id).second);
    }
}

} // namespace

std::optional<Diagnostic> join_cluster(Cluster& cluster) {
    NameIndex index(cluster.elements.size());
    if (auto fault = index_elements(cluster, index)) return fault;
    if (auto fault = contain_elements(cluster, index)) return fault;
    std::unordered_map<std::string_view, size_t> links;
    for (size_t i = 0; i < cluster.links.size(); ++i) {
        const Link& link = cluster.links[i];
        for (const auto& [key, end] :
             {std::pair<const char*, const std::string&>{"from", link.from}, {"to", link.to}})
            if (index.position(end) < 0)
                return Diagnostic{fmt::format("/links/{}/{}", i, key),
                                  fmt::format("there is no element '{}'", end), did_you_mean(end, cluster)};
        if (link.id.empty()) continue;
        const auto [it, added] = links.emplace(link.id, i);
        if (!added)
            return Diagnostic{fmt::format("/links/{}/id", i),
                              fmt::format("'{}' is the id of link {} too", link.id, it->second),
                              "give each its own id, or none"};
    }
    name_links(cluster);
    return std::nullopt;
}

} // namespace roofrack
