// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/collectives/group_path.h"

#include "core/drawing/network/block_kinds.h"
#include "core/step/collectives/collectives.h"
#include "core/step/collectives/rate_share.h"
#include "core/step/collectives/torus_span.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace roofrack {

namespace {

/// Scale-up links of NVIDIA's generations; one direction, B/s a GPU.
class NvLink {
public:
    explicit NvLink(const Defaults::Collectives& nccl)
        : m_nccl(nccl) {}
    double ring_rate(double nominal) const;
    double nvls_rate(double nominal) const;
    double nvls_flight(double nominal) const;

private:
    enum Generation { ampere, hopper, blackwell };
    double rate(Generation g) const { return m_nccl.nvlink_links[g] * m_nccl.nvlink_nominal_per_link[g]; }
    double share(Generation g) const {
        return m_nccl.nvlink_rate_per_link[g] / m_nccl.nvlink_nominal_per_link[g];
    }

    const Defaults::Collectives& m_nccl;
};

/// What a ring carries of a nominal rate: 20 of 25 GB/s a link to Ampere, 20.6 on Hopper, 40.1 of 50 on
/// Blackwell (NCCL topo.h), and in between so that more is never slower.
double NvLink::ring_rate(double nominal) const {
    const auto between = [&](double low, double low_share, double high, double high_share) {
        return std::lerp(low * low_share, high * high_share, (nominal - low) / (high - low));
    };
    if (nominal <= rate(ampere)) return nominal * share(ampere);
    if (nominal <= rate(hopper)) return between(rate(ampere), share(ampere), rate(hopper), share(hopper));
    if (nominal <= rate(blackwell))
        return between(rate(hopper), share(hopper), rate(blackwell), share(blackwell));
    return nominal * share(blackwell);
}

/// Bytes a second of a buffer that NVSwitches reduce: 480 GB/s bus bandwidth measured on 8 × H100 of
/// 450 GB/s (stas00/ml-engineering) is 0.61 of the rate; Blackwell has 0.74/0.85 of Hopper's efficiency (NCCL
/// tuning.cc). What is faster than Blackwell follows its line: no rate of NVLink 6 is published.
double NvLink::nvls_rate(double nominal) const {
    const double on_hopper = m_nccl.nvls_rate_share;
    const double on_blackwell = on_hopper * m_nccl.nvls_blackwell / m_nccl.nvls_hopper;
    const double low = rate(hopper), high = rate(blackwell);
    if (nominal <= low) return nominal * on_hopper;
    const double slope = (on_blackwell * high - on_hopper * low) / (high - low);
    return on_hopper * low + slope * (nominal - low);
}

/// NVLS moves chunks of 128 KiB on 16 channels for each GPU on Hopper (NCCL src/init.cc, src/enqueue.cc); on
/// faster links on as many more as keep the time of a chunk.
double NvLink::nvls_flight(double nominal) const {
    return m_nccl.nvls_channels * m_nccl.nvls_chunk *
           std::max(1.0, nvls_rate(nominal) / nvls_rate(rate(hopper)));
}

/// What the transport adds to a collective that crosses `path.border_class`.
void set_transport(GroupPath& path, double nic, NetworkVariant variant, const CollectiveConstants& c,
                   double second_efa) {
    if (path.border_class == LinkClass::efa)
        path.hop_latency = c.efa_hop_latency * (nic >= 25e9 ? second_efa : 1);
    if (path.border_class == LinkClass::slingshot) {
        path.message_time = c.slingshot_message_time;
        path.all_to_all_share = path.defaults->collectives.all_to_all_dragonfly;
    } else {
        path.all_to_all_share = path.defaults->collectives.all_to_all_rails;
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

/// The slowest scale-up links among the domains that hold several members.
double slowest_inside(const FabricLevel& inner, double members, double stride, double job) {
    double out = std::numeric_limits<double>::infinity();
    for_kinds_at_work(inner, job, [&](const BlockKind& kind) {
        if (ranks_in(kind.gpus, members, stride) > 1) out = std::min(out, kind.inside.si());
    });
    return std::isfinite(out) ? out : inner.inside.si();
}

/// Adds up what crossing the borders takes beyond the nearest one, from the innermost outwards.
class Detours {
public:
    explicit Detours(GroupPath& path)
        : m_path(path) {}
    void cross(double latency, double blocks) {
        const double farther = latency - m_path.latency;
        if (farther <= 0) return;
        m_path.latency = latency;
        if (std::exchange(m_first, false)) {
            m_path.near_latency = latency;
            return;
        }
        m_path.ring_far_latency += blocks * farther;
        const double levels = std::floor(std::log2(m_path.nodes));
        m_path.tree_far_latency += std::min(levels, std::floor(std::log2(blocks)) + 1) * farther;
    }

private:
    GroupPath& m_path;
    bool m_first = true;
};

} // namespace

double rate_share(LinkClass link_class, double nic, NetworkVariant variant, const CollectiveConstants& c,
                  const Defaults::Collectives& nccl) {
    const bool network = link_class != LinkClass::nvlink && link_class != LinkClass::pcie &&
                         link_class != LinkClass::ici && link_class != LinkClass::wan;
    if (network && variant == NetworkVariant::tcp) return c.tcp_rail_share;
    switch (link_class) {
    case LinkClass::nvlink: return nccl.nvlink_share;
    case LinkClass::pcie: return nccl.pcie_share;
    case LinkClass::infiniband:
    case LinkClass::roce: return nic > 37.5e9 ? nccl.nic_400g : nccl.nic_200g;
    case LinkClass::efa: return c.efa_rail_share;
    case LinkClass::slingshot: return c.slingshot_rail_share;
    case LinkClass::omnipath: return nccl.omnipath_share;
    case LinkClass::ici:
    case LinkClass::wan: break;
    }
    return nccl.other_share;
}

double border_rate(const FabricLevel& level, ByteRate egress, double nic, double left, double quality,
                   NetworkVariant variant, const CollectiveConstants& constants,
                   const Defaults::Collectives& nccl) {
    const bool host_link = level.link_class == LinkClass::pcie || level.link_class == LinkClass::nvlink;
    const double rate = egress.si() * (1 - level.background_load) * level.routing *
                        rate_share(level.link_class, nic, variant, constants, nccl) * left;
    return host_link ? rate : rate * quality;
}

bool reduces_in_switch(const Part& accelerator) {
    const std::string_view architecture = accelerator.text_or("architecture", "");
    for (const char* reduces : {"hopper", "blackwell", "blackwell-ultra", "rubin"})
        if (architecture == reduces) return true;
    return false;
}

GroupPath group_path(const Fabric& fabric, double members, double stride, const NetworkKnobs& knobs,
                     double quality, bool nvls, const CollectiveConstants& constants) {
    GroupPath path;
    path.defaults = fabric.defaults;
    path.members = members;
    path.nvls = nvls;
    if (members <= 1 || fabric.levels.empty()) return path;
    const FabricLevel& inner = fabric.levels.front();
    const double gpus = std::max(knobs.gpus, members), job = std::max(knobs.gpus, members * stride);
    const double nominal = slowest_inside(inner, members, stride, job), nic = inner.egress.si();
    const bool nvlink = inner.inside_class == LinkClass::nvlink;
    const Defaults::Collectives& nccl = fabric.defaults->collectives;
    const NvLink scale_up(nccl);
    const size_t first = fabric.torus_level > 0 ? static_cast<size_t>(fabric.torus_level) : 0;
    const bool grown = grows_for(fabric, members, stride);
    const BlockSpread domains =
        grown ? BlockSpread{members, 1} : block_spread(fabric, fabric.levels[first], members, stride, job);
    path.domain = domains.members;
    path.nodes = domains.blocks;
    path.intra_bus = knobs.scale_up * (nvlink ? scale_up.ring_rate(nominal)
                                              : nominal * rate_share(inner.inside_class, nominal,
                                                                     NetworkVariant::tuned, constants, nccl));
    path.ll_rate = nccl.ll_rate[path.nodes <= 1 ? 0 : path.nodes <= 2 ? 1 : 2];
    const double left_within = knobs.as_drawn ? 1 : inner.left_within(gpus);
    path.intra_bus *= link_share(fabric, path.domain) * left_within;
    path.link_class = inner.inside_class;
    path.nvls_rate = scale_up.nvls_rate(nominal) * knobs.scale_up * left_within;
    path.nvls_flight = scale_up.nvls_flight(nominal);
    path.border_share = path.domain > 1 ? constants.border_share : 1;
    path.peer_time = constants.peer_time;
    if (nvlink) path.pair_share = constants.pair_share;
    path.measured = knobs.measured;
    if (const TorusAxes axes = torus_axes(fabric, path.domain, stride, knobs); axes.count > 0)
        set_torus(axes, rate_share(LinkClass::ici, nominal, knobs.variant, constants, nccl), path);
    path.inter_bus = path.inter_rank = std::numeric_limits<double>::infinity();
    Detours detours(path);
    if (grown) path.outermost_level = static_cast<int>(first);
    for (size_t i = first; i < fabric.levels.size() && !grown; ++i) {
        const FabricLevel& level = fabric.levels[i];
        const BlockSpread held = block_spread(fabric, level, members, stride, job);
        const bool beyond = i + 1 == fabric.levels.size() && members * stride > level.block_gpus;
        if (held.blocks <= 1 && !beyond) break;
        const double left = knobs.as_drawn ? 1 : level.left(gpus);
        const double scaled = knobs.scale_out * (static_cast<int>(i) == knobs.level ? knobs.level_factor : 1);
        const auto cross = [&](ByteRate egress, double held_members) {
            const double rate =
                border_rate(level, egress, nic, left, quality, knobs.variant, constants, nccl) * scaled;
            if (rate * held_members < path.inter_bus) {
                path.inter_bus = rate * held_members;
                path.tightest_level = static_cast<int>(i);
                path.border_class = level.link_class;
                path.in_network_reduction =
                    level.in_network_reduction && knobs.variant == NetworkVariant::sharp;
            }
            path.inter_rank = std::min(path.inter_rank, rate);
        };
        path.outermost_level = static_cast<int>(i);
        if (level.unequal.empty())
            cross(level.egress, held.members);
        else
            for_kinds_at_work(level, job, [&](const BlockKind& kind) {
                const double ranks = ranks_in(kind.gpus, members, stride);
                if (ranks < members) cross(kind.egress, ranks);
            });
        detours.cross(level.latency.si(), held.blocks);
    }
    if (path.nodes <= 1) {
        path.inter_bus = path.inter_rank = path.intra_bus;
        path.ll128 = nvlink;
        if (nvlink) path.launch = constants.launch;
    } else {
        path.launch = constants.network_launch;
        set_transport(path, nic, knobs.variant, constants, nccl.efa_second_generation);
    }
    return path;
}

double link_share(const Fabric& fabric, double members) {
    const double domain = fabric.scale_up_domain;
    if (members <= 1 || domain <= 1) return 1;
    if (fabric.mesh)
        return fabric.defaults->collectives.mesh_share * std::min(1.0, (members - 1) / (domain - 1));
    constexpr double open = 0.5;
    return fabric.torus_axes > 0 ? open : 1;
}

} // namespace roofrack
