// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/model_spec.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace roofrack {

std::string_view name_of(RecurrenceKind kind) {
    return kind == RecurrenceKind::state_space ? "state-space" : "delta-rule";
}

namespace {

double adapters(const TransformerShape& shape) {
    double total = 0;
    for (int layer = 0; layer < shape.layers; ++layer)
        total += adapter_parameters(shape, is_moe_layer(shape, layer));
    return total;
}

/// Parameters of the attention of a layer whose heads are those of the shape.
double plain_attention(const TransformerShape& shape, int kv_heads, double head, bool shared_values) {
    const double h = shape.hidden, queries = shape.heads * head, keys = kv_heads * head;
    return (shape.gated_attention ? 3 : 2) * h * queries + (shared_values ? 1 : 2) * h * keys;
}

double latent_attention(const TransformerShape& shape) {
    const double h = shape.hidden;
    const LatentAttention& mla = shape.mla;
    const double queries = shape.heads * key_width(shape);
    const double query = mla.q_rank > 0 ? mla.q_rank * (h + queries + 1) : h * queries;
    const double latent = h * (mla.kv_rank + mla.rope_dim) + mla.kv_rank; // with the latents' norms
    return query + latent + mla.kv_rank * shape.heads * (mla.nope_dim + mla.value_dim) +
           shape.heads * mla.value_dim * h;
}

/// Query from the latent, one key and a weight a head from the hidden state.
double indexer(const TransformerShape& shape) {
    const IndexedAttention& index = shape.indexed;
    if (index.top_k <= 0) return 0;
    const double query = shape.mla.q_rank > 0 ? shape.mla.q_rank : shape.hidden;
    return query * index.heads * index.dim + shape.hidden * (index.dim + index.heads);
}

double count(const TransformerShape& shape, double experts_of_layer) {
    const double h = shape.hidden;
    const double matrices = shape.gated_ffn ? 3 : 2;
    const double attention = attention_parameters(shape);
    const double dense_ffn = matrices * h * shape.ffn;
    const MoeSpec& moe = shape.moe;
    const double expert = matrices * (moe.latent > 0 ? moe.latent : h) * moe.expert_ffn;
    const double moe_ffn = experts_of_layer * expert + moe.shared_experts * matrices * h * moe.expert_ffn +
                           h * moe.experts + 2 * h * moe.latent;
    const LayerMix mix = layer_mix(shape);
    const int moe_layers = moe_layers_below(shape, shape.layers);
    const double attending = mix.attention * shape.layers, recurring = mix.recurrent * shape.layers,
                 dense = mix.ffn * (shape.layers - moe_layers);

    double total = shape.vocab * h * (shape.tied_embeddings ? 1 : 2) + h;
    total += attending * (attention + h) + recurring * (recurrent_parameters(shape.recurrent, h) + h);
    total += dense * (dense_ffn + h) + moe_layers * (moe_ffn + h);
    // Cross-attention repeats the four matrices and a norm.
    return total + cross_attention_layers(shape) * (attention + h) + adapters(shape);
}

} // namespace

double head_width(const TransformerShape& shape) {
    if (shape.head_dim > 0) return shape.head_dim;
    return shape.heads > 0 ? shape.hidden / shape.heads : 0;
}

int moe_layers_below(const TransformerShape& shape, int layers) {
    const MoeSpec& moe = shape.moe;
    if (moe.experts <= 0) return 0;
    if (moe.layers > 0) return static_cast<int>(int64_t{layers} * moe.layers / std::max(1, shape.layers));
    // The last layer of each interval has the experts.
    return std::max(0, layers - moe.leading_dense_layers) / std::max(1, moe.interval);
}

bool is_moe_layer(const TransformerShape& shape, int index) {
    return moe_layers_below(shape, index + 1) > moe_layers_below(shape, index);
}

LayerMix layer_mix(const TransformerShape& shape) {
    LayerMix out;
    const double layers = std::max(1, shape.layers);
    const int attending =
        shape.attention_layers >= 0 ? shape.attention_layers : shape.layers - shape.recurrent.layers;
    if (attending != shape.layers) out.attention = attending / layers;
    out.recurrent = shape.recurrent.layers / layers;
    if (shape.ffn_layers < 0) return out;
    const int moe = moe_layers_below(shape, shape.layers), others = shape.layers - moe;
    out.ffn = others > 0 ? std::max(0, shape.ffn_layers - moe) / static_cast<double>(others) : 1;
    return out;
}

std::string contradiction_of(const TransformerShape& shape) {
    const RecurrentMixer& mixer = shape.recurrent;
    const FullAttention& full = shape.full;
    const int attending = shape.attention_layers >= 0 ? shape.attention_layers : shape.layers - mixer.layers;
    const struct {
        const char* what;
        int layers, most;
    } counts[] = {{"with attention", shape.attention_layers, shape.layers},
                  {"with a recurrent mixer", mixer.layers, shape.layers},
                  {"with a feed-forward part", shape.ffn_layers, shape.layers},
                  {"with experts", shape.moe.layers, shape.layers},
                  {"with full attention", full.layers, std::max(0, attending)}};
    for (const auto& each : counts)
        if (each.layers > each.most)
            return fmt::format("{} layers {}, of {}", each.layers, each.what, each.most);
    if (mixer.layers > 0 && (mixer.heads < 1 || mixer.key_heads < 1 || !(mixer.head_dim >= 1) ||
                             !(mixer.key_dim >= 1) || !(mixer.chunk >= 1)))
        return "a recurrent mixer lacks heads, head_dim, key_heads, key_dim or chunk";
    if (full.layers > 0 && (full.kv_heads < 1 || shape.heads % full.kv_heads != 0 || !(full.head_dim >= 1)))
        return "layers with full attention lack a head_dim, or kv_heads that divide the heads";
    if (shape.lora.rank > shape.hidden)
        return fmt::format(
            "a LoRA rank of {:g} is above the hidden width of {:g}: its adapters would be larger "
            "than the matrices",
            shape.lora.rank, shape.hidden);
    if (const int bits = shape.lora.base_bits; bits != 0 && bits != 4 && bits != 8 && bits != 16)
        return fmt::format(
            "frozen weights of {} bits: there are 4, 8 and 16, or 0 for as they are multiplied", bits);
    if (shape.indexed.top_k > 0 && (shape.indexed.heads < 1 || !(shape.indexed.dim >= 1)))
        return "an indexer lacks heads or dim";
    return {};
}

double frozen_bytes(const LoraSpec& lora) {
    constexpr double scale_bits = 0.127, bits_a_byte = 8;
    return (lora.base_bits + (lora.base_bits < 16 ? scale_bits : 0)) / bits_a_byte;
}

double parameter_count(const TransformerShape& shape) { return count(shape, shape.moe.experts); }

double active_parameter_count(const TransformerShape& shape) { return count(shape, shape.moe.top_k); }

double key_width(const TransformerShape& shape) {
    return shape.mla.kv_rank > 0 ? shape.mla.nope_dim + shape.mla.rope_dim : head_width(shape);
}

double value_width(const TransformerShape& shape) {
    return shape.mla.kv_rank > 0 ? shape.mla.value_dim : head_width(shape);
}

double attention_parameters(const TransformerShape& shape) {
    if (shape.mla.kv_rank > 0) return latent_attention(shape) + indexer(shape);
    const double each = plain_attention(shape, shape.kv_heads, head_width(shape), false) + indexer(shape);
    const FullAttention& full = shape.full;
    if (full.layers <= 0) return each;
    const double attending = layer_mix(shape).attention * shape.layers;
    const double share = attending > 0 ? full.layers / attending : 0;
    const double other = plain_attention(shape, full.kv_heads, full.head_dim, full.shared_values);
    return each + share * (other - each);
}

double recurrent_parameters(const RecurrentMixer& mixer, double hidden) {
    if (mixer.layers <= 0) return 0;
    const double values = mixer.heads * mixer.head_dim, keys = mixer.key_heads * mixer.key_dim;
    // Values, gate and their product with the output; keys and queries; a step width (and a decay) a head.
    const double per_head = mixer.kind == RecurrenceKind::delta_rule ? 2 : 1;
    const double projections = hidden * (3 * values + 2 * keys + per_head * mixer.heads);
    const bool biased = mixer.kind == RecurrenceKind::state_space;
    const double convolution = (mixer.convolution + biased) * (values + 2 * keys);
    // Decay and step of each head, a state space's skip weight; the norm before the output.
    const double small = (biased ? 3 : 2) * mixer.heads + (biased ? values : mixer.head_dim);
    return projections + convolution + small;
}

double adapter_parameters(const TransformerShape& shape, bool moe_layer) {
    const LoraSpec& lora = shape.lora;
    if (lora.rank <= 0) return 0;
    const double h = shape.hidden;
    double widths = 0; // Σ of the inputs and outputs of the adapted matrices
    if (lora.attention) widths += h + (shape.heads + 2.0 * shape.kv_heads) * head_width(shape); // fused QKV
    if (lora.attention && lora.output) widths += shape.heads * value_width(shape) + h;
    const double width = moe_layer ? shape.moe.shared_experts * shape.moe.expert_ffn : shape.ffn;
    if (lora.ffn && width > 0) widths += h + (shape.gated_ffn ? 2 : 1) * width + width + h;
    return lora.rank * widths;
}

int cross_attention_layers(const TransformerShape& shape) {
    return shape.encoder.layers > 0 ? std::max(0, shape.layers - shape.encoder.layers) : 0;
}

double parameter_count(const ModelSpec& model) {
    if (model.transformer) return parameter_count(*model.transformer);
    return model.generic ? model.generic->parameters : 0;
}

double active_parameter_count(const ModelSpec& model) {
    if (model.transformer) return active_parameter_count(*model.transformer);
    return parameter_count(model);
}

double active_without_embedding(const ModelSpec& model) {
    const double active = active_parameter_count(model);
    if (!model.transformer || model.transformer->tied_embeddings) return active;
    return active - model.transformer->vocab * model.transformer->hidden;
}

} // namespace roofrack
