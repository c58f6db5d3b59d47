// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"

#include <vector>

namespace roofrack::test {

/// Shapes whose layers are of several kinds, from the config.json of their makers.
inline TransformerShape nemotron_3_nano() {
    TransformerShape shape;
    shape.layers = 52;
    shape.hidden = 2688;
    shape.heads = 32;
    shape.kv_heads = 2;
    shape.head_dim = 128;
    shape.ffn = 1856;
    shape.vocab = 131072;
    shape.attention_layers = 6;
    shape.ffn_layers = 23;
    shape.recurrent = {23, RecurrenceKind::state_space, 64, 64, 8, 128, 4, 128};
    shape.moe.experts = 128;
    shape.moe.top_k = 6;
    shape.moe.shared_experts = 2;
    shape.moe.expert_ffn = 1856;
    shape.moe.layers = 23;
    return shape;
}

inline TransformerShape qwen_3_5_27b() {
    TransformerShape shape;
    shape.layers = 64;
    shape.hidden = 5120;
    shape.heads = 24;
    shape.kv_heads = 4;
    shape.head_dim = 256;
    shape.ffn = 17408;
    shape.vocab = 248320;
    shape.gated_ffn = shape.gated_attention = true;
    shape.recurrent = {48, RecurrenceKind::delta_rule, 48, 128, 16, 128, 4, 64};
    return shape;
}

/// Latent attention with an indexer, experts behind three dense layers.
inline TransformerShape glm_5() {
    TransformerShape shape;
    shape.layers = 78;
    shape.hidden = 6144;
    shape.heads = shape.kv_heads = 64;
    shape.ffn = 12288;
    shape.vocab = 154880;
    shape.gated_ffn = true;
    shape.mla = {2048, 512, 192, 64, 256};
    shape.indexed = {32, 128, 2048};
    shape.moe.experts = 256;
    shape.moe.top_k = 8;
    shape.moe.shared_experts = 1;
    shape.moe.expert_ffn = 2048;
    shape.moe.leading_dense_layers = 3;
    return shape;
}

inline TransformerShape gemma_4_31b() {
    TransformerShape shape;
    shape.layers = 60;
    shape.hidden = 5376;
    shape.heads = 32;
    shape.kv_heads = 16;
    shape.head_dim = 256;
    shape.ffn = 21504;
    shape.vocab = 262144;
    shape.gated_ffn = shape.tied_embeddings = true;
    shape.window = 1024;
    shape.window_interval = -6; // one of six layers has none: the full ones
    shape.full = {10, 4, 512, true};
    return shape;
}

/// A state space and experts behind a narrower width.
inline TransformerShape nemotron_3_super() {
    TransformerShape shape = nemotron_3_nano();
    shape.layers = 88;
    shape.hidden = 4096;
    shape.ffn = 2688;
    shape.attention_layers = 8;
    shape.ffn_layers = shape.moe.layers = 40;
    shape.recurrent.layers = 40;
    shape.recurrent.heads = 128;
    shape.moe.experts = 512;
    shape.moe.top_k = 22;
    shape.moe.expert_ffn = 2688;
    shape.moe.latent = 1024;
    return shape;
}

inline std::vector<ModelSpec> hybrid_models() {
    std::vector<ModelSpec> out;
    const auto add = [&](const char* id, const TransformerShape& shape) {
        ModelSpec& model = out.emplace_back();
        model.id = model.name = id;
        model.transformer = shape;
        model.default_sequence = 4096;
    };
    add("nemotron-3-nano", nemotron_3_nano());
    add("nemotron-3-super", nemotron_3_super());
    add("qwen3.5-27b", qwen_3_5_27b());
    add("glm-5", glm_5());
    add("gemma-4-31b", gemma_4_31b());
    return out;
}

} // namespace roofrack::test
