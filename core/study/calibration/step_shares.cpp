// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/step_shares.h"

#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/step_solver.h"

#include <algorithm>

namespace roofrack {

namespace {

KernelWork work_of(OperatorKind kind) {
    switch (kind) {
    case OperatorKind::gemm: return KernelWork::products;
    case OperatorKind::attention: return KernelWork::attention;
    case OperatorKind::elementwise: break;
    }
    return KernelWork::others;
}

/// Divides out.compute by what is worked on.
void divide_computation(const Prepared::Impl& impl, const StepState& state,
                        const std::vector<OperatorRecord>& records, double kernels, double optimizer,
                        StepShares& out) {
    const double hbm = impl.machines[state.reference_group].hbm_rate;
    double sum = 0;
    for (const OperatorRecord& record : records) {
        const auto work = static_cast<size_t>(work_of(record.op.kind));
        out.works[work] += record.calls * record.time;
        sum += record.calls * record.time;
        out.least[work] += record.calls * std::max(record.op.flops / record.peak, record.op.bytes / hbm);
    }
    if (!(sum > 0)) return;
    for (double& work : out.works) work *= kernels / sum;
    out.works[static_cast<size_t>(KernelWork::optimizer)] = optimizer;
    // What a rack's cap or the cooling takes from the clocks, all kernels have in equal parts.
    for (double& work : out.works) work *= out.compute / (kernels + optimizer);
}

} // namespace

StepShares step_shares(const Prepared& prepared, const Evaluation& evaluation) {
    const auto of = [&](StepPart part) { return evaluation.parts[static_cast<size_t>(part)]; };
    StepShares out;
    out.step = evaluation.productive_step.si();
    const double kernels = of(StepPart::compute) + of(StepPart::memory);
    out.compute = kernels + of(StepPart::optimizer) + of(StepPart::inference) + of(StepPart::throttle);
    out.input = of(StepPart::input);
    out.idle = of(StepPart::launch) + out.input;
    out.exposed_comm = out.step - out.compute - out.idle;
    if (kernels > 0) out.slowest = 1 + of(StepPart::straggler) / kernels;

    // Calls as they were costed, with what they hide.
    const Prepared::Impl& impl = prepared.impl();
    const double batch = evaluation.samples_per_s * evaluation.step_time.si();
    StepSolver solver(prepared);
    std::vector<OperatorRecord> records;
    const StepState state = solver.solve(evaluation.plan, evaluation.gpus, batch, {}, &records);
    if (impl.model.transformer && of(StepPart::inference) == 0 && evaluation.plan.offload_optimizer == 0)
        divide_computation(impl, state, records, kernels, of(StepPart::optimizer), out);
    double called = 0;
    for (const CollectiveCost& comm : state.cost.comms) {
        const double seconds =
            std::max(comm.calls * comm.time * impl.scenario.calibration.network(), comm.exposed);
        called += seconds;
        if (seconds > 0) out.comm_of_groups.add(static_cast<int>(comm.members), seconds);
    }
    out.comm = std::max(out.exposed_comm, called + of(StepPart::straggler) + of(StepPart::pipeline_bubble));
    return out;
}

} // namespace roofrack
