// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/curves/scaling_forecast.h"

#include <optional>
#include <span>

namespace roofrack {

/// A measured curve with the laws and the forecast fitted to it.
struct ScalingFit {
    struct Row {
        double gpus = 0;
        std::optional<double> measured; ///< 1/s
        double amdahl = 0, usl = 0;     ///< the laws' rates
        RateBand forecast, elasticity;
        double efficiency =
            0; ///< rate a GPU (measured, else forecast) over that of the smallest measured count
    };
    MeasuredCurve curve;
    double node_gpus = 0; ///< GPUs of a server, given or assumed
    ScalingLaw amdahl, usl;
    std::vector<Row> rows; ///< ascending: what was measured and what was asked for
    double bends = 0;      ///< GPU count from which a tenth more gives less than 9 %; 0: not within reach
    double bends_low = 0, bends_high = 0; ///< its 90 % band; 0: beyond reach
    std::array<double, 4> losses{};       ///< ScalingForecast::losses
    double farthest = 0;                  ///< a forecast ends here
    std::vector<std::string> notes;       ///< what the points cannot say, and what to measure
};

/// `gpus`: counts to be foretold, those beyond reach are left out with a note; none: doublings of what was
/// measured. `node_gpus` 0: as the curve says, or the default. Fails with fewer than two counts.
Result<ScalingFit> fit_scaling(const MeasuredCurve& curve, double node_gpus, std::span<const double> gpus,
                               const Defaults& defaults);

/// "rings inside a server", "rings between servers", "trees and latency", "serial work".
std::string_view name_of_loss(size_t index);

} // namespace roofrack
