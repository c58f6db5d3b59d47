// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/border_traffic.h"
#include "core/step/engine/conditions.h"
#include "core/step/engine/prepared_impl.h"

#include <vector>

namespace roofrack {

/// A step with all that slows it, as numbers; times in seconds.
struct StepState : StepOutcome {
    StepCost cost; ///< on the reference group
    size_t reference_group = 0;
    double active_gpus = 0;
    double peak = 0; ///< FLOP/s of all GPUs at work, dense, in the plan's precision, 16 bits at least
    double checkpoint_bytes = 0, checkpoint_write = 0, checkpoint_load = 0;
    FailureCost loss;
    InputNeeds input;
    double straggler_cv = 0;
};

/// Faster kinds of GPU that wait in every step until a slower one has computed as much as they.
struct KindWait {
    size_t slow = 0;          ///< in Fabric::groups: one of the slowest kind
    std::vector<size_t> fast; ///< one of each kind that waits for it, as drawn; empty: none does
    double seconds = 0;       ///< s of a step, mean of the GPUs that wait
};

/// The numeric core of evaluate(): allocates nothing beyond small buffers kept by the caller. `plan` has dp
/// filled in.
class StepSolver {
public:
    explicit StepSolver(const Prepared& prepared)
        : m_impl(prepared.impl()) {}
    StepState solve(const Plan& plan, double gpus, double batch, const ResourceKnobs& knobs = {},
                    std::vector<OperatorRecord>* records = nullptr);
    /// Who waits in the step that was solved last. A kind computes as long as the most of its GPUs do: that
    /// single racks or GPUs of it are slower is another wait.
    KindWait kind_wait() const;

private:
    StepCost cost(const Plan& plan, const Machine& machine, double batch, const ResourceKnobs& knobs,
                  std::vector<OperatorRecord>* records) const;

    const Prepared::Impl& m_impl;
    StepConditions m_conditions;
    ThrottleBuffers m_clocks;
    std::vector<StepTimes> m_costs;
};

/// Inputs of a transformer's step on `machine`; `plan` must outlive it.
StepInputs step_inputs(const Prepared::Impl& impl, const Plan& plan, const Machine& machine, double batch,
                       const ResourceKnobs& knobs = {});
/// Inputs of a generic profile's step.
GenericInputs profile_inputs(const Prepared::Impl& impl, const Plan& plan, const Machine& machine,
                             double batch, const ResourceKnobs& knobs = {});
/// Seconds that a step's operators take on the GPUs of a fabric group, at full clock and the catalogue's
/// speed.
double computation_seconds(const Prepared::Impl& impl, const Plan& plan, size_t group, double batch);
/// The traffic across borders of blocks of GPUs, of the step that solve() found.
BorderTraffics step_traffic(const Prepared::Impl& impl, const Plan& plan, double batch,
                            const StepState& state);

} // namespace roofrack
