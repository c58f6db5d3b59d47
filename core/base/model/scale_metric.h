// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace roofrack {

/// The rate that a sweep counts as useful: tokens/s of the productive step with the batch growing with the
/// GPUs (throughput, weak scaling) or fixed (fixed_batch, strong); fixed batch with checkpoints and failures
/// paid (goodput); growing batch with failures and the extra tokens of large batches paid (time_to_loss,
/// McCandlish 2018).
enum class ScaleMetric { throughput, fixed_batch, goodput, time_to_loss };
std::string_view name_of(ScaleMetric metric); ///< "throughput", "fixed-batch", "goodput", "time-to-loss"
std::optional<ScaleMetric> scale_metric(std::string_view name);
/// The batch grows with the GPUs.
bool is_weak(ScaleMetric metric);
/// Checkpoints and failures are paid.
bool counts_failures(ScaleMetric metric);

} // namespace roofrack
