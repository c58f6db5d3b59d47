// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/memory_model.h"

#include "workload/layer.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Bytes of one layer's activations for a micro-batch on one rank.
double layer_activations(const TransformerShape& shape, const Plan& plan, double tokens, double sequence,
                         bool flash) {
    const double h = shape.hidden, t = plan.tp;
    const bool sp = plan.sequence_parallel && plan.tp > 1;
    if (plan.recompute == Recompute::full) return 2 * tokens * h / (sp ? t : 1);
    double ffn = shape.ffn;
    if (shape.moe.experts > 0) ffn = shape.moe.expert_ffn * (shape.moe.top_k + shape.moe.shared_experts);
    // Norm inputs, residual and (without SwiGLU models' dropout-free path) two dropout masks stay whole
    // without SP.
    const double whole = shape.gated_ffn ? 8 : 10;
    const double kv = static_cast<double>(shape.kv_heads) / shape.heads;
    const double cut = shape.gated_ffn ? 4 + 4 * kv + 6 * ffn / h : 8 + 4 * ffn / h;
    double scores = 0;
    if (!flash && plan.recompute == Recompute::none) scores = 5.0 * shape.heads * sequence / h;
    return tokens * h * (whole / (sp ? t : 1) + (cut + scores) / t);
}

} // namespace

MemoryBytes transformer_memory(const TransformerShape& shape, const Plan& plan, double sequence,
                               double global_batch, double gradient_bytes, bool flash_attention) {
    const LayerParameters parameters = layer_parameters(shape);
    const double p = plan.pp, v = std::max(1, plan.vpp), t = plan.tp;
    const double layers = std::ceil(shape.layers / p - 1e-9);
    const double moe_layers = layers * moe_layer_count(shape) / std::max(1, shape.layers);
    const double embeddings = plan.pp == 1 && !shape.tied_embeddings ? 2 : 1;
    const double dense = ((layers - moe_layers) * parameters.dense_layer + moe_layers * parameters.moe_layer +
                          embeddings * parameters.embedding) /
                         t;
    const double experts = moe_layers * parameters.experts / expert_tensor_ways(shape, t) / plan.ep;
    const double replicas = static_cast<double>(plan.dp) * plan.cp;
    const double shard = plan.shard > 0 ? std::min<double>(plan.shard, replicas) : replicas;
    const double w = Machine::element_bytes(plan.precision), g = gradient_bytes;
    const double state = w == 4 ? 8 : 12;

    MemoryBytes out;
    const auto add = [&](double count, double ways) {
        ways = std::max(1.0, ways);
        out.weights += count * w / (plan.zero >= 3 ? ways : 1);
        out.gradients += count * g / (plan.zero >= 2 ? ways : 1);
        out.optimizer += count * state / (plan.zero >= 1 ? ways : 1);
    };
    add(dense, shard);
    add(experts, shard / plan.ep);
    if (plan.zero >= 3)
        out.buffers +=
            2 * (dense + experts) / layers * (w + g); // the gathered layer and the next, their gradients

    const double m = std::max(1.0, global_batch / (plan.dp * plan.micro_batch));
    const double tokens = plan.micro_batch * sequence / plan.cp;
    const double per_layer = layer_activations(shape, plan, tokens, sequence, flash_attention);
    double in_flight = std::min(m, p);
    if (v > 1) in_flight = std::min(m, p * (1 + (p - 1) / (p * v)));
    out.activations = per_layer * layers * in_flight;
    if (plan.recompute == Recompute::full) {
        Plan whole = plan;
        whole.recompute = Recompute::none;
        const double working = layer_activations(shape, whole, tokens, sequence, flash_attention);
        if (plan.recompute_layers > 0) {
            const double kept = std::max(0.0, layers - plan.recompute_layers);
            out.activations += kept * in_flight * (working - per_layer);
        }
        out.activations += working;
    }
    // fp32 logits and their gradient on the last stage (the only one when pp = 1).
    const double logits = tokens * shape.vocab / t * (4 + w);
    if (plan.pp == 1)
        out.activations += logits;
    else
        out.activations = std::max(out.activations, per_layer * layers * std::min(m, 1.0) + logits);
    out.buffers += 1.5e9; // CUDA context, collectives' channels, workspace (from_memory: 1–2 GB a process)
    return out;
}

MemoryBytes generic_memory(const GenericProfile& profile, const Plan& plan, double samples_per_gpu) {
    const double w = Machine::element_bytes(plan.precision);
    const double ways = plan.shard > 0 ? plan.shard : std::max(1, plan.dp);
    MemoryBytes out;
    out.weights = profile.parameters * w / (plan.zero >= 3 ? ways : 1);
    out.gradients = profile.parameters * 4 / (plan.zero >= 2 ? ways : 1);
    out.optimizer = profile.parameters * (w == 4 ? 8 : 12) / (plan.zero >= 1 ? ways : 1);
    out.activations = samples_per_gpu * profile.activation_bytes_per_sample.si();
    out.buffers = 1.5e9;
    return out;
}

} // namespace roofrack
