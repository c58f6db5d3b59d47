// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/quantity.h"

#include <string>

namespace roofrack {

enum class Precision { fp32, tf32, fp16, bf16, fp8, nvfp4 };
enum class Recompute { none, selective, full };
enum class Schedule { one_f_one_b, interleaved, zb_1p, zb_2p };
enum class Routing { ecmp, qp_hash, adaptive };
/// The part of a step that is captured in CUDA graphs and no longer launched by the host, kernel by kernel:
/// attention, router and what prepares the dispatch, or whole layers; `stack`: as the stack's release and
/// recipe do.
enum class LaunchGraphs { stack, none, attention, layers };
/// How routed tokens reach their experts: a copy for each expert (all-to-all), or one for each rank and
/// server, handed on there (DeepEP, HybridEP); `stack`: as the stack's release and recipe do.
enum class ExpertDispatch { stack, all_to_all, once };

std::string_view name_of(Precision);
std::string_view name_of(Recompute);
std::string_view name_of(Schedule);       ///< "1f1b", "interleaved", "zb-1p", "zb-2p"
std::string_view name_of(Routing);        ///< "ecmp", "qp-hash", "adaptive"
std::string_view name_of(LaunchGraphs);   ///< "stack", "none", "attention", "layers"
std::string_view name_of(ExpertDispatch); ///< "stack", "all-to-all", "once"
std::optional<Precision> precision(std::string_view name);
std::optional<Recompute> recompute(std::string_view name);
std::optional<Schedule> schedule(std::string_view name);
std::optional<Routing> routing(std::string_view name);
std::optional<ExpertDispatch> expert_dispatch(std::string_view name);
std::optional<LaunchGraphs> launch_graphs(std::string_view name);

/// How a model is trained. Degrees multiply: GPUs = tp · cp · dp · pp; ep divides cp · dp (Megatron-Core's
/// rule), times tp where tensor parallelism leaves experts whole.
struct Plan {
    int tp = 1;                    ///< tensor parallel
    int pp = 1;                    ///< pipeline stages
    int vpp = 1;                   ///< virtual stages (chunks of layers) a stage; > 1 = interleaved
    int cp = 1;                    ///< context parallel
    int ep = 1;                    ///< expert parallel; 0: all of cp · dp
    int dp = 0;                    ///< data parallel; 0: whatever the GPUs leave
    int micro_batch = 1;           ///< sequences (samples) a micro-batch and model replica
    int zero = 1;                  ///< ZeRO stage 0…3 (Rajbhandari 2020); 3 = FSDP
    int shard = 0;                 ///< ranks that share the ZeRO-sharded state; 0: all of dp (HSDP otherwise)
    bool sequence_parallel = true; ///< with tp > 1 (Korthikanti 2022)
    bool tp_overlap = false;       ///< TP collectives pipelined with their GEMMs (user buffers, async TP)
    bool dp_overlap = true;
    bool cp_gather = false; ///< CP gathers keys and values before attention (Llama 3) instead of passing them
                            ///< round a ring behind it
    bool ep_overlap = false; ///< expert exchange under another micro-batch's computation (DualPipe,
                             ///< Megatron-Core's overlap_moe_expert_parallel_comm)
    ExpertDispatch expert_dispatch = ExpertDispatch::stack;
    LaunchGraphs graphs = LaunchGraphs::stack;
    bool keep_gathered = false; ///< ZeRO-3: parameters stay gathered between forward and backward of a step
    Recompute recompute = Recompute::none;
    int recompute_layers = 0; ///< full recompute of so many layers a stage; 0: of all
    double recompute_share =
        0; ///< share of the forward pass of a layer that full recompute repeats; 0: all of it
    double recompute_keeps = 0; ///< share of a layer's activations that full recompute keeps beside its input
    double offload_optimizer = 0;   ///< share of the optimizer state kept in host memory, 0…1
    double offload_activations = 0; ///< share of the stored activations moved to the host, 0…1
    int optimizer_bits = 0;         ///< width of each of Adam's two moments; 0: 32
    int master_bits = 0;            ///< the optimizer's own weights beside those of 16 bits or fewer; 0: 32;
                                    ///< 16: what 16-bit weights lack of 32 (store_param_remainders of Apex
                                    ///< and Transformer Engine)
    int activation_bits = 0;        ///< width of the stored inputs of linear layers; 0: the stack's default
    bool dropout = true; ///< models train with dropout where their stack does; false: its rate is 0, and its
                         ///< masks and copies are not kept
    Schedule schedule = Schedule::one_f_one_b; ///< vpp > 1 reads one_f_one_b as interleaved
    Precision precision = Precision::bf16;
    int gradient_bits = 0; ///< width of reduced gradients; 0: the stack's default
    int sync_every = 1;    ///< all-reduce every H steps (local SGD)
    /// Gradients that every replica holds whole are added up inside each block of the farthest border first,
    /// where that is faster.
    bool hierarchical = false;
    std::string software = "megatron-core"; ///< software stack, see core/step/cost/parameters.h
    std::string placement = "tp-cp-dp-pp";  ///< rank order, fastest first
    bool async_checkpoint = false;
    bool memory_checkpoint = false; ///< checkpoints also stay in the memory of two servers (GEMINI)
    Seconds checkpoint_interval{};  ///< 0: the optimum, about √(2δM) (Daly 2006)
    double checkpoint_bytes_per_parameter = 0; ///< B; 0: weights in 16 bits and Adam's state in 32
    UnknownKeys unknown;
    bool operator==(const Plan&) const = default;
};

} // namespace roofrack
