// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"

#include <optional>
#include <string_view>

namespace roofrack {

/// True for stacks whose program a compiler sees whole: it repeats only what the backward pass reads.
bool compiles_whole_steps(std::string_view family);

/// Share of a layer's forward pass (by FLOPs, 0 to 1) that the backward pass repeats under a policy of
/// jax.checkpoint: "full", "minimal (…)", "save_dot_except_logits_ffn1 (…)", "custom (MaxText: NAME=device,
/// NAME=offload, NAME=remat)", whose names are those of MaxText's layers (query_proj, context, out_proj,
/// mlpwi, mlpwo …). The last product of a dense layer is never repeated: no gradient reads its result
/// (jax.remat leaves out what it does not need; Chen 2016 repeats whole segments). None for another policy.
std::optional<double> repeated_share(std::string_view policy, const TransformerShape& shape, double sequence);

/// What such a policy keeps of a layer beside its input, and where.
struct KeptTensors {
    double share = 0;     ///< share of the bytes of all its tensors
    double offloaded = 0; ///< share of what is kept, the input among it, that goes to the host's memory
};
KeptTensors kept_tensors(std::string_view policy, const TransformerShape& shape);

} // namespace roofrack
