// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collectives/collectives.h"
#include "core/collectives/direct_links.h"
#include "core/collectives/rate_share.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
    /// H800 and later parts of reduced rate are taken for the generation of their rate.
    bool before_hopper(double nominal) const { return nominal < 0.9 * rate(hopper); }

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
/// tuning.cc).
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
void set_transport(GroupPath& path, double nic, NetworkVariant variant, const CollectiveConstants& c) {
    if (path.border_class == LinkClass::efa)
        path.hop_latency = nic >= 25e9 ? c.efa2_hop_latency : c.efa_hop_latency;
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

double border_rate(const FabricLevel& level, double nic, double left, double quality, NetworkVariant variant,
                   const CollectiveConstants& constants, const Defaults::Collectives& nccl) {
    const bool host_link = level.link_class == LinkClass::pcie || level.link_class == LinkClass::nvlink;
    const double rate = level.egress.si() * (1 - level.background_load) * level.routing *
                        rate_share(level.link_class, nic, variant, constants, nccl) * left;
    return host_link ? rate : rate * quality;
}

bool reduces_in_switch(const Part& accelerator) {
    const std::string_view architecture = accelerator.text_or("architecture", "");
    return architecture == "hopper" || architecture == "blackwell" || architecture == "blackwell-ultra";
}

GroupPath group_path(const Fabric& fabric, double members, double stride, const NetworkKnobs& knobs,
                     double quality, bool nvls, const CollectiveConstants& constants) {
    GroupPath path;
    path.defaults = fabric.defaults;
    path.members = members;
    path.nvls = nvls;
    if (members <= 1 || fabric.levels.empty()) return path;
    const auto inside_block = [&](const FabricLevel& level) {
        return std::clamp(std::floor(level.block_gpus / stride + 1e-9), 1.0, members);
    };
    const FabricLevel& inner = fabric.levels.front();
    const double nominal = inner.inside.si(), nic = inner.egress.si();
    const bool nvlink = inner.inside_class == LinkClass::nvlink;
    const Defaults::Collectives& nccl = fabric.defaults->collectives;
    const NvLink scale_up(nccl);
    path.domain = inside_block(inner);
    path.nodes = std::ceil(members / path.domain - 1e-9);
    path.intra_bus = knobs.scale_up * (nvlink ? scale_up.ring_rate(nominal)
                                              : nominal * rate_share(inner.inside_class, nominal,
                                                                     NetworkVariant::tuned, constants, nccl));
    const double gpus = std::max(knobs.gpus, members);
    const double left_within = knobs.as_drawn ? 1 : inner.left_within(gpus);
    path.intra_bus *= link_share(fabric, path.domain) * left_within;
    path.link_class = inner.inside_class;
    path.nvls_rate = scale_up.nvls_rate(nominal) * knobs.scale_up * left_within;
    path.nvls_flight = scale_up.nvls_flight(nominal);
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
        double egress = border_rate(level, nic, knobs.as_drawn ? 1 : level.left(gpus), quality, knobs.variant,
                                    constants, nccl);
        egress *= knobs.scale_out * (static_cast<int>(i) == knobs.level ? knobs.level_factor : 1);
        path.latency = std::max(path.latency, level.latency.si());
        path.outermost_level = static_cast<int>(i);
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
        if (nvlink && scale_up.before_hopper(nominal)) path.launch = constants.old_switch_launch;
    } else {
        set_transport(path, nic, knobs.variant, constants);
    }
    return path;
}

} // namespace roofrack
