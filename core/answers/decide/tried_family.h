// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/figure_probe.h"
#include "core/answers/decide/tried_text.h"

#include <functional>
#include <stop_token>

namespace roofrack {

/// A value of an input with what the figures then are.
struct TriedPoint {
    double value = 0;
    std::string text;                 ///< for people, all in one unit: "0.08 $/kWh"
    std::string setting;              ///< as --set takes it
    bool is_own = false;              ///< the scenario has this value
    std::vector<ProbedValue> figures; ///< one a figure

    /// Why the scenario with it does not run, or cannot be. Empty: it runs, with or without the figures.
    std::string fault() const;
};

/// Figures of a scenario over values of one of its inputs.
struct TriedFamily {
    std::string scenario;           ///< its name
    std::string input;              ///< its address
    std::string title, short_title; ///< title_of_input(), short_title_of_input()
    InputUnit unit;
    bool is_choice = false;    ///< a flag or a choice
    std::optional<double> own; ///< the value that the scenario has; none: it says nothing
    std::string own_text;      ///< "not said" where there is none
    std::vector<ProbedFigure> figures;
    std::vector<ProbedValue> as_it_is; ///< the figures of the scenario itself
    std::vector<TriedPoint> points;    ///< in the order of the values, each value once
    size_t asked = 0;                  ///< values that are tried; more than points while they are found

    /// The point whose figure is the best, of those that lack no price for it; none: no side of the figure is
    /// better, or all that have it have the same.
    std::optional<size_t> best(size_t figure) const;
    bool runs_nowhere() const; ///< all values are tried, and it runs with none
};

/// Figures of a family where none are named: step, $ per million, power.
const std::vector<std::string>& first_tried_figures();

/// Is told what is known after each value.
using TriedProgress = std::function<void(const TriedFamily& so_far)>;

/// The figures of the probe with each of the values in turn, each evaluated anew: what `evaluate --set` and
/// `ask` find of the changed scenario. A value with which it does not run, or which it cannot have, says
/// why. Fails on an input that the scenario does not have and on none or more than most_tried_values values.
/// Stopped: fails.
Result<TriedFamily> try_values(const FigureProbe& probe, const TriedValues& values,
                               const TriedProgress& progress = {}, const std::stop_token& stop = {});

} // namespace roofrack
