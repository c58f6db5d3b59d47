// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/step.h"

#include "core/step/cost/gradient_call.h"
#include "core/step/workload/micro_batches.h"

#include <algorithm>

namespace roofrack {

StepCost generic_step(const GenericInputs& in, std::vector<OperatorRecord>* records) {
    const GenericProfile& profile = *in.profile;
    const Plan& plan = *in.plan;
    const Machine& machine = *in.machine;
    const double whole = micro_batches(plan, in.global_batch);
    const double samples = whole * plan.micro_batch; // samples of the fullest replica
    const double peak = machine.peak(plan.precision) * in.knobs.flops;
    const double hbm = machine.hbm_rate * machine.generation.hbm_share * in.knobs.hbm;
    const double share = profile.gemm_efficiency > 0 ? profile.gemm_efficiency
                                                     : machine.gemm_share * in.software->gemm_quality;

    StepCost out;
    out.micro_batches = whole;
    out.parameters_per_gpu = profile.parameters;
    const double arithmetic = samples * profile.flops_per_sample.si() / (peak * share);
    const double traffic = samples * profile.bytes_per_sample.si() / hbm;
    if (profile.compute_per_step.si() > 0)
        out.compute = samples / in.measured_samples * profile.compute_per_step.si() / in.knobs.flops;
    else if (arithmetic >= traffic)
        out.compute = arithmetic;
    else
        out.memory = traffic;
    const double between = samples * profile.elementwise_bytes_per_sample.si() / hbm;
    if (profile.compute_per_step.si() <= 0) out.memory += between;
    out.compute *= in.compute_factor;
    out.memory *= in.compute_factor;
    if (records) {
        Operator op;
        op.name = "forward and backward";
        op.flops = samples * profile.flops_per_sample.si();
        op.bytes = samples * profile.bytes_per_sample.si();
        const double after = profile.compute_per_step.si() > 0 ? 0 : between * in.compute_factor;
        records->push_back({op, out.compute + out.memory - after, out.compute, out.memory - after, 1, false,
                            peak, arithmetic >= traffic});
        if (after > 0) {
            op.name = "element-wise";
            op.flops = 0;
            op.bytes = samples * profile.elementwise_bytes_per_sample.si();
            records->push_back({op, after, 0, after, 1, false, peak, false});
        }
    }
    const bool captured = plan.graphs == LaunchGraphs::layers;
    const double host =
        captured ? 0 : profile.kernels_per_step * in.software->host_per_kernel / in.knobs.host;
    const double serial = profile.serial_per_step.si() / in.knobs.host;
    const double gaps = profile.kernels_per_step * machine.generation.kernel_gap;
    out.launch = serial + gaps + std::max(0.0, host - out.compute - out.memory - gaps);
    // A measured computation already holds its launches.
    if (profile.compute_per_step.si() > 0) out.launch = serial;

    if (plan.dp > 1) {
        const double bytes = generic_gradient_bytes(in);
        const GroupPath path = generic_gradient_path(in);
        const Hierarchy split = generic_gradient_split(in);
        const LocalSteps local = generic_local_steps(in, split);
        const double in_three = hierarchical_time(bytes, split, local.across);
        const double sum = local.across > 1 ? in_three : std::min(all_reduce_time(bytes, path), in_three);
        const double time = sum * in.network_factor / local.all;
        CollectiveCost& comm = out.comms[StepCost::gradients];
        comm = {"gradient all-reduce", static_cast<double>(plan.dp), bytes, 1, time, 0, path.tightest_level};
        // Two thirds of the computation are backward and hide the buckets but the last.
        const double window =
            plan.dp_overlap ? in.software->dp_overlap * (out.compute + out.memory) * 2 / 3 : 0;
        const double bucket =
            std::min(1.0, in.fabric->defaults->collectives.gradient_bucket / std::max(1.0, bytes));
        out.data_comm = std::max(time - window, plan.dp_overlap ? time * bucket : time);
        comm.exposed = out.data_comm;
    }
    const double sharded = plan.zero >= 1 ? (plan.shard > 0 ? plan.shard : plan.dp) : 1;
    out.optimizer = in.optimizer_factor * in.software->optimizer_bytes * profile.parameters / sharded / hbm;
    return out;
}

} // namespace roofrack
