// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/side_by_side.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace roofrack {

/// A null one is being found.
using ScenarioColumns = std::vector<std::shared_ptr<const ScenarioColumn>>;

/// One of the figures by which scenarios are compared.
struct ScenarioMeasure {
    QString heading, brief; ///< brief: for a narrow panel
    const char* explain = "";
    double (*value)(const ScenarioColumn&) = nullptr;   ///< NaN: it has none
    PriceBand (*band)(const ScenarioColumn&) = nullptr; ///< null: none
    QString (*text)(double) = nullptr;
    std::optional<double> (*limit)(const ScenarioColumn&) = nullptr; ///< null: none
    bool is_money = false;                                           ///< what has no price is missing in it
};
/// The most telling first: a small picture shows only some.
std::vector<ScenarioMeasure> scenario_measures();

/// How far a figure of a scenario that runs can be compared.
enum class Comparable {
    whole,
    at_least, ///< something in it has no price
    nothing,  ///< it is 0: all is there already, or rented
    unknown,  ///< nothing in it has a price
    absent,   ///< there is none: no token budget
};
Comparable comparable(const ScenarioMeasure& measure, const ScenarioColumn& column);

/// What stands in place of a bar, the longest first: "none: all is there already", "none: owned".
std::vector<QString> nothing_texts(Comparable comparable, const ScenarioColumn& column);

/// The least of the figures that are whole, 0 among them where a scenario needs nothing; NaN where one that
/// is not whole may lie below it.
double least_of(const ScenarioMeasure& measure, const ScenarioColumns& columns);

} // namespace roofrack
