// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/scale_quantity.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace roofrack {

namespace {

constexpr double seconds_a_day = 86400, joules_a_megawatt_hour = 3.6e9;
constexpr double unknown_quantity = std::numeric_limits<double>::quiet_NaN();

struct QuantityWords {
    ScaleQuantity quantity;
    std::string_view name, unit;
};
constexpr std::array quantity_words{QuantityWords{ScaleQuantity::rate, "rate", "1/s"},
                                    QuantityWords{ScaleQuantity::speedup, "speedup", "×"},
                                    QuantityWords{ScaleQuantity::efficiency, "efficiency", ""},
                                    QuantityWords{ScaleQuantity::days, "days", "days"},
                                    QuantityWords{ScaleQuantity::dollars, "dollars", "$"},
                                    QuantityWords{ScaleQuantity::energy, "energy", "MWh"}};

const QuantityWords& words_of(ScaleQuantity quantity) {
    return *std::ranges::find(quantity_words, quantity, &QuantityWords::quantity);
}

} // namespace

std::string_view name_of(ScaleQuantity quantity) { return words_of(quantity).name; }
std::string_view unit_of(ScaleQuantity quantity) { return words_of(quantity).unit; }

std::optional<ScaleQuantity> scale_quantity(std::string_view name) {
    const auto found = std::ranges::find(quantity_words, name, &QuantityWords::name);
    return found == quantity_words.end() ? std::nullopt : std::optional(found->quantity);
}

bool less_is_better(ScaleQuantity quantity) {
    return quantity == ScaleQuantity::days || quantity == ScaleQuantity::dollars ||
           quantity == ScaleQuantity::energy;
}

double quantity_of(ScaleQuantity quantity, const ScalePoint& point, const ScaleResult& reference) {
    return quantity_of(quantity, point, reference, 1);
}

double quantity_of(ScaleQuantity quantity, const ScalePoint& point, const ScaleResult& reference,
                   double faster) {
    if (!point.feasible || !(point.progress > 0)) return unknown_quantity;
    const double progress = point.progress * faster;
    const double run = point.run_time.si() / faster;
    switch (quantity) {
    case ScaleQuantity::rate: return progress;
    case ScaleQuantity::speedup:
        return reference.smallest.progress > 0 ? progress / reference.smallest.progress : unknown_quantity;
    case ScaleQuantity::efficiency:
        return reference.ideal_rate > 0 ? progress / (reference.ideal_rate * point.gpus) : unknown_quantity;
    case ScaleQuantity::days: return run > 0 ? run / seconds_a_day : unknown_quantity;
    case ScaleQuantity::dollars:
        return point.running.has_price() && point.useful > 0
                   ? dollars_per_million(point.running.per_hour, point.useful * faster)
                   : unknown_quantity;
    case ScaleQuantity::energy: break;
    }
    return run > 0 ? point.running.facility.si() * run / joules_a_megawatt_hour : unknown_quantity;
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
    switch (quantity) {
    case ScaleQuantity::rate:
    case ScaleQuantity::speedup: return there * gpus / reference.ideal.gpus;
    case ScaleQuantity::days: return there * reference.ideal.gpus / gpus;
    case ScaleQuantity::efficiency:
    case ScaleQuantity::dollars:
    case ScaleQuantity::energy: break;
    }
    return there;
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
