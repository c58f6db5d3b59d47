// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/side_by_side.h"

#include <QString>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// The columns of all scenarios; a null entry is still being computed.
using ScenarioColumns = std::vector<std::shared_ptr<const ScenarioColumn>>;

/// One of the figures by which scenarios are compared.
struct ScenarioMeasure {
    QString heading;
    QString brief; ///< The heading of a narrow panel.
    /// The id of the explanation that a click opens, one of explainable(); empty: the figure has none.
    const char* explain = "";
    /// NaN if the scenario has no value.
    double (*value)(const ScenarioColumn&) = nullptr;
    /// Null if the figure has no band.
    PriceBand (*band)(const ScenarioColumn&) = nullptr;
    QString (*text)(double) = nullptr;
    /// Null if nothing limits the figure.
    std::optional<double> (*limit)(const ScenarioColumn&) = nullptr;
    /// The figure is an amount of money: unpriced parts make it a lower bound.
    bool is_money = false;
    /// The figure counts weeks from the order: it is told with its date.
    bool is_from_order = false;
    /// What a comparison of scenarios calls the figure, by its full name, where no_wait_text() has to know
    /// it.
    const char* compared_as = "";

    /// "39 weeks, 2027-08-31" of what counts weeks from `order`; `is_short`: "2027-08-31".
    QString told(double of, std::chrono::sys_days order, bool is_short) const;
    /// " (+12 %)" of a value beside that of the first scenario; of a date " (36 weeks later)".
    QString difference_mark(double baseline, double of) const;
};
/// Ordered by importance; a small chart shows only the first few.
std::vector<ScenarioMeasure> scenario_measures();

/// How far a figure of a scenario that runs can be compared.
enum class Comparable {
    complete,       ///< The figure is known as a whole.
    lower_bound,    ///< A part that the figure counts has no price, so that it is at least this much.
    no_wait,        ///< It is no wait at all, as nothing is added, and never the least: no_wait_of().
    zero,           ///< The figure is 0: everything is owned already, or rented.
    unknown,        ///< No part that the figure counts has a price.
    not_applicable, ///< The scenario has no such figure, as it has no token budget.
};
Comparable comparable(const ScenarioMeasure& measure, const ScenarioColumn& column);
/// no_wait_text() of the figure of a scenario that runs, as a comparison has it; empty: it is one.
std::string no_wait_of(const ScenarioMeasure& measure, const ScenarioColumn& column);

/// Texts shown instead of a bar, longest first; the first one that fits is used: "none: all is there
/// already", "none: owned".
std::vector<QString> texts_without_bar(Comparable comparable, const ScenarioColumn& column);

/// The smallest complete figure (0 if a scenario needs nothing); NaN if an incomplete figure could be
/// smaller.
double smallest_complete(const ScenarioMeasure& measure, const ScenarioColumns& columns);

} // namespace roofrack
