// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cost/step.h"

namespace roofrack {

/// Bytes on the fullest GPU (the first pipeline stage holds most activations, the last the logits).
struct MemoryBytes {
    double weights = 0, gradients = 0, optimizer = 0, activations = 0, buffers = 0;
    double total() const { return weights + gradients + optimizer + activations + buffers; }
};

/// Korthikanti 2022 (table 2) and Megatron-LM theoretical_memory_usage.py, with the tensors counted for
/// SwiGLU, GQA and flash attention (model.md section 2). Mixed-precision Adam: weights w, gradients g, 12 B
/// of fp32 state a parameter.
MemoryBytes transformer_memory(const TransformerShape& shape, const Plan& plan, double sequence,
                               double global_batch, double gradient_bytes, bool flash_attention);

/// fp32: 4 + 4 + 8 B a parameter; mixed precision: 2 + 4 + 12.
MemoryBytes generic_memory(const GenericProfile& profile, const Plan& plan, double samples_per_gpu);

} // namespace roofrack
