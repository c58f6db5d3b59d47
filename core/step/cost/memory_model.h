// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/memory_stack.h"
#include "core/step/cost/step.h"
#include "core/step/workload/layer.h"
#include "core/step/workload/layer_parameters.h"

#include <vector>

namespace roofrack {

/// Bytes on one GPU of one pipeline stage, at the moment of the step when most is held.
struct MemoryBytes {
    double weights = 0, gradients = 0, optimizer = 0;
    double activations = 0;   ///< kept for the backward pass, of all micro-batches in flight
    double working = 0;       ///< logits and loss, or the layer that is recomputed and its gradients
    double gathered = 0;      ///< ZeRO-3: parameters gathered for the layers at work
    double communication = 0; ///< buckets, rings, stage-to-stage buffers
    double fragmentation = 0; ///< reserved by the allocator, allocated by nobody
    double framework = 0;     ///< CUDA context and communicators: outside of the allocator
    double allocated() const {
        return weights + gradients + optimizer + activations + working + gathered + communication;
    }
    double reserved() const { return allocated() + fragmentation; }
    double total() const { return reserved() + framework; }
};

/// The memory of a GPU is computed in pieces as the step is (core/step/cost/stage.h), each from the fields of
/// the plan named at its function. Beside those only the context matters: shape, sequence, batch, stack, and
/// what no search varies (precision, widths, shard, keep_gathered, offload).
struct MemoryContext {
    const TransformerShape* shape = nullptr;
    const MemoryStack* stack = nullptr;
    const Defaults::Memory* constants = nullptr;
    double sequence = 0, global_batch = 0; ///< sequences
    double gradient_bytes = 4;             ///< gradient bytes of a stored gradient element
    bool flash_attention = true;
    double references = 0; ///< whole models held besides, in 16 bits, that score the batch
    LayerParameters parameters;

    MemoryContext(const TransformerShape& shape, const MemoryStack& stack, double sequence,
                  double global_batch, double gradient_bytes, bool flash_attention,
                  const Defaults::Memory& constants = Defaults::built_in().memory);
};

/// Bytes kept a layer and micro-batch on one GPU. Reads micro_batch, tp, cp, dp, sequence_parallel,
/// recompute, dropout.
struct ActivationPieces {
    double dense = 0, moe = 0;             ///< what is kept of a layer for the backward pass
    double dense_whole = 0, moe_whole = 0; ///< the same without recomputation
    double boundary = 0;                   ///< a layer's input, what full recompute keeps
    double gradients = 0;                  ///< gradients of one layer's widest tensors, in its backward pass
    double logits = 0;
    double communication = 0; ///< rings of context parallelism, sends and receives of the pipeline
    double micro_batches = 1; ///< micro batches of a step
};
ActivationPieces activation_pieces(const MemoryContext& context, const Plan& plan);

/// Parameters on one GPU and bytes a parameter. Reads tp, ep, cp, dp, zero.
struct ModelStateBytes {
    double dense_layer = 0, moe_layer = 0, experts = 0, embedding = 0; ///< parameters, of one layer
    double weights = 0, gradients = 0, optimizer = 0;                  ///< B a parameter
    double expert_weights = 0, expert_gradients = 0, expert_optimizer = 0;
};
ModelStateBytes state_pieces(const MemoryContext& context, const Plan& plan);

/// Layers of a stage: the embedding and the logits weigh on the first and the last, so what does not divide
/// goes to the inner stages first (Llama 3 405B: 126 layers on 16 stages).
struct StageLayers {
    int first = 0, count = 0;
};
StageLayers stage_layers(int layers, int stages, int stage);

/// Micro-batches whose activations stage `stage` (from 0) holds at its peak, in whole stages: 1F1B p − i;
/// interleaved (2(p − i − 1) + (v − 1)p + 1)/v (Narayanan 2021); zero bubble p and 2p (Qi 2023).
double in_flight(const Plan& plan, double micro_batches, int stage);

/// One stage from its pieces. Reads every field.
MemoryBytes stage_memory(const MemoryContext& context, const Plan& plan, const ActivationPieces& activations,
                         const ModelStateBytes& states, int stage);

/// The fullest stage: one of at most four (first, second, first with experts only, last). No allocation.
struct FullestStage {
    int stage = 0;
    MemoryBytes bytes;
};
FullestStage fullest_stage(const MemoryContext& context, const Plan& plan,
                           const ActivationPieces& activations, const ModelStateBytes& states);
FullestStage fullest_stage(const MemoryContext& context, const Plan& plan);

/// Every stage, first to last.
struct StageMemory {
    int stage = 0, layers = 0;
    double in_flight = 0; ///< micro-batches
    MemoryBytes bytes;
};
std::vector<StageMemory> memory_by_stage(const MemoryContext& context, const Plan& plan);

/// The fullest stage. Korthikanti 2022 (table 2) and Megatron-LM's theoretical_memory_usage.py, with the
/// tensors counted for SwiGLU, GQA and flash attention. Mixed-precision Adam: weights w, gradients g, 12 B
/// of fp32 state a parameter.
MemoryBytes transformer_memory(const TransformerShape& shape, const Plan& plan, double sequence,
                               double global_batch, double gradient_bytes, bool flash_attention,
                               const MemoryStack& stack);

/// fp32: 4 + 4 + 8 B a parameter; mixed precision: 2 + 4 + 12.
MemoryBytes generic_memory(const GenericProfile& profile, const Plan& plan, double samples_per_gpu,
                           const Defaults::Memory& constants = Defaults::built_in().memory);

} // namespace roofrack
