// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cost/step.h"

namespace roofrack {

/// One micro-batch, forward and backward, on the slowest pipeline stage. Seconds.
struct StageCost {
    double layers = 0; ///< of the slowest stage
    double slower = 1; ///< × every operator's time: calibration ÷ the stack's release trend
    double forward_compute = 0, forward_memory = 0, backward_compute = 0, backward_memory = 0;
    double launch = 0;
    double tensor_comm = 0, context_comm = 0, expert_comm = 0; ///< exposed
    double sum_of_stages = 0;                                  ///< Σ over stages of their one micro-batch
    double recompute_flops_per_micro_batch = 0;
    double dense_parameters = 0, expert_parameters = 0;    ///< of the stage on one GPU
    CollectiveCost tensor_cost, context_cost, expert_cost; ///< calls of one micro-batch

    double compute() const { return forward_compute + backward_compute; }
    double memory() const { return forward_memory + backward_memory; }
    double total() const { return compute() + memory() + launch + tensor_comm + context_comm + expert_comm; }
    /// The share of the above that runs in the backward pass: what gradient collectives can hide behind.
    double backward_time() const {
        return backward_compute + backward_memory +
               (launch + tensor_comm + context_comm + expert_comm) * 2 / 3;
    }
};

StageCost stage_cost(const StepInputs& inputs, std::vector<OperatorRecord>* records);

/// The kernels' speed for this release: gemm and flash quality × the family's trend since its reference.
double release_factor(const SoftwareParameters& software, double year);

} // namespace roofrack
