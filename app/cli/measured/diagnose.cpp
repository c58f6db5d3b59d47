// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "app/cli/measured/measured_input.h"

#include "core/answers/report/measured/diagnosis_json.h"
#include "core/base/units/quantity_text.h"
#include "core/study/diagnosis/diagnosis.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct DiagnoseCall {
    ProjectInput input;
    MeasuredInput measured;
};

void print(const Diagnosis& diagnosis) {
    print_text("{}\n", diagnosis.sentence);
    for (const std::string& note : diagnosis.notes) print_text("  {}\n", note);
    if (diagnosis.times.size() > 1) {
        print_text("\n{:<38}{:>12}{:>12}\n", "", "measured", "predicted");
        for (const ComparedTime& time : diagnosis.times) {
            const bool is_ratio = time.what.starts_with("slowest");
            const auto text = [&](double value) {
                return is_ratio ? fmt::format("{:.2f}", value) : format_quantity(value, Dimension::time, 3);
            };
            print_text("{:<38}{:>12}{:>12}{}\n", time.what, text(time.measured), text(time.predicted),
                       time.is_far ? "  needs explaining" : "");
        }
    }
    const bool is_ranked = diagnosis.other_likelihood.has_value();
    if (!diagnosis.causes.empty())
        print_text("\n{:>10} {:>10}  {}\n", is_ranked ? "likely" : "", "step", "change");
    for (const FaultCause& cause : diagnosis.causes)
        print_text("{:>10} {:>10}  {}{}\n{:>24}test: {}\n",
                   cause.likelihood ? fmt::format("{:.1f} %", 100 * *cause.likelihood) : std::string(),
                   format_quantity(cause.shares.step, Dimension::time, 3), cause.change,
                   cause.fits ? "" : " (outside the uncertainty band even so)", "", cause.test);
    if (is_ranked)
        print_text("{:>10} {:>10}  {}\n{:>24}test: {}\n",
                   fmt::format("{:.1f} %", 100 * *diagnosis.other_likelihood), "", another_job_change, "",
                   another_job_test);
    if (!diagnosis.apart.empty()) print_text("\nTo tell the first two apart: {}\n", diagnosis.apart);
}

int run_diagnose(const DiagnoseCall& call) {
    if (call.measured.measured.empty())
        throw UsageError{{"diagnose", "nothing that was measured is given",
                          "give --measured \"200 tokens/s/GPU\", a step time, or files"}};
    const ProjectAnswers project(call.input);
    const MeasuredRun run = call.measured.read();
    const auto diagnosis = diagnose(project.answers().scenario(), run, project.catalog());
    if (!diagnosis) return report(in_project(call.input.path, diagnosis.error()));
    if (call.input.json)
        print_json(diagnosis_json(*diagnosis));
    else
        print(*diagnosis);
    return diagnosis->is_inside_band || (!diagnosis->causes.empty() && diagnosis->causes.front().fits)
               ? Exit::done
               : Exit::answer_is_no;
}

} // namespace

void add_diagnose(const Command& program) {
    const Command command = program.add_subcommand(
        "diagnose", "Which single change of the drawing or the run would explain what was measured");
    command.footer("Examples:\n"
                   "  roofrack-cli diagnose cluster.roofrack.json --measured \"200 tokens/s/GPU\"\n"
                   "  roofrack-cli diagnose cluster.roofrack.json --measured traces/ --json");
    auto call = std::make_shared<DiagnoseCall>();
    call->input.add_to(command);
    call->measured.add_to(command, false);
    command.callback([call] { return run_diagnose(*call); });
}

} // namespace roofrack::cli
