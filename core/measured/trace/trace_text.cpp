// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/trace_text.h"

#include "core/base/units/percent_text.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/word_list.h"
#include "core/measured/trace/logs/measured_file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace roofrack {

std::string straggler_text(const TraceResult& trace) {
    if (trace.stragglers.empty()) return {};
    const TraceStraggler& first = trace.stragglers.front();
    if (first.wait_caused_ns <= 0) return {};
    const size_t others = std::max<size_t>(2, trace.ranks.size()) - 1;
    double windows_ns = 0;
    for (const TraceRank& rank : trace.ranks)
        if (rank.times && rank.rank != first.rank) windows_ns += static_cast<double>(rank.times->window_ns);
    const auto wait_ns = static_cast<double>(first.wait_caused_ns);
    std::string out = fmt::format(
        "rank {} came last to {}{} collective{}: the other{} waited {} for it{}", first.rank, first.last_in,
        first.collectives > 0 ? fmt::format(" of {}", first.collectives) : std::string(),
        std::max(first.last_in, first.collectives) == 1 ? "" : "s", others > 1 ? "s" : "",
        format_quantity(wait_ns * 1e-9, Dimension::time, 3),
        others > 1 ? fmt::format(", summed over {} ranks", others) : std::string());
    if (windows_ns > 0)
        out += fmt::format(" ({} of {} time)",
                           share_in_percent(wait_ns / windows_ns, 10 * wait_ns < windows_ns ? 1 : 0),
                           others > 1 ? "their" : "its");
    return out;
}

namespace {

std::string late_time(int64_t ns) {
    return format_quantity(static_cast<double>(ns) * 1e-9, Dimension::time, 3);
}

/// "rank 5", "ranks 2 and 6"; of many their number.
std::string numbered_ranks(const std::vector<int>& ranks) {
    constexpr size_t most_named = 4;
    if (ranks.size() > most_named) return fmt::format("{} ranks", ranks.size());
    std::vector<std::string> names;
    for (const int rank : ranks) names.push_back(fmt::format("{}", rank));
    return fmt::format("rank{} {}", ranks.size() == 1 ? "" : "s", word_list(names));
}

/// The collective that makes half of the wait or more, and who came just before the late rank.
std::string longest_wait_text(const TraceResult& trace, const TraceStraggler& late) {
    const TraceStraggler::Longest& longest = *late.longest;
    if (2 * longest.wait_ns < late.wait_caused_ns) return {};
    const auto rank =
        std::ranges::find_if(trace.ranks, [&](const TraceRank& each) { return each.rank == late.rank; });
    const bool has_one_step = rank != trace.ranks.end() && rank->steps.size() == 1;
    std::string out = fmt::format(
        "{} of the wait is in {}, where {} came {}",
        share_in_percent(static_cast<double>(longest.wait_ns) / static_cast<double>(late.wait_caused_ns)),
        !longest.is_first ? "one collective"
        : has_one_step    ? "the first collective of the step"
                          : "the first collective of the profile",
        numbered_ranks(longest.next),
        longest.ahead_ns > 0 ? late_time(longest.ahead_ns) + " before it" : "at the same time");
    return out + (longest.is_first ? ": the profile's start may be why; " : "; ");
}

} // namespace

std::string late_gain_text(const TraceResult& trace) {
    if (straggler_text(trace).empty() || !trace.stragglers.front().longest) return {};
    const TraceStraggler& late = trace.stragglers.front();
    return longest_wait_text(trace, late) +
           (late.alone_ns > 0
                ? fmt::format("were rank {} alone on time, {} would be gained at most", late.rank,
                              late_time(late.alone_ns))
                : fmt::format("were rank {} alone on time, nothing would be gained", late.rank));
}

namespace {

bool is_nothing_measured(const TraceResult& trace) {
    if (trace.ranks.empty() ||
        std::ranges::any_of(trace.ranks, [](const TraceRank& rank) { return rank.times.has_value(); }))
        return false;
    // a pipeline's timeline tells of its workers, not of their devices
    return std::ranges::find(trace.files, MeasuredKind::pipeline_timeline, &MeasuredFile::kind) ==
           trace.files.end();
}

/// Operators in their order, without a time, in every file: no other way of recording would add some.
bool are_execution_traces(const TraceResult& trace) {
    return std::ranges::all_of(trace.ranks, [&](const TraceRank& rank) {
        const auto file = std::ranges::find(trace.files, rank.file, &MeasuredFile::file);
        return file != trace.files.end() && file->kind == MeasuredKind::execution_trace;
    });
}

} // namespace

std::string nothing_measured_text(const TraceResult& trace) {
    if (!is_nothing_measured(trace)) return {};
    const std::string first = std::filesystem::path(trace.ranks.front().file).filename().string();
    if (are_execution_traces(trace))
        return trace.ranks.size() == 1
                   ? fmt::format("an execution trace has no times: {}", first)
                   : fmt::format("execution traces have no times: {} files, {} and others",
                                 trace.ranks.size(), first);
    return trace.ranks.size() == 1
               ? fmt::format("no GPU activity in {}", first)
               : fmt::format("no GPU activity in any of {} files, {} and others", trace.ranks.size(), first);
}

std::string nothing_measured_fix(const TraceResult& trace) {
    if (!is_nothing_measured(trace)) return {};
    return are_execution_traces(trace) ? "give a profile of the run: PyTorch's, Nsight's, ROCm's or XLA's"
                                       : "record the GPU's activities (PyTorch: activities=[CPU, CUDA])";
}

std::string log_text(const TraceResult& trace) {
    std::vector<const MeasuredFile*> logs;
    for (const MeasuredFile& file : trace.files)
        if (std::ranges::find(trace.ranks, file.file, &TraceRank::file) == trace.ranks.end())
            logs.push_back(&file);
    if (logs.empty()) return {};
    const auto with_step =
        std::ranges::find_if(logs, [](const MeasuredFile* file) { return file->median_step_s.has_value(); });
    const std::string first = summary_of(with_step == logs.end() ? *logs.front() : **with_step);
    const size_t others = logs.size() - 1;
    return others == 0 ? first : fmt::format("{}, and {} more file{}", first, others, others == 1 ? "" : "s");
}

} // namespace roofrack
