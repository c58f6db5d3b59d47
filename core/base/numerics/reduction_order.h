// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/numerics/float_format.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace roofrack {

/// The order in which the values of n ranks are added.
enum class ReductionOrder {
    ring,      ///< one after the other: a running sum goes from rank to rank
    tree,      ///< in pairs, and pairs of pairs: sums of equally many (trees, recursive halving, PAT)
    in_switch, ///< one after the other in fp32, the result rounded once
};
std::string_view name_of(ReductionOrder order); ///< "ring", "tree", "in-switch"

/// What values and partial sums are kept in.
enum class SumPrecision {
    bf16,
    fp16,
    bf16_fp32, ///< bf16 values, partial sums in fp32, the result rounded to bf16
    fp32,
};
constexpr size_t sum_precision_count = 4;
std::string_view name_of(SumPrecision precision);  ///< "bf16", "fp16", "bf16-fp32", "fp32"
std::string_view label_of(SumPrecision precision); ///< "bf16 summed in fp32"
FloatFormat value_format(SumPrecision precision);
FloatFormat partial_format(SumPrecision precision);

/// What is added: standard normal draws, as gradients of ranks that see noise, and their magnitudes, as where
/// all ranks agree on the sign.
enum class SummedValues { either_sign, equal_sign };
constexpr size_t summed_values_count = 2;
std::string_view name_of(SummedValues values);  ///< "either-sign", "equal-sign"
std::string_view label_of(SummedValues values); ///< "values of either sign"

/// Ranks that add up in one order, then as one value of the next stage.
struct ReductionStage {
    ReductionOrder order = ReductionOrder::ring;
    double ranks = 1;
    bool operator==(const ReductionStage&) const = default;
};

/// How far a computed sum is from the exact one of the same rounded values, over `reduction_elements` sums.
struct SumError {
    double ranks = 1;
    double error = 0; ///< ‖ŝ − s‖₂ ÷ ‖s‖₂; infinite where a sum overflows
    double condition = 1; ///< ‖Σ|x|‖₂ ÷ ‖s‖₂: what a bound on |ŝ − s| ÷ Σ|x| is to be multiplied by
    double difference = 0; ///< ‖ŝ′ − ŝ‖₂ ÷ ‖s‖₂ of the same values in another order
    double other_bits = 0; ///< share of the sums that differ from those in any bit
};

/// Bounds on |ŝ − s| ÷ Σ|x|, to first order in u, the unit roundoff of partial sums; plus the rounding of the
/// result where these are wider than values.
struct SumBounds {
    double worst = 0; ///< h·u: of h additions that a value passes, n − 1 of a ring, ⌈log₂ n⌉ of a tree
                      ///< (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2)
    double probable = 0; ///< √h·u of a tree, √n·u else, where rounding errors are independent and of mean
                         ///< zero (Higham & Mary 2019)
};
SumBounds sum_bounds(SumPrecision precision, ReductionOrder order, double ranks);

constexpr size_t reduction_elements = 128;      ///< sums that an RMS is over: it is known to 6 %
constexpr double most_reduction_ranks = 131072; ///< ranks at which the curves end
constexpr double most_simulated_ranks = 1048576;

/// Errors of one precision and order, at powers of two from 2 ranks on. `difference` is that of a ring and a
/// tree.
struct ReductionCurve {
    SumPrecision precision = SumPrecision::bf16;
    ReductionOrder order = ReductionOrder::ring;
    SummedValues values = SummedValues::either_sign;
    std::vector<SumError> points;
};

/// Rings and trees in all precisions, of both kinds of values.
struct ReductionCurves {
    std::vector<ReductionCurve> curves;
    const ReductionCurve& of(SumPrecision precision, ReductionOrder order, SummedValues values) const;
};

/// Simulated up to `most` ranks with values of this seed.
ReductionCurves simulate_curves(double most, uint64_t seed);
/// Those up to most_reduction_ranks, simulated on first use (0.2 s), then shared (thread-safe).
const ReductionCurves& reduction_curves();

/// One reduction in stages, each taking what the one before gave. `difference` is that of the same
/// values placed on other ranks. Nothing for more than
/// most_simulated_ranks.
std::optional<SumError> simulate_reduction(std::span<const ReductionStage> stages, SumPrecision precision,
                                           SummedValues values, uint64_t seed = 1);

} // namespace roofrack
