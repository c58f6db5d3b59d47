// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/curves/metric_ceiling.h"
#include "core/measure/curves/scaling_forecast.h"
#include "core/model/regime.h"

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
        Regime regime = Regime::linear; ///< of the elasticity's median; beyond `peaked` degrading
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
    double communication_chance = 0;      ///< ScalingForecast::communication_chance
    double peaked = 0; ///< the count of the highest rate, where larger ones were measured slower; 0: none was
    bool waits = false;                   ///< at the largest measured count for more than a tenth of its step
    bool within_server = false;           ///< all points: they say nothing of the network
    std::vector<double> measure_next;     ///< GPU counts that would tell most, ascending
    std::optional<MetricCeiling> ceiling; ///< of the validation metric
    double farthest = 0;                  ///< a forecast ends here
    std::vector<std::string> notes;       ///< what the points cannot say, and what to measure
};

/// `gpus`: counts to be foretold, those beyond reach are left out with a note; none: doublings of what was
/// measured. `node_gpus` 0: as the curve says, or the default. Fails with fewer than two counts.
Result<ScalingFit> fit_scaling(const MeasuredCurve& curve, double node_gpus, std::span<const double> gpus,
                               const Defaults& defaults);

/// What a line over all counts is drawn through: what was measured, doublings of its largest, and between
/// them whole counts in about equal ratios, as far as a forecast goes. Ascending.
std::vector<double> line_counts(const MeasuredCurve& curve, const Defaults& defaults);

/// "rings inside a server", "rings between servers", "trees and latency", "serial work".
std::string_view name_of_loss(size_t index);
size_t largest_loss(const ScalingFit& fit);

/// What a curve's rates are: "tokens/s", "×"; "per s, as in the file" where it does not say what it counts.
std::string_view rate_text(RateUnit unit);

/// "16 and 32".
std::string counts_text(std::span<const double> counts);

} // namespace roofrack
