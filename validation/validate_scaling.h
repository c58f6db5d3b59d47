// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/curves/scaling_curve.h"

#include <span>

namespace roofrack {

class Catalog;
struct Defaults;

/// A published curve whose largest count was foretold from the others. Errors are of ln rate.
struct HeldOutCurve {
    std::string name;
    double last_gpus = 0;                              ///< the largest count that was known
    double gpus = 0;                                   ///< and the one that was foretold
    double error = 0, usl_error = 0, amdahl_error = 0; ///< foretold ÷ measured, ln
    bool within = false;                               ///< the measurement lies in the 90 % band
    double half_width = 0;                             ///< half width of the band, ln
    bool is_refused =
        false; ///< the points have no forecast (fit_scaling()); `within` and the like say nothing
};

/// Median |error| and the like over curves of four counts and more.
struct ScalingValidation {
    std::vector<HeldOutCurve> curves;
    size_t too_short = 0; ///< curves of fewer counts
    size_t refused = 0;   ///< curves without a forecast, which are in nothing that follows
    double median = 0, usl_median = 0, amdahl_median = 0;
    double mean = 0, usl_mean = 0, amdahl_mean = 0;
    double covered = 0;      ///< share within the band
    double median_width = 0; ///< median half width
};

/// Foretells the largest count from the others, of which there are two or more.
HeldOutCurve predict_last_point(const MeasuredCurve& curve, const Defaults& defaults);

/// The file has columns of GPU counts, rates and curves.
bool holds_scaling_curves(const std::filesystem::path& csv);
ScalingValidation validate_scaling(std::span<const MeasuredCurve> curves, const Catalog& catalog);

} // namespace roofrack
