// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/model_spec.h"

#include <algorithm>

namespace roofrack {

namespace {

double adapters(const TransformerShape& shape) {
    double total = 0;
    for (int layer = 0; layer < shape.layers; ++layer)
        total += adapter_parameters(shape, is_moe_layer(shape.moe, layer));
    return total;
}

double count(const TransformerShape& shape, double experts_of_layer) {
    const double h = shape.hidden;
    const double matrices = shape.gated_ffn ? 3 : 2;
    const double attention = attention_parameters(shape);
    const double dense_ffn = matrices * h * shape.ffn;
    const double expert = matrices * h * shape.moe.expert_ffn;
    const double moe_ffn = (experts_of_layer + shape.moe.shared_experts) * expert + h * shape.moe.experts;
    const double norms = 2 * h;

    double total = shape.vocab * h * (shape.tied_embeddings ? 1 : 2) + h;
    for (int layer = 0; layer < shape.layers; ++layer)
        total += attention + norms + (is_moe_layer(shape.moe, layer) ? moe_ffn : dense_ffn);
    // Cross-attention repeats the four matrices and a norm.
    return total + cross_attention_layers(shape) * (attention + h) + adapters(shape);
}

} // namespace

double head_width(const TransformerShape& shape) {
    if (shape.head_dim > 0) return shape.head_dim;
    return shape.heads > 0 ? shape.hidden / shape.heads : 0;
}

bool is_moe_layer(const MoeSpec& moe, int index) {
    if (moe.experts <= 0 || index < moe.leading_dense_layers) return false;
    // The last layer of each interval has the experts.
    return moe.interval <= 1 || (index - moe.leading_dense_layers) % moe.interval == moe.interval - 1;
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
    const double h = shape.hidden;
    if (shape.mla.kv_rank <= 0) {
        const double queries = shape.heads * head_width(shape), keys = shape.kv_heads * head_width(shape);
        return 2 * h * queries + 2 * h * keys;
    }
    const LatentAttention& mla = shape.mla;
    const double queries = shape.heads * key_width(shape);
    const double query = mla.q_rank > 0 ? mla.q_rank * (h + queries + 1) : h * queries;
    const double latent = h * (mla.kv_rank + mla.rope_dim) + mla.kv_rank; // with the latents' norms
    return query + latent + mla.kv_rank * shape.heads * (mla.nope_dim + mla.value_dim) +
           shape.heads * mla.value_dim * h;
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

} // namespace roofrack
