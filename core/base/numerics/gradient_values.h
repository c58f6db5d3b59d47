// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/numerics/reduction_order.h"

namespace roofrack {

/// One number for each of the sums that are simulated side by side.
using SumLane = std::array<float, reduction_elements>;

/// Draws of a rank: quantiles of the standard normal, 65,536 equally likely ones, chosen by a counter, so
/// that every rank's values can be computed without those before it.
class GradientValues {
public:
    explicit GradientValues(uint64_t seed)
        : m_seed(seed) {}
    void of_rank(uint64_t rank, SumLane& out) const;

private:
    uint64_t m_seed;
};

} // namespace roofrack
