// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/workload/layer_parameters.h"

#include <algorithm>

namespace roofrack {

int moe_layer_count(const TransformerShape& shape) { return moe_layers_below(shape, shape.layers); }

double recurrence_flops(const RecurrentMixer& mixer) {
    if (mixer.layers <= 0) return 0;
    const double block = mixer.chunk, state = mixer.key_dim * mixer.head_dim;
    if (mixer.kind == RecurrenceKind::state_space)
        return 2 * block * mixer.key_dim * mixer.key_heads +
               mixer.heads * (2 * block * mixer.head_dim + 4 * state);
    return mixer.heads *
           (block * (6 * mixer.key_dim + 4 * mixer.head_dim) + 6 * state + 2 * block * block / 3);
}

LayerParameters layer_parameters(const TransformerShape& shape) {
    LayerParameters out;
    const double h = shape.hidden, gate = shape.gated_ffn ? 3 : 2;
    // Cross-attention repeats the four matrices and a norm: spread over all layers of an encoder-decoder.
    const double cross = static_cast<double>(cross_attention_layers(shape)) / std::max(1, shape.layers);
    const LayerMix mix = layer_mix(shape);
    const double mixers = (mix.attention + cross) * attention_parameters(shape) +
                          mix.recurrent * recurrent_parameters(shape.recurrent, h) +
                          (mix.mixers() + cross) * h;
    const double adapter = adapter_parameters(shape, false), moe_adapter = adapter_parameters(shape, true);
    out.dense_layer = mixers + mix.ffn * (gate * h * shape.ffn + h) + adapter;
    if (const MoeSpec& moe = shape.moe; moe.experts > 0) {
        out.moe_layer = mixers + h + h * moe.experts + 2 * h * moe.latent +
                        gate * h * moe.expert_ffn * moe.shared_experts + moe_adapter;
        out.experts = gate * (moe.latent > 0 ? moe.latent : h) * moe.expert_ffn * moe.experts;
    }
    out.embedding = shape.vocab * h;
    if (shape.lora.rank > 0) {
        out.trainable_dense = adapter / out.dense_layer;
        out.trainable_moe = out.moe_layer > 0 ? moe_adapter / out.moe_layer : 0;
        out.trainable_experts = out.trainable_embedding = 0;
    }
    return out;
}

ModelFlops model_flops(const TransformerShape& shape, double sequence) {
    const LayerParameters p = layer_parameters(shape);
    const int moe_layers = moe_layer_count(shape);
    const double active_experts = shape.moe.experts > 0 ? p.experts * shape.moe.top_k / shape.moe.experts : 0;
    // The embedding look-up multiplies nothing; the logits do.
    const double body =
        (shape.layers - moe_layers) * p.dense_layer + moe_layers * (p.moe_layer + active_experts);
    const double widths = shape.heads * (key_width(shape) + value_width(shape)) / 2;
    double active = body + p.embedding;
    double attention = 12.0 * shape.layers * layer_mix(shape).attention * widths * sequence;
    if (const int decoder = cross_attention_layers(shape); decoder > 0) {
        // A sequence of the encoder, target_share of it in the decoder, each of whose layers also reads the
        // encoder's output.
        const double r = shape.encoder.target_share, layer = p.dense_layer;
        active = shape.encoder.layers * layer + r * (decoder * layer + p.embedding);
        attention = 12.0 * widths * sequence * (shape.encoder.layers + decoder * (r * r + r));
    }
    // Frozen weights get no gradient: two thirds of the products remain.
    const double passes = shape.lora.rank > 0 ? 4 : 6;
    // States see no square: they count alike in both.
    const double states = 3 * shape.recurrent.layers * recurrence_flops(shape.recurrent);
    ModelFlops out;
    out.palm = sequence * (passes * active + attention + states);
    const double share = shape.encoder.layers >= shape.layers && shape.encoder.layers > 0 ? 1 : 0.5;
    out.palm_causal = sequence * (passes * active + share * attention + states);
    return out;
}

} // namespace roofrack
