// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/measured_curve.h"

#include <optional>

namespace roofrack {

/// How far a validation metric stays what it is at the smallest count where it was measured.
struct MetricCeiling {
    struct At {
        double gpus = 0;
        std::optional<double> value; ///< none: the run diverged
        double worse = 0;            ///< than the first, as a share of it; < 0: better
        bool within = true;
    };
    std::string metric; ///< name of the column
    MetricSense sense = MetricSense::unknown;
    double allowed = 0; ///< amount that it may be worse by, in the metric's own unit
    std::vector<At> at; ///< ascending, two or more
    double stable = 0;  ///< the largest count up to which all are within
    double broken = 0;  ///< the first count that is not; 0: all are
};

/// Nothing where the curve has the metric at fewer than two counts. A metric may be worse than the first by
/// Defaults::MeasuredScaling::metric_tolerance of it and twice the scatter of repeated runs; of a metric
/// whose better side is not known, any other value is worse. A run that diverged is never within.
std::optional<MetricCeiling> metric_ceiling(const MeasuredCurve& curve,
                                            const Defaults::MeasuredScaling& constants);

} // namespace roofrack
