// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/load_option.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"

#include "core/answers/figure_basis.h"
#include "core/answers/report/figures/figures_json.h"
#include "core/base/units/csv_cell.h"

#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct AskOptions {
    ProjectInput input;
    std::vector<std::string> names;
    LoadOption load;
    bool csv = false;
};

std::string text_of(const nlohmann::ordered_json& value) {
    return value.is_string() ? value.get<std::string>() : json_text(value);
}

AskedFigure ask_input(const Scenario& scenario, const Catalog& catalog, const std::string& address) {
    AskedFigure out;
    out.name = address;
    out.value = value_or_throw<UsageError>(input_value(scenario, address, catalog));
    out.text = out.value.is_null() ? std::string() : text_of(out.value);
    if (out.value.is_null()) out.absent = "the project does not say it";
    return out;
}

AskedFigure ask(const Answers& answers, const std::string& name) {
    if (name.starts_with('/')) return ask_input(answers.scenario(), answers.catalog(), name);
    AskedFigure out;
    out.name = value_or_throw<UsageError>(figure_named(name));
    out.value = value_or_throw<UsageError>(ask_json(answers, out.name));
    const auto reading = ask_figure(answers, out.name);
    if (!reading) { // it is several figures
        out.text = out.value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
        if (out.value.is_null()) out.absent = "there is none";
        return out;
    }
    out.label = reading->row->label;
    out.unit = reading->row->measure.stored;
    out.text = reading->text;
    out.absent = reading->absent;
    if (out.absent.empty() && out.value.is_null()) out.absent = "not known";
    if (const std::string_view basis = figure_basis(out.name, answers); out.absent.empty() && !basis.empty())
        out.text += fmt::format(" {}", basis);
    return out;
}

void print(const std::vector<AskedFigure>& asked) {
    const size_t width = column_width(40, asked, &AskedFigure::name);
    for (const AskedFigure& each : asked)
        print_text("{:<{}} {}\n", each.name, width,
                   each.absent.empty() ? each.text : fmt::format("none: {}", each.absent));
}

void print_csv(const std::vector<AskedFigure>& asked) {
    fmt::print("name,value,unit,absent\r\n");
    for (const AskedFigure& each : asked)
        fmt::print("{},{},{},{}\r\n", csv_cell(each.name),
                   each.value.is_null() ? std::string() : csv_cell(text_of(each.value)), csv_cell(each.unit),
                   csv_cell(each.absent));
}

int run_ask(const AskOptions& options) {
    ProjectInput input = options.input;
    input.assumed_load = options.load.given();
    const ProjectAnswers project(input);
    std::vector<AskedFigure> asked;
    for (const std::string& name : options.names) asked.push_back(ask(project.answers(), name));
    if (options.input.json)
        print_json(asked_json(asked));
    else if (options.csv)
        print_csv(asked);
    else
        print(asked);
    return std::ranges::all_of(asked, &std::string::empty, &AskedFigure::absent) ? Exit::done
                                                                                 : Exit::answer_is_no;
}

} // namespace

void add_ask(const Command& program) {
    const Command command = program.add_subcommand("ask", "The values of figures and inputs by name");
    command.footer(
        "Example: roofrack-cli ask samples/dgx-h100-su.roofrack.json money.run.usd_per_million "
        "/plan/tp\n  roofrack-cli ask samples/dgx-h100-su.roofrack.json power.it_w power.load --load 0.6\n"
        "`roofrack-cli figures` lists the names; the last parts of one do where they are "
        "of one figure alone.");
    const auto options = std::make_shared<AskOptions>();
    options->input.add_to(command);
    options->input.add_replan_to(command);
    options->load.add_to(command);
    command.add_option("NAME", options->names, "figures, and inputs as /plan/tp").required();
    command.add_flag("--csv", options->csv,
                     "one line per figure: name, value in SI units, unit, why it is absent");
    command.callback([options] { return run_ask(*options); });
}

} // namespace roofrack::cli
