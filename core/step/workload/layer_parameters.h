// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"

namespace roofrack {

/// Parameters of the model: a dense layer, an MoE layer's shared part, its routed experts, the embedding.
struct LayerParameters {
    double dense_layer = 0; ///< attention, norms, FFN of a dense layer
    double moe_layer = 0;   ///< the same of an MoE layer without its routed experts
    double experts = 0;     ///< all routed experts of an MoE layer
    double embedding = 0;   ///< vocab · hidden, once
    /// The share of each that gets gradients and optimizer state: 1, or the adapters' beside frozen weights.
    double trainable_dense = 1, trainable_moe = 1, trainable_experts = 1, trainable_embedding = 1;
};
LayerParameters layer_parameters(const TransformerShape& shape);
int moe_layer_count(const TransformerShape& shape);

/// FLOPs of a recurrent mixer's state a token and layer, forward, its projections left out. A state space
/// (Dao & Gu 2024, section 6): C·Bᵀ within a block and its product with the values, states of the blocks and
/// what is read of them. The gated delta rule (Yang 2024, section 3.3): K·Kᵀ and its triangular inverse,
/// whose products make new keys and values, Q·Kᵀ within a block and its product, and three products with the
/// state.
double recurrence_flops(const RecurrentMixer& mixer);

/// FLOPs of the model for one sequence, forward and backward, without recomputation.
struct ModelFlops {
    double palm =
        0; ///< 6N + 12·L·h·s a token: PaLM's MFU, full attention square (Chowdhery 2022, appendix B)
    double palm_causal = 0; ///< with half of the square
};
ModelFlops model_flops(const TransformerShape& shape, double sequence);

} // namespace roofrack
