// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/compare/equal_size.h"
#include "core/answers/report/compare/comparison_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/project/address/input_list.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace roofrack::cli {

namespace {

struct CompareCall {
    std::vector<std::string> paths, scenarios, figures, ways, first;
    std::string reference, only;
    std::optional<std::string> at_equal, at;
    bool all = false, inputs = false, averaged = false, replan = false;
    bool json = false, csv = false, markdown = false;
};

/// Scenarios that are compared, each with its answers.
using ScenarioAnswers = std::vector<std::unique_ptr<const Answers>>;

std::string file_name(const std::string& path) {
    std::string name = std::filesystem::path(path).filename().string();
    constexpr std::string_view ending = ".roofrack.json";
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
    return name;
}

/// All scenarios of the projects, or those that are named.
ScenarioAnswers columns_of(const CompareCall& call) {
    const Catalog& catalog = Catalog::built_in();
    ScenarioAnswers out;
    std::vector<std::string> known;
    std::set<std::string> taken, found;
    for (const std::string& path : call.paths) {
        ProjectInput input;
        input.path = path;
        input.replan = call.replan;
        const Project project = input.load(catalog).project;
        for (Scenario scenario : project.scenarios) {
            known.push_back(scenario.name);
            const bool is_asked = call.scenarios.empty() ||
                                  std::ranges::find(call.scenarios, scenario.name) != call.scenarios.end();
            if (!is_asked) continue;
            found.insert(scenario.name);
            Snapshot snapshot = input.snapshot(project, scenario);
            if (!taken.insert(scenario.name).second) {
                Scenario renamed = scenario;
                renamed.name = fmt::format("{} ({})", scenario.name, file_name(path));
                taken.insert(renamed.name);
                snapshot.scenario = std::make_shared<const Scenario>(std::move(renamed));
            }
            out.push_back(std::make_unique<const Answers>(std::move(snapshot), catalog));
        }
    }
    for (const std::string& name : call.scenarios)
        if (!found.contains(name))
            throw UsageError{{"--scenario " + name, "there is no scenario of this name",
                              fmt::format("the projects have '{}'", fmt::join(known, "', '"))}};
    if (out.size() < fewest_compared)
        throw UsageError{{call.paths.front(), "there is one scenario", "name another project beside it"}};
    if (out.size() > most_compared)
        throw UsageError{{call.paths.front(),
                          fmt::format("there are {} scenarios, and up to {} stand side by side", out.size(),
                                      most_compared),
                          fmt::format("name some with --scenario: '{}'", fmt::join(known, "', '"))}};
    return out;
}

size_t reference_of(const ScenarioAnswers& columns, const std::string& name) {
    if (name.empty()) return 0;
    for (size_t i = 0; i < columns.size(); ++i)
        if (columns[i]->scenario().name == name) return i;
    throw UsageError{
        {"--reference " + name, "it is none of the scenarios that are compared", "name one of them"}};
}

/// The inputs outside the drawing in which the scenarios differ.
std::vector<std::string> inputs_that_differ(const ScenarioAnswers& columns) {
    std::vector<std::string> out;
    for (const Input& input : scenario_inputs()) {
        if (input.address.find('*') != std::string::npos || input.address.starts_with("/cluster")) continue;
        const auto first =
            input_value(columns.front()->scenario(), input.address, columns.front()->catalog());
        if (!first || first->is_structured()) continue;
        const auto differs = [&](const auto& each) {
            const auto value = input_value(each->scenario(), input.address, each->catalog());
            return value && *value != *first;
        };
        if (std::ranges::any_of(columns, differs)) out.push_back(input.address);
    }
    return out;
}

std::vector<std::string> names_of(const CompareCall& call, const ScenarioAnswers& columns) {
    std::vector<std::string> out = !call.figures.empty() ? call.figures
                                   : call.all            ? all_single_figures()
                                                         : first_figures();
    if (call.inputs)
        for (std::string& address : inputs_that_differ(columns)) out.push_back(std::move(address));
    return out;
}

/// Rows of the plan stand in the first set only where they differ.
bool is_shown(const CompareCall& call, const ComparedRow& row) {
    if (call.only == "different") return row.differs;
    if (call.only == "equal") return !row.differs;
    const bool is_first_set = call.figures.empty() && !call.all;
    return row.differs || !is_first_set || !row.name.starts_with("step.plan.");
}

constexpr size_t most_wide = 40; // bytes of a cell

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
        out.push_back(*kind);
    }
    return out;
}

std::string labels_of(const std::vector<ChangeKind>& kinds) {
    std::string out;
    for (const ChangeKind kind : kinds) out += fmt::format("{}{}", out.empty() ? "" : ", ", label_of(kind));
    return out;
}

void print_way(const Comparison& comparison, const ScenarioWay& each) {
    const Waterfall& way = each.way;
    const figures::Measure& measure = way.row->measure;
    print_text("\n{} from “{}” to “{}”{}\n", way.row->label, comparison.scenarios[comparison.reference].name,
               each.scenario, way.is_averaged ? ", averaged over all orders" : "");
    const std::string& from = comparison.scenarios[comparison.reference].name;
    Columns table(false, {"  " + printable_line(from), figures::figure_text(way.from, measure)}, 1);
    for (const WaterfallStep& step : way.steps)
        table.add({"  " + labels_of(step.kinds),
                   (step.change < 0 ? "−" : "+") + figures::figure_text(std::abs(step.change), measure)});
    table.add({"  " + each.scenario, figures::figure_text(way.to, measure)});
    fmt::print("{}", table.lines());
    if (!way.joined.empty()) print_text("  {}\n", way.joined);
}

void print(const Comparison& comparison, const std::vector<ScenarioWay>& ways) {
    std::vector<std::string> heads{""};
    for (size_t i = 0; i < comparison.scenarios.size(); ++i)
        heads.push_back(cut(printable_line(comparison.scenarios[i].name), most_wide) +
                        (i == comparison.reference ? " (reference)" : ""));
    Columns table(false, std::move(heads), 1);
    for (const ComparedRow& row : comparison.rows) {
        std::vector<std::string> values{row.label.empty() ? row.name : row.label}, differences{""};
        for (const ComparedValue& value : row.values) {
            values.push_back((value.is_best ? "* " : "") +
                             cut(value.absent.empty() ? printable_line(value.text) : "none", most_wide));
            differences.push_back(value.difference == "the same" ? std::string() : value.difference);
        }
        table.add(std::move(values));
        const bool has_differences =
            std::ranges::any_of(differences, [](const std::string& each) { return !each.empty(); });
        if (has_differences) table.add(std::move(differences));
    }
    fmt::print("{}", table.lines());
    print_text("\n*: the best of those that do the reference's work.\n");
    for (const ComparedScenario& each : comparison.scenarios) {
        if (!each.reason.empty())
            print_text("“{}” does not run: {}\n", each.name, each.reason);
        else if (!each.sentence.empty())
            print_text("“{}”: {}\n", each.name, each.sentence);
        if (!each.terms.empty())
            print_text("“{}” stands on other terms: {} differ\n", each.name,
                       fmt::format("{}", fmt::join(each.terms, ", ")));
    }
    for (const ScenarioWay& each : ways) print_way(comparison, each);
}

std::optional<EqualBy> equal_by_named(const std::string& name) {
    for (const EqualBy each : equal_bys)
        if (name == name_of(each)) return each;
    return std::nullopt;
}

/// The columns as large as the reference, or as `--at` says.
std::vector<EqualSize> made_equal(const CompareCall& call, ScenarioAnswers& columns, size_t reference) {
    if (!call.at_equal) {
        if (call.at) throw UsageError{{"--at", "there is no --at-equal", "say of what it is the amount"}};
        return {};
    }
    const auto by = equal_by_named(*call.at_equal);
    if (!by) {
        std::string known;
        for (const EqualBy each : equal_bys)
            known += fmt::format("{}{}", known.empty() ? "" : ", ", name_of(each));
        throw UsageError{{"--at-equal " + *call.at_equal, "nothing is called so", "one of " + known}};
    }
    const double limit = call.at ? value_or_throw<UsageError>(parse_amount(*by, *call.at, "--at " + *call.at))
                                 : value_or_throw<BadInput>(amount_of(*columns[reference], *by));
    std::vector<EqualSize> out;
    for (size_t i = 0; i < columns.size(); ++i) {
        const bool stays = i == reference && !call.at;
        if (stays) continue;
        EqualSize sized = value_or_throw<BadInput>(sized_to(*columns[i], *by, limit));
        columns[i].reset(new const Answers(columns[i]->with(sized.scenario)));
        out.push_back(std::move(sized));
    }
    return out;
}

int run_compare(const CompareCall& call) {
    if (!call.only.empty() && call.only != "different" && call.only != "equal")
        throw UsageError{{"--only " + call.only, "it is neither", "write different or equal"}};
    ScenarioAnswers columns = columns_of(call);
    const size_t reference = reference_of(columns, call.reference);
    const std::vector<EqualSize> sizes = made_equal(call, columns, reference);
    std::vector<const Answers*> answers;
    for (const auto& each : columns) answers.push_back(each.get());
    Comparison comparison = value_or_throw<UsageError>(compare(answers, names_of(call, columns), reference));
    std::erase_if(comparison.rows, [&](const ComparedRow& row) { return !is_shown(call, row); });
    std::vector<ScenarioWay> ways;
    const WaterfallOrder order{changes_named(call.first), call.averaged};
    for (const std::string& figure : call.ways)
        for (size_t i = 0; i < answers.size(); ++i)
            if (i != reference)
                ways.push_back(
                    {comparison.scenarios[i].name,
                     value_or_throw<UsageError>(waterfall(*answers[reference], *answers[i], figure, order))});
    if (call.json)
        print_json(comparison_json(comparison, ways, sizes));
    else if (call.csv)
        std::fputs(comparison_csv(comparison).c_str(), stdout);
    else if (call.markdown)
        std::fputs(comparison_markdown(comparison, sizes).c_str(), stdout);
    else {
        for (const EqualSize& each : sizes) print_text("{}\n", size_sentence(each));
        if (!sizes.empty()) print_text("\n");
        print(comparison, ways);
    }
    const bool all_run =
        std::ranges::all_of(comparison.scenarios, &std::string::empty, &ComparedScenario::reason);
    return all_run ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_compare(const Command& program) {
    const Command command =
        program.add_subcommand("compare", "Scenarios side by side: any figures, differences, reasons");
    command.footer(
        "Example: roofrack-cli compare samples/decisions/owned-h100.roofrack.json\n"
        "`roofrack-cli figures` lists what can be compared. Exit 1 where a scenario does not run.");
    const auto call = std::make_shared<CompareCall>();
    command.add_option("PROJECT", call->paths, "one or more projects; all their scenarios are compared")
        .required();
    command.add_option("--scenario", call->scenarios, "only the scenario of this name; several times")
        .one_value_each();
    command.add_option("--reference", call->reference,
                       "the scenario that the others are held against; the first without it");
    command.add_option(
        "--at-equal", call->at_equal,
        "resize all by whole racks until they meet the reference in power, capital, days, floor "
        "or gpus");
    command.add_option("--at", call->at, "the amount that all meet instead: \"20 MW\", \"600M\", \"90 d\"");
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
    command.add_flag("--averaged", call->averaged,
                     "on the way each change averaged over all orders (Shapley), so that none is favoured");
    command.add_flag("--replan", call->replan, "each by the best plan found instead of the plan as given");
    command.add_flag("--json", call->json, "print JSON");
    command.add_flag("--csv", call->csv, "one line per row, for a spreadsheet");
    command.add_flag("--markdown", call->markdown, "a table for a mail or a page");
    command.callback([call] { return run_compare(*call); });
}

} // namespace roofrack::cli
