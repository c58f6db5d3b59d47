// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"
#include "core/measured/analysis/kernel_work.h"
#include "core/measured/draft/job_match.h"
#include "core/measured/measure/nccl_tests.h"
#include "core/measured/trace/trace.h"
#include "core/study/calibration/group_comms.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace roofrack {

/// One step as a trace has it, the median over its ranks, s. Computation, exposed communication and the rest
/// sum to the step.
struct MeasuredBreakdown {
    double step = 0, compute = 0, comm = 0, exposed_comm = 0;
    double input = 0;   ///< the data loader's, whatever else runs
    double slowest = 1; ///< computation of the slowest rank ÷ that of a rank in the middle; 1: one rank
    /// Communication of the groups of so many ranks, as far as the trace names them; what is waited in it,
    /// too.
    GroupComms comm_of_groups;
    /// The computation by KernelWork, and how many kernels; all 0: the files tell no single kernels.
    std::array<double, kernel_work_count> works{}, kernels{};
    bool tells_works() const { return work(KernelWork::products) > 0; }
    double work(KernelWork of) const { return works[static_cast<size_t>(of)]; }
    double idle() const { return step - compute - exposed_comm; }
};

/// What sensors say of one GPU in the middle; none: not metered.
struct MeasuredSensors {
    std::optional<double> power_w, utilisation, clock_mhz, least_clock_mhz;
    double gpus = 0; ///< that were metered
};

/// What was measured of a run, by whatever files tell of it. Times in s.
struct MeasuredRun {
    std::vector<CalibrationSource> sources;       ///< one a file, dated and digested; `told` as a phrase
    std::optional<double> gpus;                   ///< that took part
    ToldJob job;                                  ///< what the files tell of GPUs, model and batch
    std::optional<double> global_batch, sequence; ///< sequences a step, tokens each
    std::vector<double> steps; ///< time of each step in order; of a log those that its median is of
    std::vector<MeasuredBreakdown> breakdowns; ///< breakdowns of a trace: one a step, as long as `steps`
    /// Coefficients of variation of the computation of equal ranks: between their means, and between steps of
    /// one rank.
    std::optional<double> cv_persistent, cv_iid;
    size_t ranks = 0; ///< ranks whose traces were read
    /// For how long a step waits for its batch by a log's timers, s; none: no timer tells it.
    std::optional<double> timed_input_s;
    std::vector<CollectiveSweep> sweeps;
    MeasuredSensors sensors;
    /// A figure that somebody read off: the median step says it where there is one.
    std::optional<double> tokens_per_s, tokens_per_s_per_gpu, samples_per_s, mfu;
    std::vector<std::string> settings_texts; ///< logs that may print their arguments, whole
    std::vector<std::string> refused;        ///< what was there and cannot be used, and why
    std::vector<TraceWarning> warnings;

    bool has_step() const { return !steps.empty(); }
    bool has_rate() const { return tokens_per_s || tokens_per_s_per_gpu || samples_per_s || mfu; }
    double median_step() const; ///< there must be one
    /// The median of each time over `count` steps from `first` on.
    MeasuredBreakdown breakdown(size_t first, size_t count) const;
};

struct MeasuredRunOptions {
    std::string date; ///< as 2026-11-27, for the sources
    NcclTestsHints hints;
    bool with_kernels = false; ///< traces are read with their kernels, some 25 bytes an event
    /// With it the files are asked for what they tell of the job; null: what was measured tells.
    const Catalog* catalog = nullptr;
};

/// Reads files of one run together: traces, logs, outputs of nccl-tests, telemetry. Fails where one cannot be
/// read, where two files differ in how many GPUs ran, and where the traces are of different runs
/// (ranks_by_run()).
Result<MeasuredRun> read_measured_run(const std::vector<std::filesystem::path>& files,
                                      const MeasuredRunOptions& options, const std::stop_token& stop = {});

/// Adds an output of nccl-tests, whatever its content looks like.
Result<void> add_nccl_output(const std::filesystem::path& path, const MeasuredRunOptions& options,
                             MeasuredRun& out);

/// A file or folder, and what was read of it.
struct ReadTraces {
    std::filesystem::path path;
    TraceResult result;
};

/// What was read of one run's files, together: ranks of several files are ranks of one run. Fails as
/// read_measured_run() does.
Result<MeasuredRun> measured_run(const std::vector<ReadTraces>& files, const MeasuredRunOptions& options);

} // namespace roofrack
