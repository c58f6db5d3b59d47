// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validate/validate_collectives.h"
#include "app/cli/output.h"

#include "app/cli/command.h"

#include "core/measure/validate_collectives.h"
#include "core/report/measured/collectives_json.h"

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
    if (!markdown)
        for (const SkippedRow& row : v.skipped) print_text("skipped {}: {}\n", row.id, row.why);
    print_text("\n{} rows predicted, {} skipped. Left out: each source predicted by constants fitted without "
               "it.\n",
               v.rows.size(), v.skipped.size());
}

} // namespace

bool is_collectives(const std::string& csv) {
    const auto table = read_csv(csv);
    return table && holds_collectives(*table);
}

int validate_collectives_file(const CollectiveOptions& options) {
    const auto table = read_csv(options.csv);
    if (!table) return report(table.error());
    const auto result = validate_collectives(*table, options.csv, Catalog::built_in(), options.core);
    if (!result) return report(result.error());
    if (options.json)
        fmt::print("{}\n", json_text(collectives_json(*result)));
    else
        print(*result, options.markdown);
    return 0;
}

} // namespace roofrack::cli
