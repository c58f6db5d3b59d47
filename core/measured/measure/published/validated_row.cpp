// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/published/validated_row.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace roofrack {

double weighted_quantile(std::vector<std::pair<double, double>> values, double share) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    double total = 0, below = 0;
    for (const auto& [value, weight] : values) total += weight;
    for (size_t i = 0; i < values.size(); ++i) {
        below += values[i].second;
        if (below < share * total * (1 - 1e-9)) continue; // sums of weights are inexact
        // The median of an even count lies between the two in the middle.
        const bool halves = share == 0.5 && below <= share * total * (1 + 1e-9) && i + 1 < values.size();
        return halves ? (values[i].first + values[i + 1].first) / 2 : values[i].first;
    }
    return values.back().first;
}

Figures figures_of(std::span<const ValidatedRow* const> rows) {
    Figures out;
    out.rows = rows.size();
    std::map<std::string_view, double> series_rows;
    for (const ValidatedRow* row : rows) series_rows[row->series] += 1;
    out.series = series_rows.size();
    std::vector<std::pair<double, double>> errors, signed_errors, fitted, half_widths;
    for (const ValidatedRow* row : rows) {
        const double weight = 1 / series_rows[row->series] / static_cast<double>(out.series);
        errors.emplace_back(std::abs(row->error_pct), weight);
        signed_errors.emplace_back(row->error_pct, weight);
        fitted.emplace_back(std::abs(row->fitted_error_pct), weight);
        half_widths.emplace_back(50 * (row->band_high - row->band_low) / row->predicted, weight);
        out.mean_abs_error_pct += weight * std::abs(row->error_pct);
        out.bias_pct += weight * row->error_pct;
        out.fitted_mean_error_pct += weight * std::abs(row->fitted_error_pct);
        if (row->band_low <= row->published && row->published <= row->band_high) {
            out.coverage += weight;
            ++out.in_band;
        }
    }
    out.median_abs_error_pct = weighted_quantile(errors, 0.5);
    out.p90_abs_error_pct = weighted_quantile(std::move(errors), 0.9);
    out.lower_quartile_pct = weighted_quantile(signed_errors, 0.25);
    out.middle_pct = weighted_quantile(signed_errors, 0.5);
    out.upper_quartile_pct = weighted_quantile(std::move(signed_errors), 0.75);
    out.fitted_median_error_pct = weighted_quantile(fitted, 0.5);
    out.fitted_p90_error_pct = weighted_quantile(std::move(fitted), 0.9);
    out.half_width_pct = weighted_quantile(std::move(half_widths), 0.5);
    return out;
}

Figures figures_of(std::span<const ValidatedRow> rows) {
    std::vector<const ValidatedRow*> pointers;
    for (const ValidatedRow& row : rows) pointers.push_back(&row);
    return figures_of(std::span<const ValidatedRow* const>(pointers));
}

} // namespace roofrack
