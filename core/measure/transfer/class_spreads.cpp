// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/transfer/class_spreads.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace roofrack {

namespace {

double sigma_of(const std::vector<Uncertainty::Entry>& entries, std::string_view name) {
    const auto it = std::ranges::find(entries, name, &Uncertainty::Entry::name);
    return it == entries.end() ? 0 : it->sigma;
}

/// A left-out run: how far off it was, its weight, and the variance that its band has anyway.
struct Miss {
    double error = 0, weight = 0, beside = 0;
};

/// The spread beside the others at which the bands hold the nominal share of the misses.
double spread_that_holds(const std::vector<Miss>& misses, double quantile, double nominal) {
    double low = 0, high = 2;
    for (int i = 0; i < 40; ++i) {
        const double spread = (low + high) / 2;
        double held = 0, all = 0;
        for (const Miss& miss : misses) {
            all += miss.weight;
            if (miss.error <= quantile * std::sqrt(miss.beside + spread * spread)) held += miss.weight;
        }
        (held < nominal * all ? low : high) = spread;
    }
    return high;
}

/// What a run's band has beside the spread of a vendor: its kind's and that of each cell that it leaves open.
double beside_vendor(const Uncertainty& spreads, const Residual& run) {
    const double kind = sigma_of(spreads.kinds, run.kind);
    double variance = kind * kind;
    for (size_t cell = 0; cell < assumed_cell_count; ++cell)
        if (run.assumed[cell]) variance += spreads.assumed[cell] * spreads.assumed[cell];
    return variance;
}

/// Of all runs, each vendor weighing the same.
Result<void> add_vendor_spread(Uncertainty& spreads, const Table& runs, const std::string& where,
                               const Catalog& catalog, const CostParameters& parameters,
                               const TransferProgress& progress) {
    std::vector<SkippedRow> skipped;
    const auto all = predicted_runs(runs, where, catalog, parameters, false, skipped);
    if (!all) return tl::unexpected(all.error());
    const auto test = transfer_test(runs, where, catalog, parameters, LeftOut::vendor, false, progress);
    if (!test || test->classes.size() < 2) return {}; // one vendor says nothing of another
    std::map<std::string_view, const Residual*> residuals;
    for (const ValidationRun& run : *all) residuals[run.row.id] = &run.residual;
    std::vector<Miss> misses;
    std::span<const ValidatedRow> left(test->rows);
    for (const TransferClass& vendor : test->classes) {
        const auto of_vendor = left.first(static_cast<size_t>(vendor.figures.rows));
        left = left.subspan(of_vendor.size());
        std::map<std::string_view, double> rows;
        for (const ValidatedRow& row : of_vendor) rows[row.series] += 1;
        for (const ValidatedRow& row : of_vendor) {
            misses.push_back({std::abs(std::log(row.predicted / row.published)),
                              1 / (rows[row.series] * static_cast<double>(rows.size())),
                              beside_vendor(spreads, *residuals.at(row.id))});
        }
    }
    spreads.unfitted_vendor = std::max(spread_that_holds(misses, spreads.quantile, test->nominal_coverage),
                                       std::hypot(spreads.unfitted_family, spreads.unfitted_generation));
    return {};
}

} // namespace

Result<void> add_class_spreads(Uncertainty& spreads, const Table& runs, const std::string& where,
                               const Catalog& catalog, const CostParameters& parameters,
                               const TransferProgress& progress) {
    std::vector<SkippedRow> skipped;
    const auto fitted = predicted_runs(runs, where, catalog, parameters, true, skipped);
    if (!fitted) return tl::unexpected(fitted.error());
    for (const ValidationRun& run : *fitted) {
        spreads.largest_gpus = std::max(spreads.largest_gpus, run.row.gpus);
        const auto family =
            std::ranges::find(spreads.families, run.residual.family, &Uncertainty::Entry::name);
        if (family != spreads.families.end())
            family->newest = std::max(family->newest, run.run.config.software_year);
    }
    std::map<std::string_view, const Residual*> leaning;
    for (const ValidationRun& run : *fitted) leaning[run.row.id] = &run.residual;
    const struct {
        LeftOut by;
        double Uncertainty::*spread;
    } terms[] = {{LeftOut::generation, &Uncertainty::unfitted_generation},
                 {LeftOut::family, &Uncertainty::unfitted_family},
                 {LeftOut::precision, &Uncertainty::unfitted_precision},
                 {LeftOut::release, &Uncertainty::unfitted_release},
                 {LeftOut::scale, &Uncertainty::unfitted_scale}};
    for (const auto& term : terms) {
        const auto test = transfer_test(runs, where, catalog, parameters, term.by, true, progress);
        if (!test) continue; // no such class among these runs
        std::map<std::string_view, double> rows;
        for (const ValidatedRow& row : test->rows) rows[row.series] += 1;
        std::vector<Miss> misses;
        for (const ValidatedRow& row : test->rows) {
            const Residual& of = *leaning.at(row.id);
            const double family = term.by == LeftOut::family ? 0 : sigma_of(spreads.families, of.family);
            const double generation =
                term.by == LeftOut::generation ? 0 : sigma_of(spreads.generations, of.generation);
            misses.push_back({std::abs(std::log(row.predicted / row.published)), 1 / rows[row.series],
                              family * family + generation * generation});
        }
        spreads.*term.spread = spread_that_holds(misses, spreads.quantile, test->nominal_coverage);
    }
    // What nobody has measured is not surer than the least sure of what somebody has.
    for (const Uncertainty::Entry& generation : spreads.generations)
        spreads.unfitted_generation = std::max(spreads.unfitted_generation, generation.sigma);
    return add_vendor_spread(spreads, runs, where, catalog, parameters, progress);
}

} // namespace roofrack
