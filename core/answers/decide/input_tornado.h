// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/unknowns.h"

#include <stop_token>

namespace roofrack {

/// One input of a tornado: what a figure is at both ends of where the input may lie, all else as it is.
struct InputBar {
    std::string input;       ///< Unknown::name: an address, "price:server.hopper"
    std::string label;       ///< title_of_input() of an input of the scenario: "Rack A: power limit (…)"
    std::string short_label; ///< short_title_of_input(): "Rack A: power limit"; of others as `label`
    RangeBasis basis = RangeBasis::field;
    std::string source;
    std::string now, low,
        high; ///< the input itself: InputField::shown_texts(); of choices those of the ends
    ProbedValue at_low, at_high;

    /// |at_high − at_low|; where one end has no figure, as far as the other lies from `now_value`.
    double width(double now_value) const;
    bool stops() const { return !at_low.absent.empty() || !at_high.absent.empty(); }
};

/// A figure over all inputs.
struct FigureTornado {
    ProbedFigure figure;
    ProbedValue now;
    std::vector<InputBar> bars; ///< the widest first; those that have no figure at either end last
    size_t idle = 0;            ///< inputs that were tried and do nothing to it
};

struct TornadoOptions {
    std::vector<UncertainInput> declared; ///< beside those of the project
    std::vector<std::string> inputs;      ///< only these, by name or address; empty: all
    bool choices = false;                 ///< also flags and choices that nobody named
};

/// Figures over all inputs where none are named: the step and the $ per million.
const std::vector<std::string>& first_tornado_figures();

/// Most inputs that one tornado tries.
inline constexpr size_t most_tornado_inputs = 2000;

/// Every input by itself, low and high, each evaluated anew: what is declared by its ends, prices, terms,
/// lead times and failures by their bands, the prediction by its band (figures that need no search alone),
/// all other numbers that the scenario says ÷ and × 1.1 (whole ones by 1 at least, powers of two ÷ and × 2,
/// temperatures ± 2 K) within what their fields may be, flags and choices, where asked, by all that they may
/// be. One pass for all figures. A figure that the scenario has not is said by `now`. Stopped: fails.
Result<std::vector<FigureTornado>> input_tornado(const FigureProbe& probe, const TornadoOptions& options = {},
                                                 const std::stop_token& stop = {});

} // namespace roofrack
