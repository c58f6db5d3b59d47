// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/plan.h"
#include "core/base/units/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// How well one GPU generation's kernels use the hardware. Shares of the catalogue's peak; seconds.
/// Fitted on the open rows of the published runs, one set a generation (resources/cost/parameters.json).
struct GenerationParameters {
    std::string name; ///< = accelerator text "architecture"
    double gemm_max =
        0.8; ///< share of dense peak that a large GEMM reaches when the catalogue has no measured figure
    double sustained = 1; ///< share of the rate of a GEMM run alone that a step under power and heat holds
    double gemm_work_half = 0;  ///< waves of 128 × 128 tiles at which a GEMM reaches half of gemm_max
    double gemm_depth_half = 0; ///< reduction depth k at which it does
    double units = 108;         ///< streaming multiprocessors
    double devices =
        1; ///< devices that a part shows to its software: each holds its own rows of a routed product
    double hbm_share = 0.85;     ///< achievable share of the HBM bandwidth
    double flash_forward = 0.55; ///< flash attention, share of peak
    double flash_backward = 0.45;
    double flash_portable = 1; ///< × for kernels not tuned to the generation (FlashAttention-2 on Hopper)
    double flash_first = 0.55; ///< × of that for FlashAttention's first version (Dao 2023: half the second's)
    double unaligned = 0.2;    ///< × for batched products whose rows are no multiple of 16 B
    double fp8_share = 0.8;    ///< FP8 GEMM's share of its peak ÷ BF16's share of its own
    double fp4_share = 0.6;
    double kernel_gap = 1.5e-6; ///< between two kernels on the stream
    double overlap_slowdown =
        0.1;         ///< s that computation loses to a hidden collective's use of SMs and HBM, a second of it
    double year = 0; ///< year of its first servers; 0: long ago
    /// Libraries mature fastest while a generation is new: the share of its kernels' speed that releases of
    /// that year lack, which falls evenly to nothing within `maturing` years. One curve for all generations
    /// (of "generic").
    double immaturity = 0, maturing = 2;
    bool operator==(const GenerationParameters&) const = default;
};

/// Settings of a stack's own recipe of a model on some parts, beyond those of the release.
struct StackRecipe {
    std::string model;              ///< catalogue id
    std::vector<std::string> parts; ///< catalogue ids of the accelerators that it is for
    double since = 0;               ///< release
    LaunchGraphs graphs = LaunchGraphs::stack;
    ExpertDispatch dispatch = ExpertDispatch::stack;
};

/// A software stack as a few physical factors (fitted by family, never by run).
struct SoftwareParameters {
    std::string name;                  ///< "megatron-core"
    std::string label;                 ///< "Megatron-Core / NeMo"
    std::vector<std::string> prefixes; ///< lower-case starts of published names that belong to it
    double reference_year = 2024;      ///< release that the factors describe
    bool interleaving = false;         ///< runs virtual pipeline stages unless told otherwise
    bool sequence_parallel = true;     ///< default with tensor parallelism
    bool fsdp = false;                 ///< shards parameters by default (ZeRO-3)
    std::string recompute;             ///< by default: "full", "selective"; empty: as memory asks for
    std::vector<std::pair<std::string, std::string>> recompute_of; ///< recipes by the stack's own script of a
                                                                   ///< model, lower case: {"gpt-3 23b", …}
    double gemm_quality = 1;                                       ///< × gemm_max
    bool flash_attention = true; ///< false: the full score matrix goes through HBM
    double flash_since =
        0; ///< before this release without it the full score matrix goes through HBM; 0: in all
    bool tuned_attention = false;  ///< kernels made for the generation (cuDNN, FlashAttention-3)
    double tuned_since = 0;        ///< release from which such kernels are used; 0: by tuned_attention alone
    double elementwise = 1;        ///< × HBM traffic of element-wise operators (fusion)
    double kernels_per_layer = 30; ///< forward; the backward pass has twice as many
    double host_per_kernel = 5e-6; ///< s of host time a kernel: a step never runs faster than its launches
    double tp_exposed = 0.7;       ///< share of tensor-parallel collectives that no computation hides
    double dp_overlap =
        0.95; ///< share of the overlap window that hides gradient collectives; 0: after the backward pass
    double bucket_bytes = 0;      ///< gradients and parameters travel in buckets of this size; 0: at once
    double gathers_per_layer = 1; ///< ZeRO-3: collectives a layer's parameters are gathered by
    double gather_by_rank_until =
        0; ///< up to this release a gather makes a view and a copy of each rank's part on the host, which
           ///< then waits for the GPU (all_gather into a list of tensors); 0: none
    double selective_share =
        0; ///< share of a layer's forward pass that selective recompute repeats; 0: attention
    double pp_exposed = 0.5; ///< share of stage-to-stage sends
    double cp_exposed = 0.3;
    double ep_exposed = 1;
    double adapter_overhead = 2; ///< × time of LoRA adapters against their bytes: unfused dropout and sums
    double expert_overhead = 1;  ///< × time of routing, permutation and routed experts at the reference
    double expert_trend = 0;     ///< fractional improvement a year
    bool experts_apart = false;  ///< each expert's product is a kernel of its own, which fills the part alone
    std::vector<StackRecipe> recipes; ///< the first that fits counts (recipe_of)
    bool fused_experts = false; ///< a compiler of whole steps joins the experts' biases and limits with their
                                ///< products
    double expert_tile = 0; ///< rows that an expert's share of a routed product is filled up to in a kernel
                            ///< whose tiles are large: half a tile an expert in the mean; 0: tiles of 128
    double expert_host = 0; ///< s of host time an MoE layer and pass, where it is not captured
    double expert_graphs_since = 0; ///< release from which it is captured in a CUDA graph, on GPUs with room
                                    ///< for its worst-case buffers; 0: never
    double dispatch_once_since =
        0; ///< release from which a token goes to each rank and server once, not once an expert; 0: none
    double network_quality = 1; ///< × achievable scale-out bandwidth
    double gradient_bits = 32;
    double fp8_coverage = 0.9;   ///< share of linear-layer FLOPs that run in FP8 when the plan says so
    double fp8_overhead = 4;     ///< bytes of casts and scaling an element of a GEMM's inputs
    double optimizer_bytes = 30; ///< HBM bytes a parameter and update
    double loss_traffic = 20;    ///< HBM bytes a logit: its cast to fp32, the loss and their gradient
    double score_traffic = 0;    ///< HBM bytes of the softmax a score and forward pass, unfused attention; 0:
                                 ///< one kernel reads and writes it
    double accumulation_bytes = 0; ///< HBM bytes a weight and micro-batch to add its gradient to the sum of
                                   ///< the step; 0: the product does it
    double step_overhead = 0;      ///< s a step: host work, logging, synchronisation
    double trend = 0;              ///< fractional improvement of computation a year, from reference_year
    double trend_limit = 1.5;      ///< years beyond which no further improvement is assumed
};

struct CostParameters {
    std::vector<GenerationParameters> generations;
    std::vector<SoftwareParameters> software;
    std::string source;

    /// Falls back to the first entry ("generic").
    const GenerationParameters& generation(std::string_view architecture) const;
    /// The stack by its name, else by the longest published prefix ("NeMo 24.11.1"), else the first entry
    /// ("unknown"). Accelerators of another vendor than NVIDIA have families of their own: prefixes that
    /// start with the vendor's name ("google maxtext") come first.
    const SoftwareParameters& stack(std::string_view software, std::string_view vendor = {}) const;

    static const CostParameters& built_in();
    static Result<CostParameters> parse(std::string_view json, std::string_view where);
    /// Adds another file's entries; the figures of an entry of a known name replace its own.
    Result<void> extend(std::string_view json, std::string_view where);
};

/// The stack's recipe of a model on a part, both by catalogue id, of a release; nullptr where there is none.
const StackRecipe* recipe_of(const SoftwareParameters& software, double year, std::string_view model,
                             std::string_view part);

/// The recompute of the stack by default: its script of the model, else its default.
std::string_view default_recompute(const SoftwareParameters& software, std::string_view lower_case_model);

/// Year with fraction of a release name: "NeMo 24.11.1" → 2024.875, "Megatron-LM 2021" → 2021.5, "MLPerf
/// v4.1" → 2024.87, "PyTorch 2.11" → 2026.22. 0 when the name carries none.
double release_year(std::string_view software);

/// How attention runs: as two batched products with the scores in HBM, or fused (FlashAttention, Dao 2022;
/// its second version, Dao 2023; kernels tuned to the GPU generation: cuDNN, FlashAttention-3, Shah 2024).
enum class AttentionKernel { unfused, flash_1, flash_2, tuned };
/// The attention kernel of a release of the stack; `year` 0: the family's reference. FlashAttention-2 from
/// its appearance in July 2023.
AttentionKernel attention_kernel(const SoftwareParameters& software, double year);
inline bool flash_attention(const SoftwareParameters& software, double year) {
    return attention_kernel(software, year) != AttentionKernel::unfused;
}

/// Numeric fields by name: reading, fitting, and the parameter listing.
struct ParameterField {
    std::string_view key;
    std::string_view unit;
    double GenerationParameters::*generation = nullptr;
    double SoftwareParameters::*software = nullptr;
};
const std::vector<ParameterField>& parameter_fields();

} // namespace roofrack
