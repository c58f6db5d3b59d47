// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/memory_stack.h"

#include <array>

namespace roofrack {

namespace {

// Losses: Megatron-LM's vocab_parallel_cross_entropy turns fp32 logits into the softmax in place and that
// into their gradient (4 B), cast to 16 bits (2 B). PyTorch's cross_entropy on fp32 logits, as TorchTitan
// calls it: 16-bit logits, their fp32 copy, the log-softmax, its gradient = 2 + 4 + 4 + 4. llm-foundry's
// fused loss (flash-attn) writes the gradient over the 16-bit logits and keeps the log-sum only. DeepSpeed:
// reduce_bucket_size and allgather_bucket_size are 5e8 elements each by default, 16 bits wide. Transformer
// Engine keeps the 8-bit inputs of its linear layers; torchao's Float8Linear the 16-bit ones. XLA assigns
// buffers when it compiles: nothing is fragmented, and the softmax is fused into the products around it,
// which leaves the 16-bit logits (Gemma 3's 262,144 of 32,768 tokens are 17 GB so, and were trained on chips
// of 32 GB).
constexpr std::array stacks{
    MemoryStack{.family = "unknown", .dropout = true},
    MemoryStack{.family = "megatron-lm", .dropout = true},
    MemoryStack{.family = "megatron-core", .fp8_inputs = true},
    MemoryStack{.family = "mlperf", .fp8_inputs = true},
    MemoryStack{.family = "megatron-deepspeed",
                .fp16_gradients = true,
                .keeps_outputs = true,
                .dropout = true,
                .bucket_bytes = 2e9},
    MemoryStack{.family = "deepspeed-zero", .fp16_gradients = true, .dropout = true, .bucket_bytes = 2e9},
    MemoryStack{.family = "fsdp", .fp32_shards = true, .saves_products = true, .loss_bytes = 4},
    MemoryStack{.family = "torchtitan",
                .fp32_shards = true,
                .saves_products = true,
                .loss_bytes = 14,
                .reports_reserved = true},
    MemoryStack{.family = "paxml", .fp32_shards = true, .scatters_fp32 = false, .fragmentation = 0},
    MemoryStack{.family = "maxtext", .fp32_shards = true, .scatters_fp32 = false, .fragmentation = 0},
    MemoryStack{.family = "internevo"},
    MemoryStack{.family = "xla-tpu",
                .fp32_shards = true,
                .scatters_fp32 = false,
                .static_buffers = true,
                .loss_bytes = 2,
                .fragmentation = 0},
    MemoryStack{.family = "automodel", .fp8_inputs = true},
    MemoryStack{.family = "rocm", .fp8_inputs = true},
    MemoryStack{.family = "mindspeed"},
    MemoryStack{.family = "gaudi", .fp16_gradients = true, .bucket_bytes = 2e9},
    MemoryStack{.family = "optimum-habana", .fp16_gradients = true, .loss_bytes = 14, .bucket_bytes = 2e9},
    MemoryStack{.family = "neuron", .fragmentation = 0},
    MemoryStack{.family = "neuronx-distributed", .fragmentation = 0},
};

} // namespace

const MemoryStack& memory_stack(std::string_view family) {
    for (const MemoryStack& stack : stacks)
        if (stack.family == family) return stack;
    return stacks.front();
}

} // namespace roofrack
