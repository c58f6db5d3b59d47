// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/collectives/measured_collectives.h"
#include "core/cost/memory_model.h"
#include "core/cost/step.h"
#include "core/cost/uncertainty.h"
#include "core/engine/conditions.h"
#include "core/engine/evaluate.h"

#include <optional>

namespace roofrack {

/// A value for each fabric group; those of a kind share theirs.
template<class T>
class PerGroup {
public:
    const T& operator[](size_t group) const { return m_kinds[m_of_group[group]]; }
    const T& front() const { return m_kinds.front(); }
    size_t size() const { return m_of_group.size(); }
    size_t add_kind(T kind) {
        m_kinds.push_back(std::move(kind));
        return m_kinds.size() - 1;
    }
    void add_group(size_t kind) { m_of_group.push_back(kind); }
    const std::vector<T>& kinds() const { return m_kinds; }

private:
    std::vector<T> m_kinds;
    std::vector<size_t> m_of_group;
};

/// Groups whose GPUs compute alike.
struct Pools {
    std::vector<size_t> first;    ///< group of each pool
    std::vector<size_t> of_group; ///< pool of each group
};

/// What Prepared hides: every name resolved, ready for many steps.
struct Prepared::Impl {
    Scenario scenario;
    ModelSpec model;
    Fabric fabric;
    PerGroup<Machine> machines;
    PerGroup<Part> accelerators;
    std::vector<size_t> first_alike; ///< of each group: the first one with equal accelerators
    std::optional<Facility> facility;
    const CostParameters* parameters = nullptr;
    const Defaults* defaults = nullptr; ///< of the catalogue
    MeasuredCollectives measured;       ///< sweeps of the calibration
    std::vector<double> fixed_speeds; ///< of each fabric group, where no duty cycle changes them; else empty
    Pools pools;                      ///< one accelerator, drawn speed and slot
    Pools pools_at_fixed_clocks;      ///< one accelerator, drawn speed and clock
};

/// A step with everything that slows it, before any text is made. Seconds.
struct StepState : StepOutcome {
    StepCost cost; ///< on the reference group
    size_t reference_group = 0;
    double active_gpus = 0;
    double mttf = 0, checkpoint_interval = 0, checkpoint_bytes = 0, checkpoint_write = 0;
    double straggler_cv = 0;
};

/// The numeric core of evaluate(): allocates nothing beyond small buffers kept by the caller. `plan` has dp
/// filled in.
class StepSolver {
public:
    explicit StepSolver(const Prepared& prepared)
        : m_impl(prepared.impl()) {}
    StepState solve(const Plan& plan, double gpus, double batch, const ResourceKnobs& knobs = {},
                    std::vector<OperatorRecord>* records = nullptr);

private:
    StepCost cost(const Plan& plan, const Machine& machine, double batch, const ResourceKnobs& knobs,
                  std::vector<OperatorRecord>* records) const;

    const Prepared::Impl& m_impl;
    StepConditions m_conditions;
    Clocks m_clocks;
    std::vector<StepTimes> m_costs;
};

/// What a transformer's step on `machine` is made from; `plan` must outlive it.
StepInputs step_inputs(const Prepared::Impl& impl, const Plan& plan, const Machine& machine, double batch,
                       const ResourceKnobs& knobs = {});

/// What the step time of a plan leans on, for its band; on the accelerator group that widens it most. Views
/// into `impl` and `plan`.
BandBasis band_basis(const Prepared::Impl& impl, const Plan& plan, double batch);

/// Memory of the fullest GPU under the plan, and of every stage.
MemoryBytes memory_of(const Prepared::Impl& impl, const Plan& plan, double batch);
std::vector<StageMemory> stages_of(const Prepared::Impl& impl, const Plan& plan, double batch);
/// What memory depends on beside the plan's degrees; transformers only.
MemoryContext memory_context(const Prepared::Impl& impl, const Plan& plan, double batch);
/// Smallest HBM among the first `gpus` GPUs.
double memory_capacity(const Prepared::Impl& impl, double gpus);
/// Sequence length in tokens (1 for generic profiles) and batch in sequences or samples of the scenario.
double sequence_of(const Prepared::Impl& impl);
double batch_of(const Prepared::Impl& impl);
const SoftwareParameters& software_of(const Prepared::Impl& impl, const Plan& plan);

} // namespace roofrack
