// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/model_spec_json.h"

#include "catalog/json_fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

Result<MoeSpec> read_moe(const nlohmann::json& value, const std::string& where) {
    JsonFields fields(value, where);
    fields.require({"experts", "top_k", "expert_ffn"});
    fields.only({"experts", "top_k", "shared_experts", "expert_ffn", "leading_dense_layers", "interval"});
    MoeSpec moe;
    moe.experts = fields.count("experts");
    moe.top_k = fields.count("top_k");
    moe.shared_experts = fields.count("shared_experts");
    moe.expert_ffn = fields.quantity("expert_ffn", Dimension::number);
    moe.leading_dense_layers = fields.count("leading_dense_layers");
    moe.interval = fields.count("interval", 1);
    if (moe.top_k > moe.experts)
        fields.fail_at("top_k", "a token uses more experts than there are", "lower top_k");
    if (fields.error()) return tl::unexpected(*fields.error());
    return moe;
}

Result<TransformerShape> read_transformer(const nlohmann::json& value, const std::string& where) {
    JsonFields fields(value, where);
    fields.require({"layers", "hidden", "heads", "ffn", "vocab"});
    fields.only({"layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab", "gated_ffn",
                 "tied_embeddings", "moe"});
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
    if (shape.layers <= 0 || shape.hidden <= 0 || shape.heads <= 0 || shape.kv_heads <= 0 || shape.ffn < 0 ||
        shape.vocab < 0 || shape.head_dim < 0)
        fields.fail_at("layers",
                       "layers, hidden, heads and kv_heads must be above zero, the others not negative",
                       "check the shape");
    else if (shape.heads % shape.kv_heads != 0)
        fields.fail_at("kv_heads", "the heads do not divide evenly over the KV heads",
                       "use a divisor of heads");
    if (fields.error()) return tl::unexpected(*fields.error());
    if (const nlohmann::json* moe = fields.member("moe")) {
        auto read = read_moe(*moe, fields.where("moe"));
        if (!read) return tl::unexpected(read.error());
        shape.moe = *read;
    }
    return shape;
}

Result<GenericProfile> read_generic(const nlohmann::json& value, const std::string& where) {
    JsonFields fields(value, where);
    fields.require({"parameters"});
    fields.only({"parameters", "flops_per_sample", "bytes_per_sample", "activation_bytes_per_sample",
                 "input_bytes_per_sample", "kernels_per_step", "serial_per_step", "compute_per_step",
                 "gradient_bits", "gemm_efficiency"});
    GenericProfile profile;
    profile.parameters = fields.quantity("parameters", Dimension::number);
    profile.flops_per_sample = Flops(fields.quantity("flops_per_sample", Dimension::flops));
    profile.bytes_per_sample = Bytes(fields.quantity("bytes_per_sample", Dimension::bytes));
    profile.activation_bytes_per_sample =
        Bytes(fields.quantity("activation_bytes_per_sample", Dimension::bytes));
    profile.input_bytes_per_sample = Bytes(fields.quantity("input_bytes_per_sample", Dimension::bytes));
    profile.kernels_per_step = fields.quantity("kernels_per_step", Dimension::number);
    profile.serial_per_step = Seconds(fields.quantity("serial_per_step", Dimension::time));
    profile.compute_per_step = Seconds(fields.quantity("compute_per_step", Dimension::time));
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
    } else {
        auto profile = read_generic(*generic, fields.where("generic"));
        if (!profile) return tl::unexpected(profile.error());
        model.generic = *profile;
    }
    return out;
}

} // namespace roofrack
