// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/numerics/reduction_order.h"
#include "core/step/collectives/collective_algorithm.h"
#include "core/step/engine/evaluation.h"
#include "core/step/engine/prepared.h"

#include <optional>
#include <vector>

namespace roofrack {

/// How a plan's step adds up the gradients of its replicas: what the cost model costs, and the order in which
/// that adds.
struct GradientReduction {
    /// One collective of it.
    struct Call {
        Collective collective = Collective::all_reduce;
        CollectiveAlgorithm algorithm = CollectiveAlgorithm::none;
        double ranks = 1, domains = 1; ///< scale-up domains that they stand in
        Bytes bytes{};                 ///< bytes of the full buffer
        bool operator==(const Call&) const = default;
    };
    double ranks = 1;                      ///< ranks that are added up; 1: nothing is
    double bits = 0;                       ///< bits of a gradient on the wire
    bool bits_of_plan = false;             ///< said by the plan; else the stack's or the profile's default
    std::string software;                  ///< the stack's family
    std::optional<SumPrecision> precision; ///< nothing where gradients are compressed to fewer than 16 bits
    bool is_measured = false; ///< a sweep gives the time; the algorithm is the formula's all the same
    std::vector<Call> calls;
    std::vector<ReductionStage> stages;
    double micro_batches = 0; ///< micro-batches that each rank adds up before
    bool operator==(const GradientReduction&) const = default;
};
GradientReduction gradient_reduction(const Prepared& prepared, const Evaluation& evaluation);

/// The order in which an algorithm adds `ranks` in so many domains. NCCL: the ring's running sum and the
/// chain inside a tree's domain are rounded at each rank, NVLS sums 16-bit values in fp32 inside the switch
/// (multimem.ld_reduce.add.acc::f32, NCCL's src/device/reduce_kernel.h). Nothing is published about SHARP: a
/// tree is taken. A torus: one ring over all.
std::vector<ReductionStage> reduction_stages(CollectiveAlgorithm algorithm, double ranks, double domains);

/// The errors of the plan's own reduction, of both kinds of values; nothing where it is not simulated.
struct PlanReductionErrors {
    std::optional<SumError> either_sign, equal_sign;
};
PlanReductionErrors drawn_errors(const GradientReduction& reduction);

/// The curves, which are the same for all projects, and where the plan stands.
struct ReductionStudy {
    const ReductionCurves* curves = nullptr; ///< never null once studied
    GradientReduction drawn;
    PlanReductionErrors errors;
};

} // namespace roofrack
