// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// Mixture-of-experts part of a transformer. experts = 0: dense.
struct MoeSpec {
    int experts = 0;
    int top_k = 0;
    int shared_experts = 0;
    double expert_ffn = 0;        ///< width of one expert
    int leading_dense_layers = 0; ///< the first layers keep the dense FFN (DeepSeek-V3: 3)
    int interval = 1;             ///< every n-th layer is MoE
    int layers = 0;       ///< layers with experts, spread evenly; 0: those that the two lines above say
    double latent = 0;    ///< width to which tokens are projected on their way to the routed experts and back
                          ///< (Nemotron 3 Super); 0: experts see the hidden width
    bool bias = false;    ///< the experts' products add a vector an expert (gpt-oss)
    bool limited = false; ///< their gated activation is cut to a range (gpt-oss: ±7)
    int groups = 0;       ///< group-limited routing: the experts lie in so many groups
    int used_groups = 0;  ///< groups that a token's experts come from; 0: any expert
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

/// Attention to the tokens that an indexer chooses (DeepSeek-V3.2, arXiv 2512.02556). top_k = 0: to all.
struct IndexedAttention {
    int heads = 0;    ///< heads of the indexer, which scores every earlier token
    double dim = 0;   ///< width of one of them; the key is shared by all
    double top_k = 0; ///< tokens that the attention reads
    bool operator==(const IndexedAttention&) const = default;
};

/// Layers with full attention whose heads differ from those with a window (Gemma 4). layers = 0: all are
/// alike.
struct FullAttention {
    int layers = 0; ///< layers with attention to everything; the others have the window
    int kv_heads = 0;
    double head_dim = 0;
    bool shared_values = false; ///< the keys serve as values too
    bool operator==(const FullAttention&) const = default;
};

enum class RecurrenceKind {
    state_space, ///< Mamba-2 (Dao & Gu 2024, arXiv 2405.21060)
    delta_rule   ///< gated DeltaNet (Yang 2024, arXiv 2412.06464)
};
std::string_view name_of(RecurrenceKind kind); ///< "state-space", "delta-rule"

/// A mixer that keeps a state of fixed size instead of looking back at every token. layers = 0: none.
struct RecurrentMixer {
    int layers = 0; ///< layers of the model where it stands in place of attention
    RecurrenceKind kind = RecurrenceKind::state_space;
    int heads = 0;          ///< value heads
    double head_dim = 0;    ///< width of one
    int key_heads = 0;      ///< heads of keys and queries; groups of B and C of a state space
    double key_dim = 0;     ///< width of one; the size of the state is key_dim · head_dim a value head
    double convolution = 4; ///< taps of the causal convolution before it
    double chunk = 64;      ///< tokens that are multiplied as one block
    bool operator==(const RecurrentMixer&) const = default;
};

/// Low-rank adapters beside frozen weights (LoRA, Hu 2021). rank = 0: every weight is trained.
struct LoraSpec {
    double rank = 0;
    bool attention = true; ///< adapters on the QKV projection
    bool output = true;    ///< adapters on the attention's output projection
    bool ffn = false;      ///< on the feed-forward matrices of dense layers and shared experts
    bool dropout = true;   ///< dropout of their inputs
    int base_bits = 0; ///< width in which the frozen weights are held; 0: as they are multiplied; 4: QLoRA
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
    bool gated_ffn = false;       ///< SwiGLU/GeGLU: three matrices instead of two
    int attention_layers = -1;    ///< layers with attention; −1: all that have no recurrent mixer
    int ffn_layers = -1;          ///< layers with a feed-forward part, of experts or not; −1: all
    bool gated_attention = false; ///< a gate as wide as the queries on the attention's output (Qwen3-Next)
    bool tied_embeddings = false;
    double window = 0;       ///< tokens that a layer with sliding-window attention sees; 0: none has it
    int window_interval = 1; ///< every n-th layer has the window; -n: every n-th has none
    MoeSpec moe;
    LatentAttention mla;
    IndexedAttention indexed;
    FullAttention full;
    RecurrentMixer recurrent;
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
/// Active parameters without the table that words are looked up in, as some makers print them (gpt-oss);
/// the same where that table also makes the logits.
double active_without_embedding(const ModelSpec& model);

/// Width of one attention head: head_dim, or hidden / heads.
double head_width(const TransformerShape& shape);
/// Width of the keys and queries of one head, and of its values, which latent attention makes unequal.
double key_width(const TransformerShape& shape);
double value_width(const TransformerShape& shape);
/// Parameters of one layer's attention, norms and adapters left out; the mean where layers differ.
double attention_parameters(const TransformerShape& shape);
/// Parameters of one layer's recurrent mixer, its norm before left out; 0 without one.
double recurrent_parameters(const RecurrentMixer& mixer, double hidden);

/// What one layer of a model holds in the mean: shares of all layers, or of those without experts. A model
/// whose layers are alike has attention 1, recurrent 0, ffn 1.
struct LayerMix {
    double attention = 1;
    double recurrent = 0;
    double ffn = 1; ///< share of the layers without experts; those with experts have them all
    double mixers() const { return attention + recurrent; }
    bool operator==(const LayerMix&) const = default;
};
LayerMix layer_mix(const TransformerShape& shape);
/// What contradicts itself in the kinds of a shape's layers, as a sentence: more layers of a kind than the
/// model has, or a kind without its heads and widths. Empty: nothing.
std::string contradiction_of(const TransformerShape& shape);
/// B of a frozen weight that is held in base_bits: of fewer than 16 with 0.127 bits of scales (QLoRA's double
/// quantisation of blocks of 64, Dettmers 2023, section 3).
double frozen_bytes(const LoraSpec& lora);
/// Parameters of one layer's adapters; 0 without LoRA.
double adapter_parameters(const TransformerShape& shape, bool moe_layer);
/// Layers that read the encoder's output beside their own: the decoder's of an encoder-decoder.
int cross_attention_layers(const TransformerShape& shape);
/// Layers with experts among the first `layers` of the model.
int moe_layers_below(const TransformerShape& shape, int layers);
/// True when layer `index` (from 0) has experts instead of the dense feed-forward.
bool is_moe_layer(const TransformerShape& shape, int index);

} // namespace roofrack
