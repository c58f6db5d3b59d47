// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/idle_summary.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/measure.h"
#include "core/measured/analysis/analysis_measures.h"

#include <algorithm>

namespace roofrack {

void describe(figures::Builder<IdleCauseSum>& v) {
    using S = IdleCauseSum;
    using namespace figures;
    v.choice("cause", &S::cause, "cause", "why nothing ran", all_up_to(IdleCause::unknown), names_item);
    v.number("idle_ns", &S::ns, nanoseconds, "idle", "of that cause, all ranks together", less);
    v.number("share", &S::share, figures::share, "of the idle time", "part of all idle time");
    v.number("of_all_time", &S::of_all_time, figures::share, "of all time", "part of the time of all ranks",
             less);
    v.number(
        "longest_ns", [](const S& s) { return s.longest.empty() ? int64_t(0) : s.longest.front().ns; },
        nanoseconds, "longest", "longest piece of it", less);
}

void describe(figures::Builder<IdleSummary>& v) {
    using S = IdleSummary;
    using namespace figures;
    v.number("window_ns", &S::window_ns, nanoseconds, "time",
             "all steps of all ranks, or their whole windows");
    v.number("idle_ns", &S::idle_ns, nanoseconds, "idle", "in which devices did nothing", less);
    v.number(
        "share", [](const S& s) { return s.share(); }, figures::share, "idle",
        "part of the time of all ranks", less);
    v.list("causes", &S::causes, "causes", "those with any time, the longest first");
}

IdleSummary idle_summary(const TraceAnalysis& analysis) {
    IdleSummary out;
    out.causes.resize(idle_cause_count);
    for (size_t i = 0; i < idle_cause_count; ++i) out.causes[i].cause = static_cast<IdleCause>(i);
    int64_t short_gaps_ns = 0, launching_ns = 0;
    for (size_t place = 0; place < analysis.ranks.size(); ++place) {
        const RankAnalysis& rank = analysis.ranks[place];
        const auto add = [&out](const WindowAnalysis& window) {
            out.window_ns += window.window_ns;
            for (IdleCauseSum& sum : out.causes) sum.ns += window.idle_of(sum.cause);
        };
        short_gaps_ns += rank.short_gaps_ns;
        launching_ns += rank.all.idle_of(IdleCause::host) + rank.all.idle_of(IdleCause::between_kernels);
        if (rank.steps.empty()) add(rank.all);
        for (const WindowAnalysis& step : rank.steps) add(step);
        for (const IdlePiece& piece : rank.longest_idle)
            out.causes[static_cast<size_t>(piece.cause)].longest.push_back(
                {piece.time.end - piece.time.start, place});
    }
    out.causes[static_cast<size_t>(IdleCause::host)].is_in_short_gaps = 2 * short_gaps_ns > launching_ns;
    std::erase_if(out.causes, [](const IdleCauseSum& sum) { return sum.ns <= 0; });
    std::ranges::stable_sort(out.causes, std::ranges::greater{}, &IdleCauseSum::ns);
    for (const IdleCauseSum& sum : out.causes) out.idle_ns += sum.ns;
    for (IdleCauseSum& sum : out.causes) {
        std::ranges::stable_sort(sum.longest, std::ranges::greater{}, &LongIdle::ns);
        const auto ns = static_cast<double>(sum.ns);
        sum.share = ns / static_cast<double>(out.idle_ns);
        if (out.window_ns > 0) sum.of_all_time = ns / static_cast<double>(out.window_ns);
    }
    return out;
}

} // namespace roofrack
