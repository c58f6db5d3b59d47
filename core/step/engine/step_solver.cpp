// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/step_solver.h"

#include <algorithm>

namespace roofrack {

namespace {

/// The knobs with the library's variant and the measured sweeps of the scenario.
ResourceKnobs calibrated(const Prepared::Impl& impl, ResourceKnobs knobs) {
    knobs = knobs_of(impl, knobs);
    knobs.network.variant = impl.scenario.calibration.network_variant;
    knobs.network.measured = impl.measured.empty() ? nullptr : &impl.measured;
    return knobs;
}

} // namespace

StepInputs step_inputs(const Prepared::Impl& impl, const Plan& plan, const Machine& machine, double batch,
                       const ResourceKnobs& knobs) {
    StepInputs in;
    in.shape = &*impl.model.transformer;
    in.machine = &machine;
    in.software = &software_of(impl, plan);
    in.fabric = &impl.fabric;
    in.plan = &plan;
    in.sequence = sequence_of(impl);
    in.global_batch = batch;
    in.compute_factor = impl.scenario.calibration.compute();
    in.factors = impl.scenario.calibration.operators();
    in.network_factor = impl.scenario.calibration.network();
    in.software_year = release_year(plan.software);
    if (impl.scenario.workload.tuning.kind != TrainingKind::pretraining)
        in.tuning = &impl.scenario.workload.tuning;
    in.recipe = recipe_of(*in.software, in.software_year, impl.model.id, machine.accelerator);
    in.knobs = calibrated(impl, knobs);
    return in;
}

GenericInputs profile_inputs(const Prepared::Impl& impl, const Plan& plan, const Machine& machine,
                             double batch, const ResourceKnobs& knobs) {
    const Calibration& calibration = impl.scenario.calibration;
    return {&*impl.model.generic,
            &machine,
            &software_of(impl, plan),
            &impl.fabric,
            &plan,
            batch,
            calibration.compute(),
            calibration.network(),
            calibrated(impl, knobs),
            impl.measured_samples,
            calibration.operators().optimizer};
}

double computation_seconds(const Prepared::Impl& impl, const Plan& plan, size_t group, double batch) {
    const Machine& machine = impl.machines[group];
    const StepCost cost = impl.model.generic ? generic_step(profile_inputs(impl, plan, machine, batch))
                                             : transformer_step(step_inputs(impl, plan, machine, batch));
    return cost.compute + cost.memory;
}

BorderTraffics step_traffic(const Prepared::Impl& impl, const Plan& plan, double batch,
                            const StepState& state) {
    const Machine& machine = impl.machines[state.reference_group];
    return impl.model.generic ? border_traffic(profile_inputs(impl, plan, machine, batch), state.cost)
                              : border_traffic(step_inputs(impl, plan, machine, batch), state.cost);
}

StepCost StepSolver::cost(const Plan& plan, const Machine& machine, double batch, const ResourceKnobs& knobs,
                          std::vector<OperatorRecord>* records) const {
    if (!m_impl.model.generic)
        return transformer_step(step_inputs(m_impl, plan, machine, batch, knobs), records);
    return generic_step(profile_inputs(m_impl, plan, machine, batch, knobs), records);
}

StepState StepSolver::solve(const Plan& plan, double gpus, double batch, const ResourceKnobs& knobs,
                            std::vector<OperatorRecord>* records) {
    step_conditions(m_impl, plan, gpus, batch, knobs, m_conditions);
    StepState out;
    m_costs.clear();
    for (size_t k = 0; k < m_conditions.accelerator_groups.size(); ++k) {
        const bool reference = k == m_conditions.reference_kind;
        const StepCost each = cost(plan, m_impl.machines[m_conditions.accelerator_groups[k]], batch, knobs,
                                   reference ? records : nullptr);
        if (reference) out.cost = each;
        m_costs.push_back(each);
    }
    static_cast<StepOutcome&>(out) = add_delays(m_impl, m_conditions, m_costs, m_clocks);
    out.reference_group = m_conditions.reference_group;
    out.active_gpus = gpus;
    for (const StepConditions::EqualSpeedGpus& speed_class : m_conditions.speed_classes)
        out.peak += speed_class.gpus *
                    m_impl.machines[speed_class.group].peak(Machine::mfu_precision(plan.precision));
    out.straggler_cv = m_conditions.straggler_cv;
    out.checkpoint_bytes = m_conditions.checkpoint_bytes;
    out.checkpoint_write = m_conditions.checkpoint_write;
    out.checkpoint_load = m_conditions.checkpoint_load;
    out.loss = m_conditions.loss;
    out.input = m_conditions.input;
    return out;
}

KindWait StepSolver::kind_wait() const {
    using SpeedClass = StepConditions::EqualSpeedGpus;
    struct Pace {
        double seconds = 0, most = 0, gpus = 0;
        size_t group = 0;
    };
    KindWait out;
    std::vector<Pace> kinds(m_conditions.accelerator_groups.size());
    if (kinds.size() < 2) return out;
    for (const ThrottleBuffers::Work& work : m_clocks.works) {
        const SpeedClass& speed_class = m_conditions.speed_classes[work.speed_class];
        Pace& kind = kinds[speed_class.kind];
        kind.gpus += speed_class.gpus;
        if (speed_class.slow || speed_class.gpus <= kind.most) continue;
        kind.most = speed_class.gpus;
        kind.seconds = work.seconds;
        kind.group = speed_class.group;
    }
    const Pace slowest = *std::ranges::max_element(kinds, {}, &Pace::seconds);
    out.slow = slowest.group;
    double waited = 0, gpus = 0;
    for (const Pace& kind : kinds) {
        if (kind.most <= 0 || kind.seconds >= slowest.seconds) continue;
        out.fast.push_back(kind.group);
        waited += kind.gpus * (slowest.seconds - kind.seconds);
        gpus += kind.gpus;
    }
    if (gpus > 0) out.seconds = waited / gpus;
    return out;
}

} // namespace roofrack
