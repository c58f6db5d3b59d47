// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/search/coster.h"

#include "core/step/cost/stragglers.h"
#include "core/step/engine/plan_memory.h"
#include "core/step/engine/step_solver.h"
#include "core/step/workload/micro_batches.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

GenericInputs generic_inputs(const Prepared::Impl& impl, const Plan& plan, const Machine& machine,
                             double batch) {
    GenericInputs in;
    in.profile = &*impl.model.generic;
    in.machine = &machine;
    in.software = &software_of(impl, plan);
    in.fabric = &impl.fabric;
    in.plan = &plan;
    in.global_batch = batch;
    in.compute_factor = impl.scenario.calibration.compute();
    in.network_factor = impl.scenario.calibration.network();
    in.measured_samples = impl.measured_samples;
    in.optimizer_factor = impl.scenario.calibration.operators().optimizer;
    return in;
}

} // namespace

PlanCoster::PlanCoster(const Prepared::Impl& impl, const StepConditions& conditions, const Plan& base,
                       KernelCosts& kernels)
    : m_impl(impl)
    , m_conditions(conditions)
    , m_kernels(kernels)
    , m_plan(base)
    , m_times(conditions.accelerator_groups.size()) {
    if (!impl.model.transformer) return;
    m_memory.emplace(memory_context(impl, m_plan, conditions.batch));
    for (const size_t kind : conditions.accelerator_groups)
        m_kinds.push_back({StepContext(step_inputs(impl, m_plan, impl.machines[kind], conditions.batch)),
                           {},
                           nullptr,
                           {},
                           {},
                           {},
                           {}});
    for (size_t k = 0; k < m_kinds.size(); ++k) m_kernels.begin(k, m_kinds[k].context, base);
    if (conditions.speed_classes.size() == 1)
        m_slowest = straggler_factor(conditions.speed_classes.front().gpus, conditions.straggler_cv);
}

void PlanCoster::set_degrees(const SearchNode& node) {
    m_activations_under.reset();
    m_plan.tp = node.tp;
    m_plan.pp = node.pp;
    m_plan.cp = node.cp;
    m_plan.ep = node.ep;
    m_plan.dp = node.dp;
}

double PlanCoster::least_memory(const SearchNode& node, const ShardChoice& choice) {
    if (!m_memory) return 0;
    set_degrees(node);
    m_plan.zero = choice.zero;
    m_plan.shard = choice.shard;
    return fullest_stage(*m_memory, m_plan, {}, state_pieces(*m_memory, m_plan)).bytes.total();
}

void PlanCoster::set_node(const SearchNode& node, const std::vector<ShardChoice>& sharding) {
    set_degrees(node);
    m_sharding = sharding;
    m_has_node = false;
    for (Pieces& kind : m_kinds) kind.shape = stage_shape(kind.context, m_plan);
    set_sharding(0);
}

void PlanCoster::cost_node() {
    if (m_has_node) return;
    m_has_node = true;
    const size_t index = m_sharding_index;
    m_states.clear();
    for (Pieces& kind : m_kinds) kind.updates.clear();
    for (size_t i = 0; i < m_sharding.size(); ++i) {
        set_sharding(i);
        for (Pieces& kind : m_kinds) {
            kind.paths = group_paths(kind.context, m_plan);
            kind.updates.push_back(update_costs(kind.context, m_plan, kind.paths, kind.shape));
        }
        if (m_memory) m_states.push_back(state_pieces(*m_memory, m_plan));
    }
    set_sharding(index);
}

void PlanCoster::set_micro_batch(int micro_batch, bool sequence_parallel) {
    m_plan.micro_batch = micro_batch;
    m_plan.sequence_parallel = sequence_parallel;
    m_activations_under.reset();
    m_has_calls = false;
    for (size_t k = 0; k < m_kinds.size(); ++k)
        m_kinds[k].layers = &m_kernels.of(k, m_kinds[k].context, m_plan);
}

void PlanCoster::cost_calls() {
    if (m_has_calls) return;
    m_has_calls = true;
    cost_node();
    for (Pieces& kind : m_kinds) kind.calls = collective_costs(kind.context, m_plan, kind.paths);
}

double PlanCoster::least_step(const std::vector<PipelineChoice>& pipelines) {
    if (m_kinds.empty()) return 0;
    const Pieces& kind = m_kinds[m_conditions.reference_kind];
    const double m = micro_batches(m_plan, m_conditions.batch), layers = kind.context.in.shape->layers;
    const StageShape& stage = kind.shape;
    // s of a micro-batch on the deepest stage, or on the one with the head where all are as deep
    const double body = stage.dense_layers * kind.layers->dense.total() +
                        stage.moe_layers * kind.layers->moe.total(),
                 head = stage.layers * m_plan.pp > layers ? 0 : kind.layers->head.total();
    double bubble = 0;
    if (m_plan.pp > 1) {
        bubble = std::numeric_limits<double>::infinity();
        for (const PipelineChoice& each : pipelines) {
            set_pipeline(each);
            bubble = std::min(bubble, bubble_share(m_plan, m));
        }
        bubble *= body / stage.layers * (layers - stage.layers); // one micro-batch of the other stages
    }
    const double speed = m_impl.fabric.groups[m_conditions.reference_group].speed;
    const double productive = (m * (body + head) * m_slowest + bubble) * kind.context.slower / speed;
    return productive * (1 + m_conditions.loss.checkpoint + m_conditions.loss.failure);
}

void PlanCoster::set_recompute(const RecomputeChoice& choice) {
    m_plan.recompute = choice.kind;
    m_plan.recompute_layers = choice.layers;
    cost_calls();
    for (Pieces& kind : m_kinds)
        kind.stage = stage_cost(kind.context, m_plan, *kind.layers, kind.shape, kind.calls);
}

const ActivationPieces& PlanCoster::activations() {
    // They do not depend on the number of layers.
    if (m_activations_under == m_plan.recompute) return m_activations;
    m_activations = activation_pieces(*m_memory, m_plan);
    m_activations_under = m_plan.recompute;
    return m_activations;
}

void PlanCoster::set_pipeline(const PipelineChoice& choice) {
    m_plan.vpp = choice.vpp;
    m_plan.schedule = choice.schedule;
}

void PlanCoster::set_sharding(size_t index) {
    m_sharding_index = index;
    m_plan.zero = m_sharding[index].zero;
    m_plan.shard = m_sharding[index].shard;
}

double PlanCoster::memory() {
    if (!m_memory) return memory_of(m_impl, m_plan, m_conditions.batch).total();
    return fullest_stage(*m_memory, m_plan, activations(), m_states[m_sharding_index]).bytes.total();
}

double PlanCoster::held_to_repeat() {
    if (!m_memory) return std::numeric_limits<double>::infinity();
    const Recompute kind = m_plan.recompute;
    m_plan.recompute = Recompute::selective; // the others keep a layer whole, or as it is set
    const ActivationPieces selective = activation_pieces(*m_memory, m_plan);
    m_plan.recompute = kind;
    const ActivationPieces& here = activations();
    if (std::min(selective.dense, here.dense_whole) < here.dense ||
        std::min(selective.moe, here.moe_whole) < here.moe)
        return std::numeric_limits<double>::infinity();
    return (1 + m_memory->stack->fragmentation) *
           std::max(here.dense_whole - here.dense, here.moe_whole - here.moe);
}

bool PlanCoster::keeps_less_by_repeating() {
    if (!m_memory) return true;
    const ActivationPieces& here = activations();
    return here.dense <= here.dense_whole && here.moe <= here.moe_whole;
}

StepOutcome PlanCoster::outcome(Throttle throttle) {
    if (m_kinds.empty())
        for (size_t k = 0; k < m_times.size(); ++k)
            m_times[k] = generic_step(generic_inputs(
                m_impl, m_plan, m_impl.machines[m_conditions.accelerator_groups[k]], m_conditions.batch));
    for (size_t k = 0; k < m_kinds.size(); ++k) {
        const Pieces& kind = m_kinds[k];
        m_times[k] = combine(kind.context, m_plan, kind.stage, kind.calls, kind.updates[m_sharding_index]);
    }
    return add_delays(m_impl, m_conditions, m_times, m_clocks, throttle);
}

StepOutcome PlanCoster::bound(const std::vector<PipelineChoice>& pipelines) {
    for (size_t k = 0; k < m_kinds.size(); ++k) {
        const Pieces& kind = m_kinds[k];
        for (size_t i = 0; i < pipelines.size(); ++i) {
            set_pipeline(pipelines[i]);
            const StepTimes times = combine(kind.context, m_plan, kind.stage, kind.calls, UpdateCosts{});
            if (i == 0) {
                m_times[k] = times;
                continue;
            }
            m_times[k].pipeline_bubble = std::min(m_times[k].pipeline_bubble, times.pipeline_bubble);
            m_times[k].pipeline_comm = std::min(m_times[k].pipeline_comm, times.pipeline_comm);
            m_times[k].data_comm = std::min(m_times[k].data_comm, times.data_comm);
        }
    }
    if (m_kinds.empty()) std::ranges::fill(m_times, StepTimes{});
    return add_delays(m_impl, m_conditions, m_times, m_clocks, Throttle::bounded);
}

bool PlanCoster::is_cut_off(const std::vector<PipelineChoice>& pipelines) {
    const auto are_cut_off = [](const Pieces& kind) {
        return std::ranges::none_of(kind.updates, [](const UpdateCosts& update) {
            return std::isfinite(update.reduce + update.gather + update.outer);
        });
    };
    return std::ranges::any_of(m_kinds, are_cut_off) || !std::isfinite(bound(pipelines).step);
}

} // namespace roofrack
