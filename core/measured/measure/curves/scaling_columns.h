// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/csv_table.h"
#include "core/base/model/measured_curve.h"

#include <optional>

namespace roofrack {

/// Which columns of a table hold GPU counts and what was measured, by the names that people give them. Case,
/// blanks and signs do not matter: "Tokens/sec" is tokens_per_s.
struct ScalingColumns {
    static constexpr size_t none = std::string::npos;
    size_t gpus = none, servers = none; ///< world_size, num_gpus …; nodes, where no column counts GPUs
    size_t rate = none, time = none; ///< samples/s, img/sec, throughput …; step_time, iter_time_ms, s/it …
    size_t batch = none;             ///< what the step time is of: global_batch or batch_per_gpu …
    size_t node = none, curve = none, metric = none;
    RateUnit unit = RateUnit::any;
    double time_unit = 1;          ///< s of one of the time column
    bool is_rate_of_a_gpu = false; ///< tokens/s/GPU
    bool is_batch_of_a_gpu = false;
    bool is_of_steps = false; ///< what was measured counts steps; with a batch they are samples
    std::string unused_batch; ///< a column whose batch may be a GPU's or all GPUs': its name
};

ScalingColumns scaling_columns(const Table& table);

} // namespace roofrack
