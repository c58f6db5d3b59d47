// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/decide/map_request.h"
#include "core/answers/decide/tried_family.h"
#include "core/answers/decide/tried_request.h"
#include "core/answers/report/decide/tried_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace roofrack::cli {

namespace {

struct TryCall {
    ProjectInput input;
    std::optional<std::string> address, values;
    std::vector<std::string> figures; ///< each one or several, commas between
    bool csv = false, markdown = false;
};

constexpr size_t widest_reason = 60; ///< bytes of a cell
constexpr size_t most_faults = 12;   ///< reasons that are printed

std::string tried_cell(const TriedFamily& family, size_t figure, size_t point) {
    const ProbedValue& of = family.points[point].figures[figure];
    if (!family.points[point].fault().empty()) return figure == 0 ? "does not run" : "";
    if (!of.absent.empty()) return cut(fmt::format("none: {}", printable_line(of.absent)), widest_reason);
    return (family.best(figure) == point ? "* " : "") + probed_text(of, family.figures[figure].row->measure);
}

void print_faults(const TriedFamily& family) {
    size_t left = most_faults, more = 0;
    for (const TriedPoint& point : family.points) {
        if (point.fault().empty()) continue;
        if (left == 0)
            ++more;
        else
            print_text("{}: {}\n", point.text, point.fault());
        left -= left > 0 ? 1 : 0;
    }
    if (more > 0) print_text("{} more do not run: --json says why\n", more);
}

void print(const TriedFamily& family) {
    print_text("“{}” by {}, each value evaluated anew; as it is: {}\n\n", family.scenario, family.title,
               family.own_text);
    std::vector<std::string> heads{""};
    for (const ProbedFigure& each : family.figures) heads.emplace_back(each.row->label);
    Columns table(false, std::move(heads), 1);
    bool has_best = false;
    for (size_t i = 0; i < family.points.size(); ++i) {
        std::vector<std::string> cells{family.points[i].text +
                                       (family.points[i].is_own ? " (as it is)" : "")};
        for (size_t figure = 0; figure < family.figures.size(); ++figure) {
            cells.push_back(tried_cell(family, figure, i));
            has_best = has_best || family.best(figure).has_value();
        }
        table.add(std::move(cells));
    }
    fmt::print("{}\n", table.lines());
    if (has_best) print_text("*: the best of the values.\n");
    print_faults(family);
}

/// What the call asks; without an input what the project keeps.
TriedRequest asked_of(const TryCall& call, const Project& project) {
    TriedRequest out;
    if (call.address)
        out = {*call.address, call.values.value_or(""), {}};
    else
        out = TriedRequest::of(project.comparison);
    if (out.input.empty())
        throw UsageError{
            {"ADDRESS", "no input is named, and the project tries none",
             "name one, as /site/electricity_price; `roofrack-cli figures --inputs` lists them"}};
    std::vector<std::string> figures;
    for (const std::string& each : call.figures)
        for (const std::string_view name : parts_between(each, ",")) figures.emplace_back(name);
    if (!figures.empty()) out.figures = std::move(figures);
    return out;
}

TriedValues values_of(const TryCall& call, const TriedRequest& asked, const ProjectAnswers& project) {
    const Scenario& scenario = project.answers().scenario();
    const InputField field =
        value_or_throw<UsageError>(InputField::find(scenario, asked.input, project.catalog()));
    const bool is_offered = !call.values && asked.values.empty();
    const std::string text = is_offered ? offered_to_try(field, scenario) : asked.values;
    if (is_offered && text.empty())
        throw UsageError{{asked.input, "the scenario says nothing of it, or it can be no other",
                          "give the values to be tried"}};
    return {field.address(), value_or_throw<UsageError>(read_tried(text, field))};
}

int run_try(const TryCall& call) {
    const ProjectAnswers project(call.input);
    project.prepared(); // a fault of the project comes before one of the call
    const TriedRequest asked = asked_of(call, project.project());
    const TriedValues values = values_of(call, asked, project);
    const FigureProbe probe =
        value_or_throw<UsageError>(FigureProbe::make(project.answers(), asked.asked_figures()));
    const bool terminal = isatty(STDERR_FILENO) != 0;
    TriedProgress progress;
    if (terminal && !probe.is_quick())
        progress = [](const TriedFamily& so_far) {
            write_progress(fmt::format("\rvalues: {} of {}", so_far.points.size(), so_far.asked));
        };
    const TriedFamily family = value_or_throw<UsageError>(try_values(probe, values, progress));
    if (progress) write_progress(fmt::format("\r{:40}\r", ""));
    if (call.input.json)
        print_json(tried_json(family));
    else if (call.csv)
        std::fputs(tried_csv(family).c_str(), stdout);
    else if (call.markdown)
        std::fputs(tried_markdown(family).c_str(), stdout);
    else
        print(family);
    return family.runs_nowhere() ? Exit::answer_is_no : Exit::done;
}

} // namespace

void add_try(const Command& program) {
    const Command command =
        program.add_subcommand("try", "Figures over values of one input: each value in turn, evaluated anew");
    command.footer("Example: roofrack-cli try samples/dgx-h100-su.roofrack.json /plan/tp 1,2,4,8\n"
                   "`roofrack-cli figures` lists figures, `figures --inputs` addresses.\n"
                   "Exit 1 where the scenario runs with none of the values.");
    const auto call = std::make_shared<TryCall>();
    call->input.add_to(command);
    call->input.add_replan_to(command);
    command.add_option("ADDRESS", call->address,
                       "the input, as /site/electricity_price; without it what the project tries");
    command.add_option("VALUES", call->values,
                       "\"1,2,4\", \"200..800 by 100\", \"200..800 in 13\", all choices by \"all\", with or "
                       "without units; without them half to twice what it is");
    command
        .add_option("--figure,--figures", call->figures,
                    "a figure, or several with commas between; several times. Without it those of the "
                    "project where no input is named, else the step, the $ per million and the power")
        .one_value_each();
    command.add_flag("--csv", call->csv, "one line per value, for a spreadsheet");
    command.add_flag("--markdown", call->markdown, "a table for a mail or a page");
    command.callback([call] { return run_try(*call); });
}

} // namespace roofrack::cli
