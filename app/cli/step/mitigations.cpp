// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/mitigation_answers.h"
#include "core/answers/report/mitigations_json.h"
#include "core/answers/report/standstill_json.h"
#include "core/drawing/project/project_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct MitigationsCall {
    ProjectInput input;
    std::string apply;
    OutputFile out;
};

std::string cost_text(const TrainingCost& cost) {
    return fmt::format("{:>12} {:>12} {:>14}", format_quantity(cost.step.si(), Dimension::time, 4),
                       format_quantity(cost.facility.si(), Dimension::power, 4),
                       format_quantity(cost.dollars_per_million, Dimension::money, 3));
}

void print(const Mitigations& mitigations) {
    const size_t width = column_width(20, mitigations.found, &Mitigation::id);
    print_text("{:<{}} {:>9} {:>12} {:>12} {:>14}  {}\n", "id", width, "faster", "step", "power",
               "$ per million", "action");
    print_text("{:<{}} {:>9} {}  as it is\n", "", width, "", cost_text(mitigations.now));
    for (const Mitigation& mitigation : mitigations.found)
        print_text("{:<{}} {:>7.1f} % {}  {}{}\n", mitigation.id, width, 100 * mitigation.gain,
                   cost_text(mitigation.then), mitigation.action,
                   mitigation.caution.empty() ? "" : fmt::format(" ({})", mitigation.caution));
    for (const RefusedMitigation& mitigation : mitigations.refused)
        print_text("{:<{}} {:>7.1f} % {:>40}  {}: {}\n", "not as drawn", width, 100 * mitigation.gain, "",
                   mitigation.action, mitigation.reason);
    if (mitigations.found.empty()) print_text("Nothing that the program can change makes the step faster.\n");
}

/// The project as the file has it, with the mitigation in its scenario.
void write_with(const MitigationsCall& call, const Mitigation& mitigation, const Catalog& catalog) {
    auto loaded = value_or_throw<BadInput>(read_project(call.input.path, catalog));
    std::vector<Scenario>& scenarios = loaded.project.scenarios;
    const auto named = std::ranges::find(scenarios, call.input.scenario, &Scenario::name);
    (named == scenarios.end() ? scenarios.front() : *named) = mitigation.scenario;
    value_or_throw<BadInput>(write_project(loaded.project, call.out.path, catalog));
}

int run_mitigations(const MitigationsCall& call) {
    if (call.apply.empty() != call.out.path.empty())
        throw UsageError{{call.apply.empty() ? "--out" : "--apply", "--apply and --out go together",
                          "give both, or none to see what there is"}};
    if (!call.out.path.empty()) value_or_throw<BadInput>(call.out.check());
    const ProjectAnswers project(call.input);
    project.prepared(); // a fault of the project comes before one of the plan
    const auto* found = project.answers().get<Mitigations>();
    if (!*found) return project.answer_without_step(found->error(), mitigations_schema);
    if (!call.apply.empty()) {
        const auto mitigation = std::ranges::find((*found)->found, call.apply, &Mitigation::id);
        if (mitigation == (*found)->found.end()) {
            report({"--apply", fmt::format("there is no mitigation '{}' here", call.apply),
                    "name one that the command prints without it"});
            return Exit::answer_is_no;
        }
        write_with(call, *mitigation, project.catalog());
    }
    if (call.input.json)
        print_json(with_standstill({}, mitigations_json(**found)));
    else
        print(**found);
    return Exit::done;
}

} // namespace

void add_mitigations(const Command& program) {
    const Command command = program.add_subcommand(
        "reliefs", "Changes of plan, site and drawing that make the step faster, each evaluated anew");
    command.also_named("mitigations");
    command.footer("Examples: roofrack-cli reliefs samples/llama3-405b-16k.roofrack.json\n"
                   "          roofrack-cli reliefs samples/llama3-405b-16k.roofrack.json --apply best-plan "
                   "-o better.roofrack.json");
    const auto call = std::make_shared<MitigationsCall>();
    call->input.add_to(command);
    call->input.add_replan_to(command);
    command.add_option("--apply", call->apply, "id of the one that is written into the project");
    call->out.add_to(command, "-o,--out", "the changed project");
    command.callback([call] { return run_mitigations(*call); });
}

} // namespace roofrack::cli
