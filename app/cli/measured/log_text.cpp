// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measured/log_text.h"

#include "app/cli/base/output.h"

#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack::cli {

namespace {

/// A log's iterations, at most so many lines of them.
void print_logged_steps(const MeasuredFile& file) {
    constexpr size_t most = 20;
    const auto cell = [](const std::optional<double>& value, int digits) {
        return value ? fmt::format("{:.{}f}", *value, digits) : std::string("-");
    };
    print_text("  {:>10} {:>12} {:>14} {:>14} {:>12} {:>10}\n", file.counts_samples ? "sample" : "iteration",
               "step s", "tokens/s", "tokens/s/GPU", "TFLOP/s/GPU", "loss");
    const size_t skipped = file.steps.size() > most ? file.steps.size() - most : 0;
    if (skipped > 0) print_text("  {} earlier {}\n", skipped, file.counts_samples ? "lines" : "iterations");
    for (size_t i = skipped; i < file.steps.size(); ++i) {
        const LoggedStep& step = file.steps[i];
        print_text("  {:>10} {:>12} {:>14} {:>14} {:>12} {:>10}\n", step.iteration, cell(step.step_s, 4),
                   cell(step.tokens_per_s, 0), cell(step.tokens_per_s_per_gpu, 1),
                   cell(step.tflops_per_gpu, 1), cell(step.loss, 4));
    }
}

/// What the program timed in a step.
void print_timers(const StepTimers& timers) {
    const bool has_extremes = timers.ranks == TimedRanks::extremes || timers.ranks == TimedRanks::all;
    print_text("  mean of {} step{} of {:.4f} s, {}\n", timers.steps, timers.steps == 1 ? "" : "s",
               timers.step_s, label_of(timers.ranks));
    print_text("  {:<44} {:>12} {:>8}", "timer", "seconds", "of step");
    print_text("{}\n", has_extremes ? fmt::format(" {:>12} {:>12}", "least rank", "most rank") : "");
    for (const TimedPart& part : timers.parts) {
        print_text("  {:<44} {:>12.5f} {:>6.1f} %", (part.within.empty() ? "" : "  ") + part.name,
                   part.seconds, 100 * part.share);
        print_text("{}\n",
                   has_extremes ? fmt::format(" {:>12.5f} {:>12.5f}", part.least_s, part.most_s) : "");
    }
    if (timers.by_rank.empty()) return;
    print_text("  {:>10} {:>12} {:>14} {:>12}\n", "rank", "computes s", "communicates s", "slowest in");
    std::vector<TimedRank> ranks = timers.by_rank;
    std::ranges::stable_sort(ranks, std::ranges::greater{}, &TimedRank::compute_s);
    constexpr size_t most = 16;
    for (size_t i = 0; i < std::min(most, ranks.size()); ++i)
        print_text("  {:>10} {:>12.5f} {:>14.5f} {:>12}\n", ranks[i].rank, ranks[i].compute_s,
                   ranks[i].wait_s, ranks[i].slowest_in);
    if (ranks.size() > most) print_text("  {} faster ranks\n", ranks.size() - most);
}

void print_phases(const std::vector<RunPhase>& phases) {
    for (const RunPhase& phase : phases) {
        const auto of_job = share_of_job(phase, phases);
        print_text(
            "  {:<32} {:>12} {:>8}{}\n", label_of(phase.work), phase_time_text(phase.seconds, phases, 4),
            phase.share ? fmt::format("{:.1f} %", 100 * *phase.share) : "-",
            phase.times > 0 ? fmt::format("   {}", phase.times) + (phase.times == 1 ? " time" : " times")
            : of_job        ? fmt::format("   {:.1f} % of the whole job", 100 * *of_job)
                            : "");
    }
}

} // namespace

void print_log(const MeasuredFile& file) {
    print_text("{}\n  {}: {}\n", file.file, label_of(file.kind), summary_of(file));
    if (!file.ended.empty()) print_text("  {}\n", file.ended);
    if (!file.began_again.empty()) print_text("  {}\n", file.began_again);
    if (!file.outcome.empty()) print_text("  {}\n", file.outcome);
    print_phases(file.phases);
    if (file.timers) print_timers(*file.timers);
    if (!file.steps.empty()) print_logged_steps(file);
    for (const LoggedTransfer& transfer : file.transfers)
        print_text("  {:<16} {:>6} ranks {:>12} {:>12} {:>14}\n",
                   transfer.collective.empty() ? "collective" : transfer.collective, transfer.ranks,
                   format_quantity(transfer.bytes, Dimension::bytes, 3),
                   format_quantity(transfer.seconds, Dimension::time, 3),
                   format_quantity(transfer.bus_bytes_per_s, Dimension::byte_rate, 3));
    for (const LoggedSensors& gpu : file.sensors) {
        std::string line = fmt::format("  {:<16} {} samples", gpu.name, gpu.samples);
        if (gpu.mean_power_w)
            line += fmt::format(", {:.1f} W mean, {:.1f} W most", *gpu.mean_power_w, *gpu.most_power_w);
        if (gpu.mean_clock_mhz)
            line +=
                fmt::format(", {:.0f} MHz mean, {:.0f} MHz least", *gpu.mean_clock_mhz, *gpu.least_clock_mhz);
        if (gpu.most_temperature_c) line += fmt::format(", {:.0f} °C most", *gpu.most_temperature_c);
        if (gpu.mean_utilisation) line += fmt::format(", {:.1f} % busy", 100 * *gpu.mean_utilisation);
        print_text("{}\n", line);
    }
}

} // namespace roofrack::cli
