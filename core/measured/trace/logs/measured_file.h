// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/base/units/common_units.h"
#include "core/measured/trace/logs/logged_times.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What a file that a run left behind is, told by its content.
enum class MeasuredKind {
    pytorch_profile,   ///< pytorch profile of the PyTorch profiler (Kineto)
    chrome_trace,      ///< Chrome trace events of any other program: lanes without a meaning
    pipeline_timeline, ///< forward and backward of each microbatch
    execution_trace,   ///< PyTorch or Chakra: operators in order, no times
    nsight_systems,    ///< SQLite export
    rocprof,           ///< JSON or SQLite (rocpd) of rocprofv3
    xplane,            ///< xplane of XLA's profiler, JAX
    training_log,      ///< iterations of a training program
    mlperf_log,        ///< :::MLLOG lines
    nccl_tests,        ///< sizes and times of collectives
    collectives,       ///< the same as another program gives them
    telemetry          ///< power, clocks, temperatures of GPUs
};
std::string_view name_of(MeasuredKind kind);
/// For people: "PyTorch profile".
std::string_view label_of(MeasuredKind kind);

/// One iteration as a log tells it, or the mean of those since the line before.
struct LoggedStep {
    int64_t iteration = 0;
    std::optional<double> global_batch{}; ///< samples of it: a batch may grow within a run
    std::optional<int> devices{};         ///< GPUs of the run then
    std::optional<double> step_s;
    std::optional<double> samples_per_s, tokens_per_s; ///< rates of the whole run
    std::optional<double> tokens_per_s_per_gpu;
    std::optional<double> tflops_per_gpu; ///< model TFLOP/s
    std::optional<double> loss;
    std::vector<LoggedTimer> timers{}; ///< parts of it, where the program prints them
    std::optional<double> at_s{};      ///< stamp of its line, since 1970 by the clock of the log
};
void describe(figures::Builder<LoggedStep>& figures);

/// One size of one collective.
struct LoggedTransfer {
    std::string collective; ///< "all_reduce"
    int ranks = 0;
    double bytes = 0, seconds = 0;
    double bus_bytes_per_s = 0; ///< as nccl-tests defines it
};
void describe(figures::Builder<LoggedTransfer>& figures);

/// One reading of a GPU's sensors; NaN where it has none.
struct SensorSample {
    double time_s = 0; ///< since 1970, by the clock of the log, which may be of any time zone
    float clock_mhz = 0, power_w = 0, temperature_c = 0;
};

/// What was read from the sensors of one GPU, or of a node where only that is metered.
struct LoggedSensors {
    std::string name; ///< "0", "GPU-604ac76c…", "node"
    int64_t samples = 0;
    std::optional<double> mean_power_w, most_power_w;
    std::optional<double> mean_clock_mhz, least_clock_mhz;
    std::optional<double> most_temperature_c;
    std::optional<double> mean_utilisation; ///< 0–1
    /// By time, where the log has it; of a long log every second one, or fewer.
    std::vector<SensorSample> readings{};
};
void describe(figures::Builder<LoggedSensors>& figures);

/// One file that a run left behind.
struct MeasuredFile {
    std::string file;
    MeasuredKind kind = MeasuredKind::chrome_trace;
    std::string program;              ///< program that wrote it: "Megatron-LM"; empty: not told
    std::string gpu;                  ///< name; empty: not told
    std::optional<int> devices;       ///< a trace: those with activity in it; a log: GPUs of the run
    std::optional<double> duration_s; ///< first to last thing that is timed
    int64_t bytes = 0;                ///< inflated
    int64_t records = 0;              ///< events, iterations, samples, rows
    std::optional<double> global_batch, sequence;
    /// The median step of the last batch and number of GPUs, s, without the first after a start, which warms
    /// up.
    std::optional<double> median_step_s;
    /// Iterations that its steps stand for; none: it does not tell. Several may share a line.
    std::optional<int64_t> iterations{};
    /// Its steps are numbered by the samples that were trained up to their end, and nothing tells the batch.
    bool counts_samples = false;
    std::vector<LoggedStep> steps;
    std::vector<LoggedTransfer> transfers;
    std::vector<LoggedSensors> sensors;
    std::optional<StepTimers> timers{}; ///< none where the program timed no part of a step
    std::vector<RunPhase> phases{};     ///< as far as the log tells
    std::string began_again{}; ///< where it fell back to an earlier iteration, in words; empty: nowhere
    std::optional<int64_t> planned_iterations{}; ///< iterations that the run was started for
    std::optional<int64_t> skipped_iterations{}; ///< those without a step of the optimizer, as it tells
    std::optional<double> ended_at_s{};          ///< when the scheduler ended its job, as LoggedStep::at_s
    std::string ended{};                         ///< how the scheduler ended its job; empty: it does not tell
    std::string outcome{}; ///< what the run reached, as MLPerf tells; empty: it does not tell
    std::string hint{};    ///< which option of the program would tell more; empty: none is known
};
void describe(figures::Builder<MeasuredFile>& figures);

/// A step takes above 0 and at most this, 30 days: a log that tells another time is broken.
inline constexpr double longest_step_s = 30 * seconds_a_day;
inline bool is_step_time(double seconds) { return seconds > 0 && seconds <= longest_step_s; }
/// A run takes less than 100 years.
inline bool is_run_time(double seconds) { return seconds >= 0 && seconds < 100 * seconds_a_mean_year; }

/// Takes away times of steps that no step takes: none or less, or longer than a month; and a duration of
/// a century. How many steps there were.
size_t drop_impossible_times(MeasuredFile& file);

/// "iteration 61", or "sample 46848" in a log that counts samples.
std::string iteration_text(const MeasuredFile& file, const LoggedStep& step);

/// Fills in what follows from the step's own figures: its tokens and samples per second.
void complete_step(LoggedStep& step, std::optional<double> sequence);
/// Fills in what follows from the steps: their tokens and samples per second, the median.
void complete(MeasuredFile& file);

/// Places in MeasuredFile::steps of those that took over slow_factor medians, of the steps that the median is
/// of. Empty where there is no median.
std::vector<size_t> slow_steps(const MeasuredFile& file);

/// Steps that the median is of: step_roles() says which; one alone counts.
size_t steps_in_median(const MeasuredFile& file);

/// "Megatron-LM, 64 GPUs, 5 steps of 124 s (median of 4: the first warms up)": one line for people.
std::string summary_of(const MeasuredFile& file);

} // namespace roofrack
