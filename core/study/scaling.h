// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/evaluate.h"
#include "core/model/scale_metric.h"

#include <span>
#include <stop_token>

namespace roofrack {

/// One point of the scaling sweep.
struct ScalePoint {
    double gpus = 0;
    bool feasible = true;
    std::string reason;                                     ///< why it is not feasible
    Seconds step_time{}, step_time_low{}, step_time_high{}; ///< with the band that should hold 80 %
    double rate = 0;       ///< by the metric: tokens/s, useful tokens/s, 1/time-to-loss
    double speedup = 0;    ///< rate ÷ rate of the first feasible point × its GPUs (ideal: = gpus)
    double efficiency = 0; ///< speedup ÷ gpus
    double elasticity = 1; ///< d ln rate / d ln N
    Regime regime = Regime::linear;
    Plan plan;
    StepParts parts{};
};

struct ScaleBorder {
    Regime from = Regime::linear, to = Regime::diminishing;
    double gpus = 0;
    std::string cause; ///< the part that grew, e.g. "data_comm"
};

struct ScaleResult {
    ScaleMetric metric = ScaleMetric::fixed_batch;
    std::vector<ScalePoint> points;
    std::vector<ScaleBorder> borders;
    double peak_gpus = 0; ///< GPU count of the highest rate
};

/// The sweep over GPU counts (docs/model.md section 12). `replan`: choose TP, PP and micro-batch anew at each
/// count.
ScaleResult scale(const Prepared& prepared, std::span<const double> gpus,
                  ScaleMetric metric = ScaleMetric::fixed_batch, bool replan = false,
                  const std::stop_token& stop = {});

/// GPU counts of the sweep: the drawn count halved and doubled, so that plans whose degrees divide it divide
/// the others too; from min(8, scale-up domain) to 8 × the drawn count, at least 1…64 for small drawings, up
/// to 131,072 or the drawn count. Where halving ends at an odd count, powers of two go on below it.
std::vector<double> sweep_counts(double drawn_gpus, double scale_up_domain);

/// Every power of two from first to last and both ends.
std::vector<double> gpu_counts(double first, double last);

} // namespace roofrack
