// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/model_spec.h"

namespace roofrack {

namespace {

double count(const TransformerShape& shape, double experts_of_layer) {
    const double h = shape.hidden;
    const double queries = shape.heads * head_width(shape);
    const double keys = shape.kv_heads * head_width(shape);
    const double matrices = shape.gated_ffn ? 3 : 2;
    const double attention = h * queries + 2 * h * keys + queries * h;
    const double dense_ffn = matrices * h * shape.ffn;
    const double expert = matrices * h * shape.moe.expert_ffn;
    const double moe_ffn = (experts_of_layer + shape.moe.shared_experts) * expert + h * shape.moe.experts;
    const double norms = 2 * h;

    double total = shape.vocab * h * (shape.tied_embeddings ? 1 : 2) + h;
    for (int layer = 0; layer < shape.layers; ++layer)
        total += attention + norms + (is_moe_layer(shape.moe, layer) ? moe_ffn : dense_ffn);
    return total;
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

double parameter_count(const ModelSpec& model) {
    if (model.transformer) return parameter_count(*model.transformer);
    return model.generic ? model.generic->parameters : 0;
}

double active_parameter_count(const ModelSpec& model) {
    if (model.transformer) return active_parameter_count(*model.transformer);
    return parameter_count(model);
}

} // namespace roofrack
