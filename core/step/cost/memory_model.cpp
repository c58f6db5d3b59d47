// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/memory_model.h"

#include "core/step/workload/micro_batches.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr double bytes_of_16_bit = 2; ///< bytes that an element of 16 bits takes

/// Bytes a token that one layer keeps on a rank: of what every TP rank repeats without sequence parallelism,
/// and of what TP cuts.
struct TokenBytes {
    double whole = 0, cut = 0;
    TokenBytes operator+(const TokenBytes& other) const { return {whole + other.whole, cut + other.cut}; }
    TokenBytes operator*(double share) const { return {whole * share, cut * share}; }
};

/// What a recurrent mixer keeps: its projections, what the convolution makes of them, its output and that
/// after the gated norm, which the projection out reads. The states are computed again block by block.
TokenBytes kept_recurrent(const TransformerShape& shape, const Plan& plan, double element, double input) {
    const RecurrentWidths width = recurrent_widths(shape.recurrent, plan.tp);
    return {0, element * (width.projected() + width.convolved() + width.values) + input * width.values};
}

/// Bytes a token of the attention's operands and output. `copy`: bytes an element of a second copy of its
/// output.
double attention_bytes(const TransformerShape& of, double t, double element, double copy) {
    const AttentionWidths width = attention_widths(of, t);
    const double output = of.heads / t * value_width(of), gate = of.gated_attention ? width.query : 0;
    return element * (width.query + width.key + width.value + output + gate) + copy * output;
}

/// Korthikanti 2022, section 4.1, tensor by tensor: with elements of 2 bytes, a feed-forward width of 4 h (h:
/// the hidden size), dropout and unfused attention of a heads over s tokens the sum is 34 h + 5 a s bytes a
/// token.
TokenBytes kept_without_recompute(const MemoryContext& c, const Plan& plan, bool moe_layer, bool scores) {
    const TransformerShape& shape = *c.shape;
    const double h = shape.hidden, t = plan.tp, e = Machine::element_bytes(plan.precision);
    const bool fp8 = plan.precision >= Precision::fp8 && c.stack->fp8_inputs;
    const double in = plan.activation_bits > 0 ? plan.activation_bits / 8.0 : fp8 ? 1 : e;
    const double copy = in < e ? in : 0; // attention keeps its own output in full width
    const LayerMix mix = layer_mix(shape);
    const double ffn_share = moe_layer ? 1 : mix.ffn;
    TokenBytes out;
    // A frozen product needs its input only where an adapter reads it too, with a byte of dropout mask.
    const LoraSpec& lora = shape.lora;
    const bool frozen = lora.rank > 0;
    const double mask = lora.dropout ? 1 : 0;
    const auto input = [&](bool adapted) { return !frozen ? in : adapted ? e + mask : 0; };
    // Inputs of both norms; inputs of QKV and of the FFN.
    const double parts = mix.mixers() + ffn_share;
    out.whole = parts * e * h + (mix.mixers() * input(lora.attention) + ffn_share * input(lora.ffn)) * h;
    if (plan.dropout && c.stack->dropout && !shape.gated_ffn) out.whole += parts * h; // masks of two dropouts
    // Latents before and after their norms.
    out.whole += mix.attention * (e + in) * (shape.mla.q_rank + shape.mla.kv_rank);
    const double full = full_attention_share(shape);
    out.cut = (mix.attention - full) * attention_bytes(shape, t, e, copy);
    if (full > 0) out.cut += full * attention_bytes(full_attention_shape(shape), t, e, copy);
    // Softmax, its dropout and the mask; PyTorch hands on the softmax itself where the rate is 0.
    if (scores) out.cut += mix.attention * (plan.dropout ? 2 * e + 1 : e) * shape.heads / t * c.sequence;
    if (mix.recurrent > 0) out = out + kept_recurrent(shape, plan, e, in) * mix.recurrent;
    // Beside frozen FP8 weights the gate's input is kept in FP8 too (NeMo, activation_func_fp8_input_store).
    const double gate = (shape.gated_ffn ? 2 : 1) * (frozen && fp8 ? 1 : e);
    const auto ffn = [&](double wide) { return (gate + input(lora.ffn)) * wide / t; };
    if (!moe_layer) {
        out.cut += ffn_share * ffn(shape.ffn);
        return out;
    }
    const MoeSpec& moe = shape.moe;
    out.cut += ffn(moe.expert_ffn * (moe.top_k + moe.shared_experts));
    // Dispatched tokens; what the experts return is needed no more where their weights in the sum are applied
    // before the second product.
    out.cut += moe.top_k * (moe.latent > 0 ? moe.latent : h) * input(false) / t;
    if (moe.latent > 0) out.whole += e * moe.latent; // what they return, before its projection up
    return out;
}

/// Selective recompute of an MoE layer: norms, activations and the projections out of the latents run again.
TokenBytes kept_of_moe(const MemoryContext& c, const Plan& plan) {
    const TransformerShape& shape = *c.shape;
    const double h = shape.hidden, t = plan.tp, e = Machine::element_bytes(plan.precision);
    const double in = plan.precision >= Precision::fp8 && c.stack->fp8_inputs ? 1 : e;
    const LayerMix mix = layer_mix(shape);
    const MoeSpec& moe = shape.moe;
    const double latent = shape.mla.q_rank + shape.mla.kv_rank;
    const double gate = shape.gated_ffn ? 2 : 1;
    const double full = full_attention_share(shape);
    TokenBytes out;
    out.whole = (mix.mixers() + 1) * e * h + mix.attention * e * latent;
    if (shape.mla.kv_rank > 0)
        out.cut = mix.attention * e * shape.heads / t * value_width(shape);
    else
        out.cut = (mix.attention - full) * attention_bytes(shape, t, e, 0);
    if (full > 0) out.cut += full * attention_bytes(full_attention_shape(shape), t, e, 0);
    if (mix.recurrent > 0) out = out + kept_recurrent(shape, plan, e, e) * mix.recurrent;
    if (moe.latent > 0) out.whole += e * moe.latent;
    out.cut += gate * e * shape.moe.expert_ffn * (shape.moe.top_k + shape.moe.shared_experts) / t;
    out.cut += moe.top_k * (moe.latent > 0 ? moe.latent : h) * in / t;
    return out;
}

TokenBytes kept_products(const MemoryContext& c, const Plan& plan, bool moe_layer) {
    const TransformerShape& shape = *c.shape;
    const double h = shape.hidden, t = plan.tp, e = Machine::element_bytes(plan.precision);
    const AttentionWidths width = attention_widths(shape, t);
    const double ffn =
        moe_layer ? shape.moe.expert_ffn * (shape.moe.top_k + shape.moe.shared_experts) : shape.ffn;
    const LayerMix mix = layer_mix(shape);
    const double ffn_share = moe_layer ? 1 : mix.ffn;
    // Every second of Q, K, V, out, gate, up, down: Q, V, gate, down; the layer's input; the attention and
    // the fp32 log-sums of its softmax.
    const double output = shape.heads / t * value_width(shape);
    TokenBytes out{(mix.mixers() + ffn_share) * e * h,
                   e * (mix.attention * (width.query + width.value + output) + ffn_share * ffn / t) +
                       mix.attention * 4 * shape.heads / t};
    // A recurrent mixer keeps the output of its first product and what the states are computed from.
    if (mix.recurrent > 0) out = out + kept_recurrent(shape, plan, e, 0) * mix.recurrent;
    return out;
}

} // namespace

MemoryContext::MemoryContext(const TransformerShape& of, const MemoryStack& with, double tokens, double batch,
                             double gradient, bool flash, const Defaults::Memory& memory)
    : shape(&of)
    , stack(&with)
    , constants(&memory)
    , sequence(tokens)
    , global_batch(batch)
    , gradient_bytes(gradient)
    , flash_attention(flash)
    , parameters(layer_parameters(of)) {}

ActivationPieces activation_pieces(const MemoryContext& c, const Plan& plan) {
    const TransformerShape& shape = *c.shape;
    const double h = shape.hidden, e = Machine::element_bytes(plan.precision), t = plan.tp;
    const double tokens = plan.micro_batch * c.sequence / plan.cp;
    const double spread = plan.sequence_parallel && plan.tp > 1 ? t : 1;
    const auto bytes = [&](const TokenBytes& kept) { return tokens * (kept.whole / spread + kept.cut); };

    ActivationPieces out;
    out.micro_batches = micro_batches(plan, c.global_batch);
    out.boundary = tokens * e * h / spread;
    const auto layer = [&](bool moe, double& kept, double& whole) {
        whole = bytes(kept_without_recompute(c, plan, moe, !c.flash_attention));
        kept = whole;
        if (plan.recompute == Recompute::full)
            kept = out.boundary + plan.recompute_keeps * std::max(0.0, whole - out.boundary);
        else if (plan.recompute == Recompute::selective && moe && c.flash_attention &&
                 !c.stack->saves_products)
            kept = std::min(whole, bytes(kept_of_moe(c, plan)));
        else if (plan.recompute == Recompute::selective)
            kept =
                std::min(whole, bytes(c.stack->saves_products ? kept_products(c, plan, moe)
                                                              : kept_without_recompute(c, plan, moe, false)));
    };
    const bool has_moe = shape.moe.experts > 0;
    layer(false, out.dense, out.dense_whole);
    if (has_moe) layer(true, out.moe, out.moe_whole);

    const double gate = shape.gated_ffn ? 3 : 2;
    const double ffn = has_moe ? std::max(shape.ffn, shape.moe.expert_ffn * shape.moe.top_k) : shape.ffn;
    out.gradients = tokens * e * (gate * ffn / t + h / spread);
    out.logits = tokens * shape.vocab / t * (e == 4 ? 8 : c.stack->loss_bytes);
    if (plan.pp > 1) out.communication += 4 * out.boundary; // in and out, forward and backward
    if (plan.cp > 1) {
        const AttentionWidths width = attention_widths(shape, t);
        out.communication += 2 * tokens * (width.key + width.value) * e; // those at work and those under way
    }
    if (plan.dp * plan.cp > 1) out.communication += c.stack->bucket_bytes;
    return out;
}

namespace {

/// Bytes a parameter of Adam's two moments.
double moment_bytes(const Plan& plan) {
    return 2 * (plan.optimizer_bits > 0 ? plan.optimizer_bits / 8.0 : 4);
}

double master_bytes(const Plan& plan) { return plan.master_bits > 0 ? plan.master_bits / 8.0 : 4; }

} // namespace

ModelStateBytes state_pieces(const MemoryContext& c, const Plan& plan) {
    ModelStateBytes out;
    const double t = plan.tp;
    out.dense_layer = c.parameters.dense_layer / t;
    out.moe_layer = c.parameters.moe_layer / t;
    out.experts = c.parameters.experts / expert_tensor_ways(*c.shape, t) / plan.ep;
    out.embedding = c.parameters.embedding / t;

    const double w = Machine::element_bytes(plan.precision);
    const double moments = moment_bytes(plan), updated = w == 4 ? moments : moments + master_bytes(plan);
    const double replicas = static_cast<double>(plan.dp) * plan.cp;
    const double shard = plan.shard > 0 ? std::min<double>(plan.shard, replicas) : replicas;
    const auto states = [&](double ways, double& weights, double& gradients, double& optimizer) {
        ways = std::max(1.0, ways);
        const double of_weights = plan.zero >= 3 ? ways : 1, of_gradients = plan.zero >= 2 ? ways : 1;
        const double of_optimizer = plan.zero >= 1 ? ways : 1;
        weights = w / of_weights;
        optimizer = updated / of_optimizer;
        gradients = std::max(w == 4 ? 4.0 : 0.0, c.gradient_bytes) / of_gradients;
        if (c.stack->fp32_shards && plan.zero >= 3 && w < 4) {
            weights = gradients = 4 / ways;
            optimizer = moments / ways;
        } else if (c.stack->fp16_gradients && w < 4) {
            const bool bf16 = plan.precision != Precision::fp16;
            gradients =
                (bf16 ? bytes_of_16_bit + 4 : bytes_of_16_bit) / of_gradients + (bf16 ? 0 : 4 / of_optimizer);
        }
        optimizer *= 1 - plan.offload_optimizer;
        // Frozen weights are held as they are multiplied, or narrower.
        if (const LoraSpec& lora = c.shape->lora; lora.rank > 0)
            weights = (lora.base_bits > 0                                        ? frozen_bytes(lora)
                       : plan.precision >= Precision::fp8 && c.stack->fp8_inputs ? 1
                                                                                 : w) /
                      of_weights;
        weights += c.references * bytes_of_16_bit / of_weights;
    };
    states(shard, out.weights, out.gradients, out.optimizer);
    states(shard * t / expert_tensor_ways(*c.shape, t) / plan.ep, out.expert_weights, out.expert_gradients,
           out.expert_optimizer);
    return out;
}

StageLayers stage_layers(int layers, int stages, int stage) {
    if (stages <= 1) return {0, layers};
    const int base = layers / stages, extra = layers % stages;
    const bool all_but_last = extra > stages - 2; // even the first takes one more
    const auto before = [&](int i) {              // stages below i that hold one layer more
        return all_but_last ? std::min(i, stages - 1) : std::clamp(i - 1, 0, extra);
    };
    return {stage * base + before(stage), base + before(stage + 1) - before(stage)};
}

double in_flight(const Plan& plan, double micro_batches, int stage) {
    const double p = plan.pp, v = std::max(1, plan.vpp), i = stage;
    switch (plan.schedule) {
    case Schedule::zb_1p: return std::min(micro_batches, p);
    case Schedule::zb_2p: return std::min(micro_batches, 2 * p - 1);
    default: break;
    }
    if (plan.vpp <= 1 || plan.pp <= 1) return std::min(micro_batches, p - i);
    return std::min(micro_batches * v, 2 * (p - i - 1) + (v - 1) * p + 1) / v;
}

MemoryBytes stage_memory(const MemoryContext& c, const Plan& plan, const ActivationPieces& a,
                         const ModelStateBytes& s, int stage) {
    const TransformerShape& shape = *c.shape;
    const StageLayers held = stage_layers(shape.layers, plan.pp, stage);
    const double layers = held.count;
    const double moe = moe_layers_below(shape, held.first + held.count) - moe_layers_below(shape, held.first);
    const double dense = layers - moe;
    const bool last = stage == plan.pp - 1;
    const double embeddings = plan.pp == 1 ? (shape.tied_embeddings ? 1 : 2) : stage == 0 || last ? 1 : 0;
    const double parameters = dense * s.dense_layer + moe * s.moe_layer + embeddings * s.embedding;
    const double experts = moe * s.experts;
    // Frozen weights have neither gradients nor optimizer state.
    const LayerParameters& p = c.parameters;
    const double trained = dense * s.dense_layer * p.trainable_dense + moe * s.moe_layer * p.trainable_moe +
                           embeddings * s.embedding * p.trainable_embedding;
    const double trained_experts = experts * p.trainable_experts;

    MemoryBytes out;
    out.weights = parameters * s.weights + experts * s.expert_weights;
    out.gradients = trained * s.gradients + trained_experts * s.expert_gradients;
    out.optimizer = trained * s.optimizer + trained_experts * s.expert_optimizer;

    const double flying = in_flight(plan, a.micro_batches, stage);
    double kept = dense * a.dense + moe * a.moe;
    if (plan.recompute == Recompute::full && plan.recompute_layers > 0 && layers > 0) {
        const double recomputed = std::min(1.0, plan.recompute_layers / layers);
        kept = recomputed * kept + (1 - recomputed) * (dense * a.dense_whole + moe * a.moe_whole);
    }
    if (c.stack->keeps_outputs && plan.pp > 1) kept += a.boundary;
    out.activations = kept * flying * (1 - plan.offload_activations);
    if (c.stack->static_buffers && a.micro_batches <= 1)
        out.gradients = std::max(0.0, out.gradients - out.activations);

    // The layer in its backward pass: what is computed again, and gradients.
    double backward = a.gradients;
    if (layers > 0)
        backward += std::max(dense > 0 ? a.dense_whole - a.dense : 0, moe > 0 ? a.moe_whole - a.moe : 0);
    if (plan.zero >= 3) {
        const double unit = std::max(dense > 0 ? s.dense_layer : 0, moe > 0 ? s.moe_layer + s.experts : 0);
        // The layer at work and the next one, and the embeddings, which stay for the whole step.
        const double width = Machine::element_bytes(plan.precision);
        out.gathered =
            width * (plan.keep_gathered ? parameters + experts : 2 * unit + embeddings * s.embedding);
        backward +=
            unit * (width + (c.stack->scatters_fp32 && c.gradient_bytes > width ? c.gradient_bytes
                                                                                : 0)); // before the scatter
    }
    out.working = std::max(backward, last ? a.logits : 0);
    out.communication = a.communication;
    out.fragmentation = c.stack->fragmentation * out.allocated();
    const double communicators = (plan.tp > 1) + (plan.pp > 1) + (plan.cp > 1) + (plan.ep > 1) +
                                 (plan.dp * plan.cp > 1) + 1; // and the one of all ranks
    out.framework = c.constants->context + communicators * c.constants->communicator;
    return out;
}

FullestStage fullest_stage(const MemoryContext& c, const Plan& plan, const ActivationPieces& a,
                           const ModelStateBytes& s) {
    FullestStage out{0, stage_memory(c, plan, a, s, 0)};
    double most = out.bytes.total();
    const auto consider = [&](int stage) {
        const MemoryBytes bytes = stage_memory(c, plan, a, s, stage);
        const double total = bytes.total();
        if (total <= most) return;
        most = total;
        out = {stage, bytes};
    };
    const MoeSpec& moe = c.shape->moe;
    const bool alike =
        moe.experts <= 0 || (moe.layers == 0 && moe.leading_dense_layers == 0 && moe.interval <= 1);
    // Inner stages differ only in what is in flight, which falls: the second stands for all of them.
    for (int stage = 1; stage < plan.pp; stage = alike ? std::max(stage + 1, plan.pp - 1) : stage + 1)
        consider(stage);
    return out;
}

FullestStage fullest_stage(const MemoryContext& context, const Plan& plan) {
    return fullest_stage(context, plan, activation_pieces(context, plan), state_pieces(context, plan));
}

std::vector<StageMemory> memory_by_stage(const MemoryContext& context, const Plan& plan) {
    const ActivationPieces activations = activation_pieces(context, plan);
    const ModelStateBytes states = state_pieces(context, plan);
    std::vector<StageMemory> out;
    for (int stage = 0; stage < plan.pp; ++stage)
        out.push_back({stage, stage_layers(context.shape->layers, plan.pp, stage).count,
                       in_flight(plan, activations.micro_batches, stage),
                       stage_memory(context, plan, activations, states, stage)});
    return out;
}

MemoryBytes transformer_memory(const TransformerShape& shape, const Plan& plan, double sequence,
                               double global_batch, double gradient_bytes, bool flash_attention,
                               const MemoryStack& stack) {
    const MemoryContext context(shape, stack, sequence, global_batch, gradient_bytes, flash_attention);
    return fullest_stage(context, plan).bytes;
}

MemoryBytes generic_memory(const GenericProfile& profile, const Plan& plan, double samples_per_gpu,
                           const Defaults::Memory& constants) {
    const double w = Machine::element_bytes(plan.precision);
    const double ways = plan.shard > 0 ? plan.shard : std::max(1, plan.dp);
    const double updated = moment_bytes(plan) + (w == 4 ? 0 : master_bytes(plan));
    MemoryBytes out;
    out.weights = profile.parameters * w / (plan.zero >= 3 ? ways : 1);
    out.gradients = profile.parameters * 4 / (plan.zero >= 2 ? ways : 1);
    out.optimizer = profile.parameters * updated / (plan.zero >= 1 ? ways : 1) * (1 - plan.offload_optimizer);
    out.activations =
        samples_per_gpu * profile.activation_bytes_per_sample.si() * (1 - plan.offload_activations);
    out.fragmentation = memory_stack("unknown").fragmentation * out.allocated();
    out.framework = constants.context + constants.communicator;
    return out;
}

} // namespace roofrack
