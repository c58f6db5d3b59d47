// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/uncertain/uncertain_input.h"

#include <limits>

namespace roofrack {

/// The distribution of one unknown.
struct Spread {
    SpreadKind kind = SpreadKind::triangular;
    /// Ends; of normal and log-normal its 10 % and 90 % quantiles. Likely: of a triangle alone.
    double low = 0, likely = 0, high = 0;
    std::vector<double> values; ///< what SpreadKind::values lists
    /// What it may be: what lies outside is cut off, and all else is more likely by as much.
    double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();

    /// The value below which that share of it lies, 0 < share < 1.
    double quantile(double share) const;
    double middle() const { return quantile(0.5); }
};

} // namespace roofrack
