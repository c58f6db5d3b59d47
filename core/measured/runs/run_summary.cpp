// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/run_summary.h"

#include "core/base/units/quantity_text.h"
#include "core/measured/trace/trace_findings.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace roofrack {

namespace {

std::string counted(size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

} // namespace

std::string run_summary(const TraceResult& trace) {
    if (trace.ranks.empty()) return log_text(trace);
    const TraceRank& first = trace.ranks.front();
    const auto file = std::ranges::find(trace.files, first.file, &MeasuredFile::file);
    std::string out = fmt::format(
        "{} of {}", file == trace.files.end() ? std::string_view("profile") : label_of(file->kind),
        counted(trace.ranks.size(), "rank"));
    if (!first.gpu.empty()) out += ", " + first.gpu;
    std::vector<int64_t> steps;
    for (const TraceRank& rank : trace.ranks)
        for (const TraceStep& step : rank.steps)
            if (step.times) steps.push_back(step.times->window_ns);
    if (steps.empty()) return out;
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    return out + fmt::format(", {} of {} (median)", counted(first.steps.size(), "step"),
                             format_quantity(static_cast<double>(*middle) * 1e-9, Dimension::time, 3));
}

} // namespace roofrack
