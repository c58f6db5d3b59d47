// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validate/validate_output.h"

#include <fmt/format.h>

namespace roofrack::cli {

namespace {

std::string fits(const MemoryValidation& memory) {
    if (memory.configurations == 0) return {};
    std::string out = fmt::format("{} of {} published configurations fit their GPU.",
                                  memory.configurations - memory.exceeding.size(), memory.configurations);
    if (memory.tightest.capacity > 0)
        out += fmt::format(" Tightest: {} needs {:.1f} of {:.1f} GB, with twice the micro-batch {:.1f} GB.",
                           memory.tightest.id, memory.tightest.needed / 1e9, memory.tightest.capacity / 1e9,
                           memory.tightest_doubled / 1e9);
    return out + "\n";
}

} // namespace

std::string memory_text(const MemoryValidation& memory) {
    std::string out;
    if (!memory.rows.empty()) {
        out += fmt::format("{:<52}{:>12}{:>12}{:>9}\n", "memory", "published", "predicted", "error");
        for (const ValidatedRow& row : memory.rows)
            out += fmt::format("{:<52}{:>12.4g}{:>12.4g}{:>+8.1f} %\n", row.id.substr(0, 51), row.published,
                               row.predicted, row.error_pct);
        for (const FigureGroup& group : memory.by_series)
            out +=
                fmt::format("{:<52}{:>5} rows, median error {:.1f} %, bias {:+.1f} %, {:.0f} % in the band\n",
                            group.key, group.figures.rows, group.figures.median_abs_error_pct,
                            group.figures.bias_pct, 100 * group.figures.coverage);
        out +=
            fmt::format("Memory of {} runs: median error {:.1f} %, each series weighing the same; bands of "
                        "nominal 80 % from the other series hold {:.0f} %, ±{:.0f} % in the median.\n",
                        memory.rows.size(), memory.all.median_abs_error_pct, 100 * memory.all.coverage,
                        memory.all.half_width_pct);
    }
    for (const SkippedRow& row : memory.skipped)
        out += fmt::format("memory skipped {}: {}\n", row.id, row.why);
    for (const ConfigurationFit& fit : memory.exceeding)
        out += fmt::format("does not fit: {} needs {:.1f} of {:.1f} GB\n", fit.id, fit.needed / 1e9,
                           fit.capacity / 1e9);
    out += fits(memory);
    return out.empty() ? out : out + "\n";
}

std::string memory_markdown(const MemoryValidation& memory) {
    if (memory.rows.empty()) return {};
    std::string out = "Memory a GPU:\n\n| series | runs | median error | bias | 80 % band | in band |\n"
                      "|---|--:|--:|--:|--:|--:|\n";
    const auto line = [&](const std::string& name, const Figures& f) {
        out += fmt::format("| {} | {} | {:.1f} % | {:+.1f} % | ±{:.0f} % | {:.0f} % |\n", name, f.rows,
                           f.median_abs_error_pct, f.bias_pct, f.half_width_pct, 100 * f.coverage);
    };
    for (const FigureGroup& group : memory.by_series) line(group.key, group.figures);
    line("all", memory.all);
    return out + "\n" + fits(memory) + "\n";
}

} // namespace roofrack::cli
