// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"

#include <memory>

namespace roofrack {

enum class OperatorKind { gemm, attention, elementwise };

/// One operator of one rank's slice, forward direction. FLOPs, bytes and shapes are of one call for one
/// micro-batch.
struct Operator {
    const char* name = "";
    OperatorKind kind = OperatorKind::gemm;
    double m = 0, n = 0, k = 0; ///< GEMM: output m × n, depth k; attention: n attended tokens, k head width
    double groups = 1;          ///< grouped GEMM: m is the sum over the groups
    double flops = 0;           ///< attention: as computed (causal half or full square)
    double bytes = 0;           ///< HBM traffic
    double backward_bytes = 0;  ///< element-wise and attention
    bool frozen = false;        ///< GEMM: its weights get no gradient
    bool core =
        false; ///< it is of the attention core: scores, their softmax where it is an operator of its own
    bool closes_attention = false; ///< GEMM: the projection out of self-attention
    /// Cheap beside the activations that it makes: selective recompute of an MoE layer repeats it
    /// (Megatron-Core's recompute_modules layernorm, mla_up_proj and moe_act).
    bool light = false;
    bool adapter = false; ///< it is of a LoRA adapter: with the stack's adapter_overhead
    bool routed = false;  ///< runs for the routed experts: with the stack's expert_overhead
    double share = 1;     ///< share of the layers of its kind that have it
};

/// How a layer is cut.
struct LayerSlice {
    double tokens = 0;   ///< tokens of a micro-batch on one rank: micro_batch · sequence / cp
    double sequence = 0; ///< attended length
    double tp = 1, cp = 1, ep = 1;
    bool sequence_parallel = true;
    bool flash_attention = true;
    double element_bytes = 2;
    double elementwise = 1;     ///< × element-wise traffic (fusion)
    bool causal = true;         ///< false: every token sees the whole sequence
    double cross_tokens = 0;    ///< encoder tokens of the micro-batch on one rank; 0: no cross-attention
    double cross_sequence = 0;  ///< encoder length that cross-attention sees
    double loss_traffic = 20;   ///< HBM traffic a logit
    bool fused_experts = false; ///< a compiler joins the experts' biases and limits with their products
    double score_traffic = 0; ///< softmax traffic a score, forward, where attention is unfused; 0: one kernel
};

/// The operators of one transformer layer, at most `max_operators`; no allocation. Vaswani 2017; latent
/// attention: arXiv 2405.04434; recurrent mixers: recurrence_flops; routing, permutation and grouped GEMM:
/// MegaBlocks (Gale 2022), Megatron-Core.
struct LayerOperators {
    static constexpr int max_operators = 52;
    LayerOperators() {} // what is not added is not made: a search asks for thousands of layers
    union {
        Operator items[max_operators]; ///< the first `count` of them
    };
    int count = 0;
    void add(const Operator& op) { std::construct_at(&items[count++], op); }
    bool has_light() const {
        for (int i = 0; i < count; ++i)
            if (items[i].light) return true;
        return false;
    }
    const Operator* begin() const { return items; }
    const Operator* end() const { return items + count; }
};

LayerOperators layer_operators(const TransformerShape& shape, const LayerSlice& slice, bool moe_layer);
/// Logits and loss of the last stage.
LayerOperators head_operators(const TransformerShape& shape, const LayerSlice& slice);

/// Kernels that an MoE layer launches forward beside those of a dense one: router, top-k, permutation,
/// dispatch and combine (counted in Megatron-Core's all-to-all dispatcher).
inline constexpr double moe_kernels = 30;

/// Kernels that a layer launches forward beside the others where unfused attention cannot use Megatron's
/// fused softmax, which takes four rows of scores at a time: heads a rank · micro-batch not a multiple of 4
/// (Megatron-LM fused_softmax.py, is_kernel_available). Counted there: casts, scale, mask, softmax and casts.
inline constexpr double unfused_softmax_kernels = 8;
/// Kernel launches that a blocking collective of a layer is worth to the host: its stream waits for the
/// kernel before and holds the next back.
inline constexpr double collective_kernels = 2;

/// Ways that tensor parallelism cuts a routed expert. One narrower than the model stays whole
/// (Megatron-Core's expert tensor parallelism of 1, as its recipes set it for fine-grained experts); its
/// tokens, cut by sequence parallelism, go to it from each tensor-parallel rank.
double expert_tensor_ways(const TransformerShape& shape, double tp);

/// The widths of a layer's attention on one rank.
struct AttentionWidths {
    double query = 0, key = 0, value = 0; ///< widths of all heads of the rank
};
AttentionWidths attention_widths(const TransformerShape& shape, double tp);

/// Share of the full attention square that is computed, mean over the layers.
double attended_share(const TransformerShape& shape, double sequence, bool causal);

/// Share of the layers whose attention is not of the shape's own kind but of its `full` one; 0: none.
double full_attention_share(const TransformerShape& shape);
/// The shape as those layers have it: their heads, and no window.
TransformerShape full_attention_shape(const TransformerShape& shape);

/// Widths of a recurrent mixer on one rank, in elements a token.
struct RecurrentWidths {
    double values = 0, keys = 0; ///< keys: of B or of the keys alone
    double gates = 0;            ///< a step width (and a decay) a head
    double projected() const { return 2 * values + 2 * keys + gates; }
    double convolved() const { return values + 2 * keys; }
};
RecurrentWidths recurrent_widths(const RecurrentMixer& mixer, double tp);

} // namespace roofrack
