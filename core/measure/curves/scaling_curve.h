// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/diagnostic.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What was measured at one GPU count.
struct MeasuredRate {
    double gpus = 0;
    double rate = 0; ///< 1/s, or whatever the file counts; of several measurements their geometric mean
    int times = 1;   ///< measurements
};

/// Measured rates over GPU counts, ascending, a point a count.
struct MeasuredCurve {
    std::string name;     ///< curve_id of the file; empty: it holds one curve
    double node_gpus = 0; ///< GPUs of a server; 0: not said
    std::vector<MeasuredRate> points;
    std::vector<std::string> notes; ///< what was put together or left out, with its lines
};

/// Reads a CSV with a header: `gpus` (or n, ranks, devices), and `rate` (or throughput, tokens_per_s,
/// samples_per_s, images_per_s, speedup) or `step_time` (or step_s, step_time_s, seconds) with `batch` where
/// the batch is not the same on all rows; `gpus_per_node` and `curve_id` where
/// they are there. Case does not matter. An error names the line.
Result<std::vector<MeasuredCurve>> read_scaling_curves(const std::filesystem::path& path);
Result<std::vector<MeasuredCurve>> parse_scaling_curves(std::string_view csv, std::string_view where);

} // namespace roofrack
