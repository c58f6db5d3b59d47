// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/storage_traffic.h"

#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
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

std::vector<StorageShare> storage_shares(const ResolvedDrawing& drawing) {
    const Cluster& cluster = drawing.cluster();
    const Containment& containment = drawing.containment();
    const Catalog& catalog = drawing.catalog();
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
            const auto& ends = drawing.ends()[static_cast<size_t>(l)];
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

double storage_links_rate(const ResolvedDrawing& drawing) {
    double least = 0;
    for (const StorageShare& each : storage_shares(drawing))
        if (const double carried = each.rate / each.share; least <= 0 || carried < least) least = carried;
    return least;
}

double storage_rate(const Prepared::Impl& impl, ByteRate drawn, double more) {
    const double own = drawn.si() * more, links = impl.storage_links.si();
    return links > 0 ? std::min(own, links) : own;
}

double InputNeeds::step(double busy) const {
    const double pace = std::max(busy, time());
    const double beside = std::max({busy, prepare, read / left});
    if (writing <= 0 || beside <= pace) return pace;
    return 1 / ((1 - writing) / pace + writing / beside);
}

InputNeeds input_needs(const Prepared::Impl& impl, double gpus, double batch, const ResourceKnobs& knobs) {
    const Site& site = impl.scenario.site;
    InputNeeds out;
    out.bytes = batch * sample_bytes(impl);
    out.read_rate = storage_rate(impl, impl.fabric.storage_read, knobs.storage);
    if (out.read_rate > 0) out.read = out.bytes / out.read_rate;
    out.server_rate = site.host_input_rate;
    if (site.loader_cores && site.sample_core_time.si() > 0) {
        const double cores = *site.loader_cores / site.sample_core_time.si();
        out.server_rate = out.server_rate > 0 ? std::min(out.server_rate, cores) : cores;
    }
    if (out.server_rate > 0)
        out.prepare =
            batch / (out.server_rate * knobs.input * gpus / std::max(1.0, impl.fabric.gpus_per_server));
    return out;
}

void add_background_write(const Prepared::Impl& impl, double bytes, double write, double interval,
                          const ResourceKnobs& knobs, InputNeeds& needs) {
    const double rate = storage_rate(impl, impl.fabric.storage_write, knobs.storage);
    if (rate <= 0 || write <= 0 || !(interval > 0) || !std::isfinite(interval)) return;
    constexpr double fair = 0.5; // fair share of two that want all
    const double takes = std::min(1.0, bytes / write / rate);
    needs.left = std::max(1 - takes, fair);
    needs.writing = std::min(1.0, write * std::max(1.0, takes / (1 - fair)) / interval);
}

std::string_view name_of(InputLimit limit) {
    switch (limit) {
    case InputLimit::storage: return "storage";
    case InputLimit::links: return "links";
    case InputLimit::checkpoint: return "checkpoint";
    case InputLimit::loaders: return "loaders";
    case InputLimit::nothing: break;
    }
    return "nothing";
}

InputLimit input_limit(const Prepared::Impl& impl, const InputNeeds& needs, double busy) {
    if (needs.time() <= 0) return InputLimit::nothing;
    // Beside a checkpoint reading may be the slower of the two, though by itself it is not.
    const double beside = needs.writing > 0 ? needs.read / needs.left : needs.read;
    if (needs.prepare >= beside) return InputLimit::loaders;
    if (needs.time() <= busy && beside > busy) return InputLimit::checkpoint;
    const double links = impl.storage_links.si();
    return links > 0 && links < impl.fabric.storage_read.si() ? InputLimit::links : InputLimit::storage;
}

} // namespace roofrack
