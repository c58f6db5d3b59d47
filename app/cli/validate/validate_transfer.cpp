// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validate/validate_transfer.h"

#include "app/cli/base/columns.h"
#include "app/cli/base/commands.h"

#include "core/base/files/atomic_file.h"
#include "core/base/units/printable.h"
#include "core/measured/measure/published/left_out_figures.h"
#include "validation/audit.h"
#include "validation/report/odds_reliability_json.h"
#include "validation/report/transfer_json.h"

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

/// The test by the errors that the program keeps.
Result<TransferTest> kept_test(const Table& runs, const std::string& where, LeftOut by, bool only_core) {
    std::vector<SkippedRow> skipped;
    const auto predicted =
        transfer_runs(runs, where, Catalog::built_in(), CostParameters::built_in(), only_core, skipped);
    if (!predicted) return tl::unexpected(predicted.error());
    auto test = transfer_test(*predicted, where, LeftOutErrors::built_in(), by);
    if (test) test->skipped = std::move(skipped);
    return test;
}

} // namespace

void show_transfer(size_t done, size_t of, const std::string& name) {
    if (isatty(STDERR_FILENO) == 0) return; // one line per class would only fill a log
    fmt::print(stderr, "\r{:>4} of {} left out: {:<48.48}{}", done, of, name, done == of ? "\n" : "");
    std::fflush(stderr);
}

int write_left_out_errors(const Table& runs, const std::string& where, const std::filesystem::path& file) {
    std::vector<SkippedRow> skipped;
    const auto predicted =
        predicted_runs(runs, where, Catalog::built_in(), CostParameters::built_in(), false, skipped);
    if (!predicted) return report(predicted.error());
    LeftOutErrors errors;
    for (size_t by = 0; by < left_out_count; ++by)
        leave_out(*predicted, static_cast<LeftOut>(by), CostParameters::built_in(), errors, show_transfer);
    const auto written = write_file_atomically(file, errors.csv());
    if (!written) return report(written.error());
    print_text("{} runs left out in {} ways.\n", errors.size(), left_out_count);
    return Exit::done;
}

Result<Uncertainty> spreads_of(const Table& runs, const std::string& where) {
    std::vector<SkippedRow> skipped;
    const auto predicted =
        transfer_runs(runs, where, Catalog::built_in(), CostParameters::built_in(), false, skipped);
    if (!predicted) return tl::unexpected(predicted.error());
    const auto evidence = left_out_runs(*predicted, LeftOutErrors::built_in());
    Uncertainty out = level_spreads(*predicted, evidence, std::vector<bool>(predicted->size(), false));
    std::vector<FitRun> fitted;
    for (const ValidationRun& run : *predicted) fitted.push_back(run.run);
    for (const InformedConstant& c : inform_constants(fitted, every_factor(), CostParameters::built_in()))
        out.constants.push_back(c.entry());
    out.memory =
        derive_memory_spread(validate_memory(runs, Catalog::built_in(), CostParameters::built_in(), false));
    return out;
}

int validate_transfer(const Table& runs, const std::string& where, const TransferOptions& options) {
    const auto by = left_out_by(options.left_out);
    if (!by)
        return report({"--leave-out", fmt::format("no property '{}'", options.left_out),
                       "name generation, family, release, source, scale, quarter_scale, precision, vendor or "
                       "combination"});
    const auto test = options.kept
                          ? kept_test(runs, where, *by, options.core)
                          : transfer_test(runs, where, Catalog::built_in(), CostParameters::built_in(), *by,
                                          options.core, show_transfer);
    if (!test) return report(test.error());
    if (options.json) {
        print_json(transfer_json(*test));
        return Exit::done;
    }
    fmt::print("{}", table_of(*test, options.markdown)); // its names are printable
    print_text(
        "Every class was predicted by factors fitted without it, in bands of nominal {:.0f} % derived "
        "without it; of dense models that publish all they hold {:.0f} %, of mixtures of experts {:.0f} %. "
        "{} rows skipped.\n",
        100 * test->nominal_coverage, 100 * test->dense.coverage, 100 * test->experts.coverage,
        test->skipped.size());
    return Exit::done;
}

int show_left_out_figures(bool json, bool markdown) {
    if (json)
        print_json(left_out_json(left_out_figures()));
    else
        fmt::print("{}", tables_of(left_out_figures(), markdown));
    return Exit::done;
}

int show_odds_reliability(const Table& runs, const std::string& where, bool json, bool markdown) {
    std::vector<SkippedRow> skipped;
    const auto predicted =
        transfer_runs(runs, where, Catalog::built_in(), CostParameters::built_in(), false, skipped);
    if (!predicted) return report(predicted.error());
    const Constant* const shared = Catalog::built_in().defaults().figure("bands.shared_error");
    const OddsReliability found =
        odds_reliability(*predicted, LeftOutErrors::built_in(), shared ? shared->value : 0);
    if (json) {
        print_json(odds_reliability_json(found));
        return Exit::done;
    }
    Columns table(markdown, {"chance foretold", "pairs", "mean chance", "was the faster", "by series"}, 1);
    for (const ReliabilityBin& bin : found.bins) {
        const auto percent = [&](double share) {
            return bin.pairs > 0 ? fmt::format("{:.0f} %", 100 * share) : std::string("–");
        };
        table.add({fmt::format("{:.0f} to {:.0f} %", 100 * bin.from, 100 * bin.to),
                   fmt::format("{}", bin.pairs), percent(bin.foretold), percent(bin.happened),
                   percent(bin.happened_by_series)});
    }
    fmt::print("{}", markdown ? table.lines() : table.text());
    if (!markdown)
        print_text(
            "{} pairs of runs of one model, of {} series, each predicted without its source. Errors of "
            "one stack, generation and model correlate by {:.2f} within a series and {:.2f} between "
            "series; of several stacks or generations by {:.2f}.\n",
            found.pairs, found.series, found.within_series, found.between_series, found.between_stacks);
    return Exit::done;
}

} // namespace roofrack::cli
