// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"
#include "app/cli/project_input.h"
#include "core/engine/evaluate.h"
#include "core/engine/gains.h"
#include "core/report/reliefs_json.h"
#include "core/report/standstill_json.h"
#include "core/study/standstill.h"
#include "core/units/limit_share_text.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

void print_swings(const Evaluation& evaluation, const std::vector<Swing>& swings) {
    print_text("{} a step · binds: {}{}\n\n", format_quantity(evaluation.step_time.si(), Dimension::time, 4),
               evaluation.binds,
               evaluation.after_that.empty() ? "" : ", after that " + evaluation.after_that);
    print_text("{:<44} {:>9} {:>9} {:>9} {:>9}\n", "faster by, with", "half", "−10 %", "+10 %", "twice");
    const auto percent = [](double gain) {
        return std::abs(gain) < 0.0005 ? std::string("0") : (gain > 0 ? "+" : "") + gain_text(gain);
    };
    for (const Swing& swing : swings)
        print_text("{:<44} {:>9} {:>9} {:>9} {:>9}\n", swing.gain.label, percent(swing.half),
                   percent(swing.tenth_less), percent(swing.gain.tenth), percent(swing.gain.twice));
    print_text(
        "\nwhat harms (spread, failures) is divided by as much; a temperature falls by 2 K and 10 K, or "
        "rises\n");
}

int run_sensitivity(const ProjectInput& input) {
    const auto scenario = input.load(Catalog::built_in());
    if (!scenario) return report(scenario.error());
    const auto prepared = Prepared::make(*scenario, Catalog::built_in());
    if (!prepared) {
        Diagnostic error = prepared.error();
        error.where = input.path + ": " + error.where;
        return report(error);
    }
    const Evaluation evaluation = evaluate(*prepared);
    if (!evaluation.feasible)
        return input.answer_without_step(*scenario, Catalog::built_in(), why_no_step(evaluation),
                                         sensitivity_schema);
    const std::vector<Swing> found = swings(*prepared, evaluation);
    if (input.json)
        fmt::print("{}\n", json_text(with_standstill({}, sensitivity_json(evaluation, found))));
    else
        print_swings(evaluation, found);
    return Exit::done;
}

} // namespace

void add_sensitivity(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand(
        "sensitivity", "What more and less of each resource makes of the step, each evaluated anew");
    command->footer("Example: roofrack-cli sensitivity samples/shared-a100-hot-rack.roofrack.json");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(*command);
    input->add_replan_to(*command);
    command->callback([input, &exit_code] { exit_code = run_sensitivity(*input); });
}

} // namespace roofrack::cli
