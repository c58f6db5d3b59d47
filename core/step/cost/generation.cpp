// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/generation.h"

#include "core/step/collectives/collectives.h"
#include "core/step/workload/layer.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr double two_bytes = 2;      ///< B of a 16-bit element
constexpr double usable_share = 0.9; ///< share of HBM for weights and caches (vLLM's gpu_memory_utilization)
constexpr double most_copy_gpus = 64;

/// Parameters that a token of `batch` sequences reads: of routed experts those that some token chooses.
double parameters_read(const StepContext& context, double batch) {
    const TransformerShape& shape = *context.in.shape;
    const double all = parameter_count(shape);
    if (shape.moe.experts <= 0) return all;
    const double experts = context.moe_layers * context.parameters.experts;
    const double missed = std::pow(1 - double(shape.moe.top_k) / shape.moe.experts, batch);
    return all - missed * experts;
}

/// B of a parameter: frozen ones as they are held, the others in 16 bits.
double weight_width(const TransformerShape& shape) {
    return shape.lora.rank > 0 && shape.lora.base_bits > 0 ? frozen_bytes(shape.lora) : two_bytes;
}

Generation on_copies_of(const StepContext& context, const Plan& plan, double copy, double gpus) {
    const StepInputs& in = context.in;
    const TransformerShape& shape = *in.shape;
    const Machine& machine = context.machine;
    const Tuning& tuning = *in.tuning;
    Generation out;
    out.gpus = copy;
    out.copies = std::floor(gpus / copy);
    out.tokens = std::max(0.0, in.sequence - tuning.prompt);
    const double sequences = std::ceil(in.global_batch / out.copies);
    const double width = weight_width(shape);
    const double longest = cache_bytes_per_token(shape) * in.sequence;
    const double room = usable_share * copy * machine.hbm_capacity - width * parameter_count(shape);
    const double fitting = longest > 0 ? std::floor(room / longest) : sequences;
    const double asked = tuning.generation_batch > 0 ? tuning.generation_batch : fitting;
    out.batch = std::clamp(asked, 1.0, sequences);
    out.rounds = std::ceil(sequences / out.batch);
    out.weight_bytes = width * parameters_read(context, out.batch);
    out.cache_bytes = cache_bytes_per_token(shape) * mean_attended(shape, tuning.prompt, in.sequence);

    const double hbm = copy * machine.hbm_rate * machine.generation.hbm_share;
    const double flops = copy * machine.peak(std::min(plan.precision, Precision::bf16)) * machine.gemm_share;
    const double reading = (out.weight_bytes + out.batch * out.cache_bytes) / hbm;
    const double forward = forward_flops(shape, in.sequence, true) / in.sequence;
    const double arithmetic = out.batch * forward / flops;
    double exchange = 0;
    if (copy > 1) {
        NetworkKnobs knobs = in.knobs.network;
        knobs.gpus = gpus;
        const GroupPath path =
            group_path(*in.fabric, copy, 1, knobs, in.software->network_quality, context.nvls);
        exchange = 2 * shape.layers * all_reduce_time(out.batch * shape.hidden * two_bytes, path) *
                   in.network_factor;
    }
    out.token_time = std::max(reading, arithmetic) + exchange;
    out.prefill = tuning.prompt * sequences * forward / flops;
    return out;
}

} // namespace

double cache_bytes_per_token(const TransformerShape& shape) {
    const double layers = layer_mix(shape).attention * shape.layers;
    const double full = full_attention_share(shape) * shape.layers;
    const auto of = [](const TransformerShape& each) {
        if (each.mla.kv_rank > 0) return each.mla.kv_rank + each.mla.rope_dim;
        return each.kv_heads * (key_width(each) + value_width(each));
    };
    double elements = (layers - full) * of(shape);
    if (full > 0) elements += full * of(full_attention_shape(shape));
    return two_bytes * elements;
}

double mean_attended(const TransformerShape& shape, double prompt, double sequence) {
    const auto up_to = [&](double length) {
        return length > 0 ? attended_share(shape, length, true) * length * length : 0;
    };
    return sequence > prompt ? (up_to(sequence) - up_to(prompt)) / (sequence - prompt) : sequence;
}

double forward_flops(const TransformerShape& shape, double sequence, bool causal) {
    TransformerShape whole = shape;
    whole.lora = {};
    const ModelFlops trained = model_flops(whole, sequence);
    return (causal ? trained.palm_causal : trained.palm) / 3; // forward, and twice as much backward
}

double tuning_flops(const TransformerShape& shape, const Tuning& tuning, double sequence, bool causal) {
    const double passes = tuning.passes() + (tuning.generates() ? 1 : 0);
    return passes > 0 ? passes * forward_flops(shape, sequence, causal) : 0;
}

Generation generation(const StepContext& context, const Plan& plan, double gpus) {
    const Tuning* const tuning = context.in.tuning;
    if (!tuning || !tuning->generates() || !(gpus >= 1)) return {};
    if (tuning->generation_gpus > 0)
        return on_copies_of(context, plan, std::min<double>(tuning->generation_gpus, gpus), gpus);
    Generation best;
    const double weights = weight_width(*context.in.shape) * parameter_count(*context.in.shape);
    for (double copy = 1; copy <= std::min(gpus, most_copy_gpus); copy *= 2) {
        const bool fits = weights <= usable_share * copy * context.machine.hbm_capacity;
        if (!fits && 2 * copy <= std::min(gpus, most_copy_gpus)) continue;
        const Generation each = on_copies_of(context, plan, copy, gpus);
        if (best.gpus <= 0 || each.seconds() < best.seconds()) best = each;
    }
    return best;
}

InferenceTimes inference_times(const StepContext& context, const Plan& plan, double forward,
                               double training) {
    InferenceTimes out;
    const Tuning* const tuning = context.in.tuning;
    if (!tuning) return out;
    out.generated = generation(context, plan, static_cast<double>(plan.tp) * plan.cp * plan.dp * plan.pp);
    if (const StepSplit& split = tuning->split; split.is_given()) {
        out.generation = training * split.generation / split.training;
        out.scoring = training * split.scoring / split.training;
        return out;
    }
    out.generation = out.generated.seconds();
    out.scoring = tuning->passes() * forward;
    return out;
}

} // namespace roofrack
