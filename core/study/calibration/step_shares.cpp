// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/step_shares.h"

#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/step_solver.h"

#include <algorithm>

namespace roofrack {

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
    const StepState state = solver.solve(evaluation.plan, evaluation.gpus, batch);
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
