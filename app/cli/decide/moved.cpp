// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_input.h"
#include "core/answers/moved/moved_text.h"
#include "core/answers/report/compare/moved_json.h"
#include "core/drawing/project/project_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct MovedCall {
    std::string project;
    OutputFile out;
    bool keep = false, json = false;
};

constexpr size_t most_effects = 3; ///< constants that are named per figure

void print_constants(const MovedFigures& moved) {
    if (moved.constants.empty()) return;
    Columns table(false, {"constant", "was", "now"}, 1);
    for (const ChangedConstant& each : moved.constants)
        table.add({each.id, fmt::format("{:.6g} {}", each.was, each.unit),
                   each.now ? fmt::format("{:.6g} {}", *each.now, each.unit) : "is no more"});
    fmt::print("\nConstants and parts that are others now:\n{}", table.lines());
}

void print(const MovedFigures& moved) {
    print_text("{}{}\n", moved_sentence(moved), moved.moved == 0 ? "." : ":");
    if (moved.moved == 0) return print_constants(moved);
    Columns table(false, {moved_headings.begin(), moved_headings.end()}, 2);
    for (std::vector<std::string>& row : moved_rows(moved)) table.add(std::move(row));
    fmt::print("{}", table.lines());
    for (const MovedFigure& each : moved.figures)
        for (const std::string& cause : moved_causes(moved, each, most_effects))
            print_text("“{}”, {}: {}\n", each.scenario, each.row ? each.row->label : each.figure, cause);
    print_text("\nThe rest is by the calculation of the program, and by what was changed in the project.\n");
    print_constants(moved);
}

int run_moved(const MovedCall& call) {
    if (call.keep && call.out.path.empty())
        throw UsageError{{"-o", "--keep changes the project", "name the file to write it to"}};
    if (!call.keep && !call.out.path.empty())
        throw UsageError{{"-o", "nothing is changed", "give --keep, or leave it out"}};
    if (const auto may = call.out.check(); call.keep && !may) return report(may.error());
    const Catalog& catalog = Catalog::built_in();
    Project project = given_project(call.project, catalog);
    const std::filesystem::path folder = std::filesystem::path(call.project).parent_path();
    if (call.keep) {
        project.kept = figures_to_keep(project, catalog, folder, ROOFRACK_VERSION);
        if (const auto written = write_project(project, call.out.path, catalog); !written)
            return report(written.error());
    }
    const MovedFigures moved = value_or_throw<BadInput>(moved_figures(project, catalog, folder));
    if (call.json)
        print_json(moved_json(moved));
    else
        print(moved);
    return moved.moved == 0 ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_moved(const Command& program) {
    const Command command = program.add_subcommand(
        "moved", "What moved since a project kept its figures, by how much and by which constant");
    command.footer(
        "Example: roofrack-cli moved cluster.roofrack.json --keep -o cluster.roofrack.json --force\n"
        "Exit 1 where a figure has moved.");
    const auto call = std::make_shared<MovedCall>();
    command.add_option("PROJECT", call->project, "project file (NAME.roofrack.json)").required();
    command.add_flag("--keep", call->keep,
                     "keep the figures as they are now, with the constants and parts that they rest on");
    call->out.add_to(command, "-o,--out", "the project with what is kept");
    command.add_flag("--json", call->json, "print JSON");
    command.callback([call] { return run_moved(*call); });
}

} // namespace roofrack::cli
