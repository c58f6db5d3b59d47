// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/step.h"

#include "core/step/cost/expert_exchange.h"
#include "core/step/cost/generation.h"
#include "core/step/cost/gradient_call.h"
#include "core/step/cost/group_spans.h"
#include "core/step/cost/stage.h"
#include "core/step/workload/micro_batches.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// What the collectives of the step move and take, for "why this number".
void fill_collective_records(const StepContext& context, const Plan& plan, const GroupPaths& paths,
                             const StageCost& stage, const CollectiveCosts& calls, const UpdateCosts& update,
                             StepCost& out) {
    const double m = out.micro_batches;
    if (plan.tp > 1)
        out.comms[StepCost::tensor] = {"tensor-parallel collective",
                                       static_cast<double>(plan.tp),
                                       calls.tensor.bytes,
                                       stage.tensor_calls * m,
                                       calls.tensor.time,
                                       out.tensor_comm,
                                       paths.tensor.tightest_level};
    if (plan.cp > 1)
        out.comms[StepCost::context] = {plan.cp_gather ? "context-parallel gather" : "context-parallel ring",
                                        static_cast<double>(plan.cp),
                                        calls.context.bytes,
                                        stage.context_calls * m,
                                        calls.context.time,
                                        out.context_comm,
                                        paths.context.tightest_level};
    if (plan.ep > 1 && context.moe_layers > 0)
        out.comms[StepCost::expert] = {"expert all-to-all",        static_cast<double>(plan.ep),
                                       calls.expert.bytes,         stage.expert_calls * m,
                                       calls.expert.time,          out.expert_comm,
                                       paths.expert.tightest_level};
    if (plan.pp > 1)
        out.comms[StepCost::pipeline] = {"stage-to-stage send",
                                         2,
                                         calls.send.bytes,
                                         2.0 * std::max(1, plan.vpp) * m,
                                         calls.send.time * context.in.network_factor,
                                         out.pipeline_comm,
                                         paths.pipeline.tightest_level};
    const double replicas = static_cast<double>(plan.dp) * plan.cp;
    if (replicas <= 1) return;
    CollectiveCost& comm = out.comms[StepCost::gradients];
    if (plan.zero == 3) {
        const double gather_and_reduce_time =
            m * (parameter_gathers(plan, m) * update.gather + update.reduce);
        comm = {"parameter gathers and gradient scatters",
                replicas,
                update.bytes,
                m * (parameter_gathers(plan, m) + 1),
                0,
                out.data_comm,
                paths.shard.tightest_level};
        comm.time = (gather_and_reduce_time + update.outer) / comm.calls;
    } else {
        comm = {"gradients",
                replicas,
                update.bytes,
                1,
                (update.reduce + update.gather) / local_steps(context, plan, paths).all,
                out.data_comm,
                paths.replicas.tightest_level};
    }
}

} // namespace

double exchanged_bits(const Plan& plan, double usual, double whole) {
    constexpr int narrow = 8; // at and above it nobody warms up
    if (plan.gradient_bits <= 0) return usual;
    if (plan.gradient_bits >= narrow || plan.sync_every > 1) return plan.gradient_bits;
    return whole * usual + (1 - whole) * plan.gradient_bits;
}

double gradient_bytes(const Plan& plan, const StepInputs& in) {
    return exchanged_bits(plan, in.software->gradient_bits,
                          in.fabric->defaults->convergence.whole_gradients) /
           8;
}

double stored_gradient_bytes(const Plan& plan, const SoftwareParameters& software) {
    constexpr double min_bytes = 2;
    return std::max(min_bytes, (plan.gradient_bits > 0 ? plan.gradient_bits : software.gradient_bits) / 8);
}

GroupPaths group_paths(const StepContext& context, const Plan& plan) {
    const GroupSpans spans = group_spans(context, plan);
    NetworkKnobs knobs = context.in.knobs.network;
    knobs.gpus = static_cast<double>(plan.tp) * plan.cp * plan.dp * plan.pp;
    const auto path = [&](const GroupSpan& span, bool nvls = false) {
        return group_path(*context.in.fabric, span.members, span.stride, knobs,
                          context.in.software->network_quality, nvls);
    };
    GroupPaths out;
    out.tensor = path(spans.tensor, context.nvls);
    out.context = path(spans.context);
    out.pipeline = path(spans.pipeline);
    out.replicas = path(spans.replicas);
    out.shard = spans.shard.members < spans.replicas.members ? path(spans.shard) : out.replicas;
    out.outer = path(spans.outer);
    if (plan.hierarchical && plan.zero == 0)
        out.replicas_split = hierarchy(*context.in.fabric, spans.replicas.members, spans.replicas.stride,
                                       knobs, context.in.software->network_quality);
    if (context.moe_layers > 0) {
        out.expert = path(spans.expert);
        out.expert_replicas = path(spans.expert_replicas);
    }
    return out;
}

CollectiveCosts collective_costs(const StepContext& context, const Plan& plan, const GroupPaths& paths) {
    const TransformerShape& shape = *context.in.shape;
    const double e = Machine::element_bytes(plan.precision);
    const double tokens = plan.micro_batch * context.in.sequence / plan.cp;
    const bool sequence_parallel = plan.sequence_parallel && plan.tp > 1;
    CollectiveCosts out;
    if (plan.tp > 1) {
        const double activation = tokens * shape.hidden * e; // activation of the whole TP group
        out.tensor = {activation, sequence_parallel ? 2 * all_gather_time(activation, paths.tensor)
                                                    : all_reduce_time(activation, paths.tensor)};
    }
    if (plan.cp > 1) {
        const AttentionWidths width = attention_widths(shape, plan.tp);
        const double kv = tokens * (width.key + width.value) * e;
        out.context = {kv * plan.cp, all_gather_time(kv * plan.cp, paths.context)};
    }
    if (plan.ep > 1 && context.moe_layers > 0) {
        out.expert = expert_exchange(context, plan, paths);
    }
    if (plan.pp > 1) {
        const double message = plan.micro_batch * context.in.sequence / plan.cp * shape.hidden * e / plan.tp;
        out.send = {message, send_time(message, paths.pipeline)};
    }
    return out;
}

UpdateCosts update_costs(const StepContext& context, const Plan& plan, const GroupPaths& paths,
                         const StageShape& held) {
    const SoftwareParameters& software = *context.in.software;
    const double replicas = static_cast<double>(plan.dp) * plan.cp;
    const double shard = shard_ranks(plan);
    const double dense = held.dense_parameters;
    // Frozen weights have neither gradients nor optimizer state.
    const double trained = held.trained_parameters, trained_experts = held.trained_experts;
    // Ranks that hold the same experts.
    const double expert_replicas =
        replicas * plan.tp / expert_tensor_ways(*context.in.shape, plan.tp) / plan.ep;
    UpdateCosts out;
    if (replicas > 1) {
        const double g = gradient_bytes(plan, context.in), w = Machine::element_bytes(plan.precision);
        const double across = plan.zero > 0 && shard < replicas
                                  ? outer_gradient_call(context, plan, paths, held).seconds() /
                                        local_steps(context, plan, paths).across
                                  : 0;
        const GradientCall gradients = gradient_call(context, plan, paths, held);
        if (plan.zero == 3) {
            const double calls = std::max(1.0, held.layers * software.gathers_per_layer);
            out.gather = calls * all_gather_time(dense * w / calls, paths.shard);
            out.reduce = gradients.seconds();
            out.host = calls * shard * context.gather_host;
            out.outer = across;
            out.bytes = dense * w;
            if (held.expert_parameters > 0 && expert_replicas > 1) {
                const GroupPath& expert_path = paths.expert_replicas;
                out.gather += calls * all_gather_time(held.expert_parameters * w / calls, expert_path);
                out.reduce += calls * all_gather_time(trained_experts * g / calls, expert_path);
                out.bytes += held.expert_parameters * w;
            }
        } else {
            // All-reduce, or reduce-scatter and all-gather with the ZeRO-sharded optimizer.
            out.reduce = gradients.seconds();
            const double buckets = bucket_count(trained * w, software);
            out.gather = plan.zero == 0 ? 0 : buckets * all_gather_time(trained * w / buckets, paths.shard);
            out.reduce += across;
            if (trained_experts > 0 && expert_replicas > 1) {
                const GroupPath& expert_path = paths.expert_replicas;
                out.reduce += plan.zero == 0 ? all_reduce_time(trained_experts * g, expert_path)
                                             : all_gather_time(trained_experts * g, expert_path);
                out.gather += plan.zero == 0 ? 0 : all_gather_time(trained_experts * w, expert_path);
            }
            out.bytes = (trained + trained_experts) * g;
            out.every = local_steps(context, plan, paths).all;
        }
    }
    const double sharded = plan.zero >= 1 ? shard : 1;
    const double expert_shards = std::max(1.0, std::min(sharded, expert_replicas));
    // The update streams the state once: at the drawn rate of the HBM.
    const double hbm =
        context.in.machine->hbm_rate * context.machine.generation.hbm_share * context.in.knobs.hbm;
    const double updated = trained / sharded + trained_experts / expert_shards; // parameters
    out.optimizer = (1 - plan.offload_optimizer) * software.optimizer_bytes * updated / hbm;
    if (plan.offload_optimizer > 0) {
        // Gradients go to the host and weights return while it updates what it holds (ZeRO-Offload, Ren
        // 2021): two 16-bit copies each way over the link, 28 B a parameter of host memory.
        const Machine& machine = context.machine;
        out.optimizer +=
            plan.offload_optimizer * updated * std::max(2 / machine.host_rate, 28 / machine.host_memory_rate);
    }
    out.optimizer *= context.in.factors.optimizer;
    return out;
}

StepTimes combine(const StepContext& context, const Plan& plan, const StageCost& stage,
                  const CollectiveCosts& calls, const UpdateCosts& update) {
    const StepInputs& in = context.in;
    const SoftwareParameters& software = *in.software;
    const double m = micro_batches(plan, in.global_batch);
    const double p = plan.pp, v = std::max(1, plan.vpp);
    StepTimes out;
    out.compute = m * stage.compute();
    out.memory = m * stage.memory();
    out.launch = m * stage.launch + software.step_overhead / in.knobs.host;
    out.tensor_comm = m * stage.tensor_comm;
    out.context_comm = m * stage.context_comm;
    out.expert_comm = m * stage.expert_comm;
    out.optimizer = update.optimizer;

    if (p > 1) {
        const double others = stage.sum_of_stages - stage.total(); // one micro-batch each
        out.pipeline_bubble = others * bubble_share(plan, m);
        // Warm-up and drain sends are never hidden.
        out.pipeline_comm =
            calls.send.time * in.network_factor * (software.pp_exposed * (2 * v * m) + 2 * (p - 1));
    }

    // Gradients and parameters over dp · cp (dense) and their share of it (experts).
    if (static_cast<double>(plan.dp) * plan.cp > 1) {
        const double reduce = update.reduce, gather = update.gather;
        const double slowdown = context.machine.generation.overlap_slowdown;
        double exposed = 0, host = 0;
        if (plan.zero == 3) {
            // One gather forward and one backward (unless kept), one reduce-scatter, each micro-batch (FSDP).
            const double traffic = m * (parameter_gathers(plan, m) * gather + reduce) + update.outer;
            const bool overlaps = plan.dp_overlap && update.host <= 0;
            const double hidden = overlaps ? software.dp_overlap * m * stage.total() : 0;
            const double ends = (gather + reduce) / std::max(1.0, stage.layers);
            exposed = std::max(0.0, traffic - hidden) + slowdown * std::min(traffic, hidden) + ends;
            host = m * parameter_gathers(plan, m) * update.host;
        } else {
            const double sync = 1.0 / update.every;
            const double backward = stage.backward_time(), forward = stage.total() - backward;
            // The last backward passes hide the reduction, the next forward passes the gather.
            const double cover = plan.dp_overlap ? software.dp_overlap : 0;
            // What travels at once waits for the last chunk.
            const auto hidden_behind = [&](double exchange, double pass) {
                return software.bucket_bytes > 0 ? hidden_by_chunks(plan, m, exchange, pass)
                                                 : std::min(exchange, pass);
            };
            const double hidden =
                hidden_behind(reduce, cover * backward) + hidden_behind(gather, cover * forward);
            exposed = (reduce + gather - hidden + slowdown * hidden) * sync;
            // The last bucket has nothing left to hide behind.
            const double bucket =
                std::min(1.0, in.fabric->defaults->collectives.gradient_bucket / std::max(1.0, update.bytes));
            exposed = std::max(exposed, reduce * bucket * sync);
        }
        out.data_comm = exposed * in.network_factor + host;
    }
    if (in.tuning && (in.tuning->scores() || in.tuning->generates()))
        out.inference = inference_times(context, plan, scoring_pass(plan, stage, m), out.total()).total();
    return out;
}

StepCost transformer_step(const StepInputs& in, std::vector<OperatorRecord>* records) {
    const Plan& plan = *in.plan;
    const StepContext context(in);
    const GroupPaths paths = group_paths(context, plan);
    const LayerCosts layers = layer_costs(context, plan);
    const StageShape shape = stage_shape(context, plan);
    const CollectiveCosts calls = collective_costs(context, plan, paths);
    const UpdateCosts update = update_costs(context, plan, paths, shape);
    const StageCost stage = stage_cost(context, plan, layers, shape, calls);

    StepCost out;
    static_cast<StepTimes&>(out) = combine(context, plan, stage, calls, update);
    out.micro_batches = micro_batches(plan, in.global_batch);
    out.stage_layers = stage.layers;
    out.slower = context.slower;
    if (out.inference > 0)
        out.inference_times = inference_times(context, plan, scoring_pass(plan, stage, out.micro_batches),
                                              out.total() - out.inference);
    out.parameters_per_gpu = shape.dense_parameters + shape.expert_parameters;
    out.recompute_flops =
        stage.recompute_flops_per_micro_batch / plan.micro_batch * plan.pp * plan.tp * plan.cp;
    fill_collective_records(context, plan, paths, stage, calls, update, out);
    if (records) append_records(context, plan, *records);
    return out;
}

} // namespace roofrack
