// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/step.h"

#include "cost/stage.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

GroupStrides group_strides(const Plan& plan) {
    GroupStrides strides;
    double step = 1;
    std::string_view order = plan.placement;
    while (!order.empty()) {
        const size_t dash = order.find('-');
        const std::string_view axis = order.substr(0, dash);
        order = dash == std::string_view::npos ? std::string_view() : order.substr(dash + 1);
        if (axis == "tp") strides.tp = step, step *= plan.tp;
        if (axis == "cp") strides.cp = step, step *= plan.cp;
        if (axis == "dp") strides.dp = step, step *= plan.dp;
        if (axis == "pp") strides.pp = step, step *= plan.pp;
    }
    return strides;
}

double gradient_bytes(const Plan& plan, const SoftwareParameters& software) {
    return (plan.gradient_bits > 0 ? plan.gradient_bits : software.gradient_bits) / 8;
}

StepCost transformer_step(const StepInputs& in, std::vector<OperatorRecord>* records) {
    const Plan& plan = *in.plan;
    const SoftwareParameters& software = *in.software;
    const TransformerShape& shape = *in.shape;
    const StageCost stage = stage_cost(in, records);
    const GroupStrides strides = group_strides(plan);
    const double quality = software.network_quality;

    StepCost out;
    const double m = std::max(1.0, in.global_batch / (plan.dp * plan.micro_batch));
    const double p = plan.pp, v = std::max(1, plan.vpp);
    out.micro_batches = m;
    out.stage_layers = stage.layers;
    out.slower = stage.slower;
    out.compute = m * stage.compute();
    out.memory = m * stage.memory();
    out.launch = m * stage.launch + software.step_overhead;
    out.tensor_comm = m * stage.tensor_comm;
    out.context_comm = m * stage.context_comm;
    out.expert_comm = m * stage.expert_comm;
    out.recompute_flops = stage.recompute_flops_per_micro_batch / plan.micro_batch * p * plan.tp * plan.cp;
    out.comms[StepCost::tensor] = stage.tensor_cost;
    out.comms[StepCost::tensor].calls *= m;
    out.comms[StepCost::tensor].exposed = out.tensor_comm;
    out.comms[StepCost::context] = stage.context_cost;
    out.comms[StepCost::context].calls *= m;
    out.comms[StepCost::context].exposed = out.context_comm;
    out.comms[StepCost::expert] = stage.expert_cost;
    out.comms[StepCost::expert].calls *= m;
    out.comms[StepCost::expert].exposed = out.expert_comm;

    // Bubble: 1F1B (p−1)/m of the ideal time, interleaved (p−1)/(v·m), ZB-1P (p−1)/(3m), ZB-2P none
    // (Narayanan 2021, Qi 2023).
    if (p > 1) {
        const double ideal_all =
            stage.sum_of_stages - stage.total(); // the other stages' one micro-batch each
        double share = 1 / v;
        if (plan.schedule == Schedule::zb_1p) share = 1.0 / 3;
        if (plan.schedule == Schedule::zb_2p) share = 0;
        out.pipeline_bubble = ideal_all * share;

        const double e = Machine::element_bytes(plan.precision);
        const double message = plan.micro_batch * in.sequence / plan.cp * shape.hidden * e / plan.tp;
        const GroupPath path = group_path(*in.fabric, p, strides.pp, in.knobs.network, quality);
        CollectiveCost& send = out.comms[StepCost::pipeline];
        send = {"stage-to-stage send", 2, message, 2 * v * m, send_time(message, path) * in.network_factor, 0,
                path.tightest_level};
        // Warm-up and drain sends are never hidden.
        send.exposed = send.time * (software.pp_exposed * send.calls + 2 * (p - 1));
        out.pipeline_comm = send.exposed;
    }

    // Gradients and parameters over dp · cp (dense) and their share of it (experts).
    const double replicas = static_cast<double>(plan.dp) * plan.cp;
    const double shard = plan.shard > 0 ? std::min<double>(plan.shard, replicas) : replicas;
    out.parameters_per_gpu = stage.dense_parameters + stage.expert_parameters;
    if (replicas > 1) {
        const double g = gradient_bytes(plan, software), w = Machine::element_bytes(plan.precision);
        const GroupPath path = group_path(*in.fabric, replicas, strides.cp, in.knobs.network, quality);
        const double dense = stage.dense_parameters;
        CollectiveCost& comm = out.comms[StepCost::gradients];
        comm = {"gradients", replicas, 0, 1, 0, 0, path.tightest_level};
        const double window = stage.backward_time();
        double exposed = 0;
        if (plan.zero == 3) {
            // One gather forward and one backward (unless kept), one reduce-scatter, each micro-batch (FSDP).
            const GroupPath shard_path = group_path(*in.fabric, shard, strides.cp, in.knobs.network, quality);
            const double gather = all_gather_time(dense * w, shard_path),
                         scatter = all_gather_time(dense * g, shard_path);
            const double gathers = plan.keep_gathered ? 1 + 1.0 / m : 2;
            const double traffic = m * (gathers * gather + scatter);
            double outer = 0;
            if (shard < replicas)
                outer = all_reduce_time(
                    dense * g / shard,
                    group_path(*in.fabric, replicas / shard, strides.cp * shard, in.knobs.network, quality));
            comm.name = "parameter gathers and gradient scatters";
            comm.bytes = dense * w;
            comm.calls = m * (gathers + 1);
            comm.time = (traffic + outer) / comm.calls;
            comm.level = shard_path.tightest_level;
            const double hidden = plan.dp_overlap ? software.dp_overlap * m * stage.total() : 0;
            const double ends = (gather + scatter) / std::max(1.0, stage.layers);
            exposed = std::max({0.0, traffic - hidden, software.dp_exposed_floor * traffic}) + ends + outer;
        } else {
            // All-reduce, or reduce-scatter and all-gather with the ZeRO-sharded optimizer.
            double reduce =
                plan.zero == 0 ? all_reduce_time(dense * g, path) : all_gather_time(dense * g, path);
            double gather = plan.zero == 0 ? 0 : all_gather_time(dense * w, path);
            if (plan.zero > 0 && shard < replicas)
                reduce += all_reduce_time(
                    dense * g / shard,
                    group_path(*in.fabric, replicas / shard, strides.cp * shard, in.knobs.network, quality));
            const double experts = stage.expert_parameters;
            const double expert_replicas = replicas / plan.ep;
            if (experts > 0 && expert_replicas > 1) {
                const GroupPath far =
                    group_path(*in.fabric, expert_replicas, strides.cp * plan.ep, in.knobs.network, quality);
                reduce +=
                    plan.zero == 0 ? all_reduce_time(experts * g, far) : all_gather_time(experts * g, far);
                gather += plan.zero == 0 ? 0 : all_gather_time(experts * w, far);
            }
            const double sync = 1.0 / std::max(1, plan.sync_every);
            comm.bytes = (dense + experts) * g;
            comm.time = (reduce + gather) * sync;
            // The backward pass of the last micro-batch hides the reduction, the next forward pass the
            // gather.
            double hidden = 0;
            if (plan.dp_overlap)
                hidden = std::min(reduce, software.dp_overlap * window) +
                         std::min(gather, software.dp_overlap * (stage.total() - window));
            exposed =
                std::max((reduce + gather - hidden), software.dp_exposed_floor * (reduce + gather)) * sync;
            // The last bucket (25 MB) has nothing left to hide behind.
            const double bucket = std::min(1.0, 25e6 / std::max(1.0, comm.bytes));
            exposed = std::max(exposed, reduce * bucket * sync);
        }
        out.data_comm = exposed * in.network_factor;
        comm.exposed = out.data_comm;
    }

    const double sharded = plan.zero >= 1 ? shard : 1;
    const double hbm = in.machine->hbm_rate * in.machine->generation.hbm_share * in.knobs.hbm;
    out.optimizer =
        software.optimizer_bytes *
        (stage.dense_parameters / sharded + stage.expert_parameters / std::max(1.0, sharded / plan.ep)) / hbm;
    return out;
}

} // namespace roofrack
