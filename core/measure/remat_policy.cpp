// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/remat_policy.h"

#include "core/units/ascii_text.h"
#include "core/workload/layer.h"
#include "core/workload/layer_parameters.h"

#include <algorithm>
#include <string>
#include <utility>

namespace roofrack {

namespace {

/// What a policy keeps of a layer, each a share of the operator's FLOPs.
struct Kept {
    double qkv = 0, attention = 0, out = 0, up = 0, down = 0;
};

std::optional<Kept> kept_by(std::string_view policy) {
    const std::string text = lower(policy);
    Kept kept;
    if (text.starts_with("full")) return kept;
    if (text.starts_with("minimal") || text.starts_with("save_dot")) {
        kept = {1, 0, 1, 1, 1}; // products with weights; attention has none
        if (has(text, "ffn1")) kept.up = 0;
        return kept;
    }
    if (!text.starts_with("custom")) return std::nullopt;
    const auto keeps = [&](const std::string& name) {
        return has(text, " " + name + "=device") || has(text, " " + name + "=offload");
    };
    for (const char* name : {"query_proj", "key_proj", "value_proj"})
        if (keeps(name)) kept.qkv += 1.0 / 3;
    kept.attention = keeps("context");
    kept.out = keeps("out_proj");
    kept.up = keeps("mlpwi");
    if (keeps("mlpwi_0")) kept.up += 0.5;
    if (keeps("mlpwi_1")) kept.up += 0.5;
    kept.down = keeps("mlpwo");
    return kept;
}

} // namespace

bool compiles_whole_steps(std::string_view family) {
    return family == "xla-tpu" || family.starts_with("neuron");
}

std::optional<double> repeated_share(std::string_view policy, const TransformerShape& shape,
                                     double sequence) {
    const std::optional<Kept> kept = kept_by(policy);
    if (!kept) return std::nullopt;
    LayerSlice slice;
    slice.tokens = slice.sequence = sequence;
    double all = 0, repeated = 0;
    for (const Operator& op : layer_operators(shape, slice, moe_layer_count(shape) > 0)) {
        const std::string_view name = op.name;
        double keeps = 0;
        if (op.kind == OperatorKind::attention)
            keeps = kept->attention;
        else if (op.closes_attention)
            keeps = kept->out;
        else if (name.ends_with(" up") && !name.starts_with("query") && !name.starts_with("key"))
            keeps = kept->up;
        else if (name == "ffn down" || name == "shared down")
            keeps = 1;
        else if (name == "experts down") // the routing weights' gradient reads it
            keeps = kept->down;
        else if (name != "router")
            keeps = kept->qkv;
        all += op.flops;
        repeated += (1 - std::min(1.0, keeps)) * op.flops;
    }
    return all > 0 ? repeated / all : 0;
}

KeptTensors kept_tensors(std::string_view policy, const TransformerShape& shape) {
    const std::string text = lower(policy);
    KeptTensors out;
    const bool products = text.starts_with("save_dot");
    if (!products && !text.starts_with("custom")) return out;
    const bool moe = moe_layer_count(shape) > 0;
    const double h = shape.hidden, query = shape.heads * key_width(shape),
                 key = shape.kv_heads * key_width(shape),
                 ffn = moe ? double(shape.moe.expert_ffn) * (shape.moe.top_k + shape.moe.shared_experts)
                           : shape.ffn;
    const double gates = shape.gated_ffn ? 2 : 1;
    // Numbers a token; beside the named ones what the norms and the activation make.
    const std::pair<const char*, double> tensors[] = {
        {"query_proj", query},  {"key_proj", key}, {"value_proj", key}, {"context", query}, {"out_proj", h},
        {"mlpwi", gates * ffn}, {"mlpwi_0", ffn},  {"mlpwi_1", ffn},    {"mlpwo", h}};
    const double all = 2 * query + 2 * key + 4 * h + (gates + 1) * ffn;
    double kept = 0, away = 0;
    for (const auto& [name, width] : tensors) {
        const bool host = has(text, " " + std::string(name) + "=offload");
        const bool dot = products && std::string_view(name) != "context" && // mlpwi stands for its halves
                         !std::string_view(name).starts_with(has(text, "ffn1") ? "mlpwi" : "mlpwi_");
        if (host || dot || has(text, " " + std::string(name) + "=device")) kept += width;
        if (host) away += width;
    }
    out.share = std::min(1.0, kept / all);
    if (has(text, " decoder_layer_input=offload")) away += h;
    out.offloaded = away / (kept + h);
    return out;
}

} // namespace roofrack
