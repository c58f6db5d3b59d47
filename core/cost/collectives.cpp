// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/collectives.h"

#include "catalog/catalog.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// NCCL's tuner constants and the measured shares of line rates (resources/catalog/defaults.json).
const Defaults::Collectives& nccl() {
    static const Defaults::Collectives& constants = Catalog::built_in().defaults().collectives;
    return constants;
}

/// Achievable share of a link's nominal rate. NVLink: 20.6 of 25 GB/s a link on Hopper (NCCL topo.h); PCIe,
/// Omni-Path, ICI and WAN by judgement.
double rate_share(LinkClass link_class) {
    switch (link_class) {
    case LinkClass::nvlink: return 0.81;
    case LinkClass::pcie: return 0.8;
    case LinkClass::infiniband:
    case LinkClass::roce: return 0.5 * (nccl().nic_infiniband_400g + nccl().nic_infiniband_200g);
    case LinkClass::efa: return nccl().nic_efa;
    case LinkClass::slingshot: return nccl().nic_slingshot;
    case LinkClass::omnipath: return 0.85;
    case LinkClass::ici: return 0.9;
    case LinkClass::wan: break;
    }
    return 0.9;
}

enum Protocol { ll, ll128, simple };

/// 8 × H100: 480 GB/s bus bandwidth measured on 450 GB/s links (stas00/ml-engineering).
constexpr double nvls_algorithm_share = 0.61;

const Defaults::Latencies& inner_hops(const GroupPath& path) {
    return path.link_class == LinkClass::pcie ? nccl().pci : nccl().nvlink;
}

double bus_of(const GroupPath& path) {
    return path.nodes > 1 ? std::min(path.intra_bus, path.inter_bus) : path.intra_bus;
}

/// Ring of `passes`·(n−1) steps: 2 for all-reduce, 1 for all-gather and reduce-scatter.
double ring_time(double bytes, const GroupPath& path, double passes) {
    const double n = path.members, bus = bus_of(path);
    const Defaults::Protocols &base = nccl().base.ring, &inner = inner_hops(path).ring,
                              &net = nccl().net.ring;
    const double steps = passes * (n - 1), across = path.nodes > 1 ? passes * (path.nodes - 1) : 0;
    double best = infinite;
    for (const Protocol p : {ll, ll128, simple}) {
        double latency = base[p] + (steps - across) * inner[p] + across * (net[p] + path.latency);
        if (p == simple && across > 0 && passes == 2) latency *= nccl().ring_plateau;
        best = std::min(best, latency + bytes * passes * (n - 1) / n / (bus * nccl().ring_factor[p]));
    }
    return best;
}

double tree_time(double bytes, const GroupPath& path) {
    const Defaults::Protocols &base = nccl().base.tree, &inner = inner_hops(path).tree,
                              &net = nccl().net.tree;
    const double bus = bus_of(path);
    double best = infinite;
    for (const Protocol p : {ll, ll128, simple}) {
        const double latency = base[p] + 2 * ((path.domain - 1) * inner[p] +
                                              std::floor(std::log2(path.nodes)) * (net[p] + path.latency));
        best = std::min(
            best, latency + bytes / (bus / 2 *
                                     (path.nodes > 1 ? nccl().tree_factor : nccl().tree_factor_one_node)[p]));
    }
    return best;
}

} // namespace

GroupPath group_path(const Fabric& fabric, double members, double stride, const NetworkKnobs& knobs,
                     double quality, bool nvls) {
    GroupPath path;
    path.members = members;
    path.nvls = nvls;
    if (members <= 1 || fabric.levels.empty()) return path;
    const auto inside_block = [&](const FabricLevel& level) {
        return std::clamp(std::floor(level.block_gpus / stride + 1e-9), 1.0, members);
    };
    const FabricLevel& inner = fabric.levels.front();
    path.domain = inside_block(inner);
    path.nodes = std::ceil(members / path.domain - 1e-9);
    path.intra_bus = inner.inside.si() * rate_share(inner.inside_class) * knobs.scale_up;
    path.link_class = inner.inside_class;
    path.inter_bus = path.inter_rank = infinite;
    for (size_t i = 0; i < fabric.levels.size(); ++i) {
        const FabricLevel& level = fabric.levels[i];
        const double m = inside_block(level);
        if (m >= members && !(i + 1 == fabric.levels.size() && members * stride > level.block_gpus)) break;
        const bool host_link = level.link_class == LinkClass::pcie || level.link_class == LinkClass::nvlink;
        double egress =
            level.egress.si() * (1 - level.background_load) * level.routing * rate_share(level.link_class);
        if (!host_link) egress *= quality;
        egress *= knobs.scale_out * (static_cast<int>(i) == knobs.level ? knobs.level_factor : 1);
        path.latency = std::max(path.latency, level.latency.si());
        if (egress * m < path.inter_bus) {
            path.inter_bus = egress * m;
            path.tightest_level = static_cast<int>(i);
            path.in_network_reduction = level.in_network_reduction;
        }
        path.inter_rank = std::min(path.inter_rank, egress);
    }
    if (path.nodes <= 1) path.inter_bus = path.inter_rank = path.intra_bus;
    path.torus_axes = fabric.torus_axes;
    return path;
}

double all_reduce_time(double bytes, const GroupPath& path) {
    if (path.members <= 1 || bytes <= 0) return 0;
    if (bus_of(path) <= 0) return infinite;
    double best = std::min(ring_time(bytes, path, 2), tree_time(bytes, path));
    if (path.nvls && path.nodes <= 1 && path.members >= 4 && path.link_class == LinkClass::nvlink)
        best = std::min(best,
                        nccl().nvlink.nvls[simple] +
                            bytes / (path.intra_bus / rate_share(LinkClass::nvlink) * nvls_algorithm_share));
    return best;
}

double all_gather_time(double bytes, const GroupPath& path) {
    if (path.members <= 1 || bytes <= 0) return 0;
    if (bus_of(path) <= 0) return infinite;
    return ring_time(bytes, path, 1);
}

double all_to_all_time(double bytes, const GroupPath& path) {
    if (path.members <= 1 || bytes <= 0) return 0;
    if (bus_of(path) <= 0) return infinite;
    const double n = path.members, base = nccl().base.ring[simple];
    const double inside = bytes * (path.domain - 1) / n / path.intra_bus;
    if (path.nodes <= 1) return base + (n - 1) * nccl().nvlink.ring[ll] + inside;
    const double across = bytes * (n - path.domain) / n / (nccl().all_to_all_rails * path.inter_rank);
    return base + path.latency + nccl().net.ring[simple] + (n - 1) * nccl().nvlink.ring[ll] +
           std::max(inside, across);
}

double send_time(double bytes, const GroupPath& path) {
    if (path.members <= 1 || bytes <= 0) return 0;
    if (path.nodes <= 1) return nccl().nvlink.ring[simple] + bytes / path.intra_bus;
    return path.inter_rank > 0 ? nccl().net.ring[simple] + path.latency + bytes / path.inter_rank : infinite;
}

double all_reduce_bus_bandwidth(double bytes, double seconds, double members) {
    return seconds > 0 ? 2 * (members - 1) / members * bytes / seconds : 0;
}

} // namespace roofrack
