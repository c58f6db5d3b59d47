// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/memory_model.h"
#include "core/step/cost/stage.h"
#include "core/step/engine/conditions.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/search/axes.h"
#include "core/step/search/kernel_costs.h"

#include <optional>

namespace roofrack {

/// Costs one plan after the other, and keeps the pieces of a step (core/step/cost/stage.h) while the axes
/// that they depend on stand still: set_node, then set_micro_batch, then set_recompute, in this nesting;
/// pipeline and sharding at every plan. What least_step() does not need is made when it is first asked for.
/// One a thread. Once every axis has been set it allocates nothing but for kernels that were not met before.
class PlanCoster {
public:
    /// `conditions` and `kernels` must outlive it.
    PlanCoster(const Prepared::Impl& impl, const StepConditions& conditions, const Plan& base,
               KernelCosts& kernels);

    /// Bytes of the fullest GPU that no plan of these degrees and this sharding is below but for rounding:
    /// the states of the model, without activations. 0 for generic profiles. Before set_node().
    double least_memory(const SearchNode& node, const ShardChoice& choice);

    void set_node(const SearchNode& node, const std::vector<ShardChoice>& sharding);
    void set_micro_batch(int micro_batch, bool sequence_parallel);
    /// s: no plan of these degrees and this micro-batch is faster, whatever its recompute, pipeline and ZeRO
    /// stage: the kernels, the bubble and the stragglers, without communication. 0 for generic profiles.
    double least_step(const std::vector<PipelineChoice>& pipelines);
    void set_recompute(const RecomputeChoice& choice);
    void set_pipeline(const PipelineChoice& choice);
    /// Index in the list that set_node() was given.
    void set_sharding(size_t index);

    const Plan& plan() const { return m_plan; }
    /// Bytes of the fullest GPU.
    double memory();
    /// Bytes of the layer that is repeated: memory() of the same plan under another kind of recompute is not
    /// further below memory() but for rounding. Infinite where another kind may keep less of a layer.
    double held_to_repeat();
    /// Whether full recompute of more layers never needs more memory.
    bool keeps_less_by_repeating();
    /// The whole step, or a bound of it.
    StepOutcome outcome(Throttle throttle);
    /// No plan of these degrees, micro-batch and recompute is faster, whatever its pipeline and ZeRO stage.
    StepOutcome bound(const std::vector<PipelineChoice>& pipelines);

    /// Some GPUs of any plan of these degrees have no network between them.
    bool is_cut_off(const std::vector<PipelineChoice>& pipelines);

private:
    void set_degrees(const SearchNode& node);
    /// What stands still between two set_node() beside the shape.
    void cost_node();
    void cost_calls();
    /// The pieces of the plan as it is set.
    const ActivationPieces& activations();

    /// The pieces on one kind of accelerator.
    struct Pieces {
        StepContext context;
        GroupPaths paths;
        const LayerCosts* layers = nullptr; ///< one of the kernels
        StageShape shape;
        CollectiveCosts calls;
        StageCost stage;
        std::vector<UpdateCosts> updates; ///< updates of each sharding
    };

    const Prepared::Impl& m_impl;
    const StepConditions& m_conditions;
    KernelCosts& m_kernels;
    Plan m_plan;
    std::vector<Pieces> m_kinds;
    std::vector<ShardChoice> m_sharding;
    size_t m_sharding_index = 0;
    bool m_has_node = false, m_has_calls = false; ///< made already
    double m_slowest = 1;                  ///< time of the slowest GPU over the mean, where all are alike
    std::optional<MemoryContext> m_memory; ///< none for generic profiles
    ActivationPieces m_activations;
    std::optional<Recompute> m_activations_under; ///< kind of recompute of m_activations; none: not made yet
    std::vector<ModelStateBytes> m_states;        ///< states of each choice of sharding
    std::vector<StepTimes> m_times;
    ThrottleBuffers m_clocks;
};

} // namespace roofrack
