// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/decide/compare_map.h"

#include "app/cli/base/columns.h"
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/decide/equal_choice.h"
#include "core/answers/decide/map_text.h"
#include "core/answers/decide/turning_axes.h"
#include "core/base/units/percent_text.h"
#include "core/study/money/missing_price.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack::cli {

namespace {

char letter_of(size_t scenario) { return static_cast<char>('A' + scenario); }
char unsure_letter_of(size_t scenario) { return static_cast<char>('a' + scenario); }

bool has_overlaps(const InputMap& map) { return std::ranges::find(map.overlaps, true) != map.overlaps.end(); }

} // namespace

InputMap MapCall::map_of(const EqualScenarios& equal, const std::string& kept) const {
    if (axes.size() > 2)
        throw UsageError{{"--map", fmt::format("there are {} inputs", axes.size()),
                          "give it once or twice, as --map /site/electricity_price=0.03..0.2:40 --map "
                          "/workload/global_batch=512,1024"}};
    if (axes.size() > 1 && std::ranges::find(axes, usual_axes_word) != axes.end())
        throw UsageError{
            {"--map usual", "it stands for two inputs, and another one is named",
             "give it alone, or name two inputs, as --map /site/electricity_price=0.03..0.2:40"}};
    const bool is_usual = axes.size() == 1 && axes.front() == usual_axes_word;
    const std::string by = figure ? *figure : kept.empty() ? usual_map_figure : kept;
    const std::vector<std::string> asked = is_usual ? turning_map_axes(equal, by) : axes;
    if (asked.empty())
        throw UsageError{{"--map usual", "the scenarios have none of the usual inputs in common",
                          "name one or two, as --map /site/electricity_price=0.03..0.2:40"}};
    const MapStudy study = value_or_throw<UsageError>(MapStudy::make({asked, by}, equal));
    return value_or_throw<UsageError>(study.whole());
}

namespace {

void print_winners(const InputMap& map) {
    if (const std::string text = winners_text(map); !text.empty()) print_text("{}\n", text);
}

/// Why a scenario wins no cell, whatever its figures; empty: it may.
std::string why_never_best(const InputMap& map, size_t scenario) {
    if (map.sizes.is_barred(scenario)) return map.sizes.barred_text(scenario);
    const std::string missing = map.missing_price(scenario);
    return never_best_text(missing.empty() ? map.barred(scenario) : missing);
}

/// The family of one input: a line a value.
void print_family(const InputMap& map, std::chrono::sys_days order) {
    print_sizes(map.sizes);
    print_text("{} by {}; {}\n\n", map.figure.row->label, map.x.input, map.sizes.text);
    std::vector<std::string> heads{""};
    for (const std::string& name : map.scenarios) heads.push_back(cut(printable_line(name), 40));
    Columns table(false, std::move(heads), 1);
    for (size_t i = 0; i < map.x.values.size(); ++i) {
        std::vector<std::string> cells{map.x.texts[i]};
        for (size_t scenario = 0; scenario < map.scenarios.size(); ++scenario) {
            const MapCell& cell = map.cells[scenario][i];
            const bool is_best = map.scenarios.size() > 1 && map.winners[i] == scenario;
            cells.push_back(cell.absent.empty() ? (!is_best            ? ""
                                                   : map.is_certain(i) ? "* "
                                                                       : "(*) ") +
                                                      mapped_text(map, cell, order)
                                                : "none: " + cut(printable_line(cell.absent), 60));
        }
        table.add(std::move(cells));
    }
    fmt::print("{}", table.lines());
    if (has_overlaps(map)) print_text("(*): not certain, its band overlaps another one's\n");
    for (size_t i = 0; i < map.scenarios.size(); ++i)
        for (const std::string& why : {why_never_best(map, i), partly_barred_text(map, i)})
            if (!why.empty()) print_text("“{}”: {}\n", map.scenarios[i], why);
    print_winners(map);
}

} // namespace

void print_map(const InputMap& map, std::chrono::sys_days order) {
    if (map.y.input.empty()) return print_family(map, order);
    print_sizes(map.sizes);
    print_text("{} by scenario: the best at each {} (across) and {} (up); {}\n\n", map.figure.row->label,
               map.x.input, map.y.input, map.sizes.text);
    size_t widest = 0;
    for (const std::string& text : map.y.texts) widest = std::max(widest, text.size());
    for (size_t row = map.y.values.size(); row-- > 0;) {
        std::string line;
        for (size_t column = 0; column < map.x.values.size(); ++column) {
            const size_t at = map.at(column, row);
            const auto& winner = map.winners[at];
            line += !winner ? '.' : map.is_certain(at) ? letter_of(*winner) : unsure_letter_of(*winner);
        }
        print_text("{:>{}}  {}\n", map.y.texts[row], static_cast<int>(widest), line);
    }
    print_text("{:>{}}  {} … {}\n", "", static_cast<int>(widest), map.x.texts.front(), map.x.texts.back());
    if (const std::string drawn = as_drawn_text(map); !drawn.empty())
        print_text("{:>{}}  {}\n", "", static_cast<int>(widest), drawn);
    print_text("\n");
    for (size_t i = 0; i < map.scenarios.size(); ++i) {
        const std::string why = why_never_best(map, i);
        print_text("{}: “{}”, {}\n", std::string(1, letter_of(i)), map.scenarios[i],
                   !why.empty() ? why
                                : fmt::format("best in {} of the cells{}", share_in_percent(map.shares[i]),
                                              map.shares[i] > 0 ? map.caution_of_winner(i) : std::string()));
        if (const std::string partly = partly_barred_text(map, i); !partly.empty())
            print_text("   {}\n", partly);
    }
    if (has_overlaps(map))
        print_text("small letters: not certain, the band of the best overlaps another one's\n");
    const auto is_won = [](const std::optional<size_t>& winner) { return winner.has_value(); };
    if (!std::ranges::all_of(map.winners, is_won))
        print_text(".: none has the figure there, or none of it is better\n");
    for (const BorderRun& run : border_runs(map))
        print_text("{}|{} {} ({} cells long)\n", letter_of(run.first), letter_of(run.second), run.text(),
                   run.cells);
    print_winners(map);
}

} // namespace roofrack::cli
