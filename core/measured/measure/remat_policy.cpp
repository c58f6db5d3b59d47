// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/remat_policy.h"

#include "core/base/units/ascii_text.h"
#include "core/step/workload/layer.h"
#include "core/step/workload/layer_parameters.h"

#include <algorithm>
#include <string>

namespace roofrack {

namespace {

/// What a policy keeps of a layer, each a share of the operator's FLOPs.
struct Kept {
    double qkv = 0, attention = 0, out = 0, up = 0, down = 0;
};

enum class Where { anywhere, host };

std::optional<Kept> kept_by(std::string_view policy, Where where = Where::anywhere) {
    const std::string text = lower(policy);
    Kept kept;
    if (text.starts_with("full")) return kept;
    if (text.starts_with("minimal") || text.starts_with("save_dot")) {
        if (where == Where::host) return kept;
        kept = {1, 0, 1, 1, 1}; // products with weights; attention has none
        if (has(text, "ffn1")) kept.up = 0;
        return kept;
    }
    if (!text.starts_with("custom")) return std::nullopt;
    const auto keeps = [&](const std::string& name) {
        return (where == Where::anywhere && has(text, " " + name + "=device")) ||
               has(text, " " + name + "=offload");
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
        all += op.share * op.flops;
        repeated += (1 - std::min(1.0, keeps)) * op.share * op.flops;
    }
    return all > 0 ? repeated / all : 0;
}

KeptTensors kept_tensors(std::string_view policy, const TransformerShape& shape) {
    const std::optional<Kept> kept = kept_by(policy), away = kept_by(policy, Where::host);
    KeptTensors out;
    if (!kept) return out;
    const bool moe = moe_layer_count(shape) > 0;
    const double h = shape.hidden, query = shape.heads * key_width(shape),
                 keys = 2 * shape.kv_heads * key_width(shape), gates = shape.gated_ffn ? 2 : 1,
                 ffn = moe ? double(shape.moe.expert_ffn) * (shape.moe.top_k + shape.moe.shared_experts)
                           : shape.ffn;
    // Numbers a token; beside the named ones what the norms and the activation make.
    const auto width = [&](const Kept& of) {
        return of.qkv * (query + keys) + of.attention * query + of.out * h +
               std::min(1.0, of.up) * gates * ffn + of.down * h;
    };
    out.share = width(*kept) / (2 * query + keys + 4 * h + (gates + 1) * ffn);
    const bool input = has(lower(policy), " decoder_layer_input=offload");
    out.offloaded = (width(*away) + (input ? h : 0)) / (width(*kept) + h);
    return out;
}

} // namespace roofrack
