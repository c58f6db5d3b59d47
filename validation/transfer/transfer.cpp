// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/transfer/transfer.h"

#include "core/base/units/parallel_workers.h"
#include "validation/audit.h"
#include "validation/transfer/refit_without.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <mutex>
#include <thread>

namespace roofrack {

namespace {

std::vector<bool> marks(size_t count, const std::vector<size_t>& runs) {
    std::vector<bool> out(count, false);
    for (const size_t i : runs) out[i] = true;
    return out;
}

/// The row as it was predicted with this error, ln(predicted ÷ published step).
ValidatedRow with_error(const ValidationRun& run, double error) {
    ValidatedRow row = run.row;
    const double step = row.published_step * std::exp(error), ratio = step / row.predicted_step;
    row.predicted *= is_step_time(row.metric) ? ratio : 1 / ratio; // rates fall as the step grows
    row.predicted_step = step;
    row.error_pct = 100 * std::expm1(error);
    return row;
}

Figures figures_of(const std::vector<ValidatedRow>& rows, std::string_view kind,
                   std::span<const std::string> kinds, bool only_core) {
    std::vector<const ValidatedRow*> taken;
    for (size_t i = 0; i < rows.size(); ++i)
        if (kinds[i] == kind && (!only_core || rows[i].use == "core")) taken.push_back(&rows[i]);
    return figures_of(std::span<const ValidatedRow* const>(taken));
}

} // namespace

std::vector<std::vector<std::string>> leave_out(std::span<const ValidationRun> runs, LeftOut by,
                                                const CostParameters& parameters, LeftOutErrors& errors,
                                                const TransferProgress& progress) {
    const std::vector<LeftOutClass> classes = left_out_classes(runs, by);
    std::vector<FitRun> fitted;
    for (const ValidationRun& run : runs) fitted.push_back(run.run);
    const auto constants = inform_constants(fitted, every_factor(), parameters);
    std::vector<std::vector<std::string>> borrowed(classes.size());
    std::atomic<size_t> next = 0;
    std::mutex telling;
    size_t done = 0;
    run_parallel_workers(std::thread::hardware_concurrency(), [&] {
        for (size_t c = next++; c < classes.size(); c = next++) {
            RefittedFactors without =
                refit_without(runs, marks(runs.size(), classes[c].runs), constants, parameters);
            std::vector<ValidationRun> predicted;
            for (const size_t i : classes[c].runs)
                predict_again(predicted.emplace_back(runs[i]), without.parameters);
            borrowed[c] = std::move(without.borrowed);
            const std::lock_guard lock(telling);
            for (const ValidationRun& run : predicted) errors.set(by, run.row.id, run.residual.error);
            if (progress) progress(++done, classes.size(), classes[c].name);
        }
    });
    return borrowed;
}

Result<TransferTest> transfer_test(std::span<const ValidationRun> runs, const std::string& where,
                                   const LeftOutErrors& errors, LeftOut by) {
    TransferTest out;
    out.by = by;
    out.nominal_coverage = Uncertainty::built_in().nominal;
    const std::vector<LeftOutClass> classes = left_out_classes(runs, by);
    const std::vector<LeftOutRun> evidence = left_out_runs(runs, errors);
    std::vector<std::string> kinds;
    for (const LeftOutClass& each : classes) {
        const std::vector<bool> left_out = marks(runs.size(), each.runs);
        const Uncertainty spreads = level_spreads(runs, evidence, left_out);
        const size_t first = out.rows.size();
        for (const LeftOutRun& left : evidence) {
            if (left.by != by || !left_out[left.run]) continue;
            const ValidationRun& run = runs[left.run];
            ValidatedRow& row = out.rows.emplace_back(with_error(run, left.error));
            const double wide = std::exp(spreads.quantile * spreads.sigma(run.residual.basis(), left.unseen));
            row.band_low = row.predicted / wide;
            row.band_high = row.predicted * wide;
            kinds.push_back(run.residual.kind);
        }
        if (out.rows.size() > first)
            out.classes.push_back(
                {each.name, figures_of(std::span<const ValidatedRow>(out.rows).subspan(first)), {}});
    }
    if (out.rows.empty())
        return fail(where, fmt::format("no run falls in a class of '{}'", name_of(by)),
                    "leave out by another property, or give more runs");
    out.all = figures_of(std::span<const ValidatedRow>(out.rows));
    out.dense = figures_of(out.rows, "dense", kinds, true);
    out.experts = figures_of(out.rows, "moe", kinds, false);
    return out;
}

Result<std::vector<ValidationRun>> transfer_runs(const Table& table, const std::string& where,
                                                 const Catalog& catalog, const CostParameters& parameters,
                                                 bool only_core, std::vector<SkippedRow>& skipped) {
    std::vector<size_t> rows;
    auto runs = predicted_runs(table, where, catalog, parameters, only_core, skipped, &rows);
    if (!runs) return runs;
    for (size_t i = 0; i < runs->size(); ++i) substitute((*runs)[i], table, rows[i], catalog, parameters);
    return runs;
}

Result<TransferTest> transfer_test(const Table& table, const std::string& where, const Catalog& catalog,
                                   const CostParameters& parameters, LeftOut by, bool only_core,
                                   const TransferProgress& progress) {
    std::vector<SkippedRow> skipped;
    const auto runs = transfer_runs(table, where, catalog, parameters, only_core, skipped);
    if (!runs) return tl::unexpected(runs.error());
    LeftOutErrors errors = LeftOutErrors::built_in();
    const auto borrowed = leave_out(*runs, by, parameters, errors, progress);
    // Bands begin with how far off runs of other sources are.
    const bool is_known = std::ranges::all_of(*runs, [&](const ValidationRun& run) {
        return std::isfinite(errors.error(LeftOut::source, run.row.id));
    });
    if (!is_known) leave_out(*runs, LeftOut::source, parameters, errors);
    auto test = transfer_test(*runs, where, errors, by);
    if (!test) return test;
    test->skipped = std::move(skipped);
    const std::vector<LeftOutClass> left_out = left_out_classes(*runs, by);
    for (TransferClass& each : test->classes) // a class without evidence has no row there
        each.borrowed = borrowed[static_cast<size_t>(
            std::ranges::find(left_out, each.name, &LeftOutClass::name) - left_out.begin())];
    return test;
}

} // namespace roofrack
