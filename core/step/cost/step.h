// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/measured/operator_factors.h"
#include "core/base/model/model_spec.h"
#include "core/base/model/workload.h"
#include "core/step/collectives/hierarchy.h"
#include "core/step/cost/inference_times.h"
#include "core/step/cost/roofline.h"

#include <array>
#include <vector>

namespace roofrack {

/// Multipliers on the resources, for sensitivities: 1 = as given.
struct ResourceKnobs {
    double flops = 1, hbm = 1;
    NetworkKnobs network;
    double storage = 1, straggler_cv = 1, failure_rate = 1;
    double host = 1;             ///< what launches kernels, and serial work between steps
    double input = 1;            ///< the servers' data pipelines
    double other_gpus_speed = 1; ///< speed of GPUs that are not drawn like most
};

/// One collective of the step as costed, for "why this number". Times in seconds, bytes per rank and call.
struct CollectiveCost {
    const char* name = "";
    double members = 1;
    double bytes = 0;   ///< bytes of one call
    double calls = 0;   ///< in one step
    double time = 0;    ///< time of one call
    double exposed = 0; ///< in the whole step
    int level = -1;     ///< fabric level whose egress limits; -1: inside the domain
};

/// The productive step on one accelerator type before stragglers, throttling, input and failures: seconds,
/// exclusive. All of the slowest pipeline stage.
struct StepTimes {
    double compute = 0, memory = 0, launch = 0;
    double tensor_comm = 0, context_comm = 0, expert_comm = 0;
    double pipeline_bubble = 0, pipeline_comm = 0, data_comm = 0, optimizer = 0;
    double inference =
        0; ///< inference of post-training: sequences that are generated, and scored by a forward pass

    double total() const {
        return compute + memory + launch + tensor_comm + context_comm + expert_comm + pipeline_bubble +
               pipeline_comm + data_comm + optimizer + inference;
    }
};

/// Times of a step with what explains them.
struct StepCost : StepTimes {
    double recompute_flops = 0; ///< extra FLOPs of one sequence through recomputation
    double micro_batches = 0, stage_layers = 0;
    double slower = 1; ///< × every operator's time: calibration ÷ the stack's release trend
    double parameters_per_gpu = 0;
    InferenceTimes inference_times; ///< what StepTimes::inference is made of
    enum Comm { tensor, context, expert, pipeline, gradients, comm_count };
    std::array<CollectiveCost, comm_count> comms{};
};

/// The cost of one operator of the critical stage; for the roofline chart.
struct OperatorRecord {
    Operator op;     ///< FLOPs and bytes of one call in this direction
    double time = 0; ///< time of one call = compute + memory
    double compute = 0, memory = 0;
    double calls = 0; ///< in one step, recomputation included
    bool backward = false;
    double peak = 0;
    bool compute_bound = true;
};

/// Inputs of one transformer step; everything resolved, nothing owned. Sequences, not tokens.
struct StepInputs {
    const TransformerShape* shape = nullptr;
    const Machine* machine = nullptr;
    const SoftwareParameters* software = nullptr;
    const Fabric* fabric = nullptr;
    const Plan* plan = nullptr; ///< dp filled in
    double sequence = 0, global_batch = 0;
    double compute_factor = 1, network_factor = 1; ///< calibration: × time
    OperatorFactors factors;                       ///< calibration: kinds of operators
    double software_year = 0;                      ///< release; 0: the family's reference
    const Tuning* tuning = nullptr;      ///< post-training; null: the step trains and does nothing else
    const StackRecipe* recipe = nullptr; ///< recipe of the stack for the model and part, where there is one
    ResourceKnobs knobs;
};

struct StepContext;
struct StageShape;
struct StageCost;

/// The pieces of a step between GPUs and replicas; those of a stage, and what each piece may read, are in
/// core/step/cost/stage.h.

/// Where the plan's groups lie. Reads tp, pp, cp, dp, ep; shard for `shard` and `outer` only.
struct GroupPaths {
    GroupPath tensor, context, expert, pipeline;
    GroupPath replicas;        ///< dp · cp: what reduces the gradients of the dense part
    GroupPath shard, outer;    ///< ranks that share sharded state; across such groups
    GroupPath expert_replicas; ///< what reduces the experts' gradients
    Hierarchy
        replicas_split; ///< replicas split of `replicas`, where the plan is hierarchical and shards nothing
};
GroupPaths group_paths(const StepContext& context, const Plan& plan);

/// One call of each collective of a micro-batch: bytes a rank, seconds before `network_factor`. Reads the
/// fields of GroupPaths and LayerCosts.
struct Call {
    double bytes = 0, time = 0;
};
struct CollectiveCosts {
    Call tensor, context, expert, send;
};
CollectiveCosts collective_costs(const StepContext& context, const Plan& plan, const GroupPaths& paths);

/// The work of every replica once a step: gradients, parameters, optimizer. Reads the fields of GroupPaths
/// and of StageShape, zero and shard.
struct UpdateCosts {
    double reduce = 0, gather = 0; ///< s of one: gradients in, parameters out; ZeRO-3: within a shard group
    double outer = 0;              ///< s across shard groups, ZeRO-3 only
    double host = 0;               ///< s of one gather's host work, ZeRO-3 only: nothing runs beside it
    double bytes = 0;              ///< bytes of one call
    double every = 1;              ///< steps between two exchanges of all (LocalSteps::all)
    double optimizer = 0;          ///< s
};
UpdateCosts update_costs(const StepContext& context, const Plan& plan, const GroupPaths& paths,
                         const StageShape& shape);

/// The step from its pieces: adds vpp and schedule. Reads every field.
StepTimes combine(const StepContext& context, const Plan& plan, const StageCost& stage,
                  const CollectiveCosts& calls, const UpdateCosts& update);

/// One optimiser step, from the pieces above and those of core/step/cost/stage.h. No allocation unless
/// `records` is given.
StepCost transformer_step(const StepInputs& inputs, std::vector<OperatorRecord>* records = nullptr);

/// One step of a generic profile: data parallel only, roofline or measured computation, one gradient
/// all-reduce.
struct GenericInputs {
    const GenericProfile* profile = nullptr;
    const Machine* machine = nullptr;
    const SoftwareParameters* software = nullptr;
    const Fabric* fabric = nullptr;
    const Plan* plan = nullptr;
    double global_batch = 0; ///< samples
    double compute_factor = 1, network_factor = 1;
    ResourceKnobs knobs;
    double measured_samples = 1; ///< measured samples of the profile's measured computation
    double optimizer_factor = 1; ///< calibration: × time
};
StepCost generic_step(const GenericInputs& inputs, std::vector<OperatorRecord>* records = nullptr);

/// Distance in GPUs between neighbours of each group, from the plan's rank order ("tp-cp-dp-pp", fastest
/// first).
struct GroupStrides {
    double tp = 1, cp = 1, dp = 1, pp = 1;
};
GroupStrides group_strides(const Plan& plan);

/// Bits of one gradient on the wire, the mean over the run, where `usual` is its width without the plan's.
/// Below 8 bits the first `whole` of the steps exchange it in its usual width (1-bit Adam, Tang 2021, arXiv
/// 2102.02888), but between blocks that go on apart (local SGD).
double exchanged_bits(const Plan& plan, double usual, double whole);
/// Bytes of one gradient on the wire by exchanged_bits().
double gradient_bytes(const Plan& plan, const StepInputs& in);
/// Bytes of a stored gradient: what is sent in less than 16 bits is kept in them.
double stored_gradient_bytes(const Plan& plan, const SoftwareParameters& software);

} // namespace roofrack
