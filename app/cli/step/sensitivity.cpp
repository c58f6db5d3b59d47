// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/limits_answers.h"
#include "core/answers/report/mitigations_json.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/step_answers.h"
#include "core/base/units/limit_share_text.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

void print_sensitivities(const Evaluation& evaluation, const std::vector<Sensitivity>& sensitivities) {
    print_text("{} a step · binds: {}{}{}\n\n",
               format_quantity(evaluation.step_time.si(), Dimension::time, 4), evaluation.binds,
               evaluation.waits.empty() ? "" : fmt::format(" ({})", evaluation.waits),
               evaluation.after_that.empty() ? "" : ", after that " + evaluation.after_that);
    const size_t width = column_width(
        44, sensitivities, [](const Sensitivity& each) -> const std::string& { return each.gain.label; });
    print_text("{:<{}} {:>9} {:>9} {:>9} {:>9}\n", "faster by, with", width, "half", "−10 %", "+10 %",
               "twice");
    const auto percent = [](double gain) {
        return std::abs(gain) < 0.0005 ? std::string("0") : (gain > 0 ? "+" : "") + gain_text(gain);
    };
    for (const Sensitivity& sensitivity : sensitivities)
        print_text("{:<{}} {:>9} {:>9} {:>9} {:>9}\n", sensitivity.gain.label, width,
                   percent(sensitivity.half), percent(sensitivity.tenth_less),
                   percent(sensitivity.gain.tenth), percent(sensitivity.gain.twice));
    print_text(
        "\nwhat harms (spread, failures) is divided by as much; a temperature falls by 2 K and 10 K, or "
        "rises\n");
}

int run_sensitivity(const ProjectInput& input) {
    const ProjectAnswers project(input);
    project.prepared(); // a fault of the project comes before one of the plan
    const Evaluation& evaluation = project.need<Evaluation>();
    if (!evaluation.feasible) return project.answer_without_step(why_no_step(evaluation), sensitivity_schema);
    const std::vector<Sensitivity>& found = project.need<Sensitivities>().sensitivities;
    if (input.json)
        print_json(with_standstill({}, sensitivity_json(evaluation, found)));
    else
        print_sensitivities(evaluation, found);
    return Exit::done;
}

} // namespace

void add_sensitivity(const Command& program) {
    const Command command = program.add_subcommand(
        "sensitivity", "What more and less of each resource makes of the step, each evaluated anew");
    command.footer("Example: roofrack-cli sensitivity samples/shared-a100-hot-rack.roofrack.json");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(command);
    input->add_replan_to(command);
    command.callback([input] { return run_sensitivity(*input); });
}

} // namespace roofrack::cli
