// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/equal_scenarios.h"
#include "core/answers/decide/figure_probe.h"
#include "core/answers/decide/round_ticks.h"
#include "core/answers/decide/tried_text.h"

#include <stop_token>

namespace roofrack {

/// One axis of a map.
struct MapAxis {
    std::string input;              ///< its address
    std::string label;              ///< "token budget (tokens of the run)"
    std::vector<double> values;     ///< as InputField has them, in the order that was asked
    std::vector<std::string> texts; ///< the same for people, in one unit: "0.08 $/kWh"
    std::vector<RoundTick> ticks{}; ///< round values where they are; empty: the texts say the values best
    /// What all scenarios that have the input have now, where that lies on the axis.
    std::optional<RoundTick> as_drawn{};
};

/// What a scenario has at one cell.
using MapCell = ProbedValue;

/// A border between two neighbouring cells that different scenarios win, and what turns it.
struct MapBorder {
    size_t x = 0, y = 0;     ///< the cell; the other one is to the right, or above
    bool is_upwards = false; ///< the other cell is above
    size_t from = 0, to = 0; ///< the winners of both
    std::string turns;       ///< what changes most between them: "HBM capacity", "capital", "does not run"
};

/// All borders between two winners that one thing turns.
struct BorderRun {
    size_t first = 0, second = 0; ///< the winners
    std::string turns;
    size_t cells = 0;         ///< how long they are together
    size_t middle = 0;        ///< the one nearest to the middle of all: its place among the map's borders
    std::string text() const; ///< "decided by HBM capacity"
};

/// A figure of each scenario over two inputs, or over one (the family of its values), and which scenario wins
/// where.
struct InputMap {
    ProbedFigure figure;
    MapAxis x, y; ///< y of a family: no input, one row
    std::vector<std::string> scenarios;
    ComparedSizes sizes; ///< how large the scenarios are
    /// The cells of each scenario, x fastest.
    std::vector<std::vector<MapCell>> cells;
    /// Winner of each cell, of those that may_win() and whose cell is_known(), so that they lack no price for
    /// the figure, wait for something and have a run that is not done without what is bought; none: the
    /// figure has no better side, nobody_is_best() in it, or no scenario has it there.
    std::vector<std::optional<size_t>> winners;
    /// Whether the band of each winner overlaps that of another one that may win the cell: bands_overlap().
    std::vector<bool> overlaps;
    std::vector<MapBorder> borders;
    std::vector<double> shares; ///< share of all cells that each scenario wins

    /// Why a scenario wins no cell: what it lacks a price for, where it does so in all cells that it has.
    /// Empty: it may win some.
    std::string missing_price(size_t scenario) const;
    /// no_wait_text() of a scenario that waits for nothing in any cell, so that it wins none; else empty.
    std::string no_wait(size_t scenario) const;
    /// no_wait() of a scenario, else what bars it in all cells that it has, as each of them is evaluated,
    /// else its barring_caution(); it then wins no cell; empty: it may win some.
    std::string barred(size_t scenario) const;
    /// A scenario that is barred neither by the sizes nor by what barred() says.
    bool may_win(size_t scenario) const;
    /// caution_of_best() of a scenario that wins.
    std::string caution_of_winner(size_t scenario) const;
    bool is_certain(size_t cell) const { return cell >= overlaps.size() || !overlaps[cell]; }
    size_t at(size_t column, size_t row) const { return row * x.values.size() + column; }
};

/// The borders of a map that have a cause, the longest run first. That the input changes is none.
std::vector<BorderRun> border_runs(const InputMap& map);

/// Most cells of a map.
inline constexpr size_t most_map_cells = 100'000;

/// Every scenario with every pair of values, each evaluated anew: a cell is what `ask` prints of the changed
/// project; one that does not run, or has no such figure, says why and wins nothing. An input that a scenario
/// cannot have is said there. Fails on a figure that does not exist or is no number, on axes that are one
/// input, and on too many cells. `probes` are of that one figure, one a scenario, and ask_who_runs().
/// `sizes`: how large the scenarios were made, which they stay in all cells; one that misses the amount wins
/// nothing. Stopped: fails.
Result<InputMap> input_map(const std::vector<const FigureProbe*>& probes, const TriedValues& x,
                           const std::optional<TriedValues>& y, const std::stop_token& stop = {},
                           const ComparedSizes& sizes = {});

} // namespace roofrack
