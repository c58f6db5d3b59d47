// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/memory_model.h"
#include "core/step/cost/stage.h"
#include "core/step/engine/conditions.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/search/axes.h"

#include <array>
#include <map>
#include <optional>

namespace roofrack {

/// Costs one plan after the other, and keeps the pieces of a step (core/step/cost/stage.h) while the axes
/// that they depend on stand still: set_node, then set_micro_batch, then set_recompute, in this nesting;
/// pipeline and sharding at every plan. One a thread. Beside the kernels of degrees and micro-batches that it
/// has not met yet it allocates nothing once every axis has been set.
class PlanCoster {
public:
    /// `conditions` must outlive it.
    PlanCoster(const Prepared::Impl& impl, const StepConditions& conditions, const Plan& base);

    /// Bytes of the fullest GPU that no plan of these degrees and this sharding is below but for rounding:
    /// the states of the model, without activations. 0 for generic profiles. Before set_node().
    double least_memory(const SearchNode& node, const ShardChoice& choice);

    void set_node(const SearchNode& node, const std::vector<ShardChoice>& sharding);
    void set_micro_batch(int micro_batch, bool sequence_parallel);
    void set_recompute(const RecomputeChoice& choice);
    void set_pipeline(const PipelineChoice& choice);
    /// Index in the list that set_node() was given.
    void set_sharding(size_t index);

    const Plan& plan() const { return m_plan; }
    /// Bytes of the fullest GPU.
    double memory() const;
    /// Bytes of the layer that is repeated: memory() of the same plan under another kind of recompute is not
    /// further below memory() but for rounding. Infinite where another kind may keep less of a layer.
    double held_to_repeat();
    /// Whether full recompute of more layers never needs more memory.
    bool keeps_less_by_repeating() const;
    /// The whole step, or a bound of it.
    StepOutcome outcome(Throttle throttle);
    /// No plan of these degrees, micro-batch and recompute is faster, whatever its pipeline and ZeRO stage.
    StepOutcome bound(const std::vector<PipelineChoice>& pipelines);

private:
    void set_degrees(const SearchNode& node);

    /// All fields that layer_costs() reads but tp: micro_batch, cp, ep, sequence_parallel.
    using KernelKey = std::array<int, 4>;

    /// The pieces on one kind of accelerator.
    struct Pieces {
        StepContext context;
        GroupPaths paths;
        LayerCosts layers;
        StageShape shape;
        CollectiveCosts calls;
        StageCost stage;
        std::vector<UpdateCosts> updates;        ///< updates of each sharding
        std::map<KernelKey, LayerCosts> kernels; ///< kernels of the TP degree that were met before
    };

    const Prepared::Impl& m_impl;
    const StepConditions& m_conditions;
    Plan m_plan;
    std::vector<Pieces> m_kinds;
    std::vector<ShardChoice> m_sharding;
    size_t m_sharding_index = 0;
    std::optional<MemoryContext> m_memory; ///< none for generic profiles
    ActivationPieces m_activations;
    std::optional<Recompute> m_activations_under; ///< kind of recompute of m_activations; none: not made yet
    std::vector<ModelStateBytes> m_states;        ///< states of each choice of sharding
    std::vector<StepTimes> m_times;
    ThrottleBuffers m_clocks;
};

} // namespace roofrack
