// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validate/validate_transfer.h"

#include "app/cli/command.h"
#include "app/cli/validate/columns.h"

#include "core/measure/transfer/left_out_figures.h"
#include "core/report/measured/transfer_json.h"
#include "core/units/printable.h"

#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace roofrack::cli {

namespace {

std::vector<std::string> line_of(const std::string& name, const Figures& f) {
    return {printable_line(name),
            fmt::format("{}", f.rows),
            fmt::format("{}", f.series),
            fmt::format("{:.1f} %", f.median_abs_error_pct),
            fmt::format("{:.1f} %", f.p90_abs_error_pct),
            fmt::format("{:+.1f} %", f.bias_pct),
            fmt::format("±{:.0f} %", f.half_width_pct),
            fmt::format("{:.0f} %", 100 * f.coverage)};
}

std::string table_of(const TransferTest& test, bool markdown) {
    Columns table(markdown,
                  {fmt::format("left out: {}", name_of(test.by)), "runs", "series", "median error",
                   "90th percentile", "bias", "80 % band", "in band"},
                  1);
    for (const TransferClass& each : test.classes) table.add(line_of(each.name, each.figures));
    table.add(line_of("all", test.all));
    return table.text();
}

/// One table of all properties, then one of each property's classes.
std::string tables_of(std::span<const TransferTest> tests, bool markdown) {
    Columns all(
        markdown,
        {"left out", "runs", "series", "median error", "90th percentile", "bias", "80 % band", "in band"}, 1);
    for (const TransferTest& test : tests) all.add(line_of(std::string(name_of(test.by)), test.all));
    std::string out = all.text();
    for (const TransferTest& test : tests) out += table_of(test, markdown);
    return out;
}

} // namespace

void show_transfer(size_t done, size_t of, const std::string& name) {
    if (isatty(STDERR_FILENO) == 0) return; // a line a class would only fill a log
    fmt::print(stderr, "\r{:>4} of {} left out: {:<48.48}{}", done, of, name, done == of ? "\n" : "");
    std::fflush(stderr);
}

int validate_transfer(const Table& runs, const std::string& where, const TransferOptions& options) {
    const auto by = left_out_by(options.left_out);
    if (!by)
        return report({"--leave-out", fmt::format("no property '{}'", options.left_out),
                       "name generation, family, release, source, scale, precision or vendor"});
    const auto test = transfer_test(runs, where, Catalog::built_in(), CostParameters::built_in(), *by,
                                    options.core, show_transfer);
    if (!test) return report(test.error());
    if (options.json) {
        fmt::print("{}\n", json_text(transfer_json(*test)));
        return Exit::done;
    }
    fmt::print("{}", table_of(*test, options.markdown)); // its names are printable
    print_text("Every class was predicted by factors fitted without it, in a band that holds {:.0f} % of the "
               "other classes left out. {} rows skipped.\n",
               100 * test->nominal_coverage, test->skipped.size());
    return Exit::done;
}

int show_left_out_figures(bool json, bool markdown) {
    if (json)
        fmt::print("{}\n", json_text(left_out_json(left_out_figures())));
    else
        fmt::print("{}", tables_of(left_out_figures(), markdown));
    return Exit::done;
}

} // namespace roofrack::cli
