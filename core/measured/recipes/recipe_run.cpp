// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/recipes/recipe_run.h"

#include "core/measured/recipes/recipe_keys.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// What each program does where nothing is said.
void set_defaults(RecipeDraft& draft) {
    Plan& plan = draft.run.plan;
    plan.sequence_parallel = draft.format == RecipeFormat::torchtitan;
    plan.zero = draft.format == RecipeFormat::torchtitan ? 3 : draft.format == RecipeFormat::mlperf ? 1 : 0;
    plan.dp_overlap = draft.format != RecipeFormat::megatron;
    draft.run.shape.tied_embeddings =
        draft.format == RecipeFormat::megatron || draft.format == RecipeFormat::nemo;
    switch (draft.format) {
    case RecipeFormat::megatron:
    case RecipeFormat::nemo: draft.run.software = "megatron-core"; break;
    case RecipeFormat::torchtitan: draft.run.software = "torchtitan"; break;
    case RecipeFormat::deepspeed: draft.run.software = "deepspeed-zero"; break;
    case RecipeFormat::mlperf: draft.run.software = "mlperf"; break;
    }
}

void complete_draft(RecipeDraft& d) {
    TransformerShape& shape = d.run.shape;
    Plan& plan = d.run.plan;
    // Megatron-LM has a number of query groups also where it groups none.
    const bool grouped = d.query_groups && d.grouped_queries.value_or(d.format != RecipeFormat::megatron);
    shape.kv_heads = d.kv_heads ? *d.kv_heads : grouped ? *d.query_groups : shape.heads;
    // With the method "uniform" it is the size of what is recomputed at once, not how much is.
    if (d.recomputes_blocks && plan.recompute == Recompute::full && d.recompute_layers)
        plan.recompute_layers = *d.recompute_layers;
    if (shape.vocab <= 0 && d.padded_vocab) shape.vocab = *d.padded_vocab;
    if (shape.ffn <= 0) shape.ffn = 4 * shape.hidden;
    if (shape.moe.experts > 0) {
        if (shape.moe.top_k <= 0) shape.moe.top_k = 2; // Megatron-LM's own
        shape.moe.expert_ffn = d.expert_ffn.value_or(shape.ffn);
        if (d.shared_ffn)
            shape.moe.shared_experts = static_cast<int>(*d.shared_ffn / shape.moe.expert_ffn + 0.5);
    }
    if (d.layers_a_chunk && shape.layers > 0)
        plan.vpp = std::max(1, shape.layers / plan.pp / *d.layers_a_chunk);
    if (d.shard_degree || d.replicate_degree) {
        plan.shard = d.replicate_degree.value_or(1) > 1 ? d.shard_degree.value_or(0) : 0;
        if (d.shard_degree) d.run.data_parallel = *d.shard_degree * d.replicate_degree.value_or(1);
    }
    plan.dropout = d.attention_dropout.value_or(1) > 0 || d.hidden_dropout.value_or(1) > 0;
    plan.precision = d.fp8                                ? Precision::fp8
                     : d.bf16                             ? Precision::bf16
                     : d.fp16                             ? Precision::fp16
                     : d.format == RecipeFormat::megatron ? Precision::fp32
                                                          : Precision::bf16;
    if (plan.tp == 1) plan.sequence_parallel = true; // what the plan is called without tensor groups
    if (!d.flavor.empty()) d.run.model = fmt::format("{} {}", d.family, d.flavor);
    plan.software = d.run.software;
}

} // namespace

RecipeRun read_run(std::span<const Recipe> recipes) {
    RecipeDraft draft;
    // The program that says most of the plan names the stack; a DeepSpeed file beside it adds its stage.
    for (const Recipe& recipe : recipes)
        if (&recipe == &recipes.front() || draft.format == RecipeFormat::deepspeed)
            draft.format = recipe.format;
    set_defaults(draft);
    for (const Recipe& recipe : recipes) {
        draft.run.software = recipe.format == RecipeFormat::deepspeed && recipes.size() > 1
                                 ? "megatron-deepspeed"
                                 : draft.run.software;
        for (const RecipeSetting& setting : recipe.settings) {
            if (take_setting(draft, setting)) continue;
            if (setting.unset.empty())
                draft.run.not_understood.push_back(setting.key);
            else
                draft.run.unset.push_back(setting.key + " ($" + setting.unset + ")");
        }
    }
    complete_draft(draft);
    return std::move(draft.run);
}

std::optional<double> gpus_of(const RecipeRun& run) {
    const double replica = static_cast<double>(run.plan.tp) * run.plan.pp * run.plan.cp;
    if (run.gpus) return *run.gpus;
    if (run.nodes) return static_cast<double>(*run.nodes) * run.gpus_per_node.value_or(8);
    if (run.data_parallel) return replica * *run.data_parallel;
    if (run.global_batch && run.accumulation) // DeepSpeed: batch = micro-batch · accumulation · replicas
        return replica * std::floor(*run.global_batch / (*run.accumulation * run.plan.micro_batch));
    if (run.gpus_per_node) return *run.gpus_per_node;
    return std::nullopt;
}

} // namespace roofrack
