// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validate/validate_collectives.h"
#include "app/cli/base/output.h"

#include "app/cli/base/columns.h"
#include "app/cli/base/commands.h"

#include "core/base/units/printable.h"
#include "validation/report/collectives_json.h"
#include "validation/sweeps/validate_collectives.h"
#include "validation/validate.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

void print(const CollectiveValidation& v, bool markdown) {
    const auto line = [&](const std::string& fabric, const std::string& collective,
                          const CollectiveFigure& f) {
        print_text(fmt::runtime(markdown
                                    ? "| {} | {} | {} | {} | {:.1f} % | {:.1f} % | {:+.1f} % | {:.1f} "
                                      "% | {:.1f} % |\n"
                                    : "{:<58.57}{:<16}{:<18}{:>5}{:>8.1f} %{:>8.1f} %{:>+8.1f} %{:>8.1f} "
                                      "%{:>8.1f} %\n"),
                   fabric, collective, name_of(f.band), f.rows, f.median, f.p90, f.bias, f.held_out_median,
                   f.held_out_p90);
    };
    if (markdown)
        print_text("| fabric | collective | message size | rows | median error | 90th percentile | bias | "
                   "median, source left out | 90th percentile, source left out |\n"
                   "|---|---|---|--:|--:|--:|--:|--:|--:|\n");
    else
        print_text("{:<58}{:<16}{:<18}{:>5}{:>10}{:>10}{:>10}{:>20}\n", "fabric", "collective",
                   "message size", "rows", "median", "90th", "bias", "source left out");
    for (const CollectiveFigure& f : v.figures)
        line(f.core ? f.fabric : "misconfigured: " + f.fabric, f.collective, f);
    for (const CollectiveFigure& f : v.totals)
        line(fmt::format("all {} fabrics, each weighing the same", f.fabrics), "", f);
    const CollectiveBands& bands = CollectiveBands::built_in();
    print_text("\n");
    for (size_t b = 0; b < size_band_count; ++b)
        print_text("{}: the 80 % band is the prediction ×÷ {:.2f}, and {:.2f} over transports that no sweep "
                   "measured.\n",
                   name_of(static_cast<SizeBand>(b)), bands.near[b], bands.far[b]);
    if (!markdown)
        for (const SkippedRow& row : v.skipped) print_text("skipped {}: {}\n", row.id, row.why);
    print_text("\n{} rows predicted, {} skipped. Left out: each source predicted by constants fitted without "
               "it.\n",
               v.rows.size(), v.skipped.size());
}

std::vector<std::string> line_of(const SweepFigure& f, const std::string& name) {
    return {printable_line(name),
            std::string(name_of(f.band)),
            fmt::format("{}", f.rows),
            fmt::format("{}", f.fabrics),
            fmt::format("{:.1f} %", f.median),
            fmt::format("{:.1f} %", f.p90),
            fmt::format("{:+.1f} %", f.bias),
            fmt::format("×÷ {:.2f}", f.band_factor),
            fmt::format("{:.0f} %", 100 * f.coverage)};
}

int leave_out(const Table& sweeps, const std::string& where, const CollectiveOptions& options) {
    const auto by = sweep_class(options.leave_out);
    if (!by)
        return report({"--leave-out", fmt::format("sweeps have no property '{}'", options.leave_out),
                       "name source or fabric"});
    const auto test = collective_transfer(sweeps, where, Catalog::built_in(), *by);
    if (!test) return report(test.error());
    if (options.json) {
        print_json(collective_transfer_json(*test));
        return Exit::done;
    }
    Columns table(options.markdown,
                  {fmt::format("left out: {}", name_of(*by)), "message size", "rows", "fabrics",
                   "median error", "90th percentile", "bias", "80 % band", "in band"},
                  2);
    for (const SweepFigure& f : test->classes) table.add(line_of(f, f.name));
    for (const SweepFigure& f : test->totals)
        table.add(line_of(f, fmt::format("all {} fabrics, each weighing the same", f.fabrics)));
    fmt::print("{}", table.text()); // its names are printable
    print_text("Every class was predicted by constants that were all fitted without it, in a band that holds "
               "{:.0f} % of the other classes left out. {} rows skipped.\n",
               100 * CollectiveBands::nominal, test->skipped.size());
    return Exit::done;
}

} // namespace

bool are_collectives(const std::vector<std::string>& csv) {
    return !csv.empty() && std::ranges::all_of(csv, [](const std::string& file) {
        const auto table = read_csv(file);
        return table && holds_collectives(*table);
    });
}

int validate_collectives_files(const CollectiveOptions& options) {
    const std::string where = fmt::format("{}", fmt::join(options.csv, ", "));
    const auto table = read_runs(std::vector<std::filesystem::path>(options.csv.begin(), options.csv.end()));
    if (!table) return report(table.error());
    if (!options.leave_out.empty()) return leave_out(*table, where, options);
    const auto result = validate_collectives(*table, where, Catalog::built_in(), options.core);
    if (!result) return report(result.error());
    if (options.json)
        print_json(collectives_json(*result));
    else
        print(*result, options.markdown);
    return Exit::done;
}

} // namespace roofrack::cli
