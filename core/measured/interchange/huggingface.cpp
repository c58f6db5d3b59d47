// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/huggingface.h"

#include "core/base/units/saturated.h"
#include "core/drawing/project/json_text.h"
#include "core/measured/interchange/huggingface_family.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

using Names = std::initializer_list<std::string_view>;

constexpr double most_model_layers = 10'000, most_model_width = 10e6, most_tokens = 1e9;

/// Reads keys that go by several names; the first error stays.
class ConfigReader {
public:
    ConfigReader(const nlohmann::json& config, std::string file, std::vector<Diagnostic>& warnings)
        : m_config(config)
        , m_file(std::move(file))
        , m_warnings(warnings) {}

    const std::optional<Diagnostic>& error() const { return m_error; }
    std::string place(std::string_view key) const { return fmt::format("{}#/{}", m_file, key); }

    /// The first of the names that is there and not null; end() when none is.
    nlohmann::json::const_iterator find(Names names) const {
        for (const std::string_view name : names)
            if (const auto it = m_config.find(name); it != m_config.end() && !it->is_null()) return it;
        return m_config.end();
    }
    bool has(Names names) const { return find(names) != m_config.end(); }

    double whole(Names names, double high, double fallback) {
        const auto it = find(names);
        if (it == m_config.end()) return fallback;
        const double value = it->is_number() ? it->get<double>() : -1;
        if (!(value >= 0 && value <= high && value == std::floor(value))) {
            fail(it.key(), fmt::format("a whole number from 0 to {:.0f} is expected", high),
                 "check the file");
            return fallback;
        }
        return value;
    }
    int count(Names names, double high, int fallback) { return saturated<int>(whole(names, high, fallback)); }

    /// The same, but needed and above zero.
    double needed(Names names, double high) {
        if (!has(names)) {
            fail(*names.begin(), fmt::format("none of {} is given", fmt::join(names, ", ")),
                 "is it the config.json of a transformer?");
            return 1;
        }
        const double value = whole(names, high, 1);
        if (value < 1) fail(find(names).key(), "is zero", "check the file");
        return std::max(1.0, value);
    }

    bool flag(Names names, bool fallback) {
        const auto it = find(names);
        if (it == m_config.end()) return fallback;
        if (!it->is_boolean()) {
            fail(it.key(), "true or false is expected", "check the file");
            return fallback;
        }
        return it->get<bool>();
    }

    std::string text(Names names) const {
        const auto it = find(names);
        return it != m_config.end() && it->is_string() ? it->get<std::string>() : std::string();
    }

    void fail(std::string_view key, std::string what, std::string fix) {
        if (!m_error) m_error = Diagnostic{place(key), std::move(what), std::move(fix)};
    }
    void warn(std::string_view key, std::string what, std::string fix) {
        m_warnings.push_back({place(key), std::move(what), std::move(fix)});
    }

private:
    const nlohmann::json& m_config;
    std::string m_file;
    std::vector<Diagnostic>& m_warnings;
    std::optional<Diagnostic> m_error;
};

MoeSpec read_experts(ConfigReader& in, const TransformerShape& shape) {
    MoeSpec moe;
    moe.experts = in.count({"num_local_experts", "n_routed_experts", "num_experts", "moe_num_experts"},
                           most_model_width, 0);
    if (moe.experts <= 1) return {};
    moe.top_k = in.count({"num_experts_per_tok", "experts_per_token", "moe_top_k", "num_experts_per_token"},
                         most_model_width, 0);
    if (moe.top_k < 1 || moe.top_k > moe.experts)
        in.fail("num_experts_per_tok", fmt::format("a token uses {} of {} experts", moe.top_k, moe.experts),
                "give 1 or more, at most the number of experts");
    moe.expert_ffn =
        in.whole({"moe_intermediate_size", "expert_ffn_hidden_size"}, most_model_width, shape.ffn);
    moe.shared_experts = in.count({"n_shared_experts", "num_shared_experts"}, 1000, 0);
    if (const double shared = in.whole({"shared_expert_intermediate_size"}, most_model_width, 0);
        shared > 0 && moe.expert_ffn > 0) {
        moe.shared_experts = saturated<int>(std::max(1.0, std::round(shared / moe.expert_ffn)));
        if (moe.shared_experts * moe.expert_ffn != shared)
            in.warn("shared_expert_intermediate_size",
                    fmt::format("a shared expert {:.0f} wide is {:.2f} routed ones", shared,
                                shared / moe.expert_ffn),
                    fmt::format("read as {}", moe.shared_experts));
    }
    moe.leading_dense_layers = in.count({"first_k_dense_replace"}, most_model_layers, 0);
    moe.interval =
        std::max(1, in.count({"moe_layer_freq", "decoder_sparse_step", "interleave_moe_layer_step"},
                             most_model_layers, 1));
    if (const auto list = in.find({"mlp_only_layers"}); in.has({"mlp_only_layers"}) && !list->empty())
        in.warn("mlp_only_layers", "single layers without experts", "read as layers with experts");
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

/// Layers that see a window only: all, or every n-th.
void read_window(ConfigReader& in, const HuggingFaceFamily& family, TransformerShape& shape) {
    const double window = in.whole({"sliding_window"}, most_tokens, 0);
    if (window <= 0 || !in.flag({"use_sliding_window"}, family.window_interval > 0)) return;
    double sliding = 0, layers = 0;
    if (const auto types = in.find({"layer_types"}); in.has({"layer_types"}) && types->is_array())
        for (const nlohmann::json& type : *types) {
            ++layers;
            sliding += type == "sliding_attention";
        }
    if (layers > 0 && sliding == 0) return;
    int interval = layers > 0 ? saturated<int>(std::round(layers / sliding)) : family.window_interval;
    if (const int pattern = in.count({"sliding_window_pattern"}, most_model_layers, 0);
        layers <= 0 && pattern > 2)
        interval = 1, sliding = pattern - 1, layers = pattern; // one of so many sees everything
    shape.window = window;
    shape.window_interval = std::max(1, interval);
    if (layers > 0 && std::abs(layers / shape.window_interval - sliding) > 0.5)
        in.warn("sliding_window",
                fmt::format("{:.0f} of {:.0f} layers see a window of {:.0f} tokens", sliding, layers, window),
                shape.window_interval == 1 ? "read as all of them"
                                           : fmt::format("read as every {}", shape.window_interval));
}

int read_kv_heads(ConfigReader& in, const HuggingFaceFamily& family, int heads) {
    const bool grouped = !family.falcon || in.flag({"new_decoder_architecture"}, false);
    if (!grouped) return in.flag({"multi_query"}, true) ? 1 : heads;
    const int out = in.count({"num_key_value_heads", "num_kv_heads", "n_head_kv"}, most_model_width,
                             in.flag({"multi_query"}, false) && !family.falcon ? 1 : heads);
    if (out < 1 || heads % out != 0)
        in.fail("num_key_value_heads", fmt::format("{} heads do not divide over {} KV heads", heads, out),
                "check the file");
    return std::max(1, out);
}

double read_sequence(ConfigReader& in, const nlohmann::json& config) {
    const double longest = in.whole({"max_position_embeddings", "n_positions", "seq_length", "n_ctx",
                                     "max_seq_len", "max_sequence_length"},
                                    most_tokens, 2048);
    if (const auto scaling = config.find("rope_scaling"); scaling != config.end() && scaling->is_object())
        if (const auto original = scaling->find("original_max_position_embeddings");
            original != scaling->end() && original->is_number())
            if (const double tokens = original->get<double>(); tokens >= 1 && tokens <= longest)
                return tokens;
    return std::max(1.0, longest);
}

std::string name_in(const ConfigReader& in, const std::string& file) {
    std::string name = in.text({"_name_or_path"});
    while (name.ends_with('/')) name.pop_back();
    if (const size_t slash = name.rfind('/'); slash != std::string::npos) name.erase(0, slash + 1);
    if (!name.empty()) return name;
    const std::filesystem::path path(file);
    if (path.filename() == "config.json" && path.has_parent_path())
        return file_stem(path.parent_path().filename().string() + ".");
    return file_stem(file);
}

} // namespace

Result<ImportedModel> read_huggingface_model(const NamedText& file) {
    const auto parsed = parse_json_text(file.text, file.name);
    if (!parsed) return tl::unexpected(parsed.error());
    nlohmann::json whole = *parsed;
    if (!whole.is_object()) return fail(file.name, "a JSON object is expected", "give a config.json");
    ImportedModel out;
    nlohmann::json config = whole;
    // Models of text and images keep the language model's shape apart.
    if (const auto inner = whole.find("text_config"); inner != whole.end() && inner->is_object()) {
        config = *inner;
        if (!config.contains("_name_or_path") && whole.contains("_name_or_path"))
            config["_name_or_path"] = whole["_name_or_path"];
        out.warnings.push_back({file.name + "#/text_config", "a model of more than text",
                                "its language model is read, the rest is left out"});
    }
    ConfigReader in(config, file.name, out.warnings);
    if (in.flag({"is_encoder_decoder"}, false))
        return fail(in.place("is_encoder_decoder"), "a model of encoder and decoder is not read",
                    "give its shape in the project, with `encoder`");
    const std::string type = in.text({"model_type"});
    const HuggingFaceFamily* known = huggingface_family(type);
    const HuggingFaceFamily family =
        known ? *known : guessed_family(in.text({"hidden_act", "activation_function", "hidden_activation"}));

    TransformerShape shape;
    shape.layers = saturated<int>(
        in.needed({"num_hidden_layers", "n_layer", "num_layers", "n_layers"}, most_model_layers));
    shape.hidden = in.needed({"hidden_size", "n_embd", "n_embed", "d_model"}, most_model_width);
    shape.heads = saturated<int>(
        in.needed({"num_attention_heads", "n_head", "n_heads", "num_heads"}, most_model_width));
    shape.vocab = in.needed({"vocab_size"}, most_model_width);
    shape.ffn = in.whole({"intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "d_ff"},
                         most_model_width, family.ffn_default > 0 ? family.ffn_default * shape.hidden : 0);
    if (shape.ffn <= 0) shape.ffn = in.needed({"intermediate_size", "n_inner", "ffn_dim"}, most_model_width);
    shape.kv_heads = read_kv_heads(in, family, shape.heads);
    if (const double width = in.whole({"head_dim"}, most_model_width, family.head_dim);
        width > 0 && width * shape.heads != shape.hidden)
        shape.head_dim = width;
    shape.gated_ffn = family.gated;
    shape.tied_embeddings = in.flag({"tie_word_embeddings"}, family.tied);
    shape.mla = read_latent_attention(in);
    if (shape.mla.kv_rank > 0) shape.head_dim = 0;
    shape.moe = read_experts(in, shape);
    shape.moe.bias = shape.moe.limited = shape.moe.experts > 0 && family.biased_experts;
    read_window(in, family, shape);
    const double sequence = read_sequence(in, config);
    if (in.error()) return tl::unexpected(*in.error());
    if (shape.mla.kv_rank <= 0 && shape.head_dim <= 0 && std::fmod(shape.hidden, shape.heads) != 0)
        return fail(in.place("num_attention_heads"),
                    fmt::format("{} heads do not divide a width of {:.0f}", shape.heads, shape.hidden),
                    "check the file");

    if (!known)
        in.warn("model_type", fmt::format("the architecture '{}' is not known", type.empty() ? "?" : type),
                fmt::format("read by the usual keys, as {} feed-forward: compare the parameters",
                            shape.gated_ffn ? "a gated" : "an ungated"));
    if (in.has({"quantization_config"}))
        in.warn("quantization_config", "the weights are published quantised",
                "training is predicted in the plan's precision");
    if (in.count({"num_nextn_predict_layers"}, most_model_layers, 0) > 0)
        in.warn("num_nextn_predict_layers", "layers that predict further tokens", "left out");

    ModelSpec& model = out.model;
    model.name = name_in(in, file.name);
    model.id = model.name;
    std::ranges::transform(model.id, model.id.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c == ' ' ? '-' : c;
    });
    model.transformer = shape;
    model.default_sequence = sequence;
    model.source =
        fmt::format("config.json of Hugging Face, model_type {}", type.empty() ? "not given" : type);
    return out;
}

} // namespace roofrack
