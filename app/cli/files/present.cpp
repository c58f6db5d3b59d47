// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/present.h"
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/present/deck_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/style/style_file.h"
#include "core/base/units/calendar_date.h"
#include "core/drawing/project/project_file.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct PresentCall {
    std::string project;
    OutputFile out;
    std::string style; ///< as style_named() takes it; empty: the project's own
    bool draft = false, replan = false, json = false;
};

void print_style(const HouseStyle& style) {
    if (!style.is_given()) return;
    print_text("Style: {}{}{}\n", style.name.empty() ? "without a name" : style.name,
               style.font.empty() ? "" : ", in " + style.font, style.logo.empty() ? "" : ", with a logo");
}

void print(const std::vector<SlideContent>& slides, bool is_drafted) {
    if (is_drafted) print_text("The project has no slides; these are drafted from its scenarios.\n");
    size_t number = 0;
    for (const SlideContent& each : slides) {
        print_text("{:>3}  {}\n", ++number, each.title);
        std::string line = each.view;
        if (!each.scenario.empty()) line += " of “" + each.scenario + "”";
        if (!each.date.empty()) line += ", frozen on " + each.date;
        print_text("     {}\n", line);
        if (!each.missing.empty()) print_text("     shows nothing: {}\n", each.missing);
        if (!each.sliders.empty()) print_text("     {}\n", what_if_line(each.sliders));
        if (!each.note.empty()) print_text("     note: {}\n", each.note);
    }
}

int run_present(const PresentCall& call) {
    const bool changes = call.draft || !call.style.empty();
    if (changes && call.out.path.empty())
        throw UsageError{{"-o", call.draft ? "--draft changes the project" : "--style changes the project",
                          "name the file to write it to"}};
    if (!changes && !call.out.path.empty())
        throw UsageError{{"-o", "nothing is changed",
                          "give --draft or --style; slides as PDF, PNG, SVG and PowerPoint are written by "
                          "`roofrack present`"}};
    if (const auto may = call.out.check(); changes && !may) return report(may.error());
    const Catalog& catalog = Catalog::built_in();
    Project project = given_project(call.project, catalog);
    if (!call.style.empty()) {
        auto style = style_named(call.style);
        if (!style) return report(style.error());
        project.style = std::move(*style);
    }
    const DeckAnswers deck(project, std::filesystem::path(call.project).parent_path(), call.replan, catalog,
                           nullptr, today());
    const bool is_drafted = call.draft || project.deck.slides.empty();
    const Deck shown = is_drafted ? first_deck(deck) : project.deck;
    std::vector<SlideContent> slides;
    for (const Slide& slide : shown.slides) slides.push_back(slide_content(deck, slide));
    if (call.draft) project.deck.slides = shown.slides;
    if (changes)
        if (const auto written = write_project(project, call.out.path, catalog); !written)
            return report(written.error());
    if (call.json) {
        print_json(deck_json(project, slides, is_drafted));
    } else {
        print_style(project.style);
        print(slides, is_drafted);
    }
    const bool is_whole = std::ranges::all_of(slides, &std::string::empty, &SlideContent::missing);
    return is_whole ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_present(const Command& program) {
    const Command command = program.add_subcommand(
        "present", "The slides of a project: their messages, and the figures that they show");
    std::string views;
    for (const SlideView& each : own_slide_views())
        views += (views.empty() ? "" : ", ") + std::string(each.name);
    command.footer("Example: roofrack-cli present samples/dgx-h100-su.roofrack.json\n"
                   "Views of slides: charts by their ids, and " +
                   views +
                   ".\n"
                   "A style is how slides and reports look: see docs/formats.md.\n"
                   "Exit 1 where a slide shows nothing. `roofrack present` writes PDF, PNG, SVG and "
                   "PowerPoint.");
    const auto call = std::make_shared<PresentCall>();
    command.add_option("PROJECT", call->project, "project file (NAME.roofrack.json)").required();
    command.add_flag("--draft", call->draft,
                     "first slides drafted from the scenarios, in place of those that the project has");
    command.add_option("--style", call->style,
                       "a style file that the project keeps from now on; \"none\": it keeps none");
    call->out.add_to(command, "-o,--out", "the project with the drafted slides, or with the style");
    command.add_flag("--replan", call->replan, "by the best plan found instead of the plan as given");
    command.add_flag("--json", call->json, "print JSON");
    command.callback([call] { return run_present(*call); });
}

} // namespace roofrack::cli
