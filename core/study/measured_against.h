// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/curves/scaling_fit.h"
#include "core/study/scaling.h"

namespace roofrack {

/// Measured rates beside those that the model gives the scenario's plan at the same counts, scaled by one
/// factor: the shape is the model's, the height the measurement's.
struct MeasuredComparison {
    struct Row {
        double gpus = 0;
        double measured = 0;      ///< 1/s, as the file counts
        double predicted = 0;     ///< model × factor
        double communication = 0; ///< share of the model's step that no computation hides
        std::string reason;       ///< why the model has none
    };
    std::string curve; ///< MeasuredCurve::name
    ScaleMetric metric = ScaleMetric::goodput;
    double factor =
        0;          ///< measured ÷ predicted progress, geometric mean over the counts that run; 0: none does
    double rms = 0; ///< RMS of ln measured/predicted
    /// Measured ÷ the model's rate in the file's own unit; 0: the file does not say what it counts, or counts
    /// what the model does not.
    double height = 0;
    /// Why the two are hardly of the same run, where one is more than twice the other, and what is likely;
    /// else empty.
    std::string doubt;
    /// What the drawing has at the border where a GPU's measured rate falls most, by a tenth or more: "from 8
    /// to 16 GPUs …"; empty where it falls at none.
    std::string cause;
    std::vector<Row> rows;
};

/// GPUs of a server of the curve: as it says, else the scale-up domain that is drawn.
double measured_node(const MeasuredCurve& curve, const Prepared& prepared);

MeasuredComparison measured_against(const Prepared& prepared, const MeasuredCurve& curve, ScaleMetric metric);

/// A curve by itself, and beside the scenario's plan.
struct MeasuredStudy {
    ScalingFit fit;
    MeasuredComparison against; ///< no rows where the drawing cannot be understood
};

} // namespace roofrack
