// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numerics/reduction_order.h"

#include "core/base/numerics/gradient_values.h"
#include "core/base/numerics/lane_sums.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace roofrack {

namespace {

/// Exact for what is compared with it: binary64 holds the sum of 2²⁰ values of 24 bits to 1e-10 of its terms.
struct ExactSum {
    std::array<double, reduction_elements> sum{}, size{};

    void add(const SumLane& values) {
        for (size_t i = 0; i < values.size(); ++i) {
            sum[i] += static_cast<double>(values[i]);
            size[i] += std::fabs(static_cast<double>(values[i]));
        }
    }
};

SumError error_of(double ranks, const SumLane& computed, const SumLane& other, const ExactSum& exact) {
    double error = 0, sums = 0, sizes = 0, between = 0, differ = 0;
    for (size_t i = 0; i < computed.size(); ++i) {
        const double by = static_cast<double>(computed[i]) - exact.sum[i];
        const double apart = static_cast<double>(computed[i]) - static_cast<double>(other[i]);
        const bool same = std::bit_cast<uint32_t>(computed[i]) == std::bit_cast<uint32_t>(other[i]);
        error += by * by;
        sums += exact.sum[i] * exact.sum[i];
        sizes += exact.size[i] * exact.size[i];
        between += same ? 0 : apart * apart;
        differ += same ? 0 : 1;
    }
    return {ranks, std::sqrt(error / sums), std::sqrt(sizes / sums), std::sqrt(between / sums),
            differ / static_cast<double>(computed.size())};
}

/// A ring and a tree of the same values.
template<auto value, auto partial>
struct RingAndTree {
    RingSum<partial> ring;
    TreeSum<partial> tree;

    void add(const SumLane& values) {
        ring.add(values);
        tree.add(values);
    }
    void read(double ranks, const ExactSum& exact, ReductionCurve& ring_curve,
              ReductionCurve& tree_curve) const {
        SumLane by_ring = ring.sum(), by_tree = tree.sum();
        round_lane<value>(by_ring);
        round_lane<value>(by_tree);
        ring_curve.points.push_back(error_of(ranks, by_ring, by_tree, exact));
        tree_curve.points.push_back(error_of(ranks, by_tree, by_ring, exact));
    }
};

/// All precisions of one kind of values.
class CurvesOfValues {
public:
    void add(const SumLane& values) {
        SumLane rounded = values;
        round_lane<round_to_bf16>(rounded);
        m_exact_bf16.add(rounded);
        m_bf16.add(rounded);
        m_wide.add(rounded);
        rounded = values;
        round_lane<round_to_fp16>(rounded);
        m_exact_fp16.add(rounded);
        m_fp16.add(rounded);
        m_exact_fp32.add(values);
        m_fp32.add(values);
    }
    /// `curves`: a ring and a tree of each precision, in its order.
    void read(double ranks, std::span<ReductionCurve> curves) const {
        m_bf16.read(ranks, m_exact_bf16, curves[0], curves[1]);
        m_fp16.read(ranks, m_exact_fp16, curves[2], curves[3]);
        m_wide.read(ranks, m_exact_bf16, curves[4], curves[5]);
        m_fp32.read(ranks, m_exact_fp32, curves[6], curves[7]);
    }

private:
    RingAndTree<round_to_bf16, round_to_bf16> m_bf16;
    RingAndTree<round_to_fp16, round_to_fp16> m_fp16;
    RingAndTree<round_to_bf16, kept_in_fp32> m_wide;
    RingAndTree<kept_in_fp32, kept_in_fp32> m_fp32;
    ExactSum m_exact_bf16, m_exact_fp16, m_exact_fp32;
};

void make_magnitudes(SumLane& values) {
    for (float& value : values) value = std::fabs(value);
}

/// Step from rank to rank in the other order: about 0.618 of the ranks and prime to their number, so that
/// neighbours in the ring and pairs in the tree differ.
uint64_t stride_of(uint64_t ranks) {
    auto stride = static_cast<uint64_t>(0.618 * static_cast<double>(ranks)) + 1;
    while (std::gcd(stride, ranks) != 1) ++stride;
    return stride % ranks;
}

template<auto value, auto partial>
SumError in_stages(std::span<const ReductionStage> stages, SummedValues values, uint64_t seed) {
    const GradientValues draws(seed);
    double ranks = 1;
    for (const ReductionStage& stage : stages) ranks *= stage.ranks;
    const auto count = static_cast<uint64_t>(ranks), stride = stride_of(count);
    ExactSum exact;
    SumLane sums[2];
    for (const bool other : {false, true}) {
        StagedSum<value, partial> sum(stages);
        for (uint64_t rank = 0; rank < count; ++rank) {
            SumLane lane;
            draws.of_rank(other ? rank * stride % count : rank, lane);
            if (values == SummedValues::equal_sign) make_magnitudes(lane);
            round_lane<value>(lane);
            if (!other) exact.add(lane);
            sum.add(lane);
        }
        sums[other] = sum.sum();
    }
    return error_of(ranks, sums[0], sums[1], exact);
}

} // namespace

const ReductionCurve& ReductionCurves::of(SumPrecision precision, ReductionOrder order,
                                          SummedValues values) const {
    const auto it = std::ranges::find_if(curves, [&](const ReductionCurve& curve) {
        return curve.precision == precision && curve.order == order && curve.values == values;
    });
    assert(it != curves.end());
    return *it;
}

ReductionCurves simulate_curves(double most, uint64_t seed) {
    ReductionCurves out;
    for (size_t kind = 0; kind < summed_values_count; ++kind)
        for (size_t precision = 0; precision < sum_precision_count; ++precision)
            for (const ReductionOrder order : {ReductionOrder::ring, ReductionOrder::tree})
                out.curves.push_back(
                    {static_cast<SumPrecision>(precision), order, static_cast<SummedValues>(kind), {}});
    const std::span<ReductionCurve> all(out.curves);
    const GradientValues draws(seed);
    std::array<CurvesOfValues, summed_values_count> kinds;
    uint64_t read_at = 2;
    for (uint64_t rank = 0; static_cast<double>(rank) < most; ++rank) {
        SumLane values;
        draws.of_rank(rank, values);
        kinds[0].add(values);
        make_magnitudes(values);
        kinds[1].add(values);
        if (rank + 1 != read_at) continue;
        for (size_t kind = 0; kind < kinds.size(); ++kind)
            kinds[kind].read(static_cast<double>(read_at),
                             all.subspan(kind * 2 * sum_precision_count, 2 * sum_precision_count));
        read_at *= 2;
    }
    return out;
}

const ReductionCurves& reduction_curves() {
    static const ReductionCurves curves = simulate_curves(most_reduction_ranks, 1);
    return curves;
}

std::optional<SumError> simulate_reduction(std::span<const ReductionStage> stages, SumPrecision precision,
                                           SummedValues values, uint64_t seed) {
    double ranks = 1;
    for (const ReductionStage& stage : stages) ranks *= stage.ranks;
    if (!(ranks >= 1 && ranks <= most_simulated_ranks)) return std::nullopt;
    switch (precision) {
    case SumPrecision::bf16: return in_stages<round_to_bf16, round_to_bf16>(stages, values, seed);
    case SumPrecision::fp16: return in_stages<round_to_fp16, round_to_fp16>(stages, values, seed);
    case SumPrecision::bf16_fp32: return in_stages<round_to_bf16, kept_in_fp32>(stages, values, seed);
    case SumPrecision::fp32: break;
    }
    return in_stages<kept_in_fp32, kept_in_fp32>(stages, values, seed);
}

SumBounds sum_bounds(SumPrecision precision, ReductionOrder order, double ranks) {
    const bool in_switch = order == ReductionOrder::in_switch;
    const double height = order == ReductionOrder::tree ? std::ceil(std::log2(ranks)) : ranks - 1;
    const double terms = order == ReductionOrder::tree ? height : ranks;
    const double u = in_switch ? unit_roundoff(FloatFormat::fp32) : unit_roundoff(partial_format(precision));
    const double value = unit_roundoff(value_format(precision));
    const double last = value > u ? value : 0; // the result is rounded once more
    if (ranks <= 1) return {};
    return {height * u + last, std::sqrt(terms) * u + last};
}

FloatFormat value_format(SumPrecision precision) {
    switch (precision) {
    case SumPrecision::bf16:
    case SumPrecision::bf16_fp32: return FloatFormat::bf16;
    case SumPrecision::fp16: return FloatFormat::fp16;
    case SumPrecision::fp32: break;
    }
    return FloatFormat::fp32;
}

FloatFormat partial_format(SumPrecision precision) {
    return precision == SumPrecision::bf16_fp32 ? FloatFormat::fp32 : value_format(precision);
}

std::string_view name_of(ReductionOrder order) {
    switch (order) {
    case ReductionOrder::ring: return "ring";
    case ReductionOrder::tree: return "tree";
    case ReductionOrder::in_switch: break;
    }
    return "in-switch";
}

std::string_view name_of(SumPrecision precision) {
    switch (precision) {
    case SumPrecision::bf16: return "bf16";
    case SumPrecision::fp16: return "fp16";
    case SumPrecision::bf16_fp32: return "bf16-fp32";
    case SumPrecision::fp32: break;
    }
    return "fp32";
}

std::string_view label_of(SumPrecision precision) {
    return precision == SumPrecision::bf16_fp32 ? "bf16 summed in fp32" : name_of(precision);
}

std::string_view name_of(SummedValues values) {
    return values == SummedValues::either_sign ? "either-sign" : "equal-sign";
}

std::string_view label_of(SummedValues values) {
    return values == SummedValues::either_sign ? "values of either sign" : "values of equal sign";
}

} // namespace roofrack
