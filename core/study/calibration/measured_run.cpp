// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/measured_run.h"

#include "core/base/files/file_digest.h"
#include "core/base/files/foreign_file.h"
#include "core/base/units/median.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/trace/logs/step_roles.h"
#include "core/measured/trace/matched_collectives.h"
#include "core/study/calibration/trace_steps.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace roofrack {

namespace {

constexpr size_t largest_settings = size_t{64} << 20;

std::optional<double> median_of(const std::vector<LoggedSensors>& sensors,
                                std::optional<double> LoggedSensors::*figure) {
    std::vector<double> values;
    for (const LoggedSensors& each : sensors)
        if (each.*figure) values.push_back(*(each.*figure));
    if (values.empty()) return std::nullopt;
    return median(std::move(values));
}

/// What its timers spend on reading the batch, as a part of a step by its median.
std::optional<double> timed_input(const MeasuredFile& file) {
    const auto shares = file.timers && file.median_step_s ? timed_shares(*file.timers) : std::nullopt;
    if (!shares) return std::nullopt;
    const auto input = std::ranges::find(shares->parts, LoggedWork::input, &TimedShare::work);
    if (input == shares->parts.end()) return std::nullopt;
    return input->seconds / shares->step_s * *file.median_step_s;
}

/// Two files of one run may not contradict each other.
Result<void> set_gpus(const std::filesystem::path& path, double gpus, MeasuredRun& out) {
    if (out.gpus && *out.gpus != gpus)
        return fail(
            path.string(),
            fmt::format("it is of {} GPUs, another file of {}", format_count(gpus), format_count(*out.gpus)),
            "give the files of one run");
    out.gpus = gpus;
    return {};
}

std::string steps_text(size_t count) { return fmt::format("{} step{}", count, count == 1 ? "" : "s"); }

Result<std::string> add_log(const std::filesystem::path& path, const MeasuredFile& file, MeasuredRun& out) {
    const std::vector<double> steps = compared_times(file);
    if (file.devices)
        if (auto set = set_gpus(path, *file.devices, out); !set) return tl::unexpected(set.error());
    if (file.global_batch) out.global_batch = file.global_batch;
    if (file.sequence) out.sequence = file.sequence;
    if (const auto input = timed_input(file)) out.timed_input_s = input;
    if (auto text = read_foreign_file(path, largest_settings, "a log"))
        out.settings_texts.push_back(std::move(*text));
    if (steps.empty()) {
        out.refused.push_back(fmt::format("{}: it gives no time of a step", path.filename().string()));
        return std::string("nothing");
    }
    if (out.has_step() && !out.breakdowns.empty())
        return std::string("batch and GPUs (the steps are the trace's)");
    out.steps.insert(out.steps.end(), steps.begin(), steps.end());
    const size_t others = count_of(step_roles(file), StepRole::other_job);
    return fmt::format(
        "{} of {} (median){}", steps_text(steps.size()), format_quantity(median(steps), Dimension::time),
        others > 0 ? fmt::format(", without {} of another batch or number of GPUs", others) : std::string());
}

Result<std::string> add_sweeps(const std::filesystem::path& path, const MeasuredRunOptions& options,
                               MeasuredRun& out) {
    auto output = read_nccl_tests(path, options.hints);
    if (!output) return tl::unexpected(output.error());
    for (const std::string& warning : output->warnings) out.warnings.push_back({path.string(), 0, warning});
    const size_t count = output->sweeps.size();
    for (CollectiveSweep& sweep : output->sweeps) out.sweeps.push_back(std::move(sweep));
    return fmt::format("{} sweep{} of collectives", count, count == 1 ? "" : "s");
}

std::string add_sensors(const MeasuredFile& file, std::vector<LoggedSensors>& all, MeasuredRun& out) {
    std::vector<LoggedSensors> gpus;
    for (const LoggedSensors& each : file.sensors)
        if (each.name != "node") gpus.push_back(each);
    if (gpus.empty()) {
        out.refused.push_back("only the power of the whole node was metered: it does not tell the GPUs'");
        return "nothing";
    }
    all.insert(all.end(), gpus.begin(), gpus.end());
    return fmt::format("power, clocks and utilisation of {} GPU{}", gpus.size(), gpus.size() == 1 ? "" : "s");
}

MeasuredSensors sensors_of(const std::vector<LoggedSensors>& gpus) {
    MeasuredSensors out;
    out.power_w = median_of(gpus, &LoggedSensors::mean_power_w);
    out.utilisation = median_of(gpus, &LoggedSensors::mean_utilisation);
    out.clock_mhz = median_of(gpus, &LoggedSensors::mean_clock_mhz);
    for (const LoggedSensors& each : gpus)
        if (each.mean_clock_mhz)
            out.least_clock_mhz =
                std::min(out.least_clock_mhz.value_or(*each.mean_clock_mhz), *each.mean_clock_mhz);
    out.gpus = static_cast<double>(gpus.size());
    return out;
}

Result<CalibrationSource> source_of(const std::filesystem::path& path, const MeasuredRunOptions& options) {
    auto digest = file_digest(path);
    if (!digest) return tl::unexpected(digest.error());
    CalibrationSource out;
    out.file = path.filename().empty() ? path.parent_path().filename().string() : path.filename().string();
    out.digest = std::move(*digest);
    out.date = options.date;
    return out;
}

std::vector<TraceRank> ranks_of(const std::vector<ReadTraces>& files) {
    std::vector<TraceRank> out;
    for (const ReadTraces& each : files)
        out.insert(out.end(), each.result.ranks.begin(), each.result.ranks.end());
    return out;
}

/// Ranks of the run as its traces say; 0: they do not.
double world_size(const TraceResult& result) {
    int out = 0;
    for (const TraceRank& rank : result.ranks) out = std::max(out, rank.world_size.value_or(0));
    return out;
}

/// Traces of different runs have no step in common, whatever their steps are called.
Result<void> check_one_run(const std::vector<ReadTraces>& files) {
    std::vector<const TraceRank*> ranks;
    for (const ReadTraces& each : files)
        for (const TraceRank& rank : each.result.ranks)
            if (std::ranges::any_of(rank.steps, [](const TraceStep& step) { return step.times.has_value(); }))
                ranks.push_back(&rank);
    const auto runs = ranks_by_run(ranks);
    if (runs.size() < 2) return {};
    return fail(ranks[runs[1].front()]->file,
                fmt::format("the traces are of {} different runs ({})", runs.size(), why_different_runs),
                "give the files of one run");
}

void add_steps(const TraceSteps& steps, const std::vector<ReadTraces>& files, MeasuredRun& out) {
    out.breakdowns = steps.breakdowns;
    for (const MeasuredBreakdown& each : steps.breakdowns) out.steps.push_back(each.step);
    out.ranks = steps.ranks;
    out.cv_persistent = steps.cv_persistent;
    out.cv_iid = steps.cv_iid;
    const auto first =
        std::ranges::find_if(files, [](const ReadTraces& each) { return !each.result.ranks.empty(); });
    for (const CollectiveSweep& sweep : steps.sweeps) {
        out.sweeps.push_back(sweep);
        out.sweeps.back().file = out.sources[static_cast<size_t>(first - files.begin())].file;
    }
    out.refused.insert(out.refused.end(), steps.refused.begin(), steps.refused.end());
}

/// What the traces among the files told, as a phrase; empty: nothing.
std::string told_by_ranks(const TraceResult& result, const TraceSteps& steps) {
    const auto with_steps = std::ranges::count_if(result.ranks, [](const TraceRank& rank) {
        return std::ranges::any_of(rank.steps, [](const TraceStep& step) { return step.times.has_value(); });
    });
    std::string out;
    if (with_steps > 0 && !steps.breakdowns.empty())
        out = fmt::format("{} of {} rank{}, with what they were spent on",
                          steps_text(steps.breakdowns.size()), with_steps, with_steps == 1 ? "" : "s");
    const bool has_collectives =
        std::ranges::any_of(result.ranks, [](const TraceRank& rank) { return !rank.collectives.empty(); });
    if (has_collectives && !steps.sweeps.empty()) out += out.empty() ? "collectives" : "; collectives";
    return out;
}

/// Adds what logs, outputs and sensors tell, and says it as a phrase.
Result<std::string> add_files(const ReadTraces& read, const MeasuredRunOptions& options,
                              std::vector<LoggedSensors>& sensors, MeasuredRun& out) {
    std::string told;
    const auto say = [&](const std::string& what) { told += (told.empty() ? "" : "; ") + what; };
    for (const MeasuredFile& file : read.result.files) {
        const std::filesystem::path at = file.file.empty() ? read.path : std::filesystem::path(file.file);
        switch (file.kind) {
        case MeasuredKind::training_log:
        case MeasuredKind::mlperf_log: {
            auto added = add_log(at, file, out);
            if (!added) return tl::unexpected(added.error());
            say(*added);
            break;
        }
        case MeasuredKind::nccl_tests: {
            auto added = add_sweeps(at, options, out);
            if (!added) return tl::unexpected(added.error());
            say(*added);
            break;
        }
        case MeasuredKind::telemetry: say(add_sensors(file, sensors, out)); break;
        case MeasuredKind::collectives:
        case MeasuredKind::execution_trace:
        case MeasuredKind::pipeline_timeline:
            out.refused.push_back(fmt::format("{}: a {} has no times of a whole step on a device",
                                              at.filename().string(), label_of(file.kind)));
            break;
        case MeasuredKind::pytorch_profile:
        case MeasuredKind::chrome_trace:
        case MeasuredKind::nsight_systems:
        case MeasuredKind::rocprof:
        case MeasuredKind::xplane: break; // by their ranks
        }
    }
    return told;
}

} // namespace

double MeasuredRun::median_step() const { return median(steps); }

MeasuredBreakdown MeasuredRun::breakdown(size_t first, size_t count) const {
    const auto of = [&](double MeasuredBreakdown::*time) {
        std::vector<double> values;
        for (size_t i = first; i < std::min(first + count, breakdowns.size()); ++i)
            values.push_back(breakdowns[i].*time);
        return median(std::move(values));
    };
    MeasuredBreakdown out;
    out.step = of(&MeasuredBreakdown::step);
    out.compute = of(&MeasuredBreakdown::compute);
    out.comm = of(&MeasuredBreakdown::comm);
    out.exposed_comm = of(&MeasuredBreakdown::exposed_comm);
    out.input = of(&MeasuredBreakdown::input);
    out.slowest = of(&MeasuredBreakdown::slowest);
    const auto each_of = [&](std::array<double, kernel_work_count> MeasuredBreakdown::*times) {
        std::array<double, kernel_work_count> medians{};
        for (size_t work = 0; work < kernel_work_count; ++work) {
            std::vector<double> values;
            for (size_t i = first; i < std::min(first + count, breakdowns.size()); ++i)
                values.push_back((breakdowns[i].*times)[work]);
            medians[work] = median(std::move(values));
        }
        return medians;
    };
    out.works = each_of(&MeasuredBreakdown::works);
    out.kernels = each_of(&MeasuredBreakdown::kernels);
    // Medians of parts need not sum to the median of the whole.
    const double all = std::accumulate(out.works.begin(), out.works.end(), 0.0);
    for (double& work : out.works) work *= all > 0 ? out.compute / all : 0;
    // Groups are the same in every step.
    if (first < breakdowns.size())
        for (const GroupComm& group : breakdowns[first].comm_of_groups.groups()) {
            std::vector<double> values;
            for (size_t i = first; i < std::min(first + count, breakdowns.size()); ++i)
                values.push_back(breakdowns[i].comm_of_groups.of(group.ranks));
            out.comm_of_groups.add(group.ranks, median(std::move(values)));
        }
    return out;
}

Result<void> add_nccl_output(const std::filesystem::path& path, const MeasuredRunOptions& options,
                             MeasuredRun& out) {
    auto source = source_of(path, options);
    if (!source) return tl::unexpected(source.error());
    auto told = add_sweeps(path, options, out);
    if (!told) return tl::unexpected(told.error());
    source->told = std::move(*told);
    out.sources.push_back(std::move(*source));
    return {};
}

Result<MeasuredRun> measured_run(const std::vector<ReadTraces>& files, const MeasuredRunOptions& options) {
    MeasuredRun out;
    for (const ReadTraces& each : files) {
        auto source = source_of(each.path, options);
        if (!source) return tl::unexpected(source.error());
        out.sources.push_back(std::move(*source));
    }
    // Traces first: they say whether the steps of a log are used.
    const TraceSteps steps = trace_steps(ranks_of(files));
    for (const ReadTraces& each : files)
        if (const double world = world_size(each.result); world > 0)
            if (auto set = set_gpus(each.path, world, out); !set) return tl::unexpected(set.error());
    if (auto one = check_one_run(files); !one) return tl::unexpected(one.error());
    add_steps(steps, files, out);
    std::vector<LoggedSensors> sensors;
    for (size_t i = 0; i < files.size(); ++i) {
        auto told = add_files(files[i], options, sensors, out);
        if (!told) return tl::unexpected(told.error());
        if (const std::string by = told_by_ranks(files[i].result, steps); !by.empty())
            *told += (told->empty() ? "" : "; ") + by;
        out.sources[i].told = told->empty() ? "nothing" : std::move(*told);
        const TraceResult& result = files[i].result;
        out.job.add(options.catalog ? told_job(result, *options.catalog) : told_job(result));
        const auto& warnings = result.warnings;
        out.warnings.insert(out.warnings.end(), warnings.begin(), warnings.end());
    }
    if (!sensors.empty()) out.sensors = sensors_of(sensors);
    if (!out.gpus && steps.gpus > 0) out.gpus = steps.gpus;
    return out;
}

Result<MeasuredRun> read_measured_run(const std::vector<std::filesystem::path>& files,
                                      const MeasuredRunOptions& options, const std::stop_token& stop) {
    std::vector<ReadTraces> read;
    TraceOptions reading;
    reading.keep_lanes = options.with_kernels;
    reading.keep_notes = options.catalog != nullptr; // its job is told by them
    for (const std::filesystem::path& file : files) {
        auto result = read_traces_with(reading, {file}, {}, stop);
        if (!result) return tl::unexpected(result.error());
        read.push_back({file, std::move(*result)});
    }
    return measured_run(read, options);
}

} // namespace roofrack
