// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/collectives/collectives.h"

#include "core/base/units/ascii_text.h"
#include "core/base/units/saturated.h"
#include "core/step/collectives/collective_algorithm.h"
#include "core/step/collectives/measured_collectives.h"
#include "core/step/collectives/torus_span.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

enum Protocol { ll, ll128, simple };

/// NCCL's tuner constants and the measured shares of line rates.
const Defaults::Collectives& nccl(const GroupPath& path) { return path.defaults->collectives; }

const Defaults::HopLatencies& inner_hops(const GroupPath& path) {
    return path.link_class == LinkClass::pcie ? nccl(path).pci : nccl(path).nvlink;
}

double ring_bus(const GroupPath& path) {
    return path.nodes > 1 ? std::min(path.intra_bus * path.border_share, path.inter_bus) : path.intra_bus;
}

/// A path without any link has no rate to divide by.
bool unreachable(const GroupPath& path) { return !(ring_bus(path) > 0); }

/// Seconds of a transfer that hides as much of a wait as itself lasts, and the reverse.
double overlapped(double transfer, double wait) {
    return wait > 0 ? std::sqrt(transfer * transfer + wait * wait) : transfer;
}

bool is_torus(const GroupPath& path) { return path.torus_axes > 0; }

/// Steps round a ring: `passes`·(n−1). `moved`: bytes that each link carries; `part`: bytes of a step.
struct RingWalk {
    double passes = 1, moved = 0, part = 0;
};

double walk_time(double bytes, const GroupPath& path, const RingWalk& walk) {
    const double n = path.members, bus = ring_bus(path), passes = walk.passes;
    const Defaults::Collectives& c = nccl(path);
    const Defaults::Protocols &base = c.base_ring, &inner = inner_hops(path).ring, &net = c.net.ring;
    const double steps = passes * (n - 1), across = path.nodes > 1 ? passes * (path.nodes - 1) : 0;
    const double hop = path.near_latency + path.hop_latency + path.match_time;
    const double detour = across > 0 ? passes * path.ring_far_latency : 0;
    const double transfer = walk.moved / bus;
    const double wait = across * path.message_time * std::min(1.0, bytes / c.rendezvous_size);
    double best = infinite;
    for (const Protocol p : {ll, ll128, simple}) {
        if (p == ll128 && !path.ll128) continue;
        double latency = (steps - across) * inner[p] + across * (net[p] + hop);
        if (p == simple) {
            if (across > 0 && passes == 2) latency *= c.ring_plateau;
            // Filling the pipeline: each step first moves a part of its chunk, at most a slice.
            latency += steps * std::min(c.first_slice * walk.part / bus, c.slice / c.channel_rate);
        }
        const double share = p == ll ? std::min(c.ring_factor[ll], path.ll_rate / bus) : c.ring_factor[p];
        best = std::min(best, base[p] + latency + detour +
                                  overlapped(transfer / share, p == ll ? c.rendezvous_ll * wait : wait));
    }
    return best + path.launch;
}

/// Passes: 2 for all-reduce, 1 for all-gather and reduce-scatter.
double ring_time(double bytes, const GroupPath& path, double passes) {
    const double n = path.members;
    return walk_time(bytes, path, {passes, bytes * passes * (n - 1) / n, bytes / n});
}

/// Broadcast and reduce: the whole buffer passes each link of the ring once, slice behind slice
/// (NCCL's tuning.cc: n steps of n; NCCL's device/broadcast.h).
double chain_time(double bytes, const GroupPath& path) { return walk_time(bytes, path, {1, bytes, bytes}); }

bool is_chain(Collective collective) {
    return collective == Collective::broadcast || collective == Collective::reduce;
}

/// NCCL's correction of the tree's bandwidth at a size, between its powers of two so that more bytes never
/// take less time.
double tree_correction(const Defaults::Sizes& table, double bytes) {
    const double at = std::clamp(std::log2(bytes / 64), 0.0, 23.0);
    const size_t below = std::min<size_t>(saturated<size_t>(at), 22);
    return std::lerp(table[below], table[below + 1], at - static_cast<double>(below));
}

/// Double binary tree over the nodes, a chain inside each.
double tree_time(double bytes, const GroupPath& path) {
    const Defaults::Collectives& c = nccl(path);
    const Defaults::Protocols &base = c.base_tree, &inner = inner_hops(path).tree, &net = c.net.tree;
    const bool several = path.nodes > 1;
    const double levels = several ? std::floor(std::log2(path.nodes)) : 0;
    const double hop = path.near_latency + path.hop_latency;
    // Each NIC carries the buffer twice each way, but between two nodes only once, where both directions run
    // at a time: a rendezvous for each chunk keeps them apart.
    const bool eager = path.message_time <= 0;
    const double border =
        several ? path.inter_bus * (path.nodes <= 2 && eager ? 1 : 0.5 * c.tree_factor[simple]) : infinite;
    double best = infinite;
    for (const Protocol p : {ll, ll128, simple}) {
        if (p == ll128 && !path.ll128) continue;
        const double share = (several ? c.tree_factor : c.tree_factor_one_node)[p] *
                             tree_correction(c.tree_size_correction[p], bytes);
        const double rate =
            std::min({path.intra_bus * (several ? path.border_share : 1) / 2 * share,
                      p == simple && eager ? border : border * share, p == ll ? path.ll_rate / 2 : infinite});
        double latency =
            base[p] + 2 * ((path.domain - 1) * inner[p] + levels * (net[p] + hop) + path.tree_far_latency);
        if (p == simple)
            latency += 2 * (std::log2(path.nodes) + path.domain - 1) *
                       std::min(bytes / c.tree_least_chunks, c.tree_chunk) * c.tree_channels / (2 * rate);
        best = std::min(best, latency + bytes / rate);
    }
    return best + path.launch;
}

/// Reduction inside the NVSwitches of each domain, and over several of them by trees or by the switches
/// between (NVLS, NVLS-tree, NVLS with SHARP).
double nvls_time(double bytes, const GroupPath& path) {
    if (path.link_class != LinkClass::nvlink || (path.nodes <= 1 && path.members < 4) || path.domain <= 1)
        return infinite;
    const Defaults::Collectives& c = nccl(path);
    const double inside = c.nvlink_nvls;
    if (path.nodes <= 1)
        return path.launch + inside +
               (bytes + std::min(bytes, path.nvls_flight * path.members)) / path.nvls_rate;
    const bool sharp = path.in_network_reduction;
    // Switches that reduce are crossed once, however far.
    const double hop = (sharp ? path.latency : path.near_latency) + path.hop_latency;
    const double levels = sharp ? 0.5 : std::floor(std::log2(path.nodes));
    // As in the tree: over more than two nodes each NIC carries the buffer twice.
    const double border = path.inter_bus * (sharp || path.nodes <= 2 ? 1 : 0.5 * c.tree_factor[simple]);
    const double rate = std::min(path.border_share * path.nvls_rate, border);
    const double flight =
        std::min(bytes, path.nvls_flight * path.domain * (1 + (sharp ? 1 : std::log2(path.nodes))));
    const double detour = sharp ? 0 : 2 * path.tree_far_latency;
    return path.launch + inside + 2 * levels * (c.net_nvls_tree + hop) + detour + bytes / rate +
           flight / path.nvls_rate;
}

/// CollNetDirect: every rank reduces its share of the domain's buffer and the switches reduce the nodes.
double collnet_time(double bytes, const GroupPath& path) {
    if (!path.in_network_reduction || path.nodes <= 1) return infinite;
    const double d = path.domain;
    const double inside = d > 1 ? path.intra_bus * d / (2 * (d - 1)) : infinite;
    const Defaults::Collectives& c = nccl(path);
    const double latency =
        2 * (std::min(1.0, d - 1) * inner_hops(path).collnet_direct + (d - 1) * c.collnet_peer) +
        c.net.collnet_direct + path.latency + path.hop_latency;
    return path.launch + latency + bytes / (c.collnet_share * std::min(inside, path.inter_bus));
}

/// PAT: logarithmic latency of all-gather and reduce-scatter with one rank a node (NCCL 2.23 and later).
double pat_time(double bytes, const GroupPath& path) {
    if (path.nodes <= 1 || path.domain > 1 || path.message_time > 0) return infinite;
    const Defaults::Collectives& c = nccl(path);
    const double n = path.members;
    return path.launch + c.base_pat +
           std::log2(n) * (c.net_pat + path.near_latency + path.hop_latency) / c.pat_overlap +
           path.tree_far_latency + n * c.pat_rank + bytes * (n - 1) / n / (c.pat_factor * ring_bus(path));
}

/// The fastest way of a call.
struct Choice {
    CollectiveAlgorithm algorithm;
    double time;

    void consider(CollectiveAlgorithm other, double seconds) {
        if (seconds < time) *this = {other, seconds};
    }
};

Choice all_reduce_choice(double bytes, const GroupPath& path) {
    if (is_torus(path)) return {CollectiveAlgorithm::torus, torus_time(bytes, path, 2)};
    Choice best{CollectiveAlgorithm::ring, ring_time(bytes, path, 2)};
    best.consider(CollectiveAlgorithm::tree, tree_time(bytes, path));
    if (path.nvls) best.consider(CollectiveAlgorithm::nvls, nvls_time(bytes, path));
    if (path.in_network_reduction) best.consider(CollectiveAlgorithm::collnet, collnet_time(bytes, path));
    return best;
}

/// Reduce-scatter alike.
Choice all_gather_choice(double bytes, const GroupPath& path) {
    if (is_torus(path)) return {CollectiveAlgorithm::torus, torus_time(bytes, path, 1)};
    Choice best{CollectiveAlgorithm::ring, ring_time(bytes, path, 1)};
    best.consider(CollectiveAlgorithm::pat, pat_time(bytes, path));
    return best;
}

/// Every rank talks to every other: one message a peer.
double all_to_all_formula(double bytes, const GroupPath& path) {
    const double n = path.members;
    const double base = nccl(path).base_ring[simple] + path.launch + (n - 1) * path.peer_time;
    const double inside = is_torus(path) ? bytes * path.domain / n * path.torus_cross
                                         : bytes * (path.domain - 1) / n / (path.pair_share * path.intra_bus);
    if (path.nodes <= 1) return base + inside;
    const double across = bytes * (n - path.domain) / n / (path.all_to_all_share * path.inter_rank);
    return base + path.latency + path.hop_latency + path.match_time + nccl(path).net.ring[ll] +
           std::max(inside, across);
}

double send_formula(double bytes, const GroupPath& path) {
    if (path.nodes <= 1)
        return nccl(path).nvlink.ring[simple] + bytes / (is_torus(path) ? path.torus_cable : path.intra_bus);
    return path.inter_rank > 0
               ? nccl(path).net.ring[simple] + path.latency + path.match_time + bytes / path.inter_rank
               : infinite;
}

double time_of(Collective collective, double bytes, const GroupPath& path) {
    if (path.members <= 1 || bytes <= 0) return 0;
    if (path.measured) {
        const double seconds = path.measured->time(collective, bytes, path);
        if (seconds > 0) return seconds;
    }
    return formula_time(collective, bytes, path);
}

} // namespace

double formula_time(Collective collective, double bytes, const GroupPath& path) {
    if (path.members <= 1 || bytes <= 0) return 0;
    if (unreachable(path)) return infinite;
    switch (collective) {
    case Collective::all_reduce: return all_reduce_choice(bytes, path).time;
    case Collective::all_gather:
    case Collective::reduce_scatter: return all_gather_choice(bytes, path).time;
    case Collective::all_to_all: return all_to_all_formula(bytes, path);
    case Collective::broadcast:
    case Collective::reduce: return is_torus(path) ? torus_time(bytes, path, 1) : chain_time(bytes, path);
    case Collective::send_recv: break;
    }
    return send_formula(bytes, path);
}

CollectiveAlgorithm collective_algorithm(Collective collective, double bytes, const GroupPath& path) {
    if (path.members <= 1 || bytes <= 0 || unreachable(path)) return CollectiveAlgorithm::none;
    switch (collective) {
    case Collective::all_reduce: return all_reduce_choice(bytes, path).algorithm;
    case Collective::all_gather:
    case Collective::reduce_scatter: return all_gather_choice(bytes, path).algorithm;
    case Collective::broadcast:
    case Collective::reduce: return is_torus(path) ? CollectiveAlgorithm::torus : CollectiveAlgorithm::ring;
    case Collective::all_to_all:
    case Collective::send_recv: break;
    }
    return CollectiveAlgorithm::all_pairs;
}

double formula_time_by(CollectiveAlgorithm algorithm, Collective collective, double bytes,
                       const GroupPath& path) {
    if (path.members <= 1 || bytes <= 0) return 0;
    if (unreachable(path)) return infinite;
    if (is_chain(collective))
        return algorithm == collective_algorithm(collective, bytes, path)
                   ? formula_time(collective, bytes, path)
                   : infinite;
    const bool reduces = collective == Collective::all_reduce;
    const bool gathers = collective == Collective::all_gather || collective == Collective::reduce_scatter;
    if (!reduces && !gathers)
        return algorithm == CollectiveAlgorithm::all_pairs ? formula_time(collective, bytes, path) : infinite;
    const double passes = reduces ? 2 : 1;
    if (is_torus(path))
        return algorithm == CollectiveAlgorithm::torus ? torus_time(bytes, path, passes) : infinite;
    switch (algorithm) {
    case CollectiveAlgorithm::ring: return ring_time(bytes, path, passes);
    case CollectiveAlgorithm::tree: return reduces ? tree_time(bytes, path) : infinite;
    case CollectiveAlgorithm::nvls: return reduces && path.nvls ? nvls_time(bytes, path) : infinite;
    case CollectiveAlgorithm::collnet: return reduces ? collnet_time(bytes, path) : infinite;
    case CollectiveAlgorithm::pat: return gathers ? pat_time(bytes, path) : infinite;
    case CollectiveAlgorithm::none:
    case CollectiveAlgorithm::torus:
    case CollectiveAlgorithm::all_pairs: break;
    }
    return infinite;
}

double all_reduce_time_by(CollectiveAlgorithm algorithm, double bytes, const GroupPath& path) {
    if (path.members <= 1 || bytes <= 0) return 0;
    if (unreachable(path)) return infinite;
    if (is_torus(path)) return torus_time(bytes, path, 2);
    return algorithm == CollectiveAlgorithm::tree ? tree_time(bytes, path) : ring_time(bytes, path, 2);
}

std::string_view name_of(CollectiveAlgorithm algorithm) {
    switch (algorithm) {
    case CollectiveAlgorithm::none: return "none";
    case CollectiveAlgorithm::ring: return "ring";
    case CollectiveAlgorithm::tree: return "tree";
    case CollectiveAlgorithm::nvls: return "NVLS";
    case CollectiveAlgorithm::collnet: return "CollNet";
    case CollectiveAlgorithm::pat: return "PAT";
    case CollectiveAlgorithm::torus: return "torus";
    case CollectiveAlgorithm::all_pairs: break;
    }
    return "all-pairs";
}

std::optional<CollectiveAlgorithm> collective_algorithm(std::string_view name) {
    for (int i = 0; i < collective_algorithm_count; ++i)
        if (lower(name) == lower(name_of(static_cast<CollectiveAlgorithm>(i))))
            return static_cast<CollectiveAlgorithm>(i);
    return std::nullopt;
}

double all_reduce_time(double bytes, const GroupPath& path) {
    return time_of(Collective::all_reduce, bytes, path);
}

double all_gather_time(double bytes, const GroupPath& path) {
    return time_of(Collective::all_gather, bytes, path);
}

double all_to_all_time(double bytes, const GroupPath& path) {
    return time_of(Collective::all_to_all, bytes, path);
}

double send_time(double bytes, const GroupPath& path) { return time_of(Collective::send_recv, bytes, path); }

std::string_view name_of(Collective collective) {
    switch (collective) {
    case Collective::all_reduce: return "all_reduce";
    case Collective::all_gather: return "all_gather";
    case Collective::reduce_scatter: return "reduce_scatter";
    case Collective::all_to_all: return "alltoall";
    case Collective::broadcast: return "broadcast";
    case Collective::reduce: return "reduce";
    case Collective::send_recv: break;
    }
    return "sendrecv";
}

std::optional<Collective> collective(std::string_view name) {
    for (int i = 0; i < collective_count; ++i)
        if (name == name_of(static_cast<Collective>(i))) return static_cast<Collective>(i);
    return std::nullopt;
}

double bus_factor(Collective collective, double members) {
    switch (collective) {
    case Collective::all_reduce: return 2 * (members - 1) / members;
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_to_all: return (members - 1) / members;
    case Collective::broadcast:
    case Collective::reduce:
    case Collective::send_recv: break;
    }
    return 1;
}

double all_reduce_bus_bandwidth(double bytes, double seconds, double members) {
    return seconds > 0 ? bus_factor(Collective::all_reduce, members) * bytes / seconds : 0;
}

} // namespace roofrack
