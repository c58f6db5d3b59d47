// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/value_type.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// The unit that the rates of a measured curve count a second; `speedup`: times the rate of one of them.
enum class RateUnit { any, tokens, samples, images, steps, speedup };
inline constexpr std::array rate_units{RateUnit::any,    RateUnit::tokens, RateUnit::samples,
                                       RateUnit::images, RateUnit::steps,  RateUnit::speedup};
std::string_view name_of(RateUnit unit); ///< "rate", "tokens" …

/// Which way a validation metric is worse; `unknown`: any other value is.
enum class MetricSense { lower, higher, unknown };
/// The sense of a metric by the name of its column: less "val_loss" is better, more "accuracy".
MetricSense metric_sense(std::string_view name);

/// The rate measured at one GPU count.
struct MeasuredRate {
    double gpus = 0;
    double rate = 0; ///< 1/s, or whatever the file counts; of several measurements their geometric mean
    int times = 1;   ///< measurements
    std::optional<double> metric{}; ///< the mean where there are several runs
    bool diverged = false;          ///< a run ended without a finite metric
    bool operator==(const MeasuredRate&) const = default;
};

/// Measured rates over GPU counts, ascending, a point a count.
struct MeasuredCurve {
    MeasuredCurve();
    ROOFRACK_DECLARE_VALUE(MeasuredCurve)

    std::string name; ///< curve_id of the file; empty: it holds one curve
    std::string file; ///< file that it was read from, without folders
    RateUnit unit = RateUnit::any;
    double node_gpus = 0; ///< GPUs of a server; 0: not said
    std::string metric;   ///< the validation metric's column; empty: none
    double metric_scatter =
        0; ///< standard deviation of the metric between runs on the same GPUs; 0: not known
    std::vector<MeasuredRate> points;
    std::vector<std::string> notes; ///< what was put together or left out, with its lines
    UnknownKeys unknown;
    bool operator==(const MeasuredCurve&) const;
};

/// Most curves of a scenario, and most points of a curve.
inline constexpr size_t most_measured_curves = 32, most_measured_counts = 1000;

} // namespace roofrack
