// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/decide/equal_choice.h"
#include "core/answers/decide/odds_conclusion.h"
#include "core/answers/decide/odds_text.h"
#include "core/answers/decide/uncertain_text.h"
#include "core/answers/report/decide/odds_json.h"
#include "core/base/units/calendar_date.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

using std::chrono::sys_days;

struct OddsCall {
    ScenarioChoice choice;
    EqualChoice equal;
    std::vector<std::string> figures, uncertain;
    std::optional<std::string> order, by;
    int draws = 2048;
    bool json = false;
};

sys_days first_day(const OddsCall& call) {
    if (call.order) return value_or_throw<UsageError>(parse_date(*call.order, "--order"));
    return today();
}

/// How an input may lie, as the first scenario that has it understands it.
UncertainInput uncertain_of(const std::string& text, const ScenarioAnswers& columns) {
    std::optional<Diagnostic> first;
    for (const auto& each : columns) {
        auto input = parse_uncertain(text, each->scenario(), each->catalog());
        if (input) return std::move(*input);
        if (!first) first = input.error();
    }
    throw UsageError{*first};
}

/// The scenarios as large as the project compares them, where it is the only one, or as the call says.
EqualScenarios equal_of(const OddsCall& call, const ScenarioColumns& columns) {
    const std::vector<std::string> names = names_of(columns.answers);
    EqualRequest request = value_or_throw<BadInput>(equal_request(columns.kept, names));
    call.equal.apply_to(request, names);
    return value_or_throw<UsageError>(made_equal(columns.answers, request));
}

DrawOptions options_of(const OddsCall& call, const ScenarioColumns& columns, sys_days order) {
    if (call.draws < 2) throw UsageError{{"--draws", "too few draws", "ask for 2 or more"}};
    ComparisonChoice asked = columns.kept;
    if (!call.figures.empty()) asked.odds = call.figures;
    if (call.by) asked.by = *call.by;
    DrawOptions out =
        value_or_throw<UsageError>(draw_options(asked, order, call.by ? "--by" : "/comparison/by"));
    out.draws = static_cast<size_t>(call.draws);
    for (const std::string& text : call.uncertain)
        out.declared.push_back(uncertain_of(text, columns.answers));
    return out;
}

void print(const Odds& found, const FigureOdds& odds, sys_days order) {
    const std::vector<std::string>& names = found.scenarios;
    print_text("{} ({})\n", odds.figure.row->label, odds.figure.name);
    const bool are_several = names.size() > 1;
    std::vector<std::string> heads{"", "as is", "P10", "P50", "P90"};
    if (are_several) heads.insert(heads.end(), {"best", "regret"});
    Columns table(false, std::move(heads), 1);
    for (size_t i = 0; i < names.size(); ++i) {
        const FigureSpread& of = odds.scenarios[i];
        const auto text = [&](double value) { return spread_text(odds, i, value, order); };
        std::vector<std::string> cells{"  " + cut(printable_line(names[i]), 40),
                                       of.as_is.absent.empty() ? text(of.as_is.number) : "none", text(of.p10),
                                       text(of.p50), text(of.p90)};
        if (are_several) cells.insert(cells.end(), {chance_text(of.chance_best), regret_texts(odds)[i]});
        table.add(std::move(cells));
    }
    fmt::print("{}", table.lines());
    for (const std::string& each : lack_sentences(found, odds)) print_text("  {}\n", each);
    for (size_t i = 0; i < names.size() && names.size() > 2;
         ++i) // the conclusion says it where there are two
        if (const std::string beats = beats_text(found, odds, i); !beats.empty())
            print_text("  “{}”: {}\n", names[i], beats);
    if (const std::string conclusion = conclusion_text(found, odds); !conclusion.empty())
        print_text("  {}\n", conclusion);
    if (!odds.causes.empty()) print_text("  {}\n", certainty_text(odds));
    print_text("\n");
}

int run_odds(const OddsCall& call) {
    const ScenarioColumns columns = columns_of(call.choice, 1);
    const sys_days order = first_day(call);
    const DrawOptions options = options_of(call, columns, order);
    const EqualScenarios equal = equal_of(call, columns);
    const Odds found = value_or_throw<UsageError>(odds_of(equal, options));
    if (call.json)
        print_json(odds_json(found));
    else {
        print_text("{}\n\n", samples_text(found));
        print_sizes(found.sizes);
        for (size_t i = 0; i < found.scenarios.size(); ++i)
            if (found.sizes.is_barred(i))
                print_text("“{}”: {}\n\n", found.scenarios[i], found.sizes.barred_text(i));
        for (const FigureOdds& each : found.figures) print(found, each, order);
        for (const std::string& note : odds_notes(found)) print_text("{}\n", note);
        if (const std::string shares = shares_text(found); !shares.empty()) print_text("{}\n", shares);
    }
    const bool all_known = std::ranges::all_of(found.figures, [](const FigureOdds& each) {
        return std::ranges::all_of(each.scenarios,
                                   [](const FigureSpread& of) { return of.absent_share == 0; });
    });
    return all_known ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_odds(const Command& program) {
    const Command command = program.add_subcommand(
        "odds", "How sure: P10, P50 and P90 of any figure, and the chance that one scenario is better");
    command.footer(
        "Example: roofrack-cli odds samples/decisions/owned-h100.roofrack.json --by \"60 wk\"\n"
        "Prices, terms, lead times, failures and the error of the model vary, and what is declared. One "
        "project's scenarios are as large as it compares them (key comparison), unless options say "
        "otherwise; they keep that size in all draws.\n"
        "Exit 1 where a scenario lacks a figure in some draw.");
    const auto call = std::make_shared<OddsCall>();
    call->choice.add_to(command);
    call->equal.add_to(command);
    command
        .add_option(
            "--figure", call->figures,
            "a figure, also dates.ready_weeks, dates.done_weeks and, with --by, dates.trained; several "
            "times")
        .one_value_each();
    command
        .add_option("--uncertain", call->uncertain,
                    "an input that is not known: \"/site/electricity_price=0.05..0.08..0.12\", \"…=normal "
                    "0.06..0.1\", \"…=1,2,4\"; several times")
        .one_value_each();
    command.add_option("--draws", call->draws, "how many; 2048 without it");
    command.add_option("--by", call->by, "a date, or so long after the order (\"40 wk\"): tokens until then");
    command.add_option("--order", call->order, "the day on which what is bought is ordered; today");
    command.add_flag("--json", call->json, "print JSON");
    command.callback([call] { return run_odds(*call); });
}

} // namespace roofrack::cli
