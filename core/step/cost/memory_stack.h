// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace roofrack {

/// Memory of a software stack beside the tensors that every stack needs: facts of its source code
/// and documentation, none of them fitted.
struct MemoryStack {
    std::string_view family;       ///< = SoftwareParameters::name
    bool fp32_shards = false;      ///< ZeRO-3 shards are the fp32 weights themselves (FSDP with mixed
                                   ///< precision: 4 + 4 + 8 B a parameter), gathered in 16 bits
    bool fp16_gradients = false;   ///< gradients accumulate in fp16 and the rank's share is copied to fp32
                                   ///< before the update; bf16 adds fp32 accumulators instead (DeepSpeed)
    bool keeps_outputs = false;    ///< a stage's outputs stay until their backward pass
    bool saves_products = false;   ///< selective recompute keeps every second matrix product and attention
                                   ///< instead of all but the attention core
    bool scatters_fp32 = true;     ///< ZeRO-3 casts a layer's gradients to fp32 before it reduces them
    bool static_buffers = false;   ///< gradients of a step of one micro-batch take the room that activations
                                   ///< leave: a compiler assigns it
    bool dropout = false;          ///< models without gated FFN train with it
    bool fp8_inputs = false;       ///< FP8 linear layers keep their inputs in 8 bits
    double loss_bytes = 6;         ///< a logit at the peak of the loss: fp32 softmax, 16-bit gradient
    double bucket_bytes = 0;       ///< flattened buckets of gradient and parameter collectives
    double fragmentation = 0.04;   ///< reserved by the allocator beyond what is allocated, share of it
    bool reports_reserved = false; ///< its logs print the allocator's reserved memory in GiB; others are read
                                   ///< from the driver (nvidia-smi)
};

/// The stack of a family by its name; the plain Megatron layout for one that is not listed.
const MemoryStack& memory_stack(std::string_view family);

} // namespace roofrack
