// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/commands.h"

#include "core/answers/report/figures/figures_json.h"
#include "core/answers/report/figures/figures_markdown.h"

#include <algorithm>
#include <cctype>

namespace roofrack::cli {

namespace {

struct FiguresOptions {
    std::vector<std::string> words;
    bool inputs = false, json = false, markdown = false;
};

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

/// All words stand somewhere in it.
bool says(const std::string& text, const std::vector<std::string>& words) {
    const std::string in = lower(text);
    return std::ranges::all_of(
        words, [&](const std::string& word) { return in.find(lower(word)) != std::string::npos; });
}

std::string range_text(const Input& input) {
    std::string out;
    for (const std::string& choice : input.choices) out += (out.empty() ? "" : ", ") + choice;
    if (input.least) out = fmt::format("{:g} to {:g}", *input.least, *input.most);
    if (!input.unit.empty()) out += ' ' + input.unit;
    return out;
}

void print_figures(const std::vector<const IndexedFigure*>& found) {
    const FigureStudy* before = nullptr;
    const size_t width = column_width(
        40, found, [](const IndexedFigure* each) -> std::string_view { return each->figure.name; });
    for (const IndexedFigure* each : found) {
        const figures::Row& row = *each->figure.row;
        if (before && each->study != before) print_text("\n");
        if (each->study != before) print_text("{}\n", each->study->label);
        before = each->study;
        print_text("  {:<{}} {:<8} {}{}{}\n", each->figure.name, width, row.measure.stored, row.label,
                   row.help.empty() ? "" : ": ", row.help);
        std::string reasons;
        for (const std::string_view reason : each->figure.reasons())
            reasons += (reasons.empty() ? "" : "; ") + std::string(reason);
        if (!reasons.empty()) print_text("  {:<{}} {:<8} absent: {}\n", "", width, "", reasons);
    }
}

void print_inputs(const std::vector<const Input*>& found) {
    const size_t width = column_width(44, found, [](const Input* each) { return each->address; });
    for (const Input* each : found) {
        const std::string range = range_text(*each);
        print_text("  {:<{}} {}{}{}\n", each->address, width, each->help, range.empty() ? "" : "; ", range);
    }
}

int run_figures(const FiguresOptions& options) {
    if (options.markdown) {
        fmt::print("{}", figures_markdown());
        return Exit::done;
    }
    std::vector<const IndexedFigure*> figures;
    std::vector<const Input*> inputs;
    if (!options.inputs)
        for (const IndexedFigure& each : figure_index())
            if (says(fmt::format("{} {} {}", each.figure.name, each.figure.row->label, each.figure.row->help),
                     options.words))
                figures.push_back(&each);
    for (const Input& each : scenario_inputs())
        if (says(fmt::format("{} {}", each.address, each.help), options.words)) inputs.push_back(&each);
    if (options.json) {
        print_json(figure_list_json(figures, inputs));
    } else {
        print_figures(figures);
        if (!figures.empty() && !inputs.empty()) print_text("\n");
        if (!inputs.empty()) print_text("Inputs, for --set\n");
        print_inputs(inputs);
    }
    if (!figures.empty() || !inputs.empty()) return Exit::done;
    report({"figures", "nothing is called so", "give fewer words, or none to list all"});
    return Exit::answer_is_no;
}

} // namespace

void add_figures(const Command& program) {
    const Command command = program.add_subcommand(
        "figures", "What can be asked of a project and set in it: names, units, ranges");
    command.footer("Example: roofrack-cli figures water");
    const auto options = std::make_shared<FiguresOptions>();
    const Option words =
        command.add_option("WORD", options->words, "only those whose name or meaning has these words");
    const Option inputs = command.add_flag("--inputs", options->inputs, "inputs alone");
    const Option json = command.add_flag("--json", options->json, json_help);
    command.add_flag("--markdown", options->markdown, "all figures as the page docs/figures.md")
        .excludes(words)
        .excludes(inputs)
        .excludes(json);
    command.callback([options] { return run_figures(*options); });
}

} // namespace roofrack::cli
