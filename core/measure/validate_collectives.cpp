// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/validate_collectives.h"

#include "core/units/crew.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <thread>

namespace roofrack {

namespace {

struct Weighted {
    double value, weight;
};

double quantile(std::vector<Weighted> values, double share) {
    if (values.empty()) return 0;
    std::ranges::sort(values, {}, &Weighted::value);
    double total = 0, below = 0;
    for (const Weighted& v : values) total += v.weight;
    for (const Weighted& v : values) {
        below += v.weight;
        if (below >= share * total) return v.value;
    }
    return values.back().value;
}

bool is_core(const CollectiveRow& row) { return row.use == "core" || row.use.empty(); }

/// Half-width of the 80 % band as a factor, by size: spread of the errors of sources that the fit did not
/// see.
double band_factor(SizeBand band) {
    switch (band) {
    case SizeBand::small: return 1.75;
    case SizeBand::middle: return 1.6;
    case SizeBand::large: break;
    }
    return 1.25;
}

/// Predicts each source by constants fitted without it.
void hold_out(std::vector<PredictedCollective>& rows, const CollectivePriors& priors) {
    std::vector<CollectiveRow> all;
    std::vector<std::string> sources;
    for (const PredictedCollective& p : rows) {
        all.push_back(p.row);
        if (std::ranges::find(sources, p.row.source) == sources.end()) sources.push_back(p.row.source);
    }
    std::atomic<size_t> next = 0;
    const auto work = [&] {
        for (size_t s = next++; s < sources.size(); s = next++) {
            const CollectiveConstants without = fit_collectives(all, priors, sources[s]);
            for (PredictedCollective& p : rows)
                if (p.row.source == sources[s]) p.held_out = predict(p.row, without);
        }
    };
    work_in_crew(std::thread::hardware_concurrency(), work);
}

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
        std::vector<Weighted> fitted, held, sign;
        for (const PredictedCollective* p : members) {
            fitted.push_back({std::abs(p->error_pct), 1});
            held.push_back({std::abs(p->held_out_error_pct), 1});
            sign.push_back({p->error_pct, 1});
        }
        figure.median = quantile(fitted, 0.5);
        figure.p90 = quantile(fitted, 0.9);
        figure.held_out_median = quantile(held, 0.5);
        figure.held_out_p90 = quantile(held, 0.9);
        figure.bias = quantile(sign, 0.5);
        out.figures.push_back(std::move(figure));
    }
    std::vector<Weighted> every;
    double sum = 0, weights = 0;
    for (int b = 0; b < size_band_count; ++b) {
        const SizeBand band = static_cast<SizeBand>(b);
        std::vector<Weighted> fitted, held, sign;
        for (const PredictedCollective& p : out.rows) {
            if (!is_core(p.row) || size_band(p.row.bytes) != band) continue;
            const double weight = 1 / fabric_rows[{band, p.row.fabric_name}];
            fitted.push_back({std::abs(p.error_pct), weight});
            held.push_back({std::abs(p.held_out_error_pct), weight});
            sign.push_back({p.error_pct, weight});
            every.push_back({std::abs(p.error_pct), 1 / all_rows[p.row.fabric_name]});
            sum += every.back().value * every.back().weight;
            weights += every.back().weight;
        }
        if (fitted.empty()) continue;
        CollectiveFigure total;
        total.band = band;
        total.rows = static_cast<int>(fitted.size());
        total.fabrics = 0;
        for (const auto& [key, n] : fabric_rows) total.fabrics += key.first == band;
        total.median = quantile(fitted, 0.5);
        total.p90 = quantile(fitted, 0.9);
        total.held_out_median = quantile(held, 0.5);
        total.held_out_p90 = quantile(held, 0.9);
        total.bias = quantile(sign, 0.5);
        out.totals.push_back(total);
    }
    if (weights > 0) out.mean_abs_error_pct = sum / weights;
    out.median_abs_error_pct = quantile(every, 0.5);
    out.p90_abs_error_pct = quantile(every, 0.9);
}

} // namespace

Result<CollectiveValidation> validate_collectives(const Table& table, const std::string& where,
                                                  const Catalog& catalog, bool core_only) {
    for (const std::string_view needed : {"id", "gpu", "gpus", "gpus_per_node", "collective", "size_bytes"})
        if (table.column(needed) == std::string::npos)
            return fail(where, fmt::format("no column '{}'", needed), "give the columns of COLLECTIVES.csv");
    CollectiveValidation out;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const RunRow cells(table, i);
        if (core_only && cells.text("use") != "core") continue;
        const std::string row_use(cells.text("use"));
        auto row = collective_row(cells, catalog);
        if (!row) {
            out.skipped.push_back({std::string(cells.text("id")), row.error().what, row_use});
            continue;
        }
        PredictedCollective p;
        p.predicted = predict(*row, CollectiveConstants::built_in());
        if (!std::isfinite(p.predicted)) {
            out.skipped.push_back({row->id, "no finite prediction", row_use});
            continue;
        }
        const double factor = band_factor(size_band(row->bytes));
        p.band_low = p.predicted / factor;
        p.band_high = p.predicted * factor;
        p.row = std::move(*row);
        out.rows.push_back(std::move(p));
    }
    const CollectivePriors& priors = CollectivePriors::built_in();
    hold_out(out.rows, priors);
    std::vector<CollectiveRow> all;
    for (PredictedCollective& p : out.rows) {
        p.error_pct = 100 * (p.predicted / p.row.seconds - 1);
        p.held_out_error_pct = 100 * (p.held_out / p.row.seconds - 1);
        all.push_back(p.row);
    }
    out.fitted = fit_collectives(all, priors);
    score(out);
    return out;
}

} // namespace roofrack
