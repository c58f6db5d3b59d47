// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/decide/tornado_rows.h"
#include "core/answers/decide/uncertain_text.h"
#include "core/answers/report/decide/tornado_json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct TornadoCall {
    ProjectInput input;
    std::vector<std::string> figures, inputs, uncertain;
    int top = 20;
    bool choices = false;
};

constexpr size_t widest_label = 56; // bytes of a cell

std::string end_text(const ProbedValue& value, const std::string& text) {
    return value.absent.empty() ? text : cut(fmt::format("none: {}", value.absent), widest_label);
}

void print(const FigureTornado& tornado, int top) {
    const figures::Measure& measure = tornado.figure.row->measure;
    if (!tornado.now.absent.empty()) {
        print_text("{}: none: {}\n\n", tornado.figure.row->label, tornado.now.absent);
        return;
    }
    print_text("{} ({}): {} as it is{}\n", tornado.figure.row->label, tornado.figure.name,
               probed_text(tornado.now, measure),
               tornado.now.missing.empty() ? std::string() : "; " + tornado.now.missing);
    Columns table(false, {"  input", "as it is", "low", "high", "at low", "at high"}, 1);
    const std::vector<TornadoRow> rows = tornado_rows(std::span(&tornado, 1));
    const size_t shown = std::min(rows.size(), static_cast<size_t>(top));
    for (size_t i = 0; i < shown; ++i) {
        const InputBar& bar = *rows[i].any;
        const auto ends = probed_texts({bar.at_low, bar.at_high}, measure);
        const std::string& name = bar.label.size() <= widest_label ? bar.label : bar.short_label;
        table.add({"  " + cut(name, widest_label), bar.now, bar.low, bar.high, end_text(bar.at_low, ends[0]),
                   end_text(bar.at_high, ends[1])});
    }
    fmt::print("{}", table.lines());
    if (shown < rows.size()) print_text("  {} (--top)\n", tornado_rest_text(rows, shown));
    if (tornado.idle == 1)
        print_text("  1 input does nothing to it\n\n");
    else
        print_text("  {} inputs do nothing to it\n\n", tornado.idle);
}

int run_tornado(const TornadoCall& call) {
    if (call.top < 1) throw UsageError{{"--top", "no line would be printed", "ask for 1 or more"}};
    const ProjectAnswers project(call.input);
    project.prepared(); // a fault of the project comes before one of the call
    std::vector<std::string> names = call.figures;
    if (names.empty()) names = project.project().comparison.tornado;
    if (names.empty()) names = first_tornado_figures();
    const FigureProbe probe = value_or_throw<UsageError>(FigureProbe::make(project.answers(), names));
    TornadoOptions options;
    options.inputs = call.inputs;
    options.choices = call.choices;
    for (const std::string& text : call.uncertain)
        options.declared.push_back(value_or_throw<UsageError>(
            parse_uncertain(text, project.answers().scenario(), project.catalog())));
    const auto found = value_or_throw<UsageError>(input_tornado(probe, options));
    if (call.input.json)
        print_json(tornado_json(found));
    else
        for (const FigureTornado& each : found) print(each, call.top);
    const bool all_known =
        std::ranges::all_of(found, [](const FigureTornado& each) { return each.now.absent.empty(); });
    return all_known ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_tornado(const Command& program) {
    const Command command = program.add_subcommand(
        "tornado", "Any figures over all inputs: each low and high by itself, evaluated anew");
    command.footer(
        "Example: roofrack-cli tornado samples/dgx-h100-su.roofrack.json --figure step.mfu\n"
        "An input goes to the ends of its band or of what is declared, else a step up and down.\n"
        "Settings of work, plan and drawing follow what is not known for sure; of both the widest\n"
        "first. Inputs stand there by what they are; --json has their addresses too.\n"
        "Exit 1 where the scenario has no such figure.");
    const auto call = std::make_shared<TornadoCall>();
    call->input.add_to(command);
    call->input.add_replan_to(command);
    command
        .add_option("--figure", call->figures,
                    "a figure; several times. Without it the step and the $ per million")
        .one_value_each();
    command.add_option("--input", call->inputs, "only this input, by its address; several times")
        .one_value_each();
    command
        .add_option(
            "--uncertain", call->uncertain,
            "how far an input may lie off: \"/site/electricity_price=0.05..0.08..0.12\"; several times")
        .one_value_each();
    command.add_flag("--choices", call->choices, "also flags and choices, by all that they may be");
    command.add_option("--top", call->top, "how many of the widest are printed; 20 without it");
    command.callback([call] { return run_tornado(*call); });
}

} // namespace roofrack::cli
