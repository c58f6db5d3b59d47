// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/collectives.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Achievable share of a link's nominal rate. NVLink: 20.6 of 25 GB/s a link on Hopper (NCCL topo.h); NICs:
/// resources/catalog/defaults.json nic_efficiency_of_line_rate; PCIe and Omni-Path by judgement.
double rate_share(LinkClass link_class) {
    switch (link_class) {
    case LinkClass::nvlink: return 0.81;
    case LinkClass::pcie: return 0.8;
    case LinkClass::infiniband:
    case LinkClass::roce: return 0.95;
    case LinkClass::efa: return 0.92;
    case LinkClass::slingshot: return 0.73;
    case LinkClass::omnipath: return 0.85;
    case LinkClass::ici: return 0.9;
    case LinkClass::wan: break;
    }
    return 0.9;
}

enum Protocol { ll, ll128, simple };

/// NCCL's latencies in seconds, [LL, LL128, Simple].
struct LatencyTable {
    std::array<double, 3> base, inner, net;
};
constexpr LatencyTable ring_nvlink{
    {6.6e-6, 14e-6, 8.4e-6}, {0.6e-6, 1.9e-6, 3.4e-6}, {2.7e-6, 4.0e-6, 14e-6}};
constexpr LatencyTable ring_pcie{{6.6e-6, 14e-6, 8.4e-6}, {1.0e-6, 2.5e-6, 5.7e-6}, {2.7e-6, 4.0e-6, 14e-6}};
constexpr LatencyTable tree_nvlink{
    {6.8e-6, 14e-6, 8.4e-6}, {0.6e-6, 1.25e-6, 4.0e-6}, {5.0e-6, 8.5e-6, 14e-6}};
constexpr LatencyTable tree_pcie{{6.8e-6, 14e-6, 8.4e-6}, {1.0e-6, 1.9e-6, 4.0e-6}, {5.0e-6, 8.5e-6, 14e-6}};
constexpr std::array<double, 3> ring_share{0.5, 0.92, 1.0};
constexpr std::array<double, 3> tree_share{1 / 3.8, 120.0 / 128, 0.92};
constexpr double multinode_plateau = 1.4;     // ring, Simple, all-reduce
constexpr double nvls_algorithm_share = 0.61; // 8 × H100: 480 GB/s bus bandwidth measured on 450 GB/s links
constexpr double nvls_latency = 25e-6;

double bus_of(const GroupPath& path) {
    return path.nodes > 1 ? std::min(path.intra_bus, path.inter_bus) : path.intra_bus;
}

/// Ring of `passes`·(n−1) steps: 2 for all-reduce, 1 for all-gather and reduce-scatter.
double ring_time(double bytes, const GroupPath& path, double passes) {
    const double n = path.members, bus = bus_of(path);
    const LatencyTable& table = path.link_class == LinkClass::pcie ? ring_pcie : ring_nvlink;
    const double steps = passes * (n - 1), across = path.nodes > 1 ? passes * (path.nodes - 1) : 0;
    double best = infinite;
    for (const Protocol p : {ll, ll128, simple}) {
        double latency =
            table.base[p] + (steps - across) * table.inner[p] + across * (table.net[p] + path.latency);
        if (p == simple && across > 0 && passes == 2) latency *= multinode_plateau;
        best = std::min(best, latency + bytes * passes * (n - 1) / n / (bus * ring_share[p]));
    }
    return best;
}

double tree_time(double bytes, const GroupPath& path) {
    const LatencyTable& table = path.link_class == LinkClass::pcie ? tree_pcie : tree_nvlink;
    const double bus = bus_of(path);
    double best = infinite;
    for (const Protocol p : {ll, ll128, simple}) {
        const double latency =
            table.base[p] + 2 * ((path.domain - 1) * table.inner[p] +
                                 std::floor(std::log2(path.nodes)) * (table.net[p] + path.latency));
        best = std::min(best, latency + bytes / (bus / 2 * tree_share[p]));
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
        best = std::min(best, nvls_latency + bytes / (path.intra_bus / rate_share(LinkClass::nvlink) *
                                                      nvls_algorithm_share));
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
    const double n = path.members, base = ring_nvlink.base[simple];
    const double inside = bytes * (path.domain - 1) / n / path.intra_bus;
    if (path.nodes <= 1) return base + (n - 1) * ring_nvlink.inner[ll] + inside;
    // Measured over 2 and more nodes: 0.8–0.95 of the formula (defaults.json alltoall_efficiency).
    const double across = bytes * (n - path.domain) / n / (0.9 * path.inter_rank);
    return base + path.latency + ring_nvlink.net[simple] + (n - 1) * ring_nvlink.inner[ll] +
           std::max(inside, across);
}

double send_time(double bytes, const GroupPath& path) {
    if (path.members <= 1 || bytes <= 0) return 0;
    if (path.nodes <= 1) return ring_nvlink.inner[simple] + bytes / path.intra_bus;
    return path.inter_rank > 0 ? ring_nvlink.net[simple] + path.latency + bytes / path.inter_rank : infinite;
}

double all_reduce_bus_bandwidth(double bytes, double seconds, double members) {
    return seconds > 0 ? 2 * (members - 1) / members * bytes / seconds : 0;
}

} // namespace roofrack
