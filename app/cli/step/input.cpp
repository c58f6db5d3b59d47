// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/sharing_json.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/sharing_answers.h"
#include "core/base/units/quantity_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

std::string in_unit(double value, Dimension dimension) { return format_quantity(value, dimension, 4); }

std::string given_rate(ByteRate rate, std::string_view verb, std::string_view none) {
    return rate.si() > 0 ? fmt::format("{} {}", verb, in_unit(rate.si(), Dimension::byte_rate))
                         : std::string(none);
}

void print_loaders(const InputSupply& supply) {
    print_text("loaders    a server must prepare {:.4g} samples/s: {}\n", supply.server_needed,
               supply.server_rate > 0
                   ? fmt::format("it prepares {:.4g}, those of a step in {}", supply.server_rate,
                                 in_unit(supply.needs.prepare, Dimension::time))
                   : std::string("nothing says what it can"));
    if (supply.cores_needed > 0)
        print_text("cores      {:.4g} of a server are needed, {}\n", supply.cores_needed,
                   supply.cores ? fmt::format("there are {:.4g}", *supply.cores)
                                : std::string("nothing says how many are there"));
}

void print_supply(const InputSupply& supply) {
    const InputNeeds& needs = supply.needs;
    const auto time = [](Seconds s) { return in_unit(s.si(), Dimension::time); };
    print_text("{} GPUs in {} server{}, {} samples a step of {}, which reads {}\n", format_count(supply.gpus),
               format_count(supply.servers), supply.servers == 1 ? "" : "s", format_count(supply.samples),
               in_unit(supply.sample.si(), Dimension::bytes), in_unit(supply.step.si(), Dimension::bytes));
    print_text("a step that never waits for input takes {}\n\n", time(supply.busy));
    print_text("storage    {} needed: {}, {}{}\n", in_unit(supply.needed.si(), Dimension::byte_rate),
               given_rate(supply.storage, "it reads", "none is drawn"),
               given_rate(supply.links, "its links carry", "no links of it"),
               needs.read > 0 ? fmt::format(", those of a step in {}", in_unit(needs.read, Dimension::time))
                              : "");
    print_loaders(supply);
    if (supply.checkpoint_write.si() > 0)
        print_text("checkpoint written beside the training in {} every {}: leaves {:.0f} % of the reads for "
                   "{:.3g} % of the time\n",
                   time(supply.checkpoint_write), time(supply.checkpoint_interval), 100 * needs.left,
                   100 * needs.writing);
    if (supply.wait.si() > 0)
        print_text("\nwaits {} a step, {:.2f} % of it: {}\n", time(supply.wait), 100 * supply.share,
                   name_of(supply.limit));
    else
        print_text("\nno step waits for input\n");
}

int run_input(const ProjectInput& input) {
    const ProjectAnswers project(input);
    project.prepared(); // a fault of the project comes before one of the plan
    const auto* supply = project.answers().get<InputSupply>();
    if (!*supply) return project.answer_without_step(supply->error(), input_schema);
    const Standstill& standstill = project.say_whether_it_runs(true);
    if (input.json)
        print_json(with_standstill(standstill, input_json(**supply)));
    else
        print_supply(**supply);
    return standstill.runs() ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_input(const Command& program) {
    const Command command = program.add_subcommand(
        "input", "What a step reads and its loaders prepare, what storage and cores there are, and the wait");
    command.footer("Example: roofrack-cli input samples/ws-8gpu.roofrack.json "
                   "--set /site/loader_cores=32 --set \"/site/sample_core_time=10 ms\"");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(command);
    input->add_replan_to(command);
    command.callback([input] { return run_input(*input); });
}

} // namespace roofrack::cli
