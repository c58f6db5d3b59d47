// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/storage_traffic.h"

#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/engine/prepared_impl.h"

#include <algorithm>
#include <map>

namespace roofrack {

namespace {

/// B/s of all cables of a link that are up, one direction; 0 when nothing tells.
double rate_of(const LinkEnds& ends, const Cluster& cluster, const Containment& containment,
               const Catalog& catalog) {
    const Link& link = cluster.links[static_cast<size_t>(ends.link)];
    const auto cable = cable_rate(link, cluster.elements[static_cast<size_t>(ends.from)],
                                  cluster.elements[static_cast<size_t>(ends.to)], catalog);
    return cable.value_or(ByteRate(0)).si() * ends.at_from * containment.instances(ends.from) *
           std::clamp(link.health, 0.0, 1.0);
}

} // namespace

double sample_bytes(const Prepared::Impl& impl) {
    return impl.model.generic ? impl.model.generic->input_bytes_per_sample.si()
                              : impl.defaults->input.bytes_per_token * sequence_of(impl);
}

std::vector<StorageShare> storage_shares(const Cluster& cluster, const Containment& containment,
                                         const Catalog& catalog) {
    const size_t size = cluster.elements.size();
    std::vector<std::vector<std::pair<int, int>>> around(size); // (neighbour, link)
    for (size_t l = 0; l < cluster.links.size(); ++l) {
        const int from = containment.index(cluster.links[l].from),
                  to = containment.index(cluster.links[l].to);
        if (from < 0 || to < 0 || from == to) continue;
        around[static_cast<size_t>(from)].emplace_back(to, static_cast<int>(l));
        around[static_cast<size_t>(to)].emplace_back(from, static_cast<int>(l));
    }
    std::vector<int> distance(size, -1), queue;
    for (size_t i = 0; i < size; ++i)
        if (cluster.elements[i].kind == ElementKind::storage) {
            distance[i] = 0;
            queue.push_back(static_cast<int>(i));
        }
    double gpus = 0;
    std::map<int, double> gpus_at; // by distance
    std::map<int, std::vector<StorageShare>> hops;
    for (size_t head = 0; head < queue.size(); ++head) {
        const auto near = static_cast<size_t>(queue[head]);
        const Element& element = cluster.elements[near];
        if (element.kind == ElementKind::server) {
            const Part* part = drawn_part(element, catalog);
            const double here =
                (part ? part->value_or("gpus", 0) : 0) * containment.instances(static_cast<int>(near));
            gpus += here;
            gpus_at[distance[near]] += here;
            continue; // servers forward nothing
        }
        for (const auto& [far, l] : around[near]) {
            const ElementKind kind = cluster.elements[static_cast<size_t>(far)].kind;
            if (kind != ElementKind::server && kind != ElementKind::switch_) continue;
            int& there = distance[static_cast<size_t>(far)];
            if (there < 0) {
                there = distance[near] + 1;
                queue.push_back(far);
            }
            if (there != distance[near] + 1) continue;
            const auto ends = link_ends(cluster, containment, l);
            const double rate = ends ? rate_of(*ends, cluster, containment, catalog) : 0;
            if (rate > 0) hops[distance[near]].push_back({l, rate, 0});
        }
    }
    std::vector<StorageShare> out;
    if (gpus <= 0) return out;
    double beyond = gpus;
    for (auto& [hop, links] : hops) {
        if (const auto reached = gpus_at.find(hop); reached != gpus_at.end()) beyond -= reached->second;
        double rate = 0;
        for (const StorageShare& each : links) rate += each.rate;
        for (StorageShare& each : links) {
            each.share = std::max(0.0, beyond) / gpus * each.rate / rate;
            if (each.share > 1e-12) out.push_back(each);
        }
    }
    return out;
}

} // namespace roofrack
