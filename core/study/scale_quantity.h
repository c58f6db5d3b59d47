// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/base/units/diagnostic.h"
#include "core/step/cost/bands/uncertainty.h"
#include "core/study/scaling.h"

#include <array>
#include <optional>
#include <string_view>

namespace roofrack {

/// A size with the study that it is held against: what its quantities are made of.
struct QuantityPoint {
    const ScalePoint* point = nullptr;
    const ScaleResult* reference = nullptr;
    double faster = 1; ///< its rate, × what the point says

    double progress() const { return point->progress * faster; }
    double run() const { return point->run_time.si() / faster; } ///< s to the token budget; 0: no budget
};
/// One figure a ScaleQuantity, in their order.
void describe(figures::Builder<QuantityPoint>& figures);

/// What may be asked of each size of a study.
enum class ScaleQuantity {
    rate,       ///< 1/s: ScalePoint::progress
    speedup,    ///< ×, against the smallest size that runs
    efficiency, ///< share of the ideal rate
    days,       ///< to the token budget, by the wall step
    dollars,    ///< $ per million useful tokens (samples), by the wall step
    energy,     ///< MWh at the meter to the token budget
};
inline constexpr std::array scale_quantities{ScaleQuantity::rate,       ScaleQuantity::speedup,
                                             ScaleQuantity::efficiency, ScaleQuantity::days,
                                             ScaleQuantity::dollars,    ScaleQuantity::energy};
std::string_view name_of(ScaleQuantity quantity);  ///< "rate", "speedup", "efficiency", "days", …
std::string_view label_of(ScaleQuantity quantity); ///< "days to the budget"
std::string_view unit_of(ScaleQuantity quantity);  ///< "1/s", "×", "", "days", "$", "MWh"
std::optional<ScaleQuantity> scale_quantity(std::string_view name);
/// The regimes are of the rate; of these a falling line is good.
bool less_is_better(ScaleQuantity quantity);

/// The quantity of one size, in unit_of(); NaN where it is not known or the size does not run. `reference`:
/// the study whose smallest size speed-ups and whose ideal efficiencies are held against: that of the main
/// line where several lines stand in one picture, else the point's own.
double quantity_of(ScaleQuantity quantity, const ScalePoint& point, const ScaleResult& reference);
/// The quantity of a size whose rate is `faster` times what the point says, its power and its price an hour
/// the same.
double quantity_of(ScaleQuantity quantity, const ScalePoint& point, const ScaleResult& reference,
                   double faster);
/// As the band of the step time of that size makes it (docs/model.md section 14), all else being known; low ≤
/// high.
Band quantity_band(ScaleQuantity quantity, const ScalePoint& point, const ScaleResult& reference);
/// Where each GPU is as one of the ideal size, and draws and costs what it does there.
double ideal_quantity(ScaleQuantity quantity, double gpus, const ScaleResult& reference);

/// Why no size has it, and what to do; empty where one does.
std::string missing_quantity(ScaleQuantity quantity, const ScaleResult& study);

/// A fault where the scenario lacks what the quantity is made of: the field, and what to give it. None where
/// one size has it, or no size runs.
Result<void> require_quantity(ScaleQuantity quantity, const ScaleResult& study);

} // namespace roofrack
