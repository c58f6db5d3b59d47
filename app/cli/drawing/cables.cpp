// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/drawing/cables_json.h"
#include "core/base/files/atomic_file.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/drawing/bill/bill_text.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct CablesOptions {
    ProjectInput input;
    OutputFile csv;
    std::optional<double> most; ///< cables that are listed one by one
};

std::string metres(std::optional<double> length) { return length ? fmt::format("{:.4g} m", *length) : ""; }

std::vector<std::string> end_cells(const CableEnd& end) {
    return {end.rack, end.u ? fmt::format("U{}", *end.u) : "", end.device, end.port};
}

void print(const CableList& list, int64_t most) {
    CableSums sums;
    Columns each(false, {"rack", "U", "from", "port", "rack", "U", "to", "port", "kind", "colour", "length"},
                 10);
    const CableList::Visited seen = list.visit([&](const LaidCable& cable) {
        sums.add(cable);
        if (cable.number > most) return true;
        std::vector<std::string> cells = end_cells(cable.from);
        for (std::string& cell : end_cells(cable.to)) cells.push_back(std::move(cell));
        cells.insert(cells.end(), {cable.kind, cable.colour, metres(cable.length)});
        each.add(std::move(cells));
        return true;
    });
    Columns rows(false, {"cable", "kind", "length", "count"}, 2);
    for (const CableSums::Row& row : sums.rows())
        rows.add({row.name, row.kind, metres(row.length), format_count(row.count)});
    if (seen.cables > 0) fmt::print("{}\n", rows.lines());
    if (seen.cables > 0 && most > 0) fmt::print("{}", each.lines());
    if (const int64_t left = seen.cables - most; left > 0)
        print_text("and {} more: --csv FILE has all of them\n", format_count(static_cast<double>(left)));
    print_text("\n{} cables, {} of them\n", format_count(static_cast<double>(seen.cables)),
               cable_length_text(sums.metres()));
    if (seen.beyond_ports > 0)
        print_text("{} of their ends find no free port on what they end at: `links` says where\n",
                   format_count(seen.beyond_ports));
}

int run_cables(const CablesOptions& options) {
    value_or_throw<BadInput>(options.csv.check_beside(options.input.path));
    const ProjectAnswers project(options.input);
    const auto list = CableList::make(project.answers().scenario().cluster, project.catalog());
    if (!list) throw BadInput{in_project(options.input.path, list.error())};
    for (const Diagnostic& warning : list->warnings()) warn(in_project(options.input.path, warning));
    if (!options.csv.path.empty()) {
        std::string text;
        value_or_throw<BadInput>(write_cable_csv(*list, [&](std::string_view piece) {
            text += piece;
            return Result<void>();
        }));
        value_or_throw<BadInput>(write_file_atomically(options.csv.path, text));
    }
    constexpr double few = 20, many = 100'000;
    const auto most = static_cast<int64_t>(options.most.value_or(options.input.json ? many : few));
    if (options.input.json)
        print_json(cables_json(*list, most));
    else
        print(*list, most);
    return Exit::done;
}

} // namespace

void add_cables(const Command& program) {
    const Command command = program.add_subcommand(
        "cables", "Every cable from port to port: racks, units, ports, kind, length, part, label and colour");
    command.footer("Example: roofrack-cli cables samples/dgx-h100-su.roofrack.json --csv cables.csv");
    auto options = std::make_shared<CablesOptions>();
    options->input.add_to(command);
    options->csv.add_to(command, "--csv", "also write all cables to this file");
    command
        .add_option("--limit", options->most,
                    "cables to list one by one: 20 unless told, 100,000 with --json; the sums are of all")
        .between(0, 1e6);
    command.callback([options] { return run_cables(*options); });
}

} // namespace roofrack::cli
