// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/measured/lanes/trace_lanes.h"
#include "core/measured/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// All activities of one name, over all ranks.
struct KernelClass {
    std::string name;
    LaneCategory category = LaneCategory::compute;
    int64_t count = 0;
    int64_t total_ns = 0, mean_ns = 0;
    double share = 0;   ///< 0–1 of the durations of all activities
    std::string shapes; ///< inputs of the operator that launched most of its time, JSON; empty: not recorded
    std::optional<int> slowest_rank;
    std::optional<double> slowest_factor; ///< mean duration there ÷ median over the ranks
};
void describe(figures::Builder<KernelClass>& figures);

/// By total time, longest first.
std::vector<KernelClass> kernel_classes(const std::vector<TraceRank>& ranks);

/// The name of a kernel's function alone: "flash_fwd_kernel" of
/// "void flash::flash_fwd_kernel<Traits, true>(Params)".
std::string bare_kernel_name(std::string_view name);

/// Whether a kernel multiplies matrices, by its name.
bool is_matrix_kernel(const std::string& name);

/// How long one rank's computation takes beside the same kernels of the others.
struct RankSpeed {
    /// Its kernels' time ÷ median over the ranks, for those that all ran equally often; none where there are
    /// no such kernels, or their median is 0.
    std::optional<double> compute;
    std::optional<double> matrices; ///< the same of kernels that multiply matrices
    int64_t extra_ns = 0;           ///< what its kernels took more than the median rank's
};
/// In the order of `job`, places of `ranks`; empty where there are fewer than two, or any lacks lanes.
std::vector<RankSpeed> rank_speeds(const std::vector<TraceRank>& ranks, const std::vector<size_t>& job);

} // namespace roofrack
