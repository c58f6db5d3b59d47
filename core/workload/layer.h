// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workload/model_spec.h"

namespace roofrack {

enum class OperatorKind { gemm, attention, elementwise };

/// One operator of one rank's slice, forward direction. FLOPs, bytes and shapes are of one call for one
/// micro-batch.
struct Operator {
    const char* name = "";
    OperatorKind kind = OperatorKind::gemm;
    double m = 0, n = 0, k = 0; ///< GEMM: output m × n, depth k
    double groups = 1;          ///< grouped GEMM: m is the sum over the groups
    double flops = 0;           ///< attention: as computed (causal half or full square)
    double bytes = 0;           ///< HBM traffic
    double backward_bytes = 0;  ///< element-wise and attention
};

/// How a layer is cut.
struct LayerSlice {
    double tokens = 0;   ///< of a micro-batch on one rank: micro_batch · sequence / cp
    double sequence = 0; ///< attended length
    double tp = 1, cp = 1, ep = 1;
    bool sequence_parallel = true;
    bool flash_attention = true;
    double element_bytes = 2;
    double elementwise = 1; ///< × element-wise traffic (fusion)
};

/// The operators of one transformer layer, at most `max_operators`; no allocation. Vaswani 2017; FLOPs as in
/// model.md section 2.
struct LayerOperators {
    static constexpr int max_operators = 16;
    Operator items[max_operators];
    int count = 0;
    void add(const Operator& op) { items[count++] = op; }
    const Operator* begin() const { return items; }
    const Operator* end() const { return items + count; }
};

LayerOperators layer_operators(const TransformerShape& shape, const LayerSlice& slice, bool moe_layer);
/// Logits and loss of the last stage.
LayerOperators head_operators(const TransformerShape& shape, const LayerSlice& slice);

/// Parameters of one rank: a dense layer, an MoE layer's shared part, its routed experts, the embedding.
struct LayerParameters {
    double dense_layer = 0; ///< attention, norms, FFN of a dense layer
    double moe_layer = 0;   ///< the same of an MoE layer without its routed experts
    double experts = 0;     ///< all routed experts of an MoE layer
    double embedding = 0;   ///< vocab · hidden, once
};
LayerParameters layer_parameters(const TransformerShape& shape);
int moe_layer_count(const TransformerShape& shape);

/// FLOPs of the model for one sequence, forward and backward, without recomputation.
struct ModelFlops {
    double palm =
        0; ///< 6N + 12·L·h·s a token: PaLM's MFU, full attention square (Chowdhery 2022, appendix B)
    double palm_causal = 0; ///< with half of the square
};
ModelFlops model_flops(const TransformerShape& shape, double sequence);

} // namespace roofrack
