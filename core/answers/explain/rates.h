// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// What a step achieves, as explained numbers (core/step/engine/evaluate.cpp).
ExplanationPtr step_time_node(const Inputs& inputs, std::vector<ExplanationPtr> parts); ///< s
ExplanationPtr productive_step_node(const Inputs& inputs); ///< s: without checkpoints and failures
ExplanationPtr samples_per_s_node(const Inputs& inputs);
ExplanationPtr tokens_per_s_node(const Inputs& inputs); ///< null for a generic profile
ExplanationPtr mfu_node(const Inputs& inputs);
ExplanationPtr mfu_causal_node(const Inputs& inputs);
ExplanationPtr hfu_node(const Inputs& inputs);
ExplanationPtr goodput_node(const Inputs& inputs);
ExplanationPtr effective_gpus_node(const Inputs& inputs);
ExplanationPtr flops_per_gpu_node(const Inputs& inputs);
ExplanationPtr rate_per_gpu_node(const Inputs& inputs);
ExplanationPtr energy_node(const Inputs& inputs); ///< J a step
/// Half of the band's width as a logarithm: the step lies between step_time · exp(∓band).
ExplanationPtr band_node(const Inputs& inputs);

} // namespace roofrack
