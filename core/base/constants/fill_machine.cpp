// SPDX-License-Identifier: GPL-3.0-or-later
// Of parts, links and what runs on them.
#include "core/base/constants/filler.h"

#include <utility>

namespace roofrack {

void fill(Filler& f, Defaults::Collectives& c) {
    f.begin("collectives");
    f.read("base_latency.ring", c.base_ring);
    f.read("base_latency.tree", c.base_tree);
    f.read("base_latency.pat", c.base_pat);
    f.hops("hop_latency.nvlink", c.nvlink);
    f.hops("hop_latency.pci", c.pci);
    f.hops("hop_latency.net", c.net);
    f.read("hop_latency.nvlink.nvls", c.nvlink_nvls);
    f.read("hop_latency.net.nvls_tree", c.net_nvls_tree);
    f.read("hop_latency.net.pat", c.net_pat);
    f.read("ring_simple_multinode_plateau", c.ring_plateau);
    f.generations("nvlink_rate_per_link", c.nvlink_rate_per_link);
    f.generations("nvlink_nominal_per_link", c.nvlink_nominal_per_link);
    f.generations("nvlink_links", c.nvlink_links);
    f.read("nvls_rate_share", c.nvls_rate_share);
    f.read("nvls_efficiency.hopper", c.nvls_hopper);
    f.read("nvls_efficiency.blackwell", c.nvls_blackwell);
    f.read("nvls_chunk", c.nvls_chunk);
    f.read("nvls_channels", c.nvls_channels);
    f.read("protocol_factor.ring_ll", c.ring_factor[0]);
    f.read("protocol_factor.ring_ll128", c.ring_factor[1]);
    c.ring_factor[2] = 1;
    f.read("protocol_factor.tree_ll", c.tree_factor[0]);
    f.read("protocol_factor.tree_ll128_multi_node", c.tree_factor[1]);
    f.read("protocol_factor.tree_simple", c.tree_factor[2]);
    c.tree_factor_one_node = c.tree_factor;
    f.read("protocol_factor.tree_ll128_one_node", c.tree_factor_one_node[1]);
    f.read("protocol_factor.pat", c.pat_factor);
    f.read("tree_size_correction.ll", c.tree_size_correction[0]);
    f.read("tree_size_correction.ll128", c.tree_size_correction[1]);
    f.read("tree_size_correction.simple", c.tree_size_correction[2]);
    f.read("slice", c.slice);
    f.read("channel_rate", c.channel_rate);
    f.read("first_slice", c.first_slice);
    f.read("tree_chunk", c.tree_chunk);
    f.read("tree_channels", c.tree_channels);
    f.read("tree_least_chunks", c.tree_least_chunks);
    f.read("rendezvous_size", c.rendezvous_size);
    f.read("rendezvous_ll", c.rendezvous_ll);
    f.read("collnet_share", c.collnet_share);
    f.read("collnet_peer", c.collnet_peer);
    f.read("pat_overlap", c.pat_overlap);
    f.read("pat_rank", c.pat_rank);
    f.read("nic_efficiency.infiniband_400g", c.nic_400g);
    f.read("nic_efficiency.infiniband_200g", c.nic_200g);
    f.read("link_share.nvlink", c.nvlink_share);
    f.read("link_share.pcie", c.pcie_share);
    f.read("link_share.omnipath", c.omnipath_share);
    f.read("link_share.other", c.other_share);
    f.read("ll_rate.one_node", c.ll_rate[0]);
    f.read("ll_rate.two_nodes", c.ll_rate[1]);
    f.read("ll_rate.more_nodes", c.ll_rate[2]);
    f.read("efa_second_generation", c.efa_second_generation);
    f.read("mesh_share", c.mesh_share);
    f.read("all_to_all_efficiency.eight_rails", c.all_to_all_rails);
    f.read("all_to_all_efficiency.dragonfly", c.all_to_all_dragonfly);
    f.read("gradient_bucket", c.gradient_bucket);
}

void fill(Filler& f, Defaults::Topology& t) {
    f.begin("topology");
    f.read("routing_factor.ecmp", t.routing_ecmp);
    f.read("routing_factor.qp_hash", t.routing_qp_hash);
    f.read("routing_factor.adaptive", t.routing_adaptive);
    f.read("routing_ways", t.routing_ways);
    f.read("torus_hop_latency", t.torus_hop);
    f.read("twist_gain.one_long_axis", t.twist_one_long);
    f.read("twist_gain.two_long_axes", t.twist_two_long);
    f.read("nic_latency", t.nic_latency);
    f.read("switch_latency.infiniband", t.switch_infiniband);
    f.read("switch_latency.ethernet", t.switch_ethernet);
    f.read("site_latency", t.site_latency);
    f.read("fibre_latency_a_km", t.fibre_latency_a_km);
    f.read("pcie_latency", t.pcie_latency);
    f.read("host_link_rate", t.host_link);
}

void fill(Filler& f, Defaults::Hall& h, Defaults::Memory& m, Defaults::Input& i, Defaults::Host& s) {
    f.begin("hall");
    f.read("rack_pitch", h.rack_pitch);
    f.read("row_pitch", h.row_pitch);
    f.read("racks_a_row", h.racks_a_row);
    f.read("usable_units", h.usable_units);
    f.read("up_to_tray", h.up_to_tray);
    f.read("in_rack", h.in_rack);
    f.read("rack_mass", h.rack_mass);
    f.read("slack", h.slack);
    f.begin("memory");
    f.read("context", m.context);
    f.read("communicator", m.communicator);
    f.begin("input");
    f.read("bytes_per_token", i.bytes_per_token);
    f.begin("host");
    for (const auto& [name, at] : {std::pair("volta", 0), std::pair("ampere", 1), std::pair("later", 2)}) {
        f.read(fmt::format("pcie_rate.{}", name), s.pcie_rate[static_cast<size_t>(at)]);
        f.read(fmt::format("memory_rate.{}", name), s.memory_rate[static_cast<size_t>(at)]);
    }
    f.read("pcie_share", s.pcie_share);
    f.read("grace.link", s.grace_link);
    f.read("grace.memory", s.grace_memory);
    f.read("grace_slowdown", s.grace_slowdown);
}

} // namespace roofrack
