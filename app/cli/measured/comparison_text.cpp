// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measured/comparison_text.h"

#include "app/cli/base/output.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace roofrack::cli {

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
