// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/regime.h"
#include "core/measured/measure/curves/metric_ceiling.h"
#include "core/measured/measure/curves/scaling_forecast.h"

#include <optional>
#include <span>

namespace roofrack {

/// A measured curve with the laws and the forecast fitted to it.
struct ScalingFit {
    struct Row {
        double gpus = 0;
        std::optional<double> measured;   ///< 1/s
        double amdahl = 0, usl = 0;       ///< the laws' rates
        std::optional<RateBand> forecast; ///< nothing where no mechanism fits
        /// What a tenth more GPUs add, of the forecast's line, and the regime that this is.
        std::optional<RateBand> elasticity;
        std::optional<Regime> regime;
        /// Rate a GPU (measured, else forecast) over that of the smallest measured count.
        double efficiency = 0;
    };
    /// What leaving a server costs, where both sides of its border are measured.
    struct BorderStep {
        double from = 0, to = 0; ///< the measured counts on both sides
        double share = 0;        ///< ScalingForecast::border_share
    };
    MeasuredCurve curve;
    double node_gpus = 0;         ///< GPUs of a server, given or assumed
    bool is_node_assumed = false; ///< nobody says how many GPUs a server has
    ScalingLaw amdahl, usl;
    std::vector<Row> rows; ///< ascending: what was measured and what was asked for
    /// Why there is no forecast at all, or none beyond what was measured; else empty.
    std::string no_forecast;
    double scatter = 0;        ///< ScalingForecast::scatter
    bool is_held_down = false; ///< no growth is forecast: ScalingForecast::Growth
    double bends = 0;          ///< GPU count from which a tenth more gives less than 9 %; 0: not within reach
    double bends_low = 0, bends_high = 0; ///< its 90 % band; 0: beyond reach
    LossAmounts losses{};                 ///< ScalingForecast::losses
    double communication_chance = 0;      ///< ScalingForecast::communication_chance
    std::optional<BorderStep> step;       ///< where it takes `least_waiting` of the step or more
    double least_waiting = 0;             ///< MeasuredScaling::least_waiting
    double peaked = 0; ///< the count of the highest rate, where larger ones were measured slower; 0: none was
    bool waits = false;                   ///< at the largest measured count for more than a tenth of its step
    bool within_server = false;           ///< all points: they say nothing of the network
    std::vector<double> measure_next;     ///< GPU counts that would tell most, ascending
    std::optional<MetricCeiling> ceiling; ///< ceiling of the validation metric
    double farthest = 0;                  ///< a forecast ends here
    std::vector<std::string> notes;       ///< what the points cannot say, and what to measure

    /// A line goes through the points.
    bool has_line() const { return !rows.empty() && rows.front().forecast.has_value(); }
};

/// `gpus`: counts to be foretold, those below the smallest measured or beyond reach are left out with a note;
/// none: doublings of what was measured. Points that scatter around the line by more than
/// MeasuredScaling::most_scatter have no forecast. `node_gpus` 0: as the curve says, or the default. Fails
/// with fewer than two counts.
Result<ScalingFit> fit_scaling(const MeasuredCurve& curve, double node_gpus, std::span<const double> gpus,
                               const Defaults& defaults);

/// What a line over all counts is drawn through: what was measured, doublings of its largest, and between
/// them whole counts in about equal ratios, as far as a forecast goes. Ascending.
std::vector<double> line_counts(const MeasuredCurve& curve, const Defaults& defaults);

ScalingLoss largest_loss(const ScalingFit& fit);

/// What a curve's rates are: "tokens/s", "×"; "per s, as in the file" where it does not say what it counts.
std::string_view rate_text(RateUnit unit);

/// "16 and 32".
std::string counts_text(std::span<const double> counts);

} // namespace roofrack
