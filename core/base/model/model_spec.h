// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

#include <optional>
#include <string>

namespace roofrack {

/// Mixture-of-experts part of a transformer. experts = 0: dense.
struct MoeSpec {
    int experts = 0;
    int top_k = 0;
    int shared_experts = 0;
    double expert_ffn = 0;        ///< width of one expert
    int leading_dense_layers = 0; ///< the first layers keep the dense FFN (DeepSeek-V3: 3)
    int interval = 1;             ///< every n-th layer is MoE
    bool bias = false;            ///< the experts' products add a vector an expert (gpt-oss)
    bool limited = false;         ///< their gated activation is cut to a range (gpt-oss: ±7)
    int groups = 0;               ///< group-limited routing: the experts lie in so many groups
    int used_groups = 0;          ///< groups that a token's experts come from; 0: any expert
    bool operator==(const MoeSpec&) const = default;
};

/// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434): keys and values are projected from one latent
/// vector a token, queries from another. kv_rank = 0: ordinary attention.
struct LatentAttention {
    double q_rank = 0; ///< width of the query latent; 0: queries straight from the hidden state
    double kv_rank = 0;
    double nope_dim = 0; ///< width of a head's key and query, without rotary embedding
    double rope_dim = 0; ///< with it; the key's is shared by all heads
    double value_dim = 0;
    bool operator==(const LatentAttention&) const = default;
};

/// Low-rank adapters beside frozen weights (LoRA, Hu 2021). rank = 0: every weight is trained.
struct LoraSpec {
    double rank = 0;
    bool attention = true; ///< adapters on the QKV projection
    bool output = true;    ///< adapters on the attention's output projection
    bool ffn = false;      ///< on the feed-forward matrices of dense layers and shared experts
    bool dropout = true;   ///< dropout of their inputs
    bool operator==(const LoraSpec&) const = default;
};

/// The part of the layers that sees the whole sequence. layers = 0: decoder only.
struct EncoderSpec {
    int layers = 0; ///< layers out of the shape's layers; all of them: encoder only (BERT), fewer: T5
    double target_share = 1; ///< tokens that the decoder sees ÷ tokens that the encoder sees
    bool operator==(const EncoderSpec&) const = default;
};

/// The shape of a transformer (Vaswani 2017; GQA: Ainslie 2023; SwiGLU: Shazeer 2020).
struct TransformerShape {
    int layers = 0;
    double hidden = 0;
    int heads = 0;
    int kv_heads = 0;    ///< = heads without grouped-query attention
    double head_dim = 0; ///< 0: hidden / heads
    double ffn = 0;      ///< feed-forward width
    double vocab = 0;
    bool gated_ffn = false; ///< SwiGLU/GeGLU: three matrices instead of two
    bool tied_embeddings = false;
    double window = 0;       ///< tokens that a layer with sliding-window attention sees; 0: none has it
    int window_interval = 1; ///< every n-th layer has the window; -n: every n-th has none
    MoeSpec moe;
    LatentAttention mla;
    LoraSpec lora;
    EncoderSpec encoder;
    bool operator==(const TransformerShape&) const = default;
};

/// Anything measured: a CNN, a GNN, a physics-informed network. All figures a step or a sample on one GPU.
struct GenericProfile {
    double parameters = 0;
    Flops flops_per_sample{};             ///< forward + backward
    Bytes bytes_per_sample{};             ///< HBM traffic under the arithmetic, forward + backward
    Bytes elementwise_bytes_per_sample{}; ///< HBM traffic of what hardly computes (norms, activations,
                                          ///< gathers), which runs between it
    Bytes activation_bytes_per_sample{};  ///< held between forward and backward
    Bytes input_bytes_per_sample{};       ///< read from storage
    double kernels_per_step = 0;
    Seconds serial_per_step{};   ///< host work that no GPU shortens
    Seconds compute_per_step{};  ///< measured computation on one GPU; 0: from the roofline
    double measured_samples = 0; ///< samples that it computes; 0: a GPU's share of the batch as drawn
    double gradient_bits = 32;
    double gemm_efficiency =
        0; ///< share of peak that its kernels reach; 0: the accelerator's measured GEMM share
    bool operator==(const GenericProfile&) const = default;
};

struct ModelSpec {
    std::string id;                              ///< "llama3-405b"
    std::string name;                            ///< "Llama 3 405B"
    std::optional<TransformerShape> transformer; ///< exactly one of transformer and generic is set
    std::optional<GenericProfile> generic;
    double published_parameters =
        0; ///< as printed by its authors; 0 = unknown. A check, never an input to the cost
    double published_active_parameters =
        0; ///< active parameters of a token, mixture of experts only; 0 = unknown or dense
    double default_sequence = 2048; ///< tokens; 1 for generic profiles
    std::string source;
    std::string note;
    bool operator==(const ModelSpec&) const = default;
};

/// Parameters of the shape: embeddings (once if tied), attention with grouped keys and values, feed-forward
/// (two matrices, three if gated), routers, routed and shared experts, norms. Biases and learned positions
/// are left out (below 1 %).
double parameter_count(const TransformerShape& shape);
/// The parameters that work on one token: as above with top_k of the experts.
double active_parameter_count(const TransformerShape& shape);
/// Parameters of a transformer by its shape, of a generic profile as given.
double parameter_count(const ModelSpec& model);
double active_parameter_count(const ModelSpec& model);

/// Width of one attention head: head_dim, or hidden / heads.
double head_width(const TransformerShape& shape);
/// The same of its keys and queries, and of its values, which latent attention makes unequal.
double key_width(const TransformerShape& shape);
double value_width(const TransformerShape& shape);
/// Parameters of one layer's attention, norms and adapters left out.
double attention_parameters(const TransformerShape& shape);
/// Parameters of one layer's adapters; 0 without LoRA.
double adapter_parameters(const TransformerShape& shape, bool moe_layer);
/// Layers that read the encoder's output beside their own: the decoder's of an encoder-decoder.
int cross_attention_layers(const TransformerShape& shape);
/// True when layer `index` (from 0) has experts instead of the dense feed-forward.
bool is_moe_layer(const MoeSpec& moe, int index);

} // namespace roofrack
