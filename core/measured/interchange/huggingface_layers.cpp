// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/huggingface_layers.h"

#include <array>
#include <cstdint>

namespace roofrack {

namespace {

/// Keys of architectures whose layers the shape cannot express. Reading past them would be a wrong model.
struct NotRead {
    std::string_view key, what;
};
constexpr std::array not_read{
    NotRead{"compress_ratios", "attention over compressed tokens is not read"},
    NotRead{"sparse_attention_config", "attention to blocks of tokens is not read"},
    NotRead{"mamba_d_ssm", "attention and a state space side by side in a layer are not read"},
    NotRead{"mamba_d_conv", "this kind of state space is not read"},
    NotRead{"rwkv_version", "RWKV's mixers are not read"},
    NotRead{"lru_width", "linear recurrent units are not read"},
    NotRead{"cross_attention_layers", "layers that read an image are not read"},
    NotRead{"parallel_attn_mlp_res", "a dense part beside the experts of a layer (Arctic) is not read"},
    NotRead{"conv_L_cache", "layers that are short convolutions (LFM2) are not read"},
};

constexpr const char* other_way = "give the model's shape in the project";

/// A block's part; null where the file gives none.
nlohmann::json part_of(const nlohmann::json& block, const char* key) {
    return block.is_object() ? block.value(key, nlohmann::json()) : nlohmann::json();
}

/// A flag of a block's part that is there and true.
bool is_true(const nlohmann::json& part, const char* key) {
    return part.is_object() && part.value(key, nlohmann::json()) == true;
}

bool is_set(const ConfigReader& in, std::string_view key) {
    if (!in.has({key})) return false;
    const nlohmann::json& value = *in.find({key});
    return !(value.is_boolean() && !value.get<bool>()) && !(value.is_number() && value.get<double>() == 0) &&
           !((value.is_array() || value.is_object()) && value.empty());
}

void refuse_unknown(ConfigReader& in, bool mamba2) {
    for (const NotRead& each : not_read)
        if (is_set(in, each.key) && !(mamba2 && each.key == "mamba_d_conv"))
            return in.fail(each.key, std::string(each.what), other_way);
    for (const std::string_view key : {"hidden_size_per_layer_input", "num_kv_shared_layers"})
        if (is_set(in, key)) return in.fail(key, "layers that share inputs or keys are not read", other_way);
}

/// Kinds of layers that some reader below takes; reading past another would be a wrong model.
void refuse_unknown_kinds(ConfigReader& in) {
    constexpr std::array known{"full_attention",    "sliding_attention", "linear_attention",
                               "chunked_attention", "attention",         "mamba"};
    if (!in.has_list("layer_types")) return;
    for (const nlohmann::json& each : *in.find({"layer_types"}))
        if (std::ranges::none_of(known, [&](const char* kind) { return each == kind; }))
            return in.fail(
                "layer_types",
                fmt::format("a layer of kind {} is not read",
                            each.is_string() ? '\'' + each.get<std::string>() + '\'' : each.dump()),
                other_way);
}

/// How often each word stands in a list of layers.
int layers_of_type(const ConfigReader& in, std::string_view key, std::string_view type) {
    int out = 0;
    if (in.has_list(key))
        for (const nlohmann::json& each : *in.find({key})) out += each == type;
    return out;
}

/// Which layers have experts.
void read_expert_layers(ConfigReader& in, const TransformerShape& shape, MoeSpec& moe) {
    moe.leading_dense_layers = in.count(
        {"first_k_dense_replace", "moe_layer_start_index", "moe_layer_num_skipped"}, most_model_layers, 0);
    for (const std::string_view key : {"moe_layer_freq", "moe_layers"}) {
        if (!in.has_list(key)) continue;
        const nlohmann::json& list = *in.find({key});
        if (key == "moe_layers") { // the places of the layers with experts
            moe.leading_dense_layers = 0;
            moe.layers = saturated<int>(static_cast<double>(list.size()));
            return;
        }
        int leading = 0, experts = 0;
        for (const nlohmann::json& each : list) {
            const bool has = each.is_number() ? each.get<double>() != 0 : each == true;
            experts += has;
            leading += !has && experts == 0;
        }
        const bool only_leading = experts + leading == static_cast<int>(list.size());
        moe.leading_dense_layers = only_leading ? leading : 0;
        moe.layers = only_leading ? 0 : experts;
        return;
    }
    moe.interval = std::max(1, in.count({"moe_layer_freq", "decoder_sparse_step", "interleave_moe_layer_step",
                                         "moe_layer_interval", "expert_layer_period"},
                                        most_model_layers, 1));
    if (in.has_list("mlp_only_layers"))
        moe.layers = std::max(
            0, shape.layers - saturated<int>(static_cast<double>(in.find({"mlp_only_layers"})->size())));
}

/// Experts that every token passes, as so many of the routed experts' width.
void read_shared_experts(ConfigReader& in, const HuggingFaceFamily& family, const TransformerShape& shape,
                         MoeSpec& moe) {
    moe.shared_experts = in.count(
        {"n_shared_experts", "num_shared_experts", "num_shared_expert", "moe_num_shared_experts"}, 1000, 0);
    if (family.shared_expert && moe.shared_experts == 0) moe.shared_experts = 1;
    const ConfigReader::Names keys{"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size",
                                   "share_expert_dim", "shared_intermediate_size"};
    double shared = in.whole(keys, most_model_width, 0);
    const bool beside = in.flag({"enable_moe_block"}, false); // a dense feed-forward part beside the experts
    if (beside) shared = shape.ffn;
    if (shared <= 0 || moe.expert_ffn <= 0) return;
    moe.shared_experts = saturated<int>(std::max(1.0, std::round(shared / moe.expert_ffn)));
    if (moe.shared_experts * moe.expert_ffn != shared)
        in.warn(
            beside ? "intermediate_size" : in.find(keys).key(),
            fmt::format("a shared expert {:.0f} wide is {:.2f} routed ones", shared, shared / moe.expert_ffn),
            fmt::format("read as {}", moe.shared_experts));
}

MoeSpec read_experts(ConfigReader& in, const HuggingFaceFamily& family, const TransformerShape& shape) {
    MoeSpec moe;
    moe.experts = in.count({"num_local_experts", "n_routed_experts", "num_experts", "moe_num_experts"},
                           most_model_width, 0);
    if (moe.experts <= 1) return {};
    moe.top_k = in.count({"num_experts_per_tok", "experts_per_token", "moe_top_k", "num_experts_per_token",
                          "top_k_experts", "moe_topk", "moe_k", "num_selected_experts"},
                         most_model_width, 0);
    if (moe.top_k < 1 || moe.top_k > moe.experts)
        in.fail("num_experts_per_tok", fmt::format("a token uses {} of {} experts", moe.top_k, moe.experts),
                "give 1 or more, at most the number of experts");
    moe.expert_ffn = in.whole({"moe_intermediate_size", "expert_ffn_hidden_size", "intermediate_size"},
                              most_model_width, shape.ffn);
    moe.latent = in.whole({"moe_latent_size"}, most_model_width, 0);
    read_shared_experts(in, family, shape, moe);
    read_expert_layers(in, shape, moe);
    return moe;
}

LatentAttention read_latent_attention(ConfigReader& in) {
    LatentAttention mla;
    mla.kv_rank = in.whole({"kv_lora_rank"}, most_model_width, 0);
    if (mla.kv_rank <= 0) return {};
    mla.q_rank = in.whole({"q_lora_rank"}, most_model_width, 0);
    mla.nope_dim = in.needed({"qk_nope_head_dim"}, most_model_width);
    mla.rope_dim = in.needed({"qk_rope_head_dim"}, most_model_width);
    mla.value_dim = in.needed({"v_head_dim"}, most_model_width);
    return mla;
}

IndexedAttention read_indexer(ConfigReader& in) {
    IndexedAttention out;
    out.top_k = in.whole({"index_topk"}, most_tokens, 0);
    if (out.top_k <= 0) return {};
    out.heads = saturated<int>(in.needed({"index_n_heads"}, most_model_width));
    out.dim = in.needed({"index_head_dim"}, most_model_width);
    return out;
}

/// Layers that see a window only: all, or every n-th.
void read_window(ConfigReader& in, const HuggingFaceFamily& family, TransformerShape& shape) {
    const double window = in.whole({"sliding_window"}, most_tokens, 0);
    double sliding = layers_of_type(in, "layer_types", "sliding_attention"), layers = 0;
    if (in.has_list("layer_types")) {
        layers = static_cast<double>(in.find({"layer_types"})->size());
    } else if (const std::string letters = in.text({"sliding_window_pattern"}); !letters.empty()) {
        layers = static_cast<double>(letters.size()); // a letter a layer, L local and G global (EXAONE)
        sliding = static_cast<double>(std::ranges::count(letters, 'L'));
    }
    if (window <= 0 || !in.flag({"use_sliding_window"}, sliding > 0 || family.window_interval > 0)) return;
    if (layers > 0 && sliding == 0) return;
    if (layers <= 0)
        if (const int pattern = in.count({"sliding_window_pattern"}, most_model_layers, 0); pattern > 2)
            sliding = pattern - 1, layers = pattern; // one of so many sees everything
    shape.window = window;
    shape.window_interval = std::max(1, family.window_interval);
    if (layers <= 0) return;
    const double whole = layers - sliding;
    shape.window_interval = whole > 0 && sliding > whole ? -saturated<int>(std::round(layers / whole))
                                                         : saturated<int>(std::round(layers / sliding));
    const double read = shape.window_interval < 0 ? layers * (1 + 1.0 / shape.window_interval)
                                                  : layers / shape.window_interval;
    if (std::abs(read - sliding) > 0.5 && !in.has({"global_head_dim"}))
        in.warn("sliding_window",
                fmt::format("{:.0f} of {:.0f} layers see a window of {:.0f} tokens", sliding, layers, window),
                fmt::format("read as {:.1f} of them", read));
}

/// Layers that see everything with heads of their own (Gemma 4).
void read_full_attention(ConfigReader& in, TransformerShape& shape) {
    const double head = in.whole({"global_head_dim"}, most_model_width, 0);
    const int layers = layers_of_type(in, "layer_types", "full_attention");
    if (head <= 0 || layers == 0 || shape.window <= 0) return;
    shape.full = {layers, in.count({"num_global_key_value_heads"}, most_model_width, shape.kv_heads), head,
                  in.flag({"attention_k_eq_v"}, false)};
}

/// A letter a layer: M state space, * attention, - feed-forward, E experts (Nemotron-H).
void read_pattern(ConfigReader& in, TransformerShape& shape) {
    const std::string_view key = "hybrid_override_pattern";
    const std::string pattern = in.text({key});
    const auto count = [&](char letter) {
        return saturated<int>(double(std::ranges::count(pattern, letter)));
    };
    if (const size_t odd = pattern.find_first_not_of("M*-E"); odd != std::string::npos)
        return in.fail(key, fmt::format("a layer of kind '{}' is not read", pattern[odd]), other_way);
    if (pattern.size() != static_cast<size_t>(shape.layers))
        return in.fail(key, fmt::format("names {} layers of {}", pattern.size(), shape.layers),
                       "check the file");
    shape.attention_layers = count('*');
    shape.recurrent.layers = count('M');
    shape.ffn_layers = count('-') + count('E');
    shape.moe.layers = count('E');
    if (shape.moe.layers == 0) shape.moe = {};
}

/// Mamba-2 by the keys of Nemotron-H, or by those of Bamba and Granite.
RecurrentMixer read_state_space(ConfigReader& in) {
    RecurrentMixer out;
    out.kind = RecurrenceKind::state_space;
    out.heads = saturated<int>(in.needed({"mamba_num_heads", "mamba_n_heads"}, most_model_width));
    out.head_dim = in.needed({"mamba_head_dim", "mamba_d_head"}, most_model_width);
    out.key_heads = std::max(1, in.count({"n_groups", "mamba_n_groups"}, most_model_width, 1));
    out.key_dim = in.needed({"ssm_state_size", "mamba_d_state"}, most_model_width);
    out.convolution = in.whole({"conv_kernel", "mamba_d_conv"}, 1000, 4);
    out.chunk = std::max(1.0, in.whole({"chunk_size", "mamba_chunk_size"}, most_tokens, 128));
    return out;
}

/// Gated delta rule by the keys of Qwen3-Next; blocks of 64 tokens as its kernels have them.
RecurrentMixer read_delta_rule(ConfigReader& in) {
    RecurrentMixer out;
    out.kind = RecurrenceKind::delta_rule;
    out.heads = saturated<int>(in.needed({"linear_num_value_heads"}, most_model_width));
    out.head_dim = in.needed({"linear_value_head_dim"}, most_model_width);
    out.key_heads = saturated<int>(in.needed({"linear_num_key_heads"}, most_model_width));
    out.key_dim = in.needed({"linear_key_head_dim"}, most_model_width);
    out.convolution = in.whole({"linear_conv_kernel_dim"}, 1000, 4);
    return out;
}

/// Mixers that are no attention, and the layers that have them.
void read_recurrent(ConfigReader& in, TransformerShape& shape) {
    if (in.has({"hybrid_override_pattern"})) {
        read_pattern(in, shape);
        if (shape.recurrent.layers <= 0) return;
        const int layers = shape.recurrent.layers;
        shape.recurrent = read_state_space(in);
        shape.recurrent.layers = layers;
        return;
    }
    if (const int layers = layers_of_type(in, "layer_types", "mamba"); layers > 0) {
        shape.recurrent = read_state_space(in);
        shape.recurrent.layers = layers;
        return;
    }
    if (in.has({"linear_num_value_heads"})) {
        int layers = layers_of_type(in, "layer_types", "linear_attention");
        if (const int interval = in.count({"full_attention_interval"}, most_model_layers, 4);
            !in.has_list("layer_types") && interval > 0)
            layers = shape.layers - shape.layers / interval;
        shape.recurrent = read_delta_rule(in);
        shape.recurrent.layers = layers;
        return;
    }
    if (layers_of_type(in, "layer_types", "linear_attention") > 0)
        in.fail("layer_types", "this kind of linear attention is not read", other_way);
    else if (in.has({"linear_attn_config"}))
        in.fail("linear_attn_config", "this kind of linear attention is not read", other_way);
}

/// Blocks without attention (Nemotron NAS).
void read_blocks(ConfigReader& in, TransformerShape& shape) {
    if (!in.has_list("block_configs")) return;
    int attending = 0, feeding = 0;
    for (const nlohmann::json& block : *in.find({"block_configs"})) {
        const nlohmann::json attention = part_of(block, "attention"), ffn = part_of(block, "ffn");
        for (const nlohmann::json* part : {&attention, &ffn})
            if (is_true(*part, "replace_with_linear"))
                return in.fail("block_configs", "parts that a linear layer replaces are not read", other_way);
        const bool attends = attention.is_object() && !is_true(attention, "no_op");
        attending += attends;
        feeding += ffn.is_object() && !is_true(ffn, "no_op");
        if (!attends) continue;
        const nlohmann::json group = attention.value("n_heads_in_group", nlohmann::json());
        if (group.is_number_integer() && group.get<int64_t>() > 0)
            shape.kv_heads =
                saturated<int>(std::max<double>(1, std::floor(shape.heads / group.get<double>())));
    }
    if (attending < shape.layers) shape.attention_layers = attending;
    if (feeding < shape.layers) shape.ffn_layers = feeding;
}

} // namespace

void read_layers(ConfigReader& in, const HuggingFaceFamily& family, TransformerShape& shape) {
    refuse_unknown(in, in.has({"mamba_n_heads", "mamba_num_heads"}) && !in.has({"mamba_d_ssm"}));
    refuse_unknown_kinds(in);
    if (in.error()) return;
    if (layers_of_type(in, "layer_types", "chunked_attention") > 0)
        in.warn("layer_types", "layers that attend within a chunk of the sequence",
                "read as attention to all of it, which costs more where the sequence is longer than a chunk");
    shape.gated_attention = in.flag({"attn_output_gate"}, family.gated_attention);
    shape.mla = read_latent_attention(in);
    if (shape.mla.kv_rank > 0) shape.head_dim = 0;
    shape.indexed = read_indexer(in);
    shape.moe = read_experts(in, family, shape);
    shape.moe.bias = shape.moe.limited = shape.moe.experts > 0 && family.biased_experts;
    read_window(in, family, shape);
    read_full_attention(in, shape);
    read_recurrent(in, shape);
    read_blocks(in, shape);
}

int layers_listed(const ConfigReader& in) {
    for (const std::string_view key : {"layer_types", "block_configs", "layers_block_type"})
        if (in.has_list(key)) return saturated<int>(static_cast<double>(in.find({key})->size()));
    return saturated<int>(static_cast<double>(in.text({"hybrid_override_pattern"}).size()));
}

double mean_ffn_of_blocks(ConfigReader& in, double hidden) {
    if (!in.has_list("block_configs")) return 0;
    double sum = 0, count = 0;
    for (const nlohmann::json& block : *in.find({"block_configs"})) {
        const nlohmann::json ffn = part_of(block, "ffn");
        if (!ffn.is_object() || is_true(ffn, "no_op")) continue;
        const nlohmann::json factor = ffn.value("ffn_mult", nlohmann::json());
        if (!factor.is_number()) continue;
        if (const double width = factor.get<double>() * hidden; !(width > 0 && width <= most_model_width)) {
            in.fail("block_configs", fmt::format("an ffn_mult of {:g} makes no width", factor.get<double>()),
                    "check the file");
            return 0;
        }
        // Two thirds of the factor, rounded up to 256 (the model's configuration_decilm.py).
        sum += std::ceil(std::floor(2 * factor.get<double>() * hidden / 3) / 256) * 256;
        ++count;
    }
    return count > 0 ? sum / count : 0;
}

} // namespace roofrack
