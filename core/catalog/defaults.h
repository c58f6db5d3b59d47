// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/part.h"

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace roofrack {

/// The constants of the cost model (resources/catalog/defaults.json): seconds, bytes, bytes a second, shares
/// of one. Plain doubles for hot code; `figure` has the source and status of each.
struct Defaults {
    /// NCCL's protocols in the order of its own tables: LL, LL128, Simple.
    using Protocols = std::array<double, 3>;
    /// NVIDIA generations: Volta, Ampere, Hopper, Blackwell. 0 where there is no figure.
    using Generations = std::array<double, 4>;
    /// Position in a Generations array of an accelerator's text "architecture"; nothing for other vendors.
    static std::optional<size_t> generation(std::string_view architecture);

    struct Latencies {
        Protocols ring{}, tree{}, nvls{}, nvls_tree{}, collnet_direct{}, collnet_chain{}, pat{};
    };

    /// NCCL 2.30.7's tuner (src/graph/tuning.cc) and measured shares.
    struct Collectives {
        Latencies base;                   ///< s, of an algorithm
        Latencies nvlink, pci, net;       ///< s, of a hop
        double net_post_overhead = 0;     ///< s, Intel and other hosts
        double net_post_overhead_amd = 0; ///< s, AMD hosts
        double net_post_simple_multiplier = 1;
        double ring_plateau = 1; ///< × latency of the multi-node Simple ring all-reduce, Ampere and later
        double ring_plateau_older = 1;      ///< the same, before Ampere
        Generations nvlink_rate_per_link{}; ///< B/s, one direction, effective
        Generations nvlink_links{};
        Generations ring_bus_rate{};   ///< B/s, bus bandwidth of a ring in one server of eight
        Generations nvls_efficiency{}; ///< Hopper, Blackwell
        Generations nvls_min_gpus{};
        Protocols ring_factor{}; ///< share of the bandwidth
        Protocols tree_factor{}; ///< over several nodes
        Protocols tree_factor_one_node{};
        double pat_factor = 1;
        /// B/s on 1, 2 and 4 or more nodes; of a channel, LL of all channels together.
        struct ChannelCap {
            std::array<std::array<double, 3>, 4> ll_total{}, ring_ll128{}, tree_ll128{}, tree_simple{},
                nvls_tree{};
        } channel_cap;
        /// Factor on the tree's bandwidth per power of two from 64 B.
        std::array<std::vector<double>, 3> tree_size_correction;
        double nic_infiniband_400g = 1, nic_infiniband_200g = 1, nic_infiniband_200g_nccl = 1, nic_efa = 1,
               nic_slingshot = 1;              ///< achievable share of the line rate
        double hop_efa_p4 = 0, hop_efa_p5 = 0; ///< s, added to each hop
        double all_to_all_rails = 1, all_to_all_two_nodes = 1,
               all_to_all_dragonfly = 1;                                     ///< share of the formula
        double mid_size_multiplier = 1, mid_size_low = 1, mid_size_high = 1; ///< × time, 64 KiB to 256 MiB
    } collectives;

    struct Topology {
        std::vector<double> ecmp_flows, ecmp_factor; ///< share left at so many flows an uplink
        double routing_ecmp = 1, routing_qp_hash = 1, routing_adaptive = 1, routing_rail_local = 1;
        double rail_only_overhead_low = 0, rail_only_overhead_high = 0;
        double torus_hop = 0; ///< s
    } topology;

    struct Stragglers {
        double iid_cv = 0, iid_cv_low = 0, iid_cv_high = 0;
        double persistent_cv = 0, persistent_cv_low = 0, persistent_cv_high = 0;
        double packed_cv = 0, variable_length_cv = 0;
        double slow_gpu_probability = 0, slow_gpu_speed = 1;
    } stragglers;

    struct Failures {
        double rate_best = 0, rate_nominal = 0, rate_rsc1 = 0,
               rate_early = 0; ///< a day and node of eight GPUs
        double restart_warm_spares = 0, restart_automated = 0, restart_manual = 0; ///< s
        double checkpoint_bytes_per_parameter = 0;
        double checkpoint_stall_async = 0; ///< s
    } failures;

    /// L = E + A/N^alpha + B/D^beta, nats a token.
    struct LossLaw {
        double e = 0, a = 0, b = 0, alpha = 0, beta = 0;
    };
    struct Convergence {
        LossLaw besiroglu, hoffmann;
        double kaplan_scale = 0, kaplan_alpha = 1; ///< B_crit = scale / L^(1/alpha), tokens
        /// Zhang 2024: batch of `overhead` more steps = sequence · coefficient · (D/1e6)^exponent, tokens.
        double zhang_sequence = 0, zhang_data = 0, zhang_model = 0, zhang_exponent = 0, zhang_overhead = 0;
        double deepseek_coefficient = 0, deepseek_exponent = 0; ///< B_opt = coefficient · C^exponent, tokens
        std::vector<double> llama3_ramp_from, llama3_ramp_batch; ///< tokens
    } convergence;

    struct Regimes {
        double linear = 0.9, degrading = 0, knee = 0.5; ///< elasticities at the borders
        double extrapolation_limit = 4;                 ///< × the largest measured N
    } regimes;

    struct Overlap {
        double gradient_bucket = 0;         ///< bytes
        double data_parallel = 0;           ///< share of the window that hides gradients
        double tensor_parallel_exposed = 0; ///< share that nothing hides
    } overlap;

    struct Power {
        double knee = 0, exponent = 0; ///< s_k and m of the two-regime power law
        double leakage = 0;            ///< 1/K
        double compute_utilisation = 0, communication_utilisation = 0;
        std::vector<double> psu_load, psu_efficiency;
    } power;

    /// Every number of the file by its path, e.g. "collectives.nic_efficiency.efa" or
    /// "collectives.base_latency.ring.2", in SI.
    std::map<std::string, Figure, std::less<>> figures;
    const Figure* figure(std::string_view path) const;
};

/// Reads the object under "defaults". Fails on a missing constant, an unknown unit, or one without status or
/// source.
Result<Defaults> read_defaults(const nlohmann::json& value, std::string_view where);

} // namespace roofrack
