// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"
#include "core/base/model/plan.h"
#include "core/measured/recipes/recipe.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// What recipes say of a run. What none says is empty.
struct RecipeRun {
    TransformerShape shape; ///< layers = 0: no shape is told
    std::string model;      ///< a name: "llama3 8B", "meta-llama/Llama-3.1-8B"
    Plan plan;
    std::string software; ///< a stack's name
    std::optional<double> sequence, global_batch;
    std::optional<int> gpus, nodes, gpus_per_node, data_parallel;
    std::optional<double> accumulation;      ///< micro-batches a step and replica
    std::optional<double> replica_batch;     ///< sequences a step and replica
    std::vector<std::string> not_understood; ///< keys
    /// Settings whose value is a shell variable that nothing sets: "tensor_model_parallel_size ($TP)".
    std::vector<std::string> unset;
};

/// Reads the settings of each recipe in turn into one run.
RecipeRun read_run(std::span<const Recipe> recipes);

/// GPUs that the run takes: as told, else nodes × GPUs a node, else the parallel degrees; none where neither
/// nodes nor replicas are told.
std::optional<double> gpus_of(const RecipeRun& run);

} // namespace roofrack
