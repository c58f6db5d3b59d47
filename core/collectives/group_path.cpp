// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collectives/collectives.h"
#include "core/collectives/direct_links.h"
#include "core/collectives/nccl_constants.h"
#include "core/collectives/rate_share.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

// Nominal rates of NVLink 3, 4 and 5, one direction, B/s a GPU.
constexpr double ampere_rate = 300e9, hopper_rate = 450e9, blackwell_rate = 900e9;

/// What a ring carries of a nominal NVLink rate: 20 of 25 GB/s a link to Ampere, 20.6 on Hopper, 40.1 of 50
/// on Blackwell (NCCL topo.h), and in between so that more is never slower.
double nvlink_rate(double nominal) {
    static const double ampere = nccl().nvlink_rate_per_link[1] / 25e9,
                        hopper = nccl().nvlink_rate_per_link[2] / 25e9,
                        blackwell = nccl().nvlink_rate_per_link[3] / 50e9;
    const auto between = [&](double low, double low_share, double high, double high_share) {
        return std::lerp(low * low_share, high * high_share, (nominal - low) / (high - low));
    };
    if (nominal <= ampere_rate) return nominal * ampere;
    if (nominal <= hopper_rate) return between(ampere_rate, ampere, hopper_rate, hopper);
    if (nominal <= blackwell_rate) return between(hopper_rate, hopper, blackwell_rate, blackwell);
    return nominal * blackwell;
}

/// Bytes a second of a buffer that NVSwitches reduce: 480 GB/s bus bandwidth measured on 8 × H100 of
/// 450 GB/s (stas00/ml-engineering) is 0.61 of the rate; Blackwell has 0.74/0.85 of Hopper's efficiency (NCCL
/// tuning.cc).
double nvls_rate(double nominal) {
    constexpr double hopper = 0.61;
    static const double blackwell = hopper * nccl().nvls_efficiency[3] / nccl().nvls_efficiency[2];
    if (nominal <= hopper_rate) return nominal * hopper;
    const double slope = (blackwell * blackwell_rate - hopper * hopper_rate) / (blackwell_rate - hopper_rate);
    return hopper * hopper_rate + slope * (nominal - hopper_rate);
}

/// NVLS moves chunks of 128 KiB on 16 channels for each GPU on Hopper (NCCL src/init.cc, src/enqueue.cc); on
/// faster links on as many more as keep the time of a chunk.
double nvls_flight(double nominal) {
    return 16 * 131072.0 * std::max(1.0, nvls_rate(nominal) / nvls_rate(hopper_rate));
}

/// What the transport adds to a collective that crosses `path.border_class`.
void set_transport(GroupPath& path, double nic, NetworkVariant variant, const CollectiveConstants& c) {
    if (path.border_class == LinkClass::efa)
        path.hop_latency = nic >= 25e9 ? c.efa2_hop_latency : c.efa_hop_latency;
    if (path.border_class == LinkClass::slingshot) {
        path.message_time = c.slingshot_message_time;
        path.all_to_all_share = nccl().all_to_all_dragonfly;
    } else {
        path.all_to_all_share = nccl().all_to_all_rails;
    }
    if (path.border_class == LinkClass::omnipath)
        path.inter_bus = std::min(path.inter_bus, c.omnipath_communicator_rate);
    const bool hardware = variant == NetworkVariant::tuned || variant == NetworkVariant::sharp;
    if (!hardware) path.match_time = c.match_time;
    // Sockets limit a flow, not the network: many peers fill it better.
    if (variant == NetworkVariant::tcp) path.all_to_all_share = 1;
    path.ll128 =
        hardware && (path.border_class == LinkClass::infiniband || path.border_class == LinkClass::roce);
}

} // namespace

double rate_share(LinkClass link_class, double nic, NetworkVariant variant, const CollectiveConstants& c) {
    const bool network = link_class != LinkClass::nvlink && link_class != LinkClass::pcie &&
                         link_class != LinkClass::ici && link_class != LinkClass::wan;
    if (network && variant == NetworkVariant::tcp) return c.tcp_rail_share;
    switch (link_class) {
    case LinkClass::nvlink: return 0.81;
    case LinkClass::pcie: return 0.8;
    case LinkClass::infiniband:
    case LinkClass::roce: return nic > 37.5e9 ? nccl().nic_infiniband_400g : nccl().nic_infiniband_200g;
    case LinkClass::efa: return c.efa_rail_share;
    case LinkClass::slingshot: return c.slingshot_rail_share;
    case LinkClass::omnipath: return 0.85;
    case LinkClass::ici:
    case LinkClass::wan: break;
    }
    return 0.9;
}

bool reduces_in_switch(const Part& accelerator) {
    const auto generation = Defaults::generation(accelerator.text_or("architecture", ""));
    return generation && *generation >= 2;
}

GroupPath group_path(const Fabric& fabric, double members, double stride, const NetworkKnobs& knobs,
                     double quality, bool nvls, const CollectiveConstants& constants) {
    GroupPath path;
    path.members = members;
    path.nvls = nvls;
    if (members <= 1 || fabric.levels.empty()) return path;
    const auto inside_block = [&](const FabricLevel& level) {
        return std::clamp(std::floor(level.block_gpus / stride + 1e-9), 1.0, members);
    };
    const FabricLevel& inner = fabric.levels.front();
    const double nominal = inner.inside.si(), nic = inner.egress.si();
    const bool nvlink = inner.inside_class == LinkClass::nvlink;
    path.domain = inside_block(inner);
    path.nodes = std::ceil(members / path.domain - 1e-9);
    path.intra_bus = knobs.scale_up * (nvlink ? nvlink_rate(nominal)
                                              : nominal * rate_share(inner.inside_class, nominal,
                                                                     NetworkVariant::tuned, constants));
    path.intra_bus *= link_share(fabric, path.domain);
    path.link_class = inner.inside_class;
    path.nvls_rate = nvls_rate(nominal) * knobs.scale_up;
    path.nvls_flight = nvls_flight(nominal);
    path.nvls_share = constants.nvls_tree_share;
    path.border_share = path.domain > 1 ? constants.border_ring_share : 1;
    path.peer_time = constants.peer_time;
    path.measured = knobs.measured;
    path.torus_axes = fabric.torus_axes;
    path.inter_bus = path.inter_rank = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < fabric.levels.size(); ++i) {
        const FabricLevel& level = fabric.levels[i];
        const double m = inside_block(level);
        if (m >= members && !(i + 1 == fabric.levels.size() && members * stride > level.block_gpus)) break;
        const bool host_link = level.link_class == LinkClass::pcie || level.link_class == LinkClass::nvlink;
        double egress = level.egress.si() * (1 - level.background_load) * level.routing *
                        rate_share(level.link_class, nic, knobs.variant, constants);
        if (!host_link) egress *= quality;
        egress *= knobs.scale_out * (static_cast<int>(i) == knobs.level ? knobs.level_factor : 1);
        path.latency = std::max(path.latency, level.latency.si());
        if (egress * m < path.inter_bus) {
            path.inter_bus = egress * m;
            path.tightest_level = static_cast<int>(i);
            path.border_class = level.link_class;
            path.in_network_reduction = level.in_network_reduction && knobs.variant == NetworkVariant::sharp;
        }
        path.inter_rank = std::min(path.inter_rank, egress);
    }
    if (path.nodes <= 1) {
        path.inter_bus = path.inter_rank = path.intra_bus;
        path.ll128 = nvlink;
        // H800 and later parts of reduced rate are taken for the generation of their rate.
        if (nvlink && nominal < 0.9 * hopper_rate) path.launch = constants.old_switch_launch;
    } else {
        set_transport(path, nic, knobs.variant, constants);
    }
    return path;
}

} // namespace roofrack
