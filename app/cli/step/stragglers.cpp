// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/losses_answers.h"
#include "core/answers/report/losses_json.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/step_answers.h"
#include "core/base/units/plain_number.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

/// What a step takes more: "3.1 % longer".
std::string longer_text(double share) {
    if (!std::isfinite(share)) return "longer than can be told";
    return share < 0.00005 ? "no longer" : fmt::format("{:.2g} % longer", 100 * share);
}

void print(const StragglerCosts& costs, const Evaluation& evaluation) {
    const auto time = [](double seconds) { return format_quantity(seconds, Dimension::time, 3); };
    print_text("{} GPUs wait {} of a step of {} for the slowest: {} GPU-hours in 100,000 steps, {}\n",
               format_count(evaluation.gpus), time(costs.wait), time(evaluation.step_time.si()),
               format_quantity(costs.gpu_hours, Dimension::number, 3),
               format_quantity(costs.dollars, Dimension::money, 3));
    if (!costs.causes.empty())
        print_text("\n{:<44} {:>8} {:>10} {:>9}\n", "without", "CV", "waits less", "faster");
    for (const StragglerCosts::Cause& cause : costs.causes)
        print_text("{:<44} {:>8} {:>10} {:>7.2f} %\n", cause.label,
                   cause.cv > 0 ? fmt::format("{:.2g} %", 100 * cause.cv) : "", time(cause.wait),
                   100 * cause.gain);
    const size_t width = column_width(64, costs.mitigations, &StragglerCosts::Mitigation::action);
    if (!costs.mitigations.empty()) print_text("\n{:<{}} {:>9}\n", "mitigation", width, "faster");
    for (const StragglerCosts::Mitigation& mitigation : costs.mitigations)
        print_text("{:<{}} {:>7.2f} %\n", mitigation.action, width, 100 * mitigation.gain);
    print_text("\na slow GPU that nobody knows of is among them with a chance of {:.2g} %: the step is then "
               "{}\n",
               100 * costs.slow_chance, longer_text(costs.slow_longer));
}

std::string then_text(const SlowGroup::Then& then) {
    if (!then.reason.empty()) return then.reason;
    return fmt::format("{} GPUs, {} days, {}", format_count(then.gpus), plain_number(then.days),
                       std::abs(then.gain) < 0.00005 ? "as fast as now"
                                                     : fmt::format("{:.2f} % {}", 100 * std::abs(then.gain),
                                                                   then.gain < 0 ? "slower" : "faster"));
}

/// Which of those that are drawn as one.
std::string which_text(const SlowGroup& group) {
    if (group.drawn <= 1) return {};
    if (group.counted < group.drawn) return fmt::format(", one of {} like it", format_count(group.drawn));
    return fmt::format(", all {} together", format_count(group.drawn));
}

void print(const SlowGroups& slow) {
    if (slow.groups.empty()) return;
    print_text("\nof {}, {} days:\n",
               slow.whole_run ? fmt::format("a run of {} steps", format_count(slow.steps)) : "100,000 steps",
               plain_number(slow.days));
    for (const SlowGroup& group : slow.groups) {
        print_text("{}{}, {} GPU{}{}{}\n", group.name, which_text(group), format_count(group.gpus),
                   group.gpus > 1 ? "s" : "", group.why.empty() ? "" : ", ", group.why);
        if (!group.together.empty()) print_text("  one of them cannot be taken out: {}\n", group.together);
        if (group.wait > 0)
            print_text("  costs the run {} GPU-hours, {}, {} days\n",
                       format_quantity(group.gpu_hours, Dimension::number, 3),
                       format_quantity(group.dollars, Dimension::money, 3), plain_number(group.days));
        else
            print_text("  costs the run nothing: no GPU waits for it alone\n");
        print_text("  replaced    {}\n  without it  {}\n", then_text(group.replaced),
                   then_text(group.without));
    }
    if (slow.left_out > 0) print_text("{:.0f} more racks are slow\n", slow.left_out);
}

int run_stragglers(const ProjectInput& input, const std::string& element) {
    const ProjectAnswers project(input);
    const Prepared& prepared = project.prepared();
    const auto* costs = project.answers().get<StragglerCosts>();
    if (!*costs) return project.answer_without_step(costs->error(), stragglers_schema);
    const Evaluation& evaluation = project.need<Evaluation>();
    const auto slow = slow_groups(prepared, evaluation, project.catalog(), element);
    if (!slow) return report(in_project(input.path, slow.error()));
    if (input.json) {
        print_json(with_standstill({}, stragglers_json(**costs, *slow)));
    } else {
        print(**costs, evaluation);
        print(*slow);
    }
    return Exit::done;
}

} // namespace

void add_stragglers(const Command& program) {
    const Command command = program.add_subcommand(
        "stragglers", "What waiting for the slowest GPU costs, by cause, and what would mitigate it");
    command.footer("Example: roofrack-cli stragglers samples/mechanisms/one-slow-gpu.roofrack.json");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(command);
    input->add_replan_to(command);
    auto element = std::make_shared<std::string>();
    command.add_option("--element", *element,
                       "what this rack, server or room costs the run, by id or name; else all slow racks");
    command.callback([input, element] { return run_stragglers(*input, *element); });
}

} // namespace roofrack::cli
