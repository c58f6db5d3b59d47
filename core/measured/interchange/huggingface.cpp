// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/huggingface.h"

#include "core/base/units/saturated.h"
#include "core/drawing/project/json_text.h"
#include "core/measured/interchange/config_reader.h"
#include "core/measured/interchange/huggingface_family.h"
#include "core/measured/interchange/huggingface_layers.h"
#include "core/measured/interchange/stated_size.h"
#include "core/measured/interchange/weight_index.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

/// A quantisation that names every layer of a large model has tens of thousands.
constexpr size_t most_config_keys = 1'000'000;

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

/// Bytes of a published weight; 0 where the file does not say it.
double stored_bytes(const ConfigReader& in, const nlohmann::json& whole) {
    std::string width = in.text({"torch_dtype", "dtype"});
    for (const char* key : {"torch_dtype", "dtype"})
        if (const auto it = whole.find(key); width.empty() && it != whole.end() && it->is_string())
            width = it->get<std::string>();
    if (width.ends_with("float32")) return 4;
    if (width.ends_with("float16")) return 2; // bfloat16 too
    return width.find("float8") != std::string::npos ? 1 : 0;
}

/// Compares the count of the keys with the weights. `more`: the file holds more than the language model.
Result<void> compare_index(const NamedText& index, const ConfigReader& in, const nlohmann::json& whole,
                           bool more, ImportedModel& out) {
    if (in.has({"quantization_config"}) || whole.contains("quantization_config")) {
        out.warnings.push_back({index.name, "the weights are published quantised, in several widths",
                                "their size is not compared with the parameters"});
        return {};
    }
    const auto indexed = indexed_parameters(index, stored_bytes(in, whole));
    if (!indexed) return tl::unexpected(indexed.error());
    if (*indexed <= 0) {
        out.warnings.push_back({index.name, "the config does not say how wide a weight is",
                                "their size is not compared with the parameters: give torch_dtype or dtype"});
        return {};
    }
    out.indexed_parameters = *indexed;
    const double counted = parameter_count(out.model);
    const std::string doubt = index_mismatch_text(*indexed, counted);
    if (doubt.empty()) return {};
    if (!more && std::abs(counted / *indexed - 1) > 0.25)
        return fail(
            index.name + "#/metadata", doubt,
            "something of this architecture is not understood: give the model's shape in the project");
    out.warnings.push_back({index.name + "#/metadata", doubt,
                            "biases, layers that predict further tokens and encoders of images are left out; "
                            "else compare the layers"});
    return {};
}

} // namespace

Result<ImportedModel> read_huggingface_model(const NamedText& file, const NamedText* index) {
    const auto parsed = parse_json_text(without_python_numbers(file.text), file.name, most_config_keys);
    if (!parsed) return tl::unexpected(parsed.error());
    nlohmann::json whole = *parsed;
    if (!whole.is_object()) return fail(file.name, "a JSON object is expected", "give a config.json");
    ImportedModel out;
    nlohmann::json config = whole;
    const bool more_than_text = whole.contains("text_config") && whole["text_config"].is_object();
    // Models of text and images keep the language model's shape apart.
    if (more_than_text) {
        config = whole["text_config"];
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
    const HuggingFaceFamily family = known ? *known
                                           : guessed_family(in.text({"hidden_act", "activation_function",
                                                                     "hidden_activation", "mlp_hidden_act"}));

    TransformerShape shape;
    shape.layers = in.count({"num_hidden_layers", "n_layer", "num_layers", "n_layers"}, most_model_layers,
                            layers_listed(in));
    if (shape.layers < 1)
        shape.layers = saturated<int>(
            in.needed({"num_hidden_layers", "n_layer", "num_layers", "n_layers"}, most_model_layers));
    shape.hidden = in.needed({"hidden_size", "n_embd", "n_embed", "d_model"}, most_model_width);
    shape.heads = saturated<int>(
        in.needed({"num_attention_heads", "n_head", "n_heads", "num_heads"}, most_model_width));
    shape.vocab = in.needed({"vocab_size"}, most_model_width);
    shape.ffn = in.whole({"intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "d_ff"},
                         most_model_width, family.ffn_default > 0 ? family.ffn_default * shape.hidden : 0);
    if (shape.ffn <= 0) shape.ffn = mean_ffn_of_blocks(in, shape.hidden);
    // Where every layer has experts, no other width is given.
    if (shape.ffn <= 0) shape.ffn = in.whole({"moe_intermediate_size"}, most_model_width, 0);
    if (const double dense =
            in.whole({"dense_intermediate_size", "intermediate_size_mlp"}, most_model_width, 0);
        dense > 0)
        shape.ffn = dense;
    if (shape.ffn <= 0) shape.ffn = in.needed({"intermediate_size", "n_inner", "ffn_dim"}, most_model_width);
    shape.kv_heads = read_kv_heads(in, family, shape.heads);
    if (const double width = in.whole({"head_dim", "attention_head_dim"}, most_model_width, family.head_dim);
        width > 0 && width * shape.heads != shape.hidden)
        shape.head_dim = width;
    shape.gated_ffn = family.gated;
    shape.tied_embeddings = in.flag({"tie_word_embeddings"}, family.tied);
    read_layers(in, family, shape);
    const double sequence = read_sequence(in, config);
    if (in.error()) return tl::unexpected(*in.error());
    if (const std::string wrong = contradiction_of(shape); !wrong.empty())
        return fail(in.place("layer_types"), wrong, "check the file");
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
    for (const std::string_view key :
         {"num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules"})
        if (in.count({key}, most_model_layers, 0) > 0) {
            in.warn(key, "layers that predict further tokens", "left out");
            break;
        }

    ModelSpec& model = out.model;
    model.name = name_in(in, file.name);
    model.id = model.name;
    std::ranges::transform(model.id, model.id.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c == ' ' ? '-' : c;
    });
    model.transformer = shape;
    // Names state all parameters, those at work on a token, or all but the table of the vocabulary.
    const double all = parameter_count(shape);
    if (const std::string doubt = size_mismatch_text(
            model.name, {all, active_parameter_count(shape), all - shape.vocab * shape.hidden});
        !doubt.empty())
        return fail(
            in.place("model_type"), doubt,
            "something of this architecture is not understood: give the model's shape in the project");
    model.default_sequence = sequence;
    model.source =
        fmt::format("config.json of Hugging Face, model_type {}", type.empty() ? "not given" : type);
    if (index)
        if (const auto compared = compare_index(*index, in, whole, more_than_text, out); !compared)
            return tl::unexpected(compared.error());
    return out;
}

} // namespace roofrack
