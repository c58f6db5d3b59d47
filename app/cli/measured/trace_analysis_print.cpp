// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measured/trace_analysis_print.h"

#include "app/cli/base/output.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/analysis/idle_summary.h"
#include "core/measured/runs/run_summary.h"

#include <algorithm>
#include <fmt/format.h>

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

} // namespace roofrack::cli
