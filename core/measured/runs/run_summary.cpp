// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/run_summary.h"

#include "core/base/units/median.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/runs/separate_runs.h"
#include "core/measured/trace/trace_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace roofrack {

namespace {

std::string counted(size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

} // namespace

bool are_devices(const TraceResult& trace) {
    return trace.ranks.size() > 1 && std::ranges::all_of(trace.ranks, [&trace](const TraceRank& rank) {
               return rank.device && !rank.rank && rank.file == trace.ranks.front().file;
           });
}

std::string_view all_ranks_text(const TraceResult& trace) {
    return are_devices(trace) ? "all devices" : "all ranks";
}

std::string run_summary(const TraceResult& trace) {
    if (trace.ranks.empty()) return log_text(trace);
    const TraceRank& first = trace.ranks.front();
    const size_t runs = separate_runs(trace).size();
    const auto file = std::ranges::find(trace.files, first.file, &MeasuredFile::file);
    std::string out = fmt::format(
        "{} of {}", file == trace.files.end() ? std::string_view("profile") : label_of(file->kind),
        counted(trace.ranks.size(), are_devices(trace) ? "device" : "rank"));
    if (runs > 1) return out + fmt::format(" of {} different runs", runs); // they have no common step
    if (!first.gpu.empty()) out += ", " + first.gpu;
    std::vector<double> steps;
    for (const TraceRank& rank : trace.ranks)
        for (const TraceStep& step : rank.steps)
            if (step.times) steps.push_back(static_cast<double>(step.times->window_ns) * 1e-9);
    if (steps.empty()) return out;
    const size_t all = steps.size();
    const auto told = [](double seconds) { return format_quantity(seconds, Dimension::time, 3); };
    const std::string mean =
        told(std::accumulate(steps.begin(), steps.end(), 0.0) / static_cast<double>(all));
    const std::string middle = told(median(std::move(steps)));
    return out +
           fmt::format(", {}{} of {}", counted(first.steps.size(), "step"),
                       trace.ranks.size() > 1 ? " each" : "", middle) +
           (all == 1         ? std::string()
            : mean == middle ? fmt::format(" (median of {})", all)
                             : fmt::format(" (median of {}; mean {})", all, mean));
}

} // namespace roofrack
