// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/profile.h"

#include "core/answers/explain/communication.h"
#include "core/answers/explain/groups/collective_time.h"
#include "core/answers/explain/operators.h"
#include "core/answers/explain/update.h"
#include "core/step/cost/gradient_call.h"
#include "core/step/engine/step_solver.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr const char* profile_source = "Roofline: Williams 2009";

const GenericProfile& profile(const Inputs& in) { return *in.impl().model.generic; }

ExplanationPtr samples(const Inputs& in) {
    return calculated("samples of a GPU", "",
                      Term(in.micro_batches()) * in.plan("micro_batch", in.plan().micro_batch));
}

ExplanationPtr parameters(const Inputs& in) {
    return in.model("parameters", "parameters_per_gpu", profile(in).parameters);
}

/// Computation before the drawn speed of the GPUs.
Term computation(const Inputs& in) {
    return (Term(in.other(StepPart::compute)) + in.other(StepPart::memory)) * in.drawn_speed();
}

} // namespace

ExplanationPtr profile_computation_on(const Inputs& in, StepPart part) {
    const GenericProfile& p = profile(in);
    const std::string name(name_of(part));
    const ExplanationPtr none = noted(calculated(name, "s", 0.0), "no operator is bound by this");
    const Term factor = in.calibration("compute_factor", in.impl().scenario.calibration.compute());
    const auto whole = [&](const Term& seconds) {
        return calculated("forward and backward", "s", seconds * factor / in.drawn_speed());
    };
    if (p.compute_per_step.si() > 0) {
        if (part == StepPart::memory) return none;
        const Term each = in.model("compute_per_step", "measured computation", p.compute_per_step.si(), "s");
        const double count = in.impl().measured_samples;
        const Term measured =
            p.measured_samples > 0
                ? in.model("measured_samples", "samples that were measured", p.measured_samples)
                : in.found("profile", "measured_samples", "a GPU's share of the drawn batch", count);
        return noted(calculated(name, "s", whole(Term(samples(in)) / measured * each)),
                     "measured on one GPU");
    }
    const ExplanationPtr flops =
        calculated("flops", "FLOP",
                   Term(samples(in)) *
                       in.model("flops_per_sample", "flops of a sample", p.flops_per_sample.si(), "FLOP"));
    const ExplanationPtr bytes = calculated(
        "bytes", "B",
        Term(samples(in)) * in.model("bytes_per_sample", "bytes of a sample", p.bytes_per_sample.si(), "B"));
    const Term peak = renamed(peak_node(in, in.plan().precision), "peak");
    Term efficiency = 1.0;
    if (p.gemm_efficiency > 0) {
        efficiency = in.model("gemm_efficiency", "efficiency", p.gemm_efficiency);
    } else {
        const Machine& machine = in.machine();
        const bool measured = in.accelerator().value("gemm_efficiency").has_value();
        efficiency = measured ? in.accelerator("gemm_efficiency") : in.generation("gemm_max");
        if (!measured && machine.relative_clock != 1)
            efficiency = std::move(efficiency) * in.found(in.accelerator().id, "relative_clock",
                                                          "clock at the power limit", machine.relative_clock);
        if (machine.generation.sustained != 1)
            efficiency = std::move(efficiency) * in.generation("sustained");
        efficiency = std::move(efficiency) * in.software("gemm_quality");
    }
    const ExplanationPtr arithmetic = calculated("arithmetic", "s", Term(flops) / (peak * efficiency));
    const ExplanationPtr traffic = calculated("HBM traffic", "s", Term(bytes) / in.hbm());
    const StepPart bound = arithmetic->value >= traffic->value ? StepPart::compute : StepPart::memory;
    const bool between = part == StepPart::memory && p.elementwise_bytes_per_sample.si() > 0;
    if (part != bound && !between) return none;
    Term seconds = part == bound
                       ? Term(calculated("seconds", "s", largest({arithmetic, traffic}), profile_source))
                       : Term(0.0);
    if (between) {
        const ExplanationPtr moved = calculated(
            "element-wise bytes", "B",
            Term(samples(in)) * in.model("elementwise_bytes_per_sample", "element-wise bytes of a sample",
                                         p.elementwise_bytes_per_sample.si(), "B"));
        const ExplanationPtr after = calculated("element-wise", "s", Term(moved) / in.hbm());
        seconds = part == bound ? std::move(seconds) + after : Term(after);
    }
    return calculated(name, "s", whole(seconds), profile_source);
}

ExplanationPtr profile_launch_node(const Inputs& in) {
    const GenericProfile& p = profile(in);
    const Term serial =
        in.model("serial_per_step", "host work that no GPU shortens", p.serial_per_step.si(), "s");
    if (p.compute_per_step.si() > 0)
        return noted(in.recorded_part(StepPart::launch, serial),
                     "a measured computation already holds its launches");
    const Term kernels = in.model("kernels_per_step", "kernels of a step", p.kernels_per_step);
    const ExplanationPtr gaps = calculated("kernel gaps", "s", kernels * in.generation("kernel_gap"));
    Term launches = kernels * in.software("host_per_kernel");
    if (in.plan().graphs == LaunchGraphs::layers)
        launches =
            std::move(launches) * renamed(in.plan("graphs", 0), "share of kernels that no CUDA graph holds");
    const ExplanationPtr host = calculated("host time", "s", launches);
    return in.recorded_part(StepPart::launch,
                            serial + gaps + largest({0.0, Term(host) - computation(in) - gaps}));
}

ExplanationPtr profile_comm_node(const Inputs& in) {
    const Plan& plan = in.plan();
    const GenericProfile& p = profile(in);
    if (plan.dp <= 1) return absent_part(in, StepPart::data_comm, "no such group in the plan");
    const Term bits =
        exchanged_bits_term(in, Term(in.model("gradient_bits", "gradient_bits", p.gradient_bits)));
    const GenericInputs inputs = profile_inputs(in.impl(), plan, in.machine(), 0);
    const LocalSteps local = generic_local_steps(inputs, generic_gradient_split(inputs));
    const ExplanationPtr every = plan.sync_every > 1 ? in.plan("sync_every", plan.sync_every) : nullptr;
    const CollectiveCost& comm = in.state().cost.comms[StepCost::gradients];
    const ExplanationPtr bytes = recorded("bytes", comm.bytes, "B", Term(parameters(in)) * bits / 8.0);
    const std::string& generation = in.machine().generation.name;
    const GroupNodes group =
        group_nodes(in, in.plan("dp", plan.dp), 1.0, false, generation != "volta" && generation != "ampere");
    const ExplanationPtr call = plan.hierarchical ? hierarchical_node(in, bytes, group, 1.0, false,
                                                                      local.across > 1 ? every : nullptr)
                                                  : collective_time(in, Collective::all_reduce, bytes, group);
    const ExplanationPtr time = recorded("time", comm.time, "s",
                                         Term(renamed(call, "all-reduce")) * in.network_factor() /
                                             (local.all > 1 ? Term(every) : Term(1.0)));
    if (!plan.dp_overlap)
        return noted(in.recorded_part(StepPart::data_comm, time), "after the backward pass");
    // Two thirds of the computation are backward and hide the buckets but the last.
    const ExplanationPtr hidden = calculated("time that may hide it", "s",
                                             Term(in.software("dp_overlap")) * computation(in) * 2.0 / 3.0);
    const Term last = smallest(
        {1.0, Term(in.constant("collectives.gradient_bucket", "last bucket")) / largest({1.0, bytes})});
    return in.recorded_part(StepPart::data_comm, largest({Term(time) - hidden, Term(time) * last}),
                            "gradient all-reduce");
}

ExplanationPtr profile_optimizer_node(const Inputs& in) {
    const Plan& plan = in.plan();
    const Term ways = plan.shard > 0 ? in.plan("shard", plan.shard) : in.plan("dp", plan.dp);
    const ExplanationPtr shards = calculated("shards", "", plan.zero >= 1 ? ways : Term(1.0));
    return in.recorded_part(StepPart::optimizer, calibrated_optimizer(in) * in.software("optimizer_bytes") *
                                                     parameters(in) / shards / in.hbm());
}

} // namespace roofrack
