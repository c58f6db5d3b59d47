// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/run_config.h"

#include <string>

namespace roofrack {

/// The figure that a row prints, and the same from a step time. A printed or derived step time comes before
/// any rate: rates count FLOPs differently from source to source.
struct PublishedMetric {
    std::string name;     ///< "iteration_s", "TFLOPs_per_gpu", "MFU_pct", "tokens_s_total", "tokens_s_gpu"
    double published = 0; ///< in its own unit; s for iteration_s
    double (*from_step)(double step, const RunConfig& run) = nullptr;
};

/// True for step times; every other metric is a rate, which falls as the step grows.
bool is_step_time(std::string_view metric);

/// Fails when the row carries no figure that a step time gives.
Result<PublishedMetric> published_metric(const RunRow& row);

} // namespace roofrack
