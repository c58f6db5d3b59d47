// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/measured/analysis/collective_classes.h"
#include "core/measured/analysis/gemm_classes.h"
#include "core/measured/analysis/idle_causes.h"
#include "core/measured/analysis/kernel_classes.h"
#include "core/measured/analysis/rank_sensors.h"
#include "core/measured/analysis/run_path.h"
#include "core/measured/trace/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// Where the time of one rank went in one window, beside its TraceTimes. All in ns.
struct WindowAnalysis {
    std::string name;     ///< "all", or the step's
    int64_t start_ns = 0; ///< by the clock of the file
    int64_t window_ns = 0, compute_ns = 0, exposed_mem_ns = 0;
    int64_t waiting_ns = 0;  ///< exposed communication that waited for a rank which came later
    int64_t transfer_ns = 0; ///< the rest of the exposed communication
    int64_t idle_ns = 0;
    std::array<int64_t, idle_cause_count> idle_by_cause_ns{}; ///< adds up to idle_ns

    int64_t idle_of(IdleCause cause) const { return idle_by_cause_ns[static_cast<size_t>(cause)]; }
};
void describe(figures::Builder<WindowAnalysis>& figures);

/// One rank.
struct RankAnalysis {
    size_t place = 0; ///< in TraceResult::ranks
    std::string file;
    std::optional<int> rank, device;
    WindowAnalysis all;
    std::vector<WindowAnalysis> steps; ///< those with activity
    int64_t waiting_caused_ns = 0;     ///< exposed waiting of the others in collectives that it entered last
    std::optional<double> compute_factor; ///< time of its kernels ÷ that of the median rank's same kernels
    std::optional<double> matrix_factor;  ///< the same of kernels that multiply matrices
    int64_t slow_kernels_ns = 0;          ///< what its kernels took more than the median rank's
    /// Idle in pieces below 200 µs that the host or the change of kernels caused, as small kernels leave it.
    int64_t short_gaps_ns = 0;
    std::vector<IdlePiece> longest_idle; ///< the three longest pieces of each cause
    RankSensors sensors;
    std::vector<double> kernel_slowdown; ///< by step; larger is slower, see kernel_slowdowns()
};
void describe(figures::Builder<RankAnalysis>& figures);

/// What the events of traces tell.
struct TraceAnalysis {
    std::vector<RankAnalysis> ranks;          ///< those with lanes
    std::vector<CollectiveClass> collectives; ///< by exposed time, longest first
    std::vector<KernelClass> kernels;
    std::vector<GemmClass> gemms;

    std::vector<MatchedCollective> matched; ///< for the verdict, as the path
    std::vector<RunPathPiece> path;         ///< critical path across ranks
};
void describe(figures::Builder<TraceAnalysis>& figures);

/// Analyses ranks that were read with TraceOptions::keep_lanes; those without lanes are left out. `catalog`:
/// for the roofline of the traced GPU.
TraceAnalysis analyse(const TraceResult& trace, const Catalog* catalog = nullptr);

} // namespace roofrack
