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

/// Figures that are so many times larger where the step is so many times longer, and the other way round: as
/// stretch_step() varies them.
constexpr std::string_view growing_with_step[] = {"step.step_time_s",
                                                  "step.productive_step_s",
                                                  "step.time_to_budget_s",
                                                  "step.energy_per_step_j",
                                                  "money.run.time_s",
                                                  "money.run.usd_per_million",
                                                  "money.run.replacement_usd_per_million",
                                                  "money.run.usd_per_petaflop_day",
                                                  run_cost_figure,
                                                  "money.run.energy_j",
                                                  "money.run.co2_kg",
                                                  "money.run.water_m3"},
                           falling_with_step[] = {"money.run.useful_rate",
                                                  "step.tokens_per_s",
                                                  "step.samples_per_s",
                                                  "step.tokens_per_s_per_gpu",
                                                  "step.samples_per_s_per_gpu",
                                                  "step.mfu",
                                                  "step.mfu_causal",
                                                  "step.hfu",
                                                  "step.model_flops_per_s_per_gpu"};

bool falls_with_step(std::string_view figure) {
    return std::ranges::find(falling_with_step, figure) != std::end(falling_with_step);
}

/// What the ends of a band by the step's are.
std::string ends_by_step(std::string_view figure) {
    if (falls_with_step(figure)) return "band: by the step's 80 %";
    if (figure.find("usd") != std::string_view::npos) return "band: by the step's 80 %, at likely prices";
    const bool is_time = figure.ends_with("_s");
    return is_time ? "band: holds 80 % of measured steps" : "band: by the step's 80 %, at the same power";
}

/// A band of nothing where a value has none.
figures::BandValue ends_of(const ComparedValue& value) {
    return value.band.value_or(figures::BandValue{value.number, value.number, value.number});
}

} // namespace

bool has_band_by_step(std::string_view figure) {
    return std::ranges::find(growing_with_step, figure) != std::end(growing_with_step) ||
           falls_with_step(figure);
}

std::optional<figures::BandValue> band_by_step(std::string_view figure, const Evaluation& evaluation,
                                               double number) {
    if (!(evaluation.step_time_low > Seconds(0)) || !std::isfinite(number)) return std::nullopt;
    const double low = evaluation.step_time_low / evaluation.step_time,
                 high = evaluation.step_time_high / evaluation.step_time;
    return falls_with_step(figure) ? figures::BandValue{number / high, number, number / low}
                                   : figures::BandValue{number * low, number, number * high};
}

void add_step_bands(const std::vector<const Answers*>& scenarios, Comparison& comparison) {
    for (ComparedRow& row : comparison.rows) {
        if (!has_band_by_step(row.name)) continue;
        for (size_t i = 0; i < row.values.size(); ++i) {
            ComparedValue& value = row.values[i];
            const Evaluation* const evaluation = scenarios[i]->value<Evaluation>();
            if (!evaluation || !value.absent.empty() || !value.missing.empty()) continue;
            const auto reading = ask_figure(*scenarios[i], row.name);
            if (reading) value.band = band_by_step(row.name, *evaluation, value.number);
            if (!value.band) continue;
            const figures::Measure& measure = reading->row->measure;
            value.text = figures::band_text(value.band->low, value.number, value.band->high, measure);
            if (!measure.carries_unit()) value.text += fmt::format(" {}", measure.shown);
        }
    }
}

std::string ends_text(const ComparedRow& row) {
    if (!has_bands(row)) return {};
    if (has_band_by_step(row.name)) return ends_by_step(row.name);
    if (row.name.ends_with("done_weeks"))
        return "range: shortest and longest wait, each with the run by that end of the step's band";
    return is_weeks_from_order(row.name) ? "range: shortest and longest wait"
                                         : "range: lowest and highest price";
}

std::string ranges_text(const Comparison& comparison) {
    bool has_ranges = false, has_steps = false;
    for (const ComparedRow& row : comparison.rows)
        if (has_bands(row)) (has_band_by_step(row.name) ? has_steps : has_ranges) = true;
    std::string out = has_ranges ? "range, lowest to highest price or wait" : "";
    if (has_steps) out += has_ranges ? "; of step, rates and run the step's band" : "the band of the step";
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
