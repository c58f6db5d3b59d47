// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/scale_quantity.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/figure_value.h"
#include "core/base/units/common_units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

const figures::Row& row_of(ScaleQuantity quantity) {
    return figures::shape_of<QuantityPoint>().rows[static_cast<size_t>(quantity)];
}

} // namespace

void describe(figures::Builder<QuantityPoint>& f) {
    using namespace figures;
    using P = QuantityPoint;
    constexpr Measure times{"times", "×", "", 1, Style::plain, 3},
        days_of_run{"days", "days", "", 1, Style::plain, 3},
        megawatt_hours{"megawatt_hours", "MWh", "", 1, Style::plain, 3};
    const When runs = f.gate([](const P& p) { return p.point->feasible && p.point->progress > 0; },
                             "the size does not run");
    const When budget = f.gate(
        runs, [](const P& p) { return p.run() > 0; }, "the workload has no token budget");
    const When priced = f.gate(
        runs, [](const P& p) { return p.point->running.has_price() && p.point->useful > 0; },
        "no price is known");
    const When against_smallest = f.gate(
        runs, [](const P& p) { return p.reference->smallest.progress > 0; }, "no smallest size runs");
    const When against_ideal = f.gate(
        runs, [](const P& p) { return p.reference->ideal_rate > 0; }, "no ideal size runs");
    f.number(
        "rate", [](const P& p) { return p.progress(); }, per_second, "rate", "tokens or samples that count",
        more, runs);
    f.number(
        "speedup", [](const P& p) { return p.progress() / p.reference->smallest.progress; }, times,
        "speed-up", "against the smallest size that runs", more, against_smallest);
    f.number(
        "efficiency", [](const P& p) { return p.progress() / (p.reference->ideal_rate * p.point->gpus); },
        share, "efficiency, %", "share of the ideal rate", more, against_ideal);
    f.number(
        "days", [](const P& p) { return p.run() / seconds_a_day; }, days_of_run, "days to the budget",
        "by the wall step", less, budget);
    f.number(
        "dollars",
        [](const P& p) { return dollars_per_million(p.point->running.per_hour, p.point->useful * p.faster); },
        usd_per_million, "$ per million", "useful tokens (samples), by the wall step", less, priced);
    f.number(
        "energy",
        [](const P& p) { return p.point->running.facility.si() * p.run() / joules_a_megawatt_hour; },
        megawatt_hours, "MWh to the budget", "at the meter", less, budget);
}

std::string_view name_of(ScaleQuantity quantity) { return row_of(quantity).key; }
std::string_view label_of(ScaleQuantity quantity) { return row_of(quantity).label; }
std::string_view unit_of(ScaleQuantity quantity) { return row_of(quantity).measure.stored; }
bool less_is_better(ScaleQuantity quantity) { return row_of(quantity).better == figures::Better::less; }

std::optional<ScaleQuantity> scale_quantity(std::string_view name) {
    const auto found =
        std::ranges::find(scale_quantities, name, [](ScaleQuantity each) { return name_of(each); });
    return found == scale_quantities.end() ? std::nullopt : std::optional(*found);
}

double quantity_of(ScaleQuantity quantity, const ScalePoint& point, const ScaleResult& reference) {
    return quantity_of(quantity, point, reference, 1);
}

double quantity_of(ScaleQuantity quantity, const ScalePoint& point, const ScaleResult& reference,
                   double faster) {
    const QuantityPoint asked{&point, &reference, faster};
    return figures::number_of(figures::object_of(asked), {{}, &row_of(quantity)});
}

Band quantity_band(ScaleQuantity quantity, const ScalePoint& point, const ScaleResult& reference) {
    const auto at = [&](Seconds step) {
        return quantity_of(quantity, point, reference, point.step_time / step);
    };
    const double quick = at(point.step_time_low), slow = at(point.step_time_high);
    return less_is_better(quantity) ? Band{quick, slow} : Band{slow, quick};
}

double ideal_quantity(ScaleQuantity quantity, double gpus, const ScaleResult& reference) {
    const double there = quantity_of(quantity, reference.ideal, reference);
    if (quantity == ScaleQuantity::rate || quantity == ScaleQuantity::speedup)
        return there * gpus / reference.ideal.gpus;
    return quantity == ScaleQuantity::days ? there * reference.ideal.gpus / gpus : there;
}

std::string missing_quantity(ScaleQuantity quantity, const ScaleResult& study) {
    if (std::ranges::any_of(study.points, [&](const ScalePoint& point) {
            return std::isfinite(quantity_of(quantity, point, study));
        }))
        return {};
    if (std::ranges::none_of(study.points, [](const ScalePoint& p) { return p.feasible; }))
        return "no size runs";
    if (quantity == ScaleQuantity::dollars)
        return "no price is known: give the site a price of a GPU or of a GPU-hour";
    return "the workload has no token budget: give it one";
}

Result<void> require_quantity(ScaleQuantity quantity, const ScaleResult& study) {
    if (std::ranges::none_of(study.points, &ScalePoint::feasible) ||
        missing_quantity(quantity, study).empty())
        return {};
    if (quantity == ScaleQuantity::dollars)
        return fail("/site/gpu_hour_price", "$ per million tokens are asked for, and no price is known",
                    "give the site gpu_hour_price or capex_per_gpu");
    return fail("/workload/token_budget",
                fmt::format("{} to the token budget are asked for, and the workload has none",
                            quantity == ScaleQuantity::days ? "days" : "MWh"),
                "give the workload a token_budget, such as 1T");
}

} // namespace roofrack
