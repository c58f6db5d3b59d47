// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/recipes/recipe_run.h"

#include <optional>
#include <string>
#include <string_view>

namespace roofrack {

/// A run with what only counts once all is read.
struct RecipeDraft {
    RecipeRun run;
    RecipeFormat format = RecipeFormat::megatron;
    std::optional<int> query_groups, kv_heads, layers_a_chunk, recompute_layers, shard_degree,
        replicate_degree;
    std::optional<bool> grouped_queries;
    bool recomputes_blocks = false;
    std::optional<double> expert_ffn, shared_ffn, padded_vocab, attention_dropout, hidden_dropout;
    std::string family, flavor;
    bool bf16 = false, fp16 = false, fp8 = false;
};

/// Takes a setting over; false where neither its key nor that it changes nothing is known, or its value
/// cannot be read.
bool take_setting(RecipeDraft& draft, const RecipeSetting& setting);

} // namespace roofrack
