// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/stage.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// One micro-batch of one layer (or of the head) on one rank.
struct LayerCost {
    double forward_compute = 0, forward_memory = 0, backward_compute = 0, backward_memory = 0;
    double attention_forward = 0,
           attention_backward = 0; ///< flash or unfused, for context-parallel overlap and selective recompute
    double core_compute = 0,
           core_memory = 0; ///< what selective recompute repeats: the unfused attention core
    double forward_flops = 0, core_flops = 0;

    double forward() const { return forward_compute + forward_memory; }
};

LayerCost cost_of(const LayerOperators& operators, const StepInputs& in, const KernelQuality& quality,
                  const Machine& machine, double calls, bool repeatable,
                  std::vector<OperatorRecord>* records) {
    LayerCost out;
    const Precision precision = in.plan->precision;
    const bool flash = in.software->flash_attention;
    const double layers = std::ceil(static_cast<double>(in.shape->layers) / in.plan->pp - 1e-9);
    for (const Operator& op : operators) {
        const OperatorTime forward = forward_time(op, machine, precision, quality);
        const OperatorTime backward = backward_time(op, machine, precision, quality, flash);
        out.forward_compute += forward.compute;
        out.forward_memory += forward.memory;
        out.backward_compute += backward.compute;
        out.backward_memory += backward.memory;
        out.forward_flops += op.flops;
        const bool softmax =
            !flash && op.kind == OperatorKind::elementwise && op.name == std::string_view("softmax");
        if (op.kind == OperatorKind::attention || softmax) {
            out.attention_forward += forward.total();
            out.attention_backward += backward.total();
            if (!flash) {
                out.core_compute += forward.compute;
                out.core_memory += forward.memory;
                out.core_flops += op.flops;
            }
        }
        if (records && calls > 0) {
            const Precision used =
                op.kind == OperatorKind::gemm ? precision : std::min(precision, Precision::bf16);
            const bool core = op.kind == OperatorKind::attention || softmax;
            double repeats = 0;
            if (repeatable && in.plan->recompute == Recompute::full)
                repeats =
                    in.plan->recompute_layers > 0 ? std::min(1.0, in.plan->recompute_layers / layers) : 1;
            if (repeatable && in.plan->recompute == Recompute::selective && core && !flash) repeats = 1;
            const auto record = [&](Operator call, const OperatorTime& time, double times, bool backwards) {
                records->push_back({call, time.total(), time.compute, time.memory, times, backwards,
                                    machine.peak(used), time.compute >= time.memory});
            };
            record(op, forward, calls * (1 + repeats), false);
            Operator back = op;
            back.flops *= op.kind == OperatorKind::attention && flash ? 2.5 : 2;
            back.bytes = op.kind == OperatorKind::gemm ? 2 * op.bytes : op.backward_bytes;
            record(back, backward, calls, true);
        }
    }
    return out;
}

} // namespace

double release_factor(const SoftwareParameters& software, double year) {
    if (year <= 0) return 1;
    const double years =
        std::clamp(year - software.reference_year, -software.trend_limit, software.trend_limit);
    return std::pow(1 + software.trend, years);
}

StageCost stage_cost(const StepInputs& in, std::vector<OperatorRecord>* records) {
    const Plan& plan = *in.plan;
    const SoftwareParameters& software = *in.software;
    const TransformerShape& shape = *in.shape;
    Machine machine = *in.machine;
    machine.peak_32 *= in.knobs.flops;
    machine.peak_tf32 *= in.knobs.flops;
    machine.peak_16 *= in.knobs.flops;
    machine.peak_8 *= in.knobs.flops;
    machine.peak_4 *= in.knobs.flops;
    machine.hbm_rate *= in.knobs.hbm;
    const KernelQuality quality = kernel_quality(machine, software);
    const double slower = in.compute_factor / release_factor(software, in.software_year);

    LayerSlice slice;
    slice.tokens = plan.micro_batch * in.sequence / plan.cp;
    slice.sequence = in.sequence;
    slice.tp = plan.tp;
    slice.cp = plan.cp;
    slice.ep = plan.ep;
    slice.sequence_parallel = plan.sequence_parallel && plan.tp > 1;
    slice.flash_attention = software.flash_attention;
    slice.element_bytes = Machine::element_bytes(plan.precision);
    slice.elementwise = software.elementwise;

    const double layers = std::ceil(static_cast<double>(shape.layers) / plan.pp - 1e-9);
    const double all_moe = moe_layer_count(shape);
    const double moe_layers = all_moe > 0 ? layers * all_moe / shape.layers : 0;
    const double dense_layers = layers - moe_layers;
    const double micro_batches = std::max(1.0, in.global_batch / (plan.dp * plan.micro_batch));

    StageCost out;
    out.layers = layers;
    out.slower = slower;
    LayerCost dense, moe, head;
    if (dense_layers > 0)
        dense = cost_of(layer_operators(shape, slice, false), in, quality, machine,
                        micro_batches * dense_layers, true, records);
    if (moe_layers > 0)
        moe = cost_of(layer_operators(shape, slice, true), in, quality, machine, micro_batches * moe_layers,
                      true, records);
    head = cost_of(head_operators(shape, slice), in, quality, machine, micro_batches, false, records);

    const auto sum = [&](double LayerCost::*field) {
        return dense_layers * dense.*field + moe_layers * moe.*field;
    };
    double body_fc = sum(&LayerCost::forward_compute), body_fm = sum(&LayerCost::forward_memory);
    double body_bc = sum(&LayerCost::backward_compute), body_bm = sum(&LayerCost::backward_memory);
    double recomputed_share = 0; // of the stage's layers, for their collectives and launches
    if (plan.recompute == Recompute::full) {
        recomputed_share = plan.recompute_layers > 0 ? std::min(1.0, plan.recompute_layers / layers) : 1;
        body_bc += recomputed_share * body_fc;
        body_bm += recomputed_share * body_fm;
        out.recompute_flops_per_micro_batch = recomputed_share * sum(&LayerCost::forward_flops);
    } else if (plan.recompute == Recompute::selective) {
        body_bc += sum(&LayerCost::core_compute);
        body_bm += sum(&LayerCost::core_memory);
        out.recompute_flops_per_micro_batch = sum(&LayerCost::core_flops);
    }

    // The last stage adds logits and loss; the embedding look-up of the first is small beside them.
    out.forward_compute = (body_fc + head.forward_compute) * slower;
    out.forward_memory = (body_fm + head.forward_memory) * slower;
    out.backward_compute = (body_bc + head.backward_compute) * slower;
    out.backward_memory = (body_bm + head.backward_memory) * slower;

    const GroupStrides strides = group_strides(plan);
    const double e = slice.element_bytes;
    const double quality_net = software.network_quality;
    const double activation = slice.tokens * shape.hidden * e; // of the whole TP group
    if (plan.tp > 1) {
        const GroupPath path =
            group_path(*in.fabric, plan.tp, strides.tp, in.knobs.network, quality_net,
                       machine.generation.name != "volta" && machine.generation.name != "ampere");
        const double once = slice.sequence_parallel ? 2 * all_gather_time(activation, path)
                                                    : all_reduce_time(activation, path);
        // Two forward, two backward, two more where the layer is recomputed; one forward of the logits.
        const double calls = layers * (4 + 2 * recomputed_share) + 1;
        const double exposed = plan.tp_overlap ? std::min(software.tp_exposed, 0.35) : software.tp_exposed;
        out.tensor_comm = calls * once * exposed * in.network_factor;
        out.tensor_cost = {
            "tensor-parallel collective", static_cast<double>(plan.tp), activation, calls, once, 0,
            path.tightest_level};
    }
    if (plan.cp > 1) {
        // A ring of key and value blocks forward, twice that backward, hidden behind attention where it fits.
        const GroupPath path = group_path(*in.fabric, plan.cp, strides.cp, in.knobs.network, quality_net);
        const double kv =
            2 * slice.tokens * std::max(1.0, shape.kv_heads / double(plan.tp)) * head_width(shape) * e;
        const double ring = all_gather_time(kv * plan.cp, path);
        const double calls = layers * (3 + recomputed_share);
        const LayerCost& layer = dense_layers > 0 ? dense : moe;
        const double forward = std::max(software.cp_exposed * ring, ring - layer.attention_forward * slower);
        const double backward =
            std::max(software.cp_exposed * 2 * ring, 2 * ring - layer.attention_backward * slower);
        out.context_comm = layers * ((1 + recomputed_share) * forward + backward) * in.network_factor;
        out.context_cost = {
            "context-parallel ring", static_cast<double>(plan.cp), kv * plan.cp, calls, ring, 0,
            path.tightest_level};
    }
    if (plan.ep > 1 && moe_layers > 0) {
        const GroupPath path = group_path(*in.fabric, plan.ep, strides.cp, in.knobs.network, quality_net);
        const double tokens = slice.tokens / (slice.sequence_parallel ? plan.tp : 1);
        const double bytes = tokens * shape.moe.top_k * shape.hidden * e;
        const double once = all_to_all_time(bytes, path);
        const double calls =
            moe_layers * (4 + 2 * recomputed_share); // dispatch and combine, forward and backward
        out.expert_comm = calls * once * software.ep_exposed * in.network_factor;
        out.expert_cost = {"expert all-to-all", static_cast<double>(plan.ep), bytes, calls, once, 0,
                           path.tightest_level};
    }

    // Gaps between kernels, and the host: a micro-batch never runs faster than its kernels are launched.
    const double kernels = layers * software.kernels_per_layer * (3 + recomputed_share) + 30;
    const double busy = out.compute() + out.memory() + out.tensor_comm + out.context_comm + out.expert_comm;
    const double gaps = kernels * machine.generation.kernel_gap;
    out.launch = gaps + std::max(0.0, kernels * software.host_per_kernel - busy - gaps);

    const double per_layer =
        (out.total() - (head.forward() + head.backward_compute + head.backward_memory) * slower) / layers;
    out.sum_of_stages = per_layer * shape.layers + (out.total() - per_layer * layers);

    const LayerParameters parameters = layer_parameters(shape);
    out.dense_parameters = (dense_layers * parameters.dense_layer + moe_layers * parameters.moe_layer +
                            parameters.embedding * (plan.pp == 1 && !shape.tied_embeddings ? 2 : 1)) /
                           plan.tp;
    out.expert_parameters = moe_layers * parameters.experts / plan.tp / plan.ep;
    return out;
}

} // namespace roofrack
