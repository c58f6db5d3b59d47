// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/compared_bands.h"

#include "core/answers/compare/order_weeks.h"
#include "core/answers/step_answers.h"
#include "core/base/figures/measure.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

namespace roofrack {

namespace {

bool has_bands(const ComparedRow& row) {
    return std::ranges::any_of(row.values, [](const ComparedValue& value) { return value.band.has_value(); });
}

bool is_by_step(std::string_view figure) { return figure == "step.step_time_s" || figure == run_cost_figure; }

/// By the step's band; none: there is no step.
std::optional<figures::BandValue> band_by_step(const Evaluation& evaluation, double number) {
    if (!(evaluation.step_time_low > Seconds(0)) || !std::isfinite(number)) return std::nullopt;
    const double low = evaluation.step_time_low / evaluation.step_time,
                 high = evaluation.step_time_high / evaluation.step_time;
    return figures::BandValue{number * low, number, number * high};
}

} // namespace

void add_step_bands(const std::vector<const Answers*>& scenarios, Comparison& comparison) {
    for (ComparedRow& row : comparison.rows) {
        if (!is_by_step(row.name)) continue;
        const figures::Measure& measure = row.name == run_cost_figure ? figures::usd : figures::seconds;
        for (size_t i = 0; i < row.values.size(); ++i) {
            ComparedValue& value = row.values[i];
            const Evaluation* const evaluation = scenarios[i]->value<Evaluation>();
            if (!evaluation || !value.absent.empty() || !value.missing.empty()) continue;
            value.band = band_by_step(*evaluation, value.number);
            if (value.band)
                value.text = figures::band_text(value.band->low, value.number, value.band->high, measure);
        }
    }
}

std::string ends_text(const ComparedRow& row) {
    if (!has_bands(row)) return {};
    if (row.name == run_cost_figure) return "band: by the step's 80 %, at likely prices";
    if (is_by_step(row.name)) return "band: holds 80 % of measured steps";
    return is_weeks_from_order(row.name) ? "range: shortest and longest wait"
                                         : "range: lowest and highest price";
}

std::string ranges_text(const Comparison& comparison) {
    bool has_ranges = false, has_steps = false;
    for (const ComparedRow& row : comparison.rows)
        if (has_bands(row)) (is_by_step(row.name) ? has_steps : has_ranges) = true;
    std::string out = has_ranges ? "range, lowest to highest price or wait" : "";
    if (has_steps)
        out += has_ranges ? "; of step time and $ of the run the step's band" : "the band of the step";
    return out;
}

bool bands_overlap(const ComparedValue& better, const ComparedValue& other, figures::Better side) {
    if (!better.band && !other.band) return false;
    const double sign = side == figures::Better::less ? -1 : 1;
    const auto ends = [&](const ComparedValue& value) {
        const figures::BandValue band =
            value.band.value_or(figures::BandValue{value.number, value.number, value.number});
        return std::minmax({sign * band.low, sign * band.high});
    };
    return ends(other).second > ends(better).first;
}

void mark_overlaps(Comparison& comparison) {
    for (ComparedRow& row : comparison.rows)
        for (ComparedValue& each : row.values)
            for (size_t i = 0; i < row.values.size() && each.is_best; ++i)
                each.overlaps |= !row.values[i].is_best &&
                                 may_be_best(comparison.scenarios[i], row.values[i]) &&
                                 bands_overlap(each, row.values[i], row.better);
}

} // namespace roofrack
