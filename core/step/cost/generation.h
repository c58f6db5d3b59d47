// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/workload.h"
#include "core/step/cost/step_context.h"

namespace roofrack {

/// How a batch of sequences is generated token by token on all GPUs (the rollout of GRPO): the least that it
/// takes. Every copy of the model generates some sequences at a time; each token of them reads the weights
/// and what attention keeps of the tokens before once from HBM (Pope 2022, section 2; arXiv 2211.05102), or
/// takes the arithmetic of a forward pass, whichever is longer, and its all-reduces where a copy lies on
/// several GPUs. Sequences are alike in length; the optimizer's state gives way meanwhile; nothing is lost to
/// scheduling. `gpus`: that work. Reads no plan but its precision.
Generation generation(const StepContext& context, const Plan& plan, double gpus);

/// B that one token keeps in all layers for the attention of later ones, keys and values of 16 bits.
double cache_bytes_per_token(const TransformerShape& shape);

/// The mean number of tokens that the attention of a generated token reads: of a sequence whose first
/// `prompt` tokens are given.
double mean_attended(const TransformerShape& shape, double prompt, double sequence);

/// FLOPs of one forward pass of a sequence, as model_flops() counts them.
double forward_flops(const TransformerShape& shape, double sequence, bool causal = false);
/// FLOPs that a step of post-training does for a sequence beside training: its scoring passes, and the
/// generation of its tokens, each of which is a forward pass.
double tuning_flops(const TransformerShape& shape, const Tuning& tuning, double sequence,
                    bool causal = false);

/// What a step does that trains nothing, before stragglers and clocks.
/// `forward`: s of one forward pass of the batch on the slowest stage, its pipeline filled and emptied;
/// `training`: s of all else. With a split that is given the shares of `training` decide.
InferenceTimes inference_times(const StepContext& context, const Plan& plan, double forward, double training);

} // namespace roofrack
