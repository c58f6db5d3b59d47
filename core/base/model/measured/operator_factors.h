// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace roofrack {

/// Measured factors on the time of a transformer's operators by their kind, as `calibration` has them. Empty:
/// the factor of all operators stands for that kind.
struct OperatorFactors {
    std::optional<double> gemm, attention, elementwise;
    double optimizer = 1; ///< × the time of the optimizer's update

    /// × the time of a kind beside the factor of all operators.
    static double beside(const std::optional<double>& factor, double of_all) {
        return factor ? *factor / of_all : 1;
    }
};

} // namespace roofrack
