// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/stage.h"

#include "core/step/cost/memory_model.h"
#include "core/step/workload/layer_parameters.h"
#include "core/step/workload/micro_batches.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

OperatorTime stretched(OperatorTime time, const Operator& op, const StepContext& context) {
    double factor = context.of_kind[static_cast<size_t>(op.kind)];
    if (op.routed) factor *= context.experts_slower;
    if (op.adapter) factor *= context.in.software->adapter_overhead;
    return {time.compute * factor, time.memory * factor};
}

OperatorTime forward_of(const Operator& op, const StepContext& context, const Plan& plan) {
    return stretched(forward_time(op, context.machine, plan.precision, context.quality), op, context);
}

OperatorTime backward_of(const Operator& op, const StepContext& context, const Plan& plan) {
    return stretched(backward_time(op, context.machine, plan.precision, context.quality), op, context);
}

LayerCost cost_of(const LayerOperators& operators, const StepContext& context, const Plan& plan) {
    LayerCost out;
    const bool flash = context.quality.flash, light = flash && operators.has_light();
    for (const Operator& op : operators) {
        const OperatorTime forward = forward_of(op, context, plan) * op.share,
                           backward = backward_of(op, context, plan) * op.share;
        const double flops = op.share * op.flops;
        out.forward_compute += forward.compute;
        out.forward_memory += forward.memory;
        out.backward_compute += backward.compute;
        out.backward_memory += backward.memory;
        out.forward_flops += flops;
        if (flash && op.light) {
            out.core_compute += forward.compute;
            out.core_memory += forward.memory;
            out.core_flops += flops;
        }
        if (!op.core) continue;
        out.attention_forward += forward.total();
        out.attention_backward += backward.total();
        if (light) continue;
        out.core_compute += forward.compute;
        out.core_memory += forward.memory;
        out.core_flops += flops;
    }
    return out;
}

LayerSlice slice_of(const StepContext& context, const Plan& plan) {
    LayerSlice slice;
    slice.tokens = plan.micro_batch * context.in.sequence / plan.cp;
    slice.sequence = context.in.sequence;
    slice.tp = plan.tp;
    slice.cp = plan.cp;
    slice.ep = plan.ep;
    slice.sequence_parallel = plan.sequence_parallel && plan.tp > 1;
    slice.flash_attention = context.quality.flash;
    slice.element_bytes = Machine::element_bytes(plan.precision);
    slice.elementwise = context.in.software->elementwise;
    slice.loss_traffic = context.in.software->loss_traffic;
    slice.fused_experts = context.in.software->fused_experts;
    slice.score_traffic = context.in.software->score_traffic;
    return slice;
}

/// A kind of dense layer and the share of the dense layers that are of it.
struct LayerKind {
    LayerSlice slice;
    double share = 1;
};

/// The dense layers of a decoder alike; of an encoder-decoder its two kinds, spread evenly over the stages.
/// The second is the decoder's, whose tokens also read the encoder's output.
struct LayerKinds {
    LayerKind items[2];
    int count = 1;
};

LayerKinds kinds_of(const StepContext& context, const LayerSlice& slice) {
    const TransformerShape& shape = *context.in.shape;
    LayerKinds out;
    out.items[0] = {slice, 1};
    if (shape.encoder.layers <= 0) return out;
    out.items[0].slice.causal = false;
    const int decoder = cross_attention_layers(shape);
    if (decoder <= 0) return out;
    LayerKind& second = out.items[out.count++];
    second.slice = slice;
    second.slice.tokens *= shape.encoder.target_share;
    second.slice.sequence *= shape.encoder.target_share;
    second.slice.cross_tokens = slice.tokens;
    second.slice.cross_sequence = slice.sequence;
    second.share = static_cast<double>(decoder) / shape.layers;
    out.items[0].share = 1 - second.share;
    return out;
}

/// What the logits see: the decoder's tokens.
LayerSlice head_slice(const StepContext& context, LayerSlice slice) {
    const TransformerShape& shape = *context.in.shape;
    if (cross_attention_layers(shape) > 0) slice.tokens *= shape.encoder.target_share;
    return slice;
}

/// Share of the stage's layers that full recompute takes.
double repeated_layers(const Plan& plan, double layers) {
    if (plan.recompute != Recompute::full) return 0;
    return plan.recompute_layers > 0 ? std::min(1.0, plan.recompute_layers / layers) : 1;
}

/// Share of the stage's forward pass that is computed again, with its collectives and launches.
double recomputed_share(const Plan& plan, double layers) {
    return repeated_layers(plan, layers) * (plan.recompute_share > 0 ? plan.recompute_share : 1);
}

} // namespace

void LayerCost::add(const LayerCost& other, double share) {
    for (double LayerCost::*const field :
         {&LayerCost::forward_compute, &LayerCost::forward_memory, &LayerCost::backward_compute,
          &LayerCost::backward_memory, &LayerCost::attention_forward, &LayerCost::attention_backward,
          &LayerCost::core_compute, &LayerCost::core_memory, &LayerCost::forward_flops,
          &LayerCost::core_flops})
        this->*field += share * other.*field;
}

LayerCosts layer_costs(const StepContext& context, const Plan& plan) {
    const TransformerShape& shape = *context.in.shape;
    const LayerSlice slice = slice_of(context, plan);
    LayerCosts out;
    if (context.moe_layers < shape.layers) {
        const LayerKinds kinds = kinds_of(context, slice);
        for (int i = 0; i < kinds.count; ++i)
            out.dense.add(cost_of(layer_operators(shape, kinds.items[i].slice, false), context, plan),
                          kinds.items[i].share);
    }
    if (context.moe_layers > 0) out.moe = cost_of(layer_operators(shape, slice, true), context, plan);
    if (plan.offload_activations > 0) {
        Plan kept = plan;
        kept.recompute = Recompute::none;
        const MemoryContext memory(shape, memory_stack(context.in.software->name), context.in.sequence,
                                   context.in.global_batch, stored_gradient_bytes(plan, *context.in.software),
                                   context.quality.flash);
        const ActivationPieces activations = activation_pieces(memory, kept);
        out.offload_dense = plan.offload_activations * activations.dense;
        out.offload_moe = plan.offload_activations * activations.moe;
        out.offload_boundary = plan.offload_activations * activations.boundary;
    }
    out.head = cost_of(head_operators(shape, head_slice(context, slice)), context, plan);
    return out;
}

StageShape stage_shape(const StepContext& context, const Plan& plan) {
    const TransformerShape& shape = *context.in.shape;
    const LayerParameters& parameters = context.parameters;
    StageShape out;
    out.layers = std::ceil(static_cast<double>(shape.layers) / plan.pp - 1e-9);
    out.moe_layers = context.moe_layers > 0 ? out.layers * context.moe_layers / shape.layers : 0;
    out.dense_layers = out.layers - out.moe_layers;
    const double embedding = parameters.embedding * (plan.pp == 1 && !shape.tied_embeddings ? 2 : 1);
    const double dense = out.dense_layers * parameters.dense_layer,
                 moe = out.moe_layers * parameters.moe_layer;
    out.dense_parameters = (dense + moe + embedding) / plan.tp;
    out.expert_parameters =
        out.moe_layers * parameters.experts / expert_tensor_ways(shape, plan.tp) / plan.ep;
    out.trained_parameters = (dense * parameters.trainable_dense + moe * parameters.trainable_moe +
                              embedding * parameters.trainable_embedding) /
                             plan.tp;
    out.trained_experts = out.expert_parameters * parameters.trainable_experts;
    return out;
}

namespace {

StageCost cost_of_load(const StepContext& context, const Plan& plan, const LayerCosts& pieces,
                       const StageShape& held, const CollectiveCosts& calls, const StageLoad& load) {
    const StepInputs& in = context.in;
    const SoftwareParameters& software = *in.software;
    const LayerCost &dense = pieces.dense, &moe = pieces.moe, &head = pieces.head;
    const double slower = context.slower, layers = load.layers, kept = layers / held.layers;
    const LayerMix& mix = context.mix;

    StageCost out;
    out.layers = layers;
    out.head = load.head;
    const auto sum = [&](double LayerCost::*field) {
        return kept * (held.dense_layers * dense.*field + held.moe_layers * moe.*field);
    };
    double body_fc = sum(&LayerCost::forward_compute), body_fm = sum(&LayerCost::forward_memory);
    double body_bc = sum(&LayerCost::backward_compute), body_bm = sum(&LayerCost::backward_memory);
    const double recomputed = recomputed_share(plan, layers);
    if (plan.recompute == Recompute::full) {
        body_bc += recomputed * body_fc;
        body_bm += recomputed * body_fm;
        out.recompute_flops_per_micro_batch = recomputed * sum(&LayerCost::forward_flops);
    } else if (plan.recompute == Recompute::selective && software.selective_share > 0) {
        // Collectives' results are kept.
        body_bc += software.selective_share * body_fc;
        body_bm += software.selective_share * body_fm;
        out.recompute_flops_per_micro_batch = software.selective_share * sum(&LayerCost::forward_flops);
    } else if (plan.recompute == Recompute::selective) {
        body_bc += sum(&LayerCost::core_compute);
        body_bm += sum(&LayerCost::core_memory);
        out.recompute_flops_per_micro_batch = sum(&LayerCost::core_flops);
    }

    // The last stage adds logits and loss; the embedding look-up of the first is small beside them.
    out.forward_compute = (body_fc + load.head * head.forward_compute) * slower;
    out.forward_memory = (body_fm + load.head * head.forward_memory) * slower;
    out.backward_compute = (body_bc + load.head * head.backward_compute) * slower;
    out.backward_memory = (body_bm + load.head * head.backward_memory) * slower;

    if (plan.tp > 1) {
        // Two forward, two backward, two more where the layer is recomputed; one forward of the logits.
        // Routed experts have their own.
        const bool shared = in.shape->moe.shared_experts > 0;
        const double pairs = kept * (held.dense_layers * (mix.mixers() + mix.ffn) / 2 +
                                     held.moe_layers * (mix.mixers() + (shared ? 1.0 : 0.0)) / 2);
        out.tensor_calls = pairs * (4 + 2 * recomputed) + load.head;
        const double exposed = plan.tp_overlap ? std::min(software.tp_exposed, 0.35) : software.tp_exposed;
        out.tensor_comm = out.tensor_calls * calls.tensor.time * exposed * in.network_factor;
    }
    if (plan.cp > 1) {
        // Key and value blocks pass once forward, twice that backward, behind attention where they fit.
        // States of recurrent mixers that pass on are small beside them.
        const double ring = mix.attention * calls.context.time;
        out.context_calls = mix.attention * layers * (3 + recomputed);
        const LayerCost& layer = held.dense_layers > 0 ? dense : moe;
        const double forward = std::max(software.cp_exposed * ring, ring - layer.attention_forward * slower);
        const double backward =
            std::max(software.cp_exposed * 2 * ring, 2 * ring - layer.attention_backward * slower);
        out.context_comm = layers * ((1 + recomputed) * forward + backward) * in.network_factor;
        // Gathered whole before attention: nothing hides behind it; backward once more, and the gradients.
        if (plan.cp_gather) out.context_comm = out.context_calls * calls.context.time * in.network_factor;
    }
    if (plan.ep > 1 && held.moe_layers > 0) {
        // Dispatch and combine, forward and backward.
        out.expert_calls = kept * held.moe_layers * (4 + 2 * recomputed);
        out.expert_comm = out.expert_calls * calls.expert.time * software.ep_exposed * in.network_factor;
    }

    if (plan.ep_overlap && out.expert_comm > 0) {
        const double slowdown = context.machine.generation.overlap_slowdown;
        out.expert_comm =
            std::max(slowdown * out.expert_comm, out.expert_comm - out.compute() - out.memory());
    }

    // Activations leave for the host during the forward pass and return during the backward pass.
    const double repeated = repeated_layers(plan, layers);
    const auto leaves = [&](double whole) {
        return whole - repeated * (1 - plan.recompute_keeps) * (whole - pieces.offload_boundary);
    };
    const double moved =
        kept *
        (held.dense_layers * leaves(pieces.offload_dense) + held.moe_layers * leaves(pieces.offload_moe)) /
        context.machine.host_rate;
    const double offload = std::max(0.0, moved - out.forward_compute - out.forward_memory) +
                           std::max(0.0, moved - out.backward_compute - out.backward_memory);

    // Gaps between kernels, and the host: layers never run faster than their kernels are launched, nor does
    // what stands before and behind them.
    const double moe_share = held.moe_layers / held.layers;
    // Mixers and feed-forward parts of a layer.
    const double parts = mix.mixers() + mix.ffn + moe_share * (1 - mix.ffn);
    const double layer_kernels = (software.kernels_per_layer * parts / 2 + moe_share * moe_kernels +
                                  mix.attention * softmax_kernels(context, plan)) *
                                 (3 + recomputed);
    const double end_kernels = 2 * software.kernels_per_layer;
    const double busy = out.compute() + out.memory() + out.tensor_comm + out.context_comm + out.expert_comm;
    const double head_time = head.total() * slower;
    const double layer_busy = (busy - load.head * head_time) / layers;
    const double gap = context.machine.generation.kernel_gap;
    const double kernel_host = software.host_per_kernel / in.knobs.host;
    const double layer_collectives = (out.tensor_calls - load.head * (plan.tp > 1)) / layers;
    const LaunchedShares launched = launched_shares(context, plan);
    const double layer_host =
        launched.kernels * (layer_kernels + collective_kernels * layer_collectives) * kernel_host +
        launched.experts * moe_share * context.expert_host / in.knobs.host * (3 + recomputed);
    out.launch = layers * std::max(layer_kernels * gap, layer_host - layer_busy) +
                 std::max(end_kernels * gap, end_kernels * kernel_host - load.head * head_time) + offload;

    const double per_layer = std::max(layer_busy + layer_kernels * gap, layer_host);
    out.sum_of_stages = out.total() + per_layer * (in.shape->layers - layers) + (1 - load.head) * head_time;
    return out;
}

} // namespace

StageCost stage_cost(const StepContext& context, const Plan& plan, const LayerCosts& pieces,
                     const StageShape& held, const CollectiveCosts& calls) {
    const auto with = [&](const StageLoad& load) {
        return cost_of_load(context, plan, pieces, held, calls, load);
    };
    const bool uneven = held.layers * plan.pp > context.in.shape->layers + 0.5;
    if (!uneven || held.layers < 2) return with({held.layers, 1});
    const StageCost deepest = with({held.layers, 0});
    StageCost last = with({held.layers - 1, 1});
    if (deepest.total() >= last.total()) return deepest;
    last.sum_of_stages = deepest.sum_of_stages;
    return last;
}

double bubble_share(const Plan& plan, double m) {
    if (plan.pp <= 1) return 0;
    const double p = plan.pp, v = std::max(1, plan.vpp);
    return bubble_formula(plan.schedule, p, v, m, [](double a, double b) { return std::max(a, b); });
}

double hidden_by_chunks(const Plan& plan, double m, double exchange, double pass) {
    const double v = std::max(1, plan.vpp), passes = std::max(1.0, std::min<double>(m, plan.pp));
    const double window = pass * ((v - 1) * passes + 1) / v; // from the first chunk that is ready on
    const double last = std::max(0.0, exchange - pass) / v;  // what the last chunk has no time left for
    return std::min(exchange - last, window);
}

double scoring_pass(const Plan& plan, const StageCost& stage, double micro_batches) {
    const double filled = micro_batches + (plan.pp - 1.0) / std::max(1, plan.vpp);
    return filled * (stage.total() - stage.backward_time());
}

OperatorRecords operator_records(const StepContext& context, const Plan& plan) {
    const TransformerShape& shape = *context.in.shape;
    const bool flash = context.quality.flash;
    const StageShape held = stage_shape(context, plan);
    const LayerSlice slice = slice_of(context, plan);
    const StageCost load = stage_cost(context, plan, layer_costs(context, plan), held,
                                      collective_costs(context, plan, group_paths(context, plan)));
    const double m = micro_batches(plan, context.in.global_batch);
    const double selective = context.in.software->selective_share;
    OperatorRecords out;
    const auto append = [&](std::vector<OperatorRecord>& records, const LayerOperators& operators,
                            double calls, bool repeatable) {
        const bool light = flash && operators.has_light();
        for (const Operator& op : operators) {
            const Precision used =
                op.kind == OperatorKind::gemm ? plan.precision : std::min(plan.precision, Precision::bf16);
            double repeats = 0;
            if (repeatable) repeats = recomputed_share(plan, load.layers);
            if (repeatable && plan.recompute == Recompute::selective)
                repeats = selective > 0 ? selective : light ? op.light : op.core;
            const auto record = [&](const Operator& call, const OperatorTime& time, double times,
                                    bool backwards) {
                records.push_back({call, time.total(), time.compute, time.memory, times, backwards,
                                   context.machine.peak(used), time.compute >= time.memory});
            };
            record(op, forward_of(op, context, plan), op.share * calls * (1 + repeats), false);
            Operator back = op;
            const double products =
                op.frozen ? 1 : 2; // products of a GEMM: gradients of the input and the weights
            back.flops *= op.kind == OperatorKind::attention ? (flash ? 2.5 : 2) : products;
            back.bytes = op.kind == OperatorKind::gemm ? products * op.bytes : op.backward_bytes;
            record(back, backward_of(op, context, plan), op.share * calls, true);
        }
    };
    const double kept = m * load.layers / held.layers;
    const LayerKinds kinds = kinds_of(context, slice);
    for (int i = 0; i < kinds.count && held.dense_layers > 0; ++i)
        append(i == 0 ? out.dense : out.cross, layer_operators(shape, kinds.items[i].slice, false),
               kept * held.dense_layers * kinds.items[i].share, true);
    if (held.moe_layers > 0)
        append(out.moe, layer_operators(shape, slice, true), kept * held.moe_layers, true);
    append(out.head, head_operators(shape, head_slice(context, slice)), m * load.head, false);
    return out;
}

void append_records(const StepContext& context, const Plan& plan, std::vector<OperatorRecord>& records) {
    const OperatorRecords each = operator_records(context, plan);
    for (const auto* list : {&each.dense, &each.cross, &each.moe, &each.head})
        for (const OperatorRecord& record : *list)
            if (record.calls > 0) records.push_back(record);
}

} // namespace roofrack
