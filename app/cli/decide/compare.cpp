// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/decide/compare_map.h"
#include "app/cli/decide/equal_choice.h"
#include "app/cli/decide/scenario_choice.h"
#include "core/answers/compare/compared_bands.h"
#include "core/answers/compare/compared_figures.h"
#include "core/answers/compare/comparison_text.h"
#include "core/answers/figure_index.h"
#include "core/answers/report/compare/comparison_json.h"
#include "core/answers/report/decide/map_json.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct CompareCall {
    ScenarioChoice choice;
    EqualChoice equal;
    std::vector<std::string> figures, ways, first;
    std::string only;
    std::optional<std::string> order;
    MapCall map;
    bool all = false, inputs = false, averaged = false, parts = false;
    bool json = false, csv = false, markdown = false;
};

constexpr size_t most_wide = 40; // bytes of a cell that is words

std::vector<ChangeKind> changes_named(const std::vector<std::string>& names) {
    std::vector<ChangeKind> out;
    for (const std::string& name : names) {
        const auto kind = change_kind_named(name);
        if (!kind) {
            std::string known;
            for (const ChangeKind each : change_kinds)
                known += fmt::format("{}{}", known.empty() ? "" : ", ", name_of(each));
            throw UsageError{{"--first " + name, "there is no such change", "one of " + known}};
        }
        if (*kind == ChangeKind::drawing) // all of it, in parts too
            out.insert(out.end(), std::begin(drawing_kinds), std::end(drawing_kinds));
        else
            out.push_back(*kind);
    }
    return out;
}

void print_way(const Comparison& comparison, const ScenarioWay& each) {
    if (!each.absent.empty()) return print_text("\n{}\n", no_way_text(each));
    const Waterfall& way = each.way;
    const figures::Measure& measure = way.row->measure;
    print_text("\n{} {}\n", way.row->label, way_text(comparison, each));
    const std::string& from = comparison.scenarios[comparison.reference].name;
    Columns table(false, {"  " + printable_line(from), figures::figure_text(way.from, measure)}, 1);
    for (const WaterfallStep& step : way.steps) table.add({"  " + label_of(step), change_text(way, step)});
    table.add({"  " + each.scenario, figures::figure_text(way.to, measure)});
    fmt::print("{}", table.lines());
    if (!way.joined.empty()) print_text("  {}\n", way.joined);
    if (!way.missing.empty())
        print_text("  a price is missing, so the way may be another: {}\n", way.missing);
}

/// Words as wide as there is room; numbers and a date stay whole.
std::string cell_of(const ComparedRow& row, const ComparedValue& value, std::chrono::sys_days order) {
    if (!value.absent.empty()) return cut(printable_line("none: " + value.absent), most_wide);
    const std::string date = date_of(row, value, order), rest = date.empty() ? date : ", " + date;
    const std::string text = printable_line(value.text);
    if (std::isfinite(value.number)) return text + rest;
    return cut(text, most_wide - std::min(most_wide, rest.size())) + rest;
}

void print(const ComparisonStudy& study, std::chrono::sys_days order) {
    const Comparison& comparison = study.table;
    std::vector<std::string> heads{""};
    for (size_t i = 0; i < comparison.scenarios.size(); ++i)
        heads.push_back(cut(printable_line(comparison.scenarios[i].name), most_wide) +
                        (i == comparison.reference ? " (reference)" : ""));
    Columns table(false, std::move(heads), 1);
    for (const ComparedRow& row : comparison.rows) {
        std::vector<std::string> values{row.label.empty() ? row.name : row.label}, differences{""};
        for (const ComparedValue& value : row.values) {
            values.push_back(marks_of(value) + cell_of(row, value, order));
            differences.push_back(value.difference == "the same" ? std::string() : value.difference);
        }
        table.add(std::move(values));
        const bool has_differences =
            std::ranges::any_of(differences, [](const std::string& each) { return !each.empty(); });
        if (has_differences) table.add(std::move(differences));
    }
    fmt::print("{}", table.lines());
    print_text("\n{}. `odds` says how sure it is.\n", marks_text(study));
    if (const std::string ranges = ranges_text(comparison); !ranges.empty())
        print_text("(… to …): {}; `odds` prints the spread, P10 to P90.\n", ranges);
    for (const ComparedRow& row : comparison.rows)
        if (row.name == run_cost_figure) print_text("{}: {}.\n", row.label, row.help);
    for (const std::string& each : scenario_sentences(comparison)) print_text("{}\n", each);
    for (const ScenarioWay& each : study.ways) print_way(comparison, each);
}

bool is_of_parts(const std::string& figure) {
    const auto name = figure_named(figure);
    return name && *name == figure_of_parts;
}

/// What the project keeps of its comparison, where it is the only one, with what the call says instead.
ComparisonRequest request_of(const CompareCall& call, const ScenarioColumns& columns) {
    const std::vector<std::string> names = names_of(columns.answers);
    ComparisonRequest out = value_or_throw<BadInput>(comparison_request(columns.kept, names));
    call.equal.apply_to(out, names);
    if (!call.figures.empty() || call.all) {
        out.figures = !call.figures.empty() ? call.figures : all_single_figures();
        out.more.clear();
    }
    out.differing_inputs = call.inputs;
    if (!call.only.empty()) out.rows = call.only == "equal" ? RowFilter::equal : RowFilter::different;
    if (!call.ways.empty()) out.ways = call.ways;
    out.order.first = changes_named(call.first);
    if (call.averaged) out.order.is_by_parts = false; // which the project may keep
    out.order.is_averaged |= call.averaged;
    out.order.is_by_parts |= call.parts;
    if (call.parts && std::ranges::none_of(out.ways, is_of_parts))
        throw UsageError{{"--parts", "only the step time is the sum of the parts of the step",
                          fmt::format("add --way {}", figure_of_parts)}};
    return out;
}

int run_compare(const CompareCall& call) {
    if (!call.only.empty() && call.only != "different" && call.only != "equal")
        throw UsageError{{"--only " + call.only, "it is neither", "write different or equal"}};
    const auto order = call.order ? value_or_throw<UsageError>(parse_date(*call.order, "--order")) : today();
    const ScenarioColumns columns = columns_of(call.choice, fewest_compared);
    const ComparisonRequest request = request_of(call, columns);
    const EqualScenarios equal = value_or_throw<UsageError>(made_equal(columns.answers, request));
    const ComparisonStudy study = value_or_throw<UsageError>(comparison_study(equal, request));
    std::optional<InputMap> map;
    if (call.map.is_asked()) map = call.map.map_of(equal, columns.kept.map_by);
    if (call.json)
        print_json(comparison_json(study, order, map ? &*map : nullptr));
    else if (call.csv && map)
        std::fputs(map_csv(*map).c_str(), stdout);
    else if (map)
        print_map(*map, order);
    else if (call.csv)
        std::fputs(comparison_csv(study, order).c_str(), stdout);
    else if (call.markdown)
        std::fputs(comparison_markdown(study, order).c_str(), stdout);
    else {
        print_sizes(equal.sizes);
        print(study, order);
    }
    const bool all_run =
        std::ranges::all_of(study.table.scenarios, &std::string::empty, &ComparedScenario::reason);
    return all_run ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_compare(const Command& program) {
    const Command command =
        program.add_subcommand("compare", "Scenarios side by side: any figures, differences, reasons");
    command.footer(
        "Example: roofrack-cli compare samples/decisions/owned-h100.roofrack.json\n"
        "`roofrack-cli figures` lists what can be compared. One project is compared as it keeps it (key "
        "comparison), unless options say otherwise. Exit 1 where a scenario does not run.");
    const auto call = std::make_shared<CompareCall>();
    call->choice.add_to(command);
    call->equal.add_to(command);
    command.add_option("--figure", call->figures, "a figure or an input (/plan/tp) as a row; several times")
        .one_value_each();
    command.add_flag("--all", call->all, "all figures that are one value");
    command.add_flag("--inputs", call->inputs, "also the inputs outside the drawing that differ");
    command.add_option("--only", call->only, "rows that are different, or equal");
    command
        .add_option("--way", call->ways,
                    "also the way of this figure from the reference to each: what each change does to it")
        .one_value_each();
    command
        .add_option("--first", call->first,
                    "what is changed first on the way (drawing, model, plan, prices …); several times")
        .one_value_each();
    const Option averaged = command.add_flag(
        "--averaged", call->averaged,
        "on the way each change averaged over all orders (Shapley), so that none is favoured");
    command
        .add_flag("--parts", call->parts,
                  "on the way of the step time the parts of the step instead of the changes; taken by itself "
                  "where these cannot be separated")
        .excludes(averaged);
    command
        .add_option(
            "--map", call->map.axes,
            "which scenario is the best where, all as large as they are compared: one input or two, as "
            "/site/electricity_price=0.03..0.2:40; usual: two that most decisions turn on")
        .one_value_each();
    command.add_option(
        "--by", call->map.figure,
        "with --map: by this figure; without it by the project's own (map_by), else the $ per million");
    command.add_option("--order", call->order, "the day on which what is bought is ordered; today");
    command.add_flag("--json", call->json, "print JSON");
    command.add_flag("--csv", call->csv, "one line per row, for a spreadsheet");
    command.add_flag("--markdown", call->markdown, "a table for a mail or a page");
    command.callback([call] { return run_compare(*call); });
}

} // namespace roofrack::cli
