// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/sweeps/validate_collectives.h"

#include "validation/sweeps/collective_transfer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

void score(CollectiveValidation& out) {
    struct Key {
        bool other;
        std::string fabric;
        Collective collective;
        SizeBand band;
        auto operator<=>(const Key&) const = default;
    };
    std::map<Key, std::vector<const PredictedCollective*>> groups;
    std::map<std::pair<SizeBand, std::string>, double> fabric_rows;
    std::map<std::string, double> all_rows;
    for (const PredictedCollective& p : out.rows) {
        const SizeBand band = size_band(p.row.bytes);
        groups[{!is_core(p.row), p.row.fabric_name, p.row.collective, band}].push_back(&p);
        if (!is_core(p.row)) continue;
        fabric_rows[{band, p.row.fabric_name}] += 1;
        all_rows[p.row.fabric_name] += 1;
    }
    for (const auto& [key, members] : groups) {
        CollectiveFigure figure{key.fabric, std::string(name_of(key.collective)), key.band};
        figure.core = !key.other;
        figure.rows = static_cast<int>(members.size());
        std::vector<std::pair<double, double>> fitted, held, sign;
        for (const PredictedCollective* p : members) {
            fitted.push_back({std::abs(p->error_pct), 1});
            held.push_back({std::abs(p->held_out_error_pct), 1});
            sign.push_back({p->error_pct, 1});
        }
        figure.median = weighted_quantile(fitted, 0.5);
        figure.p90 = weighted_quantile(fitted, 0.9);
        figure.held_out_median = weighted_quantile(held, 0.5);
        figure.held_out_p90 = weighted_quantile(held, 0.9);
        figure.bias = weighted_quantile(sign, 0.5);
        out.figures.push_back(std::move(figure));
    }
    std::vector<std::pair<double, double>> every;
    double sum = 0, weights = 0;
    for (int b = 0; b < size_band_count; ++b) {
        const SizeBand band = static_cast<SizeBand>(b);
        std::vector<std::pair<double, double>> fitted, held, sign;
        for (const PredictedCollective& p : out.rows) {
            if (!is_core(p.row) || size_band(p.row.bytes) != band) continue;
            const double weight = 1 / fabric_rows[{band, p.row.fabric_name}];
            fitted.push_back({std::abs(p.error_pct), weight});
            held.push_back({std::abs(p.held_out_error_pct), weight});
            sign.push_back({p.error_pct, weight});
            every.push_back({std::abs(p.error_pct), 1 / all_rows[p.row.fabric_name]});
            sum += every.back().first * every.back().second;
            weights += every.back().second;
        }
        if (fitted.empty()) continue;
        CollectiveFigure total;
        total.band = band;
        total.rows = static_cast<int>(fitted.size());
        total.fabrics = 0;
        for (const auto& [key, n] : fabric_rows) total.fabrics += key.first == band;
        total.median = weighted_quantile(fitted, 0.5);
        total.p90 = weighted_quantile(fitted, 0.9);
        total.held_out_median = weighted_quantile(held, 0.5);
        total.held_out_p90 = weighted_quantile(held, 0.9);
        total.bias = weighted_quantile(sign, 0.5);
        out.totals.push_back(total);
    }
    if (weights > 0) out.mean_abs_error_pct = sum / weights;
    out.median_abs_error_pct = weighted_quantile(every, 0.5);
    out.p90_abs_error_pct = weighted_quantile(every, 0.9);
}

} // namespace

Result<CollectiveValidation> validate_collectives(const Table& table, const std::string& where,
                                                  const Catalog& catalog, bool core_only) {
    CollectiveValidation out;
    const auto rows = collective_rows(table, where, catalog, core_only, out.skipped);
    if (!rows) return tl::unexpected(rows.error());
    const CollectivePriors& priors = CollectivePriors::built_in();
    const CollectiveTransfer held_out = collective_transfer(*rows, priors, SweepClass::source);
    out.bands = held_out.bands;
    out.fitted = fit_collectives(*rows, priors);
    for (size_t i = 0; i < rows->size(); ++i) {
        const CollectiveRow& row = (*rows)[i];
        PredictedCollective& p = out.rows.emplace_back();
        p.row = row;
        const ExpectedCollective by_formula = expected(row);
        p.predicted = by_formula.time.si();
        p.held_out = held_out.rows[i].predicted;
        p.far = by_formula.is_far;
        p.band_low = by_formula.low.si();
        p.band_high = by_formula.high.si();
        p.error_pct = 100 * (p.predicted / row.seconds - 1);
        p.held_out_error_pct = 100 * (p.held_out / row.seconds - 1);
    }
    score(out);
    return out;
}

} // namespace roofrack
