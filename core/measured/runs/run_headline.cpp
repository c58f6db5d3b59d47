// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/run_headline.h"

#include "core/base/units/quantity_text.h"
#include "core/measured/runs/mean_step.h"
#include "core/measured/runs/run_summary.h"
#include "core/measured/trace/trace_findings.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

std::string time_text(double seconds) { return format_quantity(seconds, Dimension::time, 3); }

std::string share_text(double share) {
    return 100 * share >= 9.95 || share <= 0 ? fmt::format("{:.0f} %", 100 * share)
                                             : fmt::format("{:.1f} %", 100 * share);
}

/// Longest first; what is less than a hundredth is left out.
std::string parts_text(const WindowParts& parts) {
    struct Part {
        double seconds;
        const char* words;
    };
    std::vector<Part> all{{parts.compute_s, "compute"},
                          {parts.exposed_comm_s, "wait for communication"},
                          {parts.exposed_mem_s, "wait for copies"},
                          {parts.idle_s, "idle"}};
    std::ranges::stable_sort(all, std::ranges::greater{}, &Part::seconds);
    std::erase_if(all, [&](const Part& part) { return part.seconds < 1e-2 * parts.window_s(); });
    std::string out;
    for (size_t i = 0; i < all.size(); ++i)
        out += fmt::format("{}{} {}",
                           i == 0                ? ""
                           : i + 1 == all.size() ? " and "
                                                 : ", ",
                           all[i].words, share_text(all[i].seconds / parts.window_s()));
    return out;
}

std::string ranks_text(size_t ranks) { return fmt::format("{} rank{}", ranks, ranks == 1 ? "" : "s"); }

/// The first log with step times: how long they took, and how even they are.
std::optional<RunHeadline> of_log(const TraceResult& trace) {
    const auto file = std::ranges::find_if(
        trace.files, [](const MeasuredFile& each) { return each.median_step_s.has_value(); });
    if (file == trace.files.end()) return std::nullopt;
    std::vector<double> times;
    const LoggedStep* slowest = nullptr;
    for (const LoggedStep& step : file->steps)
        if (step.step_s) {
            // The first one warms up.
            if (!times.empty() && (!slowest || *step.step_s > *slowest->step_s)) slowest = &step;
            times.push_back(*step.step_s);
        }
    RunHeadline out;
    out.where = fmt::format("a step takes {} (median of {})", time_text(*file->median_step_s), times.size());
    if (slowest && *slowest->step_s > 1.05 * *file->median_step_s)
        out.where += fmt::format("; the slowest, iteration {}, {} ({:.2f} times as long)", slowest->iteration,
                                 time_text(*slowest->step_s), *slowest->step_s / *file->median_step_s);
    else if (slowest)
        out.where += ", none takes 5 % more";
    out.who = "a log does not tell what the GPUs waited for, nor who was late: a profile does";
    return out;
}

} // namespace

RunHeadline run_headline(const TraceResult& trace) {
    RunHeadline out;
    if (const auto mean = mean_step(trace)) {
        out.where = mean->has_steps ? fmt::format("in a step of {} the GPUs {}",
                                                  time_text(mean->parts.window_s()), parts_text(mean->parts))
                                    : fmt::format("in {} the GPUs {}: no step is marked",
                                                  time_text(mean->parts.window_s()), parts_text(mean->parts));
        out.who = straggler_text(trace);
        if (out.who.empty())
            out.who = mean->ranks == 1 ? "one rank alone does not tell who was late"
                      : trace.stragglers.empty()
                          ? "no collective that the GPUs share tells who was late"
                          : fmt::format("none of {} made the others wait", ranks_text(mean->ranks));
    } else if (const auto log = of_log(trace)) {
        out = *log;
    } else {
        out.where = nothing_measured_text(trace);
        if (out.where.empty())
            out.where = "its files tell neither how long a step took nor what the GPUs did";
    }
    out.what = run_summary(trace);
    return out;
}

} // namespace roofrack
