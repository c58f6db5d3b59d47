// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/search/kernel_costs.h"

namespace roofrack {

namespace {

/// The plan without what a search varies.
Plan fixed_part(Plan plan) {
    const Plan usual;
    plan.tp = plan.pp = plan.cp = plan.ep = plan.dp = plan.vpp = plan.micro_batch = 1;
    plan.zero = usual.zero;
    plan.shard = usual.shard;
    plan.sequence_parallel = usual.sequence_parallel;
    plan.recompute = usual.recompute;
    plan.recompute_layers = usual.recompute_layers;
    plan.schedule = usual.schedule;
    return plan;
}

} // namespace

void KernelCosts::begin(size_t kind, const StepContext& context, const Plan& base) {
    if (m_kinds.size() <= kind) m_kinds.resize(kind + 1);
    const StepInputs& in = context.in;
    Basis basis{*in.shape,       context.machine, context.quality,    in.software,
                in.sequence,     in.global_batch, context.moe_layers, context.experts_slower,
                context.of_kind, fixed_part(base)};
    Kind& its = m_kinds[kind];
    if (its.basis == basis) return;
    its.basis = std::move(basis);
    its.costs.clear();
}

const LayerCosts& KernelCosts::of(size_t kind, const StepContext& context, const Plan& plan) {
    constexpr size_t most_kept = 1 << 14; // 5 MB
    std::map<Key, LayerCosts>& costs = m_kinds[kind].costs;
    if (costs.size() >= most_kept) costs.clear();
    const auto [kernels, is_new] =
        costs.try_emplace({plan.micro_batch, plan.tp, plan.cp, plan.ep, plan.sequence_parallel});
    if (is_new) kernels->second = layer_costs(context, plan);
    return kernels->second;
}

} // namespace roofrack
