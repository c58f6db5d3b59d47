// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measured/trace_analysis_print.h"

#include "app/cli/base/output.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/analysis/idle_summary.h"
#include "core/measured/runs/run_summary.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>

namespace roofrack::cli {

namespace {

constexpr size_t most_analysis_rows = 15;

std::string in_ms(int64_t ns) { return fmt::format("{:.3f}", static_cast<double>(ns) / 1e6); }

template<class T>
std::string number_or_dash(const std::optional<T>& value) {
    return value ? fmt::format("{}", *value) : std::string("-");
}

std::string percent_or_dash(const std::optional<double>& share) {
    return share ? fmt::format("{:.1f}", 100 * *share) : std::string("-");
}

/// So much of a long name as fits, its start and its end.
std::string shortened(const std::string& name, size_t most) {
    if (name.size() <= most) return name;
    const size_t tail = most / 3;
    return name.substr(0, most - tail - 3) + "..." + name.substr(name.size() - tail);
}

void print_more(size_t count) {
    if (count > most_analysis_rows)
        print_text("  and {} more (--json has all)\n", count - most_analysis_rows);
}

void print_window(const std::string& label, const WindowAnalysis& window) {
    std::string line = fmt::format("  {:<26}", label);
    for (const int64_t ns : {window.window_ns, window.compute_ns, window.waiting_ns, window.transfer_ns,
                             window.exposed_mem_ns, window.idle_ns})
        line += fmt::format(" {:>10}", in_ms(ns));
    for (const int64_t ns : window.idle_by_cause_ns) line += fmt::format(" {:>10}", in_ms(ns));
    print_text("{}\n", line);
}

void print_ranks(const TraceAnalysis& analysis) {
    if (analysis.ranks.empty()) return;
    std::string head = fmt::format("  {:<26}", "milliseconds");
    for (const char* column : {"window", "compute", "waiting", "transfer", "copies", "idle", "host",
                               "synchron.", "input", "allocation", "between", "dependency", "unknown"})
        head += fmt::format(" {:>10}", column);
    print_text("\nWhere the time went; idle time by its cause\n{}\n", head);
    for (const RankAnalysis& rank : analysis.ranks) {
        print_window(rank.rank ? fmt::format("rank {}", *rank.rank)
                               : fmt::format("device {}", number_or_dash(rank.device)),
                     rank.all);
        for (const WindowAnalysis& step : rank.steps) print_window("  " + step.name, step);
    }
}

void print_idle(const TraceAnalysis& analysis, const TraceResult& trace) {
    const IdleSummary idle = idle_summary(analysis);
    if (idle.causes.empty()) return;
    print_text("\nIdle {:.1f} % of all time of {}, {} ms together\n", 100 * idle.share(),
               all_ranks_text(trace), in_ms(idle.idle_ns));
    for (const IdleCauseSum& sum : idle.causes)
        print_text("  {:<44} {:>10} ms {:>6.1f} % of it, longest {} ms\n", label_of(sum), in_ms(sum.ns),
                   100 * sum.share, sum.longest.empty() ? "-" : in_ms(sum.longest.front().ns));
}

void print_collectives(const TraceAnalysis& analysis) {
    if (analysis.collectives.empty()) return;
    print_text(
        "\nCollectives, longest exposed first\n  {:<26} {:>6} {:>12} {:>7} {:>11} {:>11} {:>11} {:>12} "
        "{:>12} {:>12}\n",
        "kind", "ranks", "message", "count", "exposed ms", "waiting ms", "latency us", "bus", "fabric",
        "% of fabric");
    for (size_t i = 0; i < std::min(most_analysis_rows, analysis.collectives.size()); ++i) {
        const CollectiveClass& each = analysis.collectives[i];
        const auto rate = [](const std::optional<double>& value) {
            return value ? format_quantity(*value, Dimension::byte_rate, 3) : std::string("-");
        };
        print_text("  {:<26} {:>6} {:>12} {:>7} {:>11} {:>11} {:>11.1f} {:>12} {:>12} {:>12}\n",
                   shortened(each.kind, 26), number_or_dash(each.group_size),
                   each.bytes ? format_quantity(static_cast<double>(*each.bytes), Dimension::bytes, 3) : "-",
                   each.count, in_ms(each.exposed_ns), in_ms(each.waiting_ns),
                   static_cast<double>(each.latency_ns) / 1e3, rate(each.bus_bytes_per_s),
                   rate(each.expected_bus_bytes_per_s), percent_or_dash(each.of_expected));
    }
    print_more(analysis.collectives.size());
}

void print_kernels(const TraceAnalysis& analysis) {
    if (analysis.kernels.empty()) return;
    print_text("\nKernels, longest first\n  {:<58} {:>8} {:>11} {:>10} {:>7} {:>13} {:>7}\n", "name", "count",
               "total ms", "mean us", "share %", "slowest rank", "factor");
    for (size_t i = 0; i < std::min(most_analysis_rows, analysis.kernels.size()); ++i) {
        const KernelClass& each = analysis.kernels[i];
        print_text("  {:<58} {:>8} {:>11} {:>10.1f} {:>7.1f} {:>13} {:>7}\n", shortened(each.name, 58),
                   each.count, in_ms(each.total_ns), static_cast<double>(each.mean_ns) / 1e3,
                   100 * each.share, number_or_dash(each.slowest_rank),
                   each.slowest_factor ? fmt::format("{:.3f}", *each.slowest_factor) : "-");
    }
    print_more(analysis.kernels.size());
}

void print_gemms(const TraceAnalysis& analysis) {
    if (analysis.gemms.empty()) return;
    print_text("\nMultiplications of matrices, longest first\n  {:<16} {:<42} {:>8} {:>11} {:>14} {:>13}\n",
               "operator", "inputs", "count", "total ms", "rate", "% of roofline");
    for (size_t i = 0; i < std::min(most_analysis_rows, analysis.gemms.size()); ++i) {
        const GemmClass& each = analysis.gemms[i];
        print_text("  {:<16} {:<42} {:>8} {:>11} {:>14} {:>13}\n", each.op, shortened(each.dims, 42),
                   each.count, in_ms(each.total_ns),
                   format_quantity(each.flops_per_s, Dimension::flop_rate, 3),
                   percent_or_dash(each.of_roofline));
    }
    print_more(analysis.gemms.size());
}

} // namespace

void print_causes(const TraceVerdict& verdict) {
    if (verdict.causes.empty()) return;
    print_text("Causes\n");
    for (const FoundCause& cause : verdict.causes) {
        print_text("  {}: {:.1f} % of the critical path; explains {:.0f} % of the {}\n", cause.sentence,
                   100 * cause.cost, 100 * cause.explained, cause.of);
        for (const VerdictEvidence& event : cause.evidence) {
            const std::string of = whose(event);
            print_text("    {}{}{}: {}: {}\n", of, of.empty() ? "" : ", ", shortened(event.name, 60),
                       when_text(event), event.why);
        }
        for (const std::string& remedy : cause.to_try) print_text("    try: {}\n", remedy);
    }
    print_text("\n");
}

void print_analysis(const TraceAnalysis& analysis, const TraceResult& trace) {
    print_ranks(analysis);
    print_idle(analysis, trace);
    print_collectives(analysis);
    print_kernels(analysis);
    print_gemms(analysis);
}

namespace {

constexpr size_t most_study_rows = 10, most_stretches = 40;

std::string time_cell(double seconds) { return format_quantity(seconds, Dimension::time, 4); }

double seconds_of_ns(int64_t ns) { return static_cast<double>(ns) * 1e-9; }

void print_questions(const StragglerStudy& study) {
    print_text("\n  {:<20} {:<40} {:>12} {:>12} {:>10}\n", "as fast as others", "", "step", "saved",
               "of all");
    std::optional<BlameKind> kind;
    size_t rows = 0;
    for (const ReplayQuestion& each : study.without) {
        if (kind != each.kind) rows = 0;
        if (++rows > most_study_rows) continue;
        print_text("  {:<20} {:<40} {:>12} {:>12} {:>8.1f} %\n", kind == each.kind ? "" : label_of(each.kind),
                   each.name, time_cell(each.step_s), time_cell(each.saved_s), 100 * each.share);
        kind = each.kind;
    }
}

void print_paths(const StragglerStudy& study) {
    print_text("\n  {:<12} {:>12} {:>12} {:>9} {:>9} {:>9} {:>9}  {}\n", "step", "recorded", "replayed",
               "slowdown", "compute", "transfer", "wait", "held by");
    const size_t skipped = study.steps.size() > most_study_rows ? study.steps.size() - most_study_rows : 0;
    if (skipped > 0) print_text("  {} earlier steps\n", skipped);
    for (size_t i = skipped; i < study.steps.size(); ++i) {
        const ReplayedStep& step = study.steps[i];
        const auto part = [&](int64_t ns) {
            return step.recorded_s > 0 ? fmt::format("{:.1f} %", 100 * seconds_of_ns(ns) / step.recorded_s)
                                       : std::string("-");
        };
        print_text("  {:<12} {:>12} {:>12} {:>9.3f} {:>9} {:>9} {:>9}  {}\n", step.name,
                   time_cell(step.recorded_s), time_cell(step.replayed_s), step.slowdown,
                   part(step.compute_ns), part(step.transfer_ns), part(step.wait_ns), step.held_by);
    }
    print_text("\n  {:<28} {:<40} {:>12} {:>10}\n", "on the critical paths", "", "time", "of all");
    for (size_t i = 0; i < std::min(most_study_rows, study.held.size()); ++i) {
        const PathShare& share = study.held[i];
        print_text("  {:<28} {:<40} {:>12} {:>8.1f} %\n", share.worker,
                   (share.waits ? "wait before " : "") + share.type, time_cell(seconds_of_ns(share.total_ns)),
                   100 * share.share);
    }
}

void print_path(const StragglerStudy& study) {
    print_text("\n  critical path of step {}\n  {:>12} {:>12}  {:<9} {:<28} {}\n", study.path_step, "from",
               "time", "does", "worker", "operation");
    for (size_t i = 0; i < std::min(most_stretches, study.path.size()); ++i) {
        const PathStretch& stretch = study.path[i];
        print_text("  {:>12} {:>12}  {:<9} {:<28} {}\n", time_cell(seconds_of_ns(stretch.start_ns)),
                   time_cell(seconds_of_ns(stretch.duration_ns)), stretch.does, stretch.worker, stretch.type);
    }
    if (study.path.size() > most_stretches)
        print_text("  {} more; all with --json\n", study.path.size() - most_stretches);
}

} // namespace

void print_study(const StragglerStudy& study) {
    print_text("\n{}: {}\n", study.file, summary_of(study));
    print_text(
        "  {} workers, {} steps; mean step recorded {}, replayed {}, without stragglers {}: {:.1f} % of all "
        "worker-hours wasted; the replay is off by {:.2f} %\n",
        study.workers, study.steps.size(), time_cell(study.recorded_s), time_cell(study.replayed_s),
        time_cell(study.ideal_s), 100 * study.wasted, 100 * study.replay_error);
    print_questions(study);
    print_paths(study);
    print_path(study);
}

namespace {

constexpr size_t most_compared_rows = 15;

std::string ms_text(int64_t ns) { return fmt::format("{:.6f}", static_cast<double>(ns) / 1e6); }
std::string change_text(int64_t ns) { return fmt::format("{:+.6f}", static_cast<double>(ns) / 1e6); }

/// Kernels' names are long: their beginning.
std::string shortened(const std::string& name) {
    constexpr size_t most = 56;
    return name.size() <= most ? name : name.substr(0, most - 3) + "...";
}

void print_parts(const char* heading, const std::vector<ComparedPart>& parts) {
    if (parts.empty()) return;
    print_text("\n  {:<56} {:>7} {:>7} {:>14} {:>14} {:>14} {:>14} {:>14}\n", heading, "before", "now",
               "before ms", "now ms", "change ms", "only before", "only now");
    ComparedPart sum, rest;
    const auto add = [](ComparedPart& to, const ComparedPart& part) {
        to.first_count += part.first_count;
        to.second_count += part.second_count;
        to.first_ns += part.first_ns;
        to.second_ns += part.second_ns;
        to.only_first_ns += part.only_first_ns;
        to.only_second_ns += part.only_second_ns;
    };
    const auto line = [](const std::string& name, const ComparedPart& part) {
        print_text("  {:<56} {:>7} {:>7} {:>14} {:>14} {:>14} {:>14} {:>14}\n", name, part.first_count,
                   part.second_count, ms_text(part.first_ns), ms_text(part.second_ns),
                   change_text(part.change_ns()), ms_text(part.only_first_ns), ms_text(part.only_second_ns));
    };
    for (size_t i = 0; i < parts.size(); ++i) {
        add(sum, parts[i]);
        if (i < most_compared_rows)
            line(shortened(parts[i].name), parts[i]);
        else
            add(rest, parts[i]);
    }
    if (parts.size() > most_compared_rows)
        line(fmt::format("{} more", parts.size() - most_compared_rows), rest);
    line("sum", sum);
}

} // namespace

void print_comparison(const RunComparison& comparison) {
    print_text("{}\n", summary_of(comparison));
    print_text("  {} steps compared, one of a rank each: {} ms before, {} ms now, {} ms\n",
               comparison.steps.size(), ms_text(comparison.first_ns), ms_text(comparison.second_ns),
               change_text(comparison.change_ns()));
    const auto only = [](int64_t before, int64_t now, const char* what) {
        if (before + now > 0)
            print_text("  without a counterpart: {} {} before, {} now\n", before, what, now);
    };
    only(comparison.ranks_only_first, comparison.ranks_only_second, "ranks");
    only(comparison.steps_only_first, comparison.steps_only_second, "steps");
    print_text("\n  {:<8} {:<22} {:<22} {:>14} {:>14} {:>14}\n", "rank", "step before", "step now",
               "before ms", "now ms", "change ms");
    for (size_t i = 0; i < std::min(most_compared_rows, comparison.steps.size()); ++i) {
        const ComparedStep& step = comparison.steps[i];
        print_text("  {:<8} {:<22} {:<22} {:>14} {:>14} {:>14}\n",
                   step.rank ? std::to_string(*step.rank) : "not known", step.first, step.second,
                   ms_text(step.first_ns), ms_text(step.second_ns), change_text(step.change_ns()));
    }
    if (comparison.steps.size() > most_compared_rows)
        print_text("  {} more; all with --json\n", comparison.steps.size() - most_compared_rows);
    print_parts("computation, by operator", comparison.operators);
    print_parts("the same, by kernel", comparison.kernels);
    print_parts("collectives, not hidden", comparison.collectives);
    print_parts("copies, not hidden", comparison.copies);
    print_parts("idle, by cause", comparison.idle);
}

} // namespace roofrack::cli
