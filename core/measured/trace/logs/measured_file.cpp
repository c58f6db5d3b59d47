// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/measured_file.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/measure.h"
#include "core/base/units/common_units.h"
#include "core/base/units/median.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/trace/logs/step_roles.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace roofrack {

std::string_view name_of(MeasuredKind kind) {
    switch (kind) {
    case MeasuredKind::pytorch_profile: return "pytorch_profile";
    case MeasuredKind::chrome_trace: return "chrome_trace";
    case MeasuredKind::pipeline_timeline: return "pipeline_timeline";
    case MeasuredKind::execution_trace: return "execution_trace";
    case MeasuredKind::nsight_systems: return "nsight_systems";
    case MeasuredKind::rocprof: return "rocprof";
    case MeasuredKind::xplane: return "xplane";
    case MeasuredKind::training_log: return "training_log";
    case MeasuredKind::mlperf_log: return "mlperf_log";
    case MeasuredKind::nccl_tests: return "nccl_tests";
    case MeasuredKind::collectives: return "collectives";
    case MeasuredKind::telemetry: return "telemetry";
    }
    return {};
}

std::string_view label_of(MeasuredKind kind) {
    switch (kind) {
    case MeasuredKind::pytorch_profile: return "PyTorch profile";
    case MeasuredKind::chrome_trace: return "Chrome trace";
    case MeasuredKind::pipeline_timeline: return "pipeline timeline";
    case MeasuredKind::execution_trace: return "execution trace";
    case MeasuredKind::nsight_systems: return "Nsight Systems profile";
    case MeasuredKind::rocprof: return "ROCm profile";
    case MeasuredKind::xplane: return "XLA profile";
    case MeasuredKind::training_log: return "training log";
    case MeasuredKind::mlperf_log: return "MLPerf log";
    case MeasuredKind::nccl_tests: return "output of nccl-tests";
    case MeasuredKind::collectives: return "times of collectives";
    case MeasuredKind::telemetry: return "GPU telemetry";
    }
    return {};
}

void describe(figures::Builder<LoggedStep>& v) {
    using S = LoggedStep;
    using namespace figures;
    static constexpr Measure tflops{"tflops", "TFLOP/s", "TFLOP/s", 1, Style::plain, 4};
    v.number("iteration", &S::iteration, count, "iteration", "as the program counts", names_item);
    v.number("global_batch", &S::global_batch, count, "global batch", "samples of it",
             Absent{"the log does not tell"});
    v.number("devices", &S::devices, count, "GPUs", "of the run then", Absent{"the log does not tell"});
    v.number("step_s", &S::step_s, seconds, "step", "time of one iteration", less);
    v.number("samples_per_s", &S::samples_per_s, per_second, "samples", "of the whole run", more);
    v.number("tokens_per_s", &S::tokens_per_s, per_second, "tokens", "of the whole run", more);
    v.number("tokens_per_s_per_gpu", &S::tokens_per_s_per_gpu, per_second, "tokens of a GPU", "of one GPU",
             more);
    v.number("tflops_per_gpu", &S::tflops_per_gpu, tflops, "of a GPU",
             "model FLOPs as the program counts them", more);
    v.number("loss", &S::loss, number, "loss", "of the training", less);
    v.list("timers", &S::timers, "timers", "what the program timed in it");
}

void describe(figures::Builder<LoggedTransfer>& v) {
    using T = LoggedTransfer;
    using namespace figures;
    v.text("collective", &T::collective, "collective", "what was measured");
    v.number("ranks", &T::ranks, count, "ranks", "that took part");
    v.number("bytes", &T::bytes, bytes, "message", "size as nccl-tests counts it");
    v.number("seconds", &T::seconds, seconds, "time", "of one call", less);
    v.number("bus_bytes_per_s", &T::bus_bytes_per_s, bytes_per_second, "bus bandwidth",
             "as nccl-tests defines it", more);
}

void describe(figures::Builder<LoggedSensors>& v) {
    using S = LoggedSensors;
    using namespace figures;
    static constexpr Measure megahertz{"megahertz", "MHz", "MHz", 1, Style::count, 0};
    v.text("name", &S::name, "sensor", "GPU or node", names_item);
    v.number("samples", &S::samples, count, "samples", "read from it");
    v.number("mean_power_w", &S::mean_power_w, watts, "mean power", "over all samples", less);
    v.number("most_power_w", &S::most_power_w, watts, "most power", "of one sample", less);
    v.number("mean_clock_mhz", &S::mean_clock_mhz, megahertz, "mean clock", "of the SMs", more);
    v.number("least_clock_mhz", &S::least_clock_mhz, megahertz, "least clock", "of the SMs", more);
    v.number("most_temperature_c", &S::most_temperature_c, celsius, "highest temperature", "of the GPU",
             less);
    v.number("mean_utilisation", &S::mean_utilisation, share, "mean utilisation", "as the driver counts it",
             more);
}

void describe(figures::Builder<MeasuredFile>& v) {
    using F = MeasuredFile;
    using namespace figures;
    v.text("file", &F::file, "file", "as it was given", names_item);
    v.choice("kind", &F::kind, "kind", "told by its content", all_up_to(MeasuredKind::telemetry));
    v.text("program", &F::program, "program", "that wrote it", Absent{"it does not tell"});
    v.text("gpu", &F::gpu, "GPU", "name of the device", Absent{"it does not tell"});
    v.number("devices", &F::devices, count, "devices", "with activity in a trace; GPUs of the run of a log",
             Absent{"it does not tell"});
    v.number("duration_s", &F::duration_s, seconds, "duration",
             "from the first to the last thing that is timed", Absent{"it has no times"});
    v.number("bytes", &F::bytes, bytes, "size", "unpacked");
    v.number("records", &F::records, count, "records", "events, iterations, samples or rows");
    v.number("global_batch", &F::global_batch, count, "global batch", "samples of a step",
             Absent{"it does not tell"});
    v.number("sequence", &F::sequence, count, "sequence", "tokens of a sample", Absent{"it does not tell"});
    v.number("median_step_s", &F::median_step_s, seconds, "median step",
             "of the last batch and number of GPUs, without the first after a start", less,
             Absent{"it tells no step times"});
    v.number("iterations", &F::iterations, count, "iterations",
             "that its steps stand for: a line may tell several", Absent{"it does not tell"});
    v.number("planned_iterations", &F::planned_iterations, count, "planned iterations",
             "that the run was started for", Absent{"it does not tell"});
    v.number("skipped_iterations", &F::skipped_iterations, count, "skipped iterations",
             "whose optimizer did not step, as where a gradient overflows its loss scale", less,
             Absent{"it does not tell"});
    v.flag("counts_samples", &F::counts_samples, "counts samples",
           "its steps are numbered by the samples trained up to their end: it tells no batch to divide by");
    v.number(
        "slow_steps", [](const F& f) { return slow_steps(f).size(); }, count, "slow steps",
        "steps of over 1.05 medians; the first, which warms up, is none", less);
    v.list("steps", &F::steps, "steps", "iterations that a log tells of");
    v.list("transfers", &F::transfers, "transfers", "sizes and times of collectives");
    v.list("sensors", &F::sensors, "sensors", "power, clocks and temperatures");
    v.object("timers", &F::timers, "timers", "parts of a step that a log tells of");
    v.list("phases", &F::phases, "phases", "parts of the whole run");
    v.text("began_again", &F::began_again, "began again", "where it fell back to an earlier iteration",
           Absent{"it did not"});
    v.text("ended", &F::ended, "ended", "how Slurm ended the job, where the log says so",
           Absent{"the log does not tell"});
    v.text("outcome", &F::outcome, "outcome", "how a run of MLPerf went, and which quality it reached",
           Absent{"the log does not tell"});
    v.text("hint", &F::hint, "hint", "which option of the program would tell more", Absent{"none is known"});
}

size_t drop_impossible_times(MeasuredFile& file) {
    size_t dropped = 0;
    for (LoggedStep& step : file.steps)
        if (step.step_s && !is_step_time(*step.step_s)) {
            step.step_s.reset();
            ++dropped;
        }
    if (file.duration_s && !is_run_time(*file.duration_s)) file.duration_s.reset();
    return dropped;
}

std::string iteration_text(const MeasuredFile& file, const LoggedStep& step) {
    return fmt::format("{} {}", file.counts_samples ? "sample" : "iteration", step.iteration);
}

void complete_step(LoggedStep& step, std::optional<double> sequence) {
    const auto& batch = step.global_batch;
    if (!step.samples_per_s && step.step_s && *step.step_s > 0 && batch)
        step.samples_per_s = *batch / *step.step_s;
    if (!step.step_s && step.samples_per_s && *step.samples_per_s > 0 && batch)
        step.step_s = *batch / *step.samples_per_s;
    if (!step.tokens_per_s && step.samples_per_s && sequence)
        step.tokens_per_s = *step.samples_per_s * *sequence;
    if (!step.tokens_per_s && step.tokens_per_s_per_gpu && step.devices)
        step.tokens_per_s = *step.tokens_per_s_per_gpu * *step.devices;
    if (!step.tokens_per_s_per_gpu && step.tokens_per_s && step.devices && *step.devices > 0)
        step.tokens_per_s_per_gpu = *step.tokens_per_s / *step.devices;
}

void complete(MeasuredFile& file) {
    for (LoggedStep& step : file.steps) {
        if (!step.global_batch) step.global_batch = file.global_batch;
        if (!step.devices) step.devices = file.devices;
        complete_step(step, file.sequence);
    }
    if (std::vector<double> times = compared_times(file); !times.empty())
        file.median_step_s = median(std::move(times));
}

size_t steps_in_median(const MeasuredFile& file) { return count_of(step_roles(file), StepRole::compared); }

std::vector<size_t> slow_steps(const MeasuredFile& file) {
    std::vector<size_t> out;
    if (!file.median_step_s) return out;
    const std::vector<StepRole> roles = step_roles(file);
    for (size_t i = 0; i < file.steps.size(); ++i)
        if (roles[i] == StepRole::compared && *file.steps[i].step_s > slow_factor * *file.median_step_s)
            out.push_back(i);
    return out;
}

namespace {

/// " (median of 4: the first warms up)"
std::string median_text(const MeasuredFile& file) {
    const std::vector<StepRole> roles = step_roles(file);
    const size_t compared = count_of(roles, StepRole::compared), warm = count_of(roles, StepRole::warms_up),
                 others = count_of(roles, StepRole::other_job);
    if (roles.size() == 1) return {};
    const std::string why = others > 0
                                ? fmt::format(": {} of another batch or number of GPUs left out", others)
                            : warm > 1                ? std::string(": the first after each start warms up")
                            : compared < roles.size() ? std::string(": the first warms up")
                                                      : std::string();
    if (compared == 1 && roles.size() == 2 && others == 0) return " (the second: the first warms up)";
    return why.empty() ? std::string(" (median)") : fmt::format(" (median of {}{})", compared, why);
}

/// ", 500 steps of 2 s in 5 lines (median of 4: the first warms up)"
std::string steps_summary(const MeasuredFile& file) {
    const std::string time = format_quantity(*file.median_step_s, Dimension::time, 3);
    // Its lines are means of blocks and single steps, which do not add up to the run.
    if (file.kind == MeasuredKind::mlperf_log)
        return fmt::format(", a step of {}{}", time, median_text(file));
    const auto lines = static_cast<int64_t>(file.steps.size()), steps = file.iterations.value_or(lines);
    return fmt::format(", {} step{} of {}{}{}", steps, steps == 1 ? "" : "s", time,
                       steps == lines ? std::string()
                                      : fmt::format(" in {} line{}", lines, lines == 1 ? "" : "s"),
                       median_text(file));
}

} // namespace

std::string summary_of(const MeasuredFile& file) {
    std::string out(file.program.empty() ? label_of(file.kind) : std::string_view(file.program));
    if (file.devices) out += fmt::format(", {} GPU{}", *file.devices, *file.devices == 1 ? "" : "s");
    if (!file.gpu.empty()) out += " (" + file.gpu + ")";
    if (file.median_step_s)
        out += steps_summary(file);
    else if (file.duration_s)
        out += ", " + format_quantity(*file.duration_s, Dimension::time, 3);
    return out;
}

} // namespace roofrack
