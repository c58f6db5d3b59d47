// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/difference_json.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"

#include <fmt/format.h>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct DiffOptions {
    std::string mine, theirs;
    bool json = false;
};

void print_value(char mark, const std::string& value) {
    if (!value.empty()) print_text("  {} {}\n", mark, value);
}

void print(const ProjectDifference& found) {
    for (const Difference& each : found.values) {
        print_text("{}\n", each.place);
        print_value('-', each.mine);
        print_value('+', each.theirs);
    }
    if (found.count == 0)
        print_text("They do not differ.\n");
    else
        print_text("\n{} {}\n", found.count, found.count == 1 ? "value differs." : "values differ.");
}

int compare(const DiffOptions& options) {
    const Catalog& catalog = Catalog::built_in();
    const Project mine = given_project(options.mine, catalog),
                  theirs = given_project(options.theirs, catalog);
    const ProjectDifference found = difference(mine, theirs, catalog, std::numeric_limits<size_t>::max());
    if (options.json)
        print_json(difference_json(found));
    else
        print(found);
    return found.count == 0 ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_diff(const Command& program) {
    const Command command =
        program.add_subcommand("diff", "In which values two projects differ; exit 1 when they do");
    command.footer("Example: roofrack-cli diff hall.roofrack.json wider.roofrack.json");
    const auto options = std::make_shared<DiffOptions>();
    command.add_option("MINE", options->mine, "NAME.roofrack.json; its values are marked -").required();
    command.add_option("THEIRS", options->theirs, "the other; its values are marked +").required();
    command.add_flag("--json", options->json, json_help);
    command.callback([options] { return compare(*options); });
}

} // namespace roofrack::cli
