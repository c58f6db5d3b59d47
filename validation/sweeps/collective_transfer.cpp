// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/sweeps/collective_transfer.h"

#include "core/base/units/parallel_workers.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <thread>

namespace roofrack {

namespace {

using Members = std::vector<const TransferredSweep*>;

SweepFigure figure_of(std::string name, SizeBand band, const Members& rows) {
    std::map<std::string_view, double> of_fabric;
    for (const TransferredSweep* r : rows) of_fabric[r->row.fabric_name] += 1;
    std::vector<std::pair<double, double>> errors, signs, factors;
    double held = 0, weights = 0;
    for (const TransferredSweep* r : rows) {
        const double weight = 1 / of_fabric[r->row.fabric_name];
        errors.emplace_back(std::abs(r->error_pct), weight);
        signs.emplace_back(r->error_pct, weight);
        factors.emplace_back(r->band_high / r->predicted, weight);
        weights += weight;
        if (r->row.seconds >= r->band_low && r->row.seconds <= r->band_high) held += weight;
    }
    SweepFigure out;
    out.name = std::move(name);
    out.band = band;
    out.rows = static_cast<int>(rows.size());
    out.fabrics = static_cast<int>(of_fabric.size());
    out.median = weighted_quantile(errors, 0.5);
    out.p90 = weighted_quantile(std::move(errors), 0.9);
    out.bias = weighted_quantile(std::move(signs), 0.5);
    out.coverage = weights > 0 ? held / weights : 0;
    out.band_factor = weighted_quantile(std::move(factors), 0.5);
    return out;
}

void score(CollectiveTransfer& out) {
    std::map<SizeBand, Members> all;
    std::map<std::pair<std::string, SizeBand>, Members> classes;
    for (const TransferredSweep& r : out.rows) {
        if (!is_core(r.row)) continue;
        const SizeBand band = size_band(r.row.bytes);
        all[band].push_back(&r);
        classes[{class_of(r.row, out.by), band}].push_back(&r);
    }
    for (const auto& [key, rows] : classes) out.classes.push_back(figure_of(key.first, key.second, rows));
    for (const auto& [band, rows] : all) out.totals.push_back(figure_of("", band, rows));
}

} // namespace

std::string_view name_of(SweepClass by) { return by == SweepClass::source ? "source" : "fabric"; }

std::optional<SweepClass> sweep_class(std::string_view name) {
    for (const SweepClass by : {SweepClass::source, SweepClass::fabric})
        if (name == name_of(by)) return by;
    return std::nullopt;
}

const std::string& class_of(const CollectiveRow& row, SweepClass by) {
    return by == SweepClass::source ? row.source : row.fabric_name;
}

CollectiveTransfer collective_transfer(std::span<const CollectiveRow> rows, const CollectivePriors& priors,
                                       SweepClass by) {
    CollectiveTransfer out;
    out.by = by;
    std::vector<std::string> names;
    for (const CollectiveRow& row : rows) {
        out.rows.emplace_back().row = row;
        if (std::ranges::find(names, class_of(row, by)) == names.end()) names.push_back(class_of(row, by));
    }
    std::atomic<size_t> next = 0;
    run_parallel_workers(std::thread::hardware_concurrency(), [&] {
        for (size_t n = next++; n < names.size(); n = next++) {
            const auto held_out = [&](const CollectiveRow& row) { return class_of(row, by) == names[n]; };
            const CollectiveConstants without = fit_collectives(rows, priors, held_out);
            CollectiveBands others;
            others.measured = measured_transports(rows, held_out);
            for (TransferredSweep& r : out.rows) {
                if (!held_out(r.row)) continue;
                r.predicted = predict(r.row, without);
                r.error_pct = 100 * (r.predicted / r.row.seconds - 1);
                r.far = others.is_far(r.row.transport, size_band(r.row.bytes));
            }
        }
    });
    std::vector<HeldOutSweep> every;
    for (const TransferredSweep& r : out.rows)
        if (is_core(r.row)) every.push_back({&r.row, r.predicted, r.far});
    out.bands = derive_bands(every);
    out.bands.measured = measured_transports(rows);
    for (const std::string& name : names) {
        std::vector<HeldOutSweep> others;
        std::ranges::copy_if(every, std::back_inserter(others),
                             [&](const HeldOutSweep& r) { return class_of(*r.row, by) != name; });
        const CollectiveBands bands = derive_bands(others);
        for (TransferredSweep& r : out.rows) {
            if (class_of(r.row, by) != name) continue;
            const double factor = bands.factor(size_band(r.row.bytes), r.far);
            r.band_low = r.predicted / factor;
            r.band_high = r.predicted * factor;
        }
    }
    score(out);
    return out;
}

Result<CollectiveTransfer> collective_transfer(const Table& table, const std::string& where,
                                               const Catalog& catalog, SweepClass by) {
    std::vector<SkippedRow> skipped;
    auto rows = collective_rows(table, where, catalog, true, skipped);
    if (!rows) return tl::unexpected(rows.error());
    CollectiveTransfer out = collective_transfer(*rows, CollectivePriors::built_in(), by);
    out.skipped = std::move(skipped);
    return out;
}

} // namespace roofrack
