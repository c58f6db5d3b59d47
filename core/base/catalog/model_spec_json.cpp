// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/model_spec_json.h"

#include "core/base/units/json_fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace roofrack {

namespace {

Result<MoeSpec> read_moe(const nlohmann::json& value, const std::string& where) {
    JsonFields fields(value, where);
    fields.require({"experts", "top_k", "expert_ffn"});
    fields.only({"experts", "top_k", "shared_experts", "expert_ffn", "leading_dense_layers", "interval",
                 "bias", "limited", "groups", "used_groups", "layers", "latent"});
    MoeSpec moe;
    moe.experts = fields.count("experts");
    moe.top_k = fields.count("top_k");
    moe.shared_experts = fields.count("shared_experts");
    moe.expert_ffn = fields.quantity("expert_ffn", Dimension::number);
    moe.leading_dense_layers = fields.count("leading_dense_layers");
    moe.interval = fields.count("interval", 1);
    moe.layers = fields.count("layers", 0);
    moe.latent = fields.quantity("latent", Dimension::number, 0);
    moe.bias = fields.flag("bias");
    moe.limited = fields.flag("limited");
    moe.groups = fields.count("groups");
    moe.used_groups = fields.count("used_groups");
    if (moe.top_k > moe.experts)
        fields.fail_at("top_k", "a token uses more experts than there are", "lower top_k");
    if (fields.error()) return tl::unexpected(*fields.error());
    return moe;
}

Result<LatentAttention> read_latent_attention(const nlohmann::json& value, const std::string& where) {
    JsonFields fields(value, where);
    fields.require({"kv_rank", "nope_dim", "rope_dim", "value_dim"});
    fields.only({"q_rank", "kv_rank", "nope_dim", "rope_dim", "value_dim"});
    LatentAttention mla;
    mla.q_rank = fields.quantity("q_rank", Dimension::number);
    mla.kv_rank = fields.quantity("kv_rank", Dimension::number);
    mla.nope_dim = fields.quantity("nope_dim", Dimension::number);
    mla.rope_dim = fields.quantity("rope_dim", Dimension::number);
    mla.value_dim = fields.quantity("value_dim", Dimension::number);
    if (fields.error()) return tl::unexpected(*fields.error());
    return mla;
}

Result<LoraSpec> read_lora(const nlohmann::json& value, const std::string& where) {
    JsonFields fields(value, where);
    fields.require({"rank"});
    fields.only({"rank", "attention", "output", "ffn", "dropout", "base_bits"});
    LoraSpec lora;
    lora.rank = fields.quantity("rank", Dimension::number);
    lora.attention = fields.flag("attention", true);
    lora.output = fields.flag("output", true);
    lora.ffn = fields.flag("ffn");
    lora.dropout = fields.flag("dropout", true);
    lora.base_bits = static_cast<int>(fields.quantity("base_bits", Dimension::number, 0));
    if (fields.error()) return tl::unexpected(*fields.error());
    return lora;
}

Result<EncoderSpec> read_encoder(const nlohmann::json& value, const std::string& where) {
    JsonFields fields(value, where);
    fields.require({"layers"});
    fields.only({"layers", "target_share"});
    EncoderSpec encoder;
    encoder.layers = fields.count("layers");
    encoder.target_share = fields.quantity("target_share", Dimension::number, 1);
    if (fields.error()) return tl::unexpected(*fields.error());
    return encoder;
}

/// Reads the member `key` into `out` when it is there.
template<class T, class Read>
std::optional<Diagnostic> read_part(const JsonFields& fields, std::string_view key, T& out, Read read) {
    const nlohmann::json* value = fields.member(key);
    if (!value) return std::nullopt;
    auto part = read(*value, fields.where(key));
    if (!part) return part.error();
    out = *part;
    return std::nullopt;
}

Result<TransformerShape> read_transformer(const nlohmann::json& value, const std::string& where) {
    JsonFields fields(value, where);
    fields.require({"layers", "hidden", "heads", "ffn", "vocab"});
    fields.only({"layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab", "gated_ffn",
                 "tied_embeddings", "window", "window_interval", "whole_interval", "moe", "mla", "lora",
                 "encoder"});
    TransformerShape shape;
    shape.layers = fields.count("layers");
    shape.hidden = fields.quantity("hidden", Dimension::number);
    shape.heads = fields.count("heads");
    shape.kv_heads = fields.count("kv_heads", shape.heads);
    shape.head_dim = fields.quantity("head_dim", Dimension::number);
    shape.ffn = fields.quantity("ffn", Dimension::number);
    shape.vocab = fields.quantity("vocab", Dimension::number);
    shape.gated_ffn = fields.flag("gated_ffn");
    shape.tied_embeddings = fields.flag("tied_embeddings");
    shape.window = fields.quantity("window", Dimension::number);
    shape.window_interval = std::max(1, fields.count("window_interval", 1));
    if (const int whole = fields.count("whole_interval", 0); whole > 0) shape.window_interval = -whole;
    if (shape.layers <= 0 || shape.hidden <= 0 || shape.heads <= 0 || shape.kv_heads <= 0 || shape.ffn < 0 ||
        shape.vocab < 0 || shape.head_dim < 0)
        fields.fail_at("layers",
                       "layers, hidden, heads and kv_heads must be above zero, the others not negative",
                       "check the shape");
    else if (shape.heads % shape.kv_heads != 0)
        fields.fail_at("kv_heads", "the heads do not divide evenly over the KV heads",
                       "use a divisor of heads");
    if (fields.error()) return tl::unexpected(*fields.error());
    if (auto error = read_part(fields, "moe", shape.moe, read_moe)) return tl::unexpected(*error);
    if (auto error = read_part(fields, "mla", shape.mla, read_latent_attention))
        return tl::unexpected(*error);
    if (auto error = read_part(fields, "lora", shape.lora, read_lora)) return tl::unexpected(*error);
    if (auto error = read_part(fields, "encoder", shape.encoder, read_encoder)) return tl::unexpected(*error);
    return shape;
}

Result<GenericProfile> read_generic(const nlohmann::json& value, const std::string& where) {
    JsonFields fields(value, where);
    fields.require({"parameters"});
    fields.only({"parameters", "flops_per_sample", "bytes_per_sample", "elementwise_bytes_per_sample",
                 "activation_bytes_per_sample", "input_bytes_per_sample", "kernels_per_step",
                 "serial_per_step", "compute_per_step", "measured_samples", "gradient_bits",
                 "gemm_efficiency"});
    GenericProfile profile;
    profile.parameters = fields.quantity("parameters", Dimension::number);
    profile.flops_per_sample = Flops(fields.quantity("flops_per_sample", Dimension::flops));
    profile.bytes_per_sample = Bytes(fields.quantity("bytes_per_sample", Dimension::bytes));
    profile.elementwise_bytes_per_sample =
        Bytes(fields.quantity("elementwise_bytes_per_sample", Dimension::bytes));
    profile.activation_bytes_per_sample =
        Bytes(fields.quantity("activation_bytes_per_sample", Dimension::bytes));
    profile.input_bytes_per_sample = Bytes(fields.quantity("input_bytes_per_sample", Dimension::bytes));
    profile.kernels_per_step = fields.quantity("kernels_per_step", Dimension::number);
    profile.serial_per_step = Seconds(fields.quantity("serial_per_step", Dimension::time));
    profile.compute_per_step = Seconds(fields.quantity("compute_per_step", Dimension::time));
    profile.measured_samples = fields.quantity("measured_samples", Dimension::number);
    profile.gradient_bits = fields.quantity("gradient_bits", Dimension::number, 32);
    profile.gemm_efficiency = fields.quantity("gemm_efficiency", Dimension::number);
    if (fields.error()) return tl::unexpected(*fields.error());
    return profile;
}

} // namespace

Result<CatalogModel> read_catalog_model(const nlohmann::json& value, std::string_view where) {
    JsonFields fields(value, std::string(where));
    fields.require({"id", "name", "source"});
    fields.only({"id", "name", "aliases", "source", "note", "published_parameters",
                 "published_active_parameters", "default_sequence", "transformer", "generic"});
    CatalogModel out;
    ModelSpec& model = out.model;
    model.id = fields.text("id");
    model.name = fields.text("name");
    model.source = fields.text("source");
    model.note = fields.text("note");
    out.aliases = fields.texts("aliases");
    model.published_parameters = fields.quantity("published_parameters", Dimension::number);
    model.published_active_parameters = fields.quantity("published_active_parameters", Dimension::number);
    model.default_sequence = fields.quantity("default_sequence", Dimension::number, 2048);
    const nlohmann::json* transformer = fields.member("transformer");
    const nlohmann::json* generic = fields.member("generic");
    if ((transformer != nullptr) == (generic != nullptr))
        fields.fail_at("transformer", "exactly one of 'transformer' and 'generic' is expected",
                       "give one of them");
    if (fields.error()) return tl::unexpected(*fields.error());
    if (transformer) {
        auto shape = read_transformer(*transformer, fields.where("transformer"));
        if (!shape) return tl::unexpected(shape.error());
        model.transformer = *shape;
    } else if (generic) {
        auto profile = read_generic(*generic, fields.where("generic"));
        if (!profile) return tl::unexpected(profile.error());
        model.generic = *profile;
    }
    return out;
}

} // namespace roofrack
