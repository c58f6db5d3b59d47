// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/compared_bands.h"

#include "core/answers/compare/order_weeks.h"
#include "core/answers/figure_index.h"
#include "core/answers/step_answers.h"
#include "core/base/figures/measure.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace roofrack {

namespace {

bool has_bands(const ComparedRow& row) {
    return std::ranges::any_of(row.values, [](const ComparedValue& value) { return value.band.has_value(); });
}

/// A band of nothing where a value has none.
figures::BandValue ends_of(const ComparedValue& value) {
    return value.band.value_or(figures::BandValue{value.number, value.number, value.number});
}

} // namespace

bool has_band_by_step(std::string_view figure) {
    constexpr std::string_view names[] = {"step.step_time_s", "money.run.time_s", "money.run.usd_per_million",
                                          run_cost_figure};
    return std::ranges::find(names, figure) != std::end(names);
}

std::optional<figures::BandValue> band_by_step(const Evaluation& evaluation, double number) {
    if (!(evaluation.step_time_low > Seconds(0)) || !std::isfinite(number)) return std::nullopt;
    const double low = evaluation.step_time_low / evaluation.step_time,
                 high = evaluation.step_time_high / evaluation.step_time;
    return figures::BandValue{number * low, number, number * high};
}

void add_step_bands(const std::vector<const Answers*>& scenarios, Comparison& comparison) {
    for (ComparedRow& row : comparison.rows) {
        if (!has_band_by_step(row.name)) continue;
        for (size_t i = 0; i < row.values.size(); ++i) {
            ComparedValue& value = row.values[i];
            const Evaluation* const evaluation = scenarios[i]->value<Evaluation>();
            if (!evaluation || !value.absent.empty() || !value.missing.empty()) continue;
            const auto reading = ask_figure(*scenarios[i], row.name);
            if (reading) value.band = band_by_step(*evaluation, value.number);
            if (!value.band) continue;
            const figures::Measure& measure = reading->row->measure;
            value.text = figures::band_text(value.band->low, value.number, value.band->high, measure);
            if (!measure.carries_unit()) value.text += fmt::format(" {}", measure.shown);
        }
    }
}

std::string ends_text(const ComparedRow& row) {
    if (!has_bands(row)) return {};
    if (has_band_by_step(row.name))
        return row.name.find("usd") == std::string::npos ? "band: holds 80 % of measured steps"
                                                         : "band: by the step's 80 %, at likely prices";
    return is_weeks_from_order(row.name) ? "range: shortest and longest wait"
                                         : "range: lowest and highest price";
}

std::string ranges_text(const Comparison& comparison) {
    bool has_ranges = false, has_steps = false;
    for (const ComparedRow& row : comparison.rows)
        if (has_bands(row)) (has_band_by_step(row.name) ? has_steps : has_ranges) = true;
    std::string out = has_ranges ? "range, lowest to highest price or wait" : "";
    if (has_steps)
        out += has_ranges ? "; of step, days and $ of the run the step's band" : "the band of the step";
    return out;
}

bool bands_overlap(const figures::BandValue& better, const figures::BandValue& other, figures::Better side) {
    return side == figures::Better::less ? other.low < better.high : other.high > better.low;
}

void mark_overlaps(Comparison& comparison) {
    for (ComparedRow& row : comparison.rows)
        for (ComparedValue& each : row.values)
            for (size_t i = 0; i < row.values.size() && each.is_best; ++i)
                each.overlaps |= !row.values[i].is_best &&
                                 may_be_best(comparison.scenarios[i], row.values[i]) &&
                                 bands_overlap(ends_of(each), ends_of(row.values[i]), row.better);
}

} // namespace roofrack
