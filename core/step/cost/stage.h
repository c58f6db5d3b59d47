// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/step_context.h"
#include "core/step/workload/layer_parameters.h"

namespace roofrack {

/// A step is put together from the pieces below and in core/step/cost/step.h, each made by a function that
/// may read only the fields of the plan named at it: a search keeps a piece while those fields stand still,
/// so that reading another one makes its plans wrong. Every piece may also read what StepContext holds
/// (shape, machine, software, sequence, batch, calibration, knobs) and the fields that no search varies:
/// precision, placement, software, offload, recompute_share, recompute_keeps, tp_overlap, dp_overlap,
/// keep_gathered, expert_dispatch, graphs, gradient_bits, sync_every, hierarchical. A new term of the cost
/// belongs into the first piece that has what it needs; combine() runs once a plan and should stay plain
/// arithmetic. What combine() returns may not fall when a figure of CollectiveCosts, StageCost or UpdateCosts
/// rises: the search bounds a plan from below with the update left out. transformer_step() makes all of them
/// and combines them: there is no second way to a step time.

/// One micro-batch of one layer (or of the head) on one rank: seconds and FLOPs, before `slower`.
struct LayerCost {
    double forward_compute = 0, forward_memory = 0, backward_compute = 0, backward_memory = 0;
    double attention_forward = 0,
           attention_backward = 0; ///< flash or unfused, for context-parallel overlap and selective recompute
    double core_compute = 0,
           core_memory = 0; ///< what selective recompute repeats: the attention core
    double forward_flops = 0, core_flops = 0;

    double forward() const { return forward_compute + forward_memory; }
    double total() const { return forward() + backward_compute + backward_memory; }
    /// Adds `share` of another layer.
    void add(const LayerCost& other, double share);
};

/// The kernels. Reads micro_batch, tp, cp, ep, sequence_parallel.
struct LayerCosts {
    LayerCost dense, moe, head;
    // B of a layer that leave for the host and come back: of all that it keeps, of its input alone.
    double offload_dense = 0, offload_moe = 0, offload_boundary = 0;
};
LayerCosts layer_costs(const StepContext& context, const Plan& plan);

/// The tensors that one rank of the slowest stage holds. Reads tp, pp, ep.
struct StageShape {
    double layers = 0, dense_layers = 0, moe_layers = 0;
    double dense_parameters = 0, expert_parameters = 0; ///< on one GPU
    double trained_parameters = 0,
           trained_experts = 0; ///< trained parameters among them, with gradients and optimizer state
};
StageShape stage_shape(const StepContext& context, const Plan& plan);

/// The layers that a stage runs. Where the layers do not divide, the stage with the head has one less than
/// the deepest (Megatron-LM's account_for_loss_in_pipeline_split, Llama 3), and the slower of the two sets
/// the pace.
struct StageLoad {
    double layers = 0, head = 1; ///< head: 1 or 0
};

/// One micro-batch, forward and backward, on the slowest pipeline stage. Seconds. Reads what the pieces above
/// read, recompute and recompute_layers.
struct StageCost {
    double layers = 0, head = 1; ///< layers of the slowest stage
    double forward_compute = 0, forward_memory = 0, backward_compute = 0, backward_memory = 0;
    double launch = 0;
    double tensor_comm = 0, context_comm = 0, expert_comm = 0;    ///< exposed
    double tensor_calls = 0, context_calls = 0, expert_calls = 0; ///< collectives of one micro-batch
    double sum_of_stages = 0;                                     ///< Σ over stages of their one micro-batch
    double recompute_flops_per_micro_batch = 0;

    double compute() const { return forward_compute + backward_compute; }
    double memory() const { return forward_memory + backward_memory; }
    double total() const { return compute() + memory() + launch + tensor_comm + context_comm + expert_comm; }
    /// The share of the above that runs in the backward pass: what gradient collectives can hide behind.
    double backward_time() const {
        return backward_compute + backward_memory +
               (launch + tensor_comm + context_comm + expert_comm) * 2 / 3;
    }
};
StageCost stage_cost(const StepContext& context, const Plan& plan, const LayerCosts& layers,
                     const StageShape& shape, const CollectiveCosts& calls);

/// Pipeline bubble in units of p − 1 micro-batches' time of a stage. Reads pp, vpp, schedule. 1F1B 1;
/// interleaved 1/v, and with fewer micro-batches m than stages (v − 1)(p − m)/(v(p − 1)) more, since each
/// chunk waits for the one before (Narayanan 2021); zero bubble 1/3 and 0 (Qi 2023), as long as forward
/// passes of 2p − 1 micro-batches fill the way to the last stage and back, else 2/3 − (m − 1)/(3(p − 1)).
double bubble_share(const Plan& plan, double micro_batches);

/// The formula of bubble_share() for p ≥ 2 stages, v chunks and m micro-batches, in numbers or in what else
/// has arithmetic: explanations write it down with the names of its inputs. `largest(a, b)` is the larger
/// one.
template<class Value, class Largest>
Value bubble_formula(Schedule schedule, const Value& p, const Value& v, const Value& m, Largest largest) {
    if (schedule == Schedule::zb_1p || schedule == Schedule::zb_2p) {
        const Value least(schedule == Schedule::zb_1p ? 1.0 / 3.0 : 0.0);
        return largest(least, 2.0 / 3.0 - (m - 1.0) / (3.0 * (p - 1.0)));
    }
    return 1.0 / v + (v - 1.0) / v * largest(Value(0.0), p - m) / (p - 1.0);
}

/// s of an exchange of `exchange` s between replicas that passes of `pass` s, forward or backward of a whole
/// stage, hide. Chunk after chunk of an interleaved schedule is through with the last group of pp
/// micro-batches (Megatron-Core, overlap_grad_reduce and overlap_param_gather), so that all but one chunk's
/// share has (v − 1)/v · min(m, pp) passes; the last chunk's has its own.
double hidden_by_chunks(const Plan& plan, double micro_batches, double exchange, double pass);

/// s of one forward pass of the whole batch that trains nothing, its pipeline filled and emptied. Reads pp,
/// vpp.
double scoring_pass(const Plan& plan, const StageCost& stage, double micro_batches);

/// The cost of each operator of a layer and of the head, forward and backward in turn, and how often it runs
/// in a step on the slowest stage; seconds of one call before `slower`. Reads every field.
struct OperatorRecords {
    std::vector<OperatorRecord> dense, cross, moe, head; ///< cross: a decoder's layers after an encoder
};
OperatorRecords operator_records(const StepContext& context, const Plan& plan);
/// All of them in one list.
void append_records(const StepContext& context, const Plan& plan, std::vector<OperatorRecord>& records);

} // namespace roofrack
