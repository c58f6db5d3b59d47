// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// Time in which exactly these kinds of kernels ran together.
struct HtaTypeTime {
    std::string types; ///< "COMPUTATION overlapping COMMUNICATION"
    double us = 0;
};

/// What Holistic Trace Analysis 0.6 answers for one file, so that its users can compare: microseconds and
/// per cent with two decimals. It differs from TraceTimes on purpose: all devices of the file together,
/// everything with a stream counts as a kernel (waits and host events too), starts round up and ends round
/// down to whole microseconds where any start has decimals, and the last profiler step is left out where
/// there are several. Each file is a call of its own.
struct HtaBreakdown {
    // get_temporal_breakdown
    double idle_us = 0, compute_us = 0, non_compute_us = 0, kernel_us = 0;
    double idle_pct = 0, compute_pct = 0, non_compute_pct = 0; ///< shares of kernel_us; NaN when that is zero
    /// get_comm_comp_overlap: none without communication.
    std::optional<double> overlap_pct;
    /// get_gpu_kernel_breakdown with memory kernels.
    std::vector<HtaTypeTime> by_type;
};

/// Reads a trace of the PyTorch profiler the way HTA does; none where it has no kernel. Fails (with an empty
/// `where`) when the file is no such trace, or for an MTIA trace of several steps, which HTA filters by rules
/// of its own.
Result<std::optional<HtaBreakdown>> read_hta(const std::filesystem::path& path,
                                             size_t window_bytes = size_t{4} << 20);

} // namespace roofrack
