// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/sharing_json.h"
#include "core/answers/sharing_answers.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

std::string step_text(Seconds step) {
    return step.si() > 0 ? format_quantity(step.si(), Dimension::time, 4) : "not known";
}

std::string rate_text(ByteRate rate) { return format_quantity(rate.si(), Dimension::byte_rate, 4); }

void print_jobs(const SharedJobs& shared) {
    print_text("{} GPUs drawn, jobs {}\n\n", format_count(shared.drawn), name_of(shared.placement));
    const size_t width = column_width(4, shared.jobs, &JobShare::name);
    print_text("{:<{}} {:>9} {:>12} {:>12} {:>8}\n", "job", width, "GPUs", "step alone", "shared", "loses");
    for (const JobShare& job : shared.jobs) {
        if (!job.reason.empty()) {
            print_text("{:<{}} {:>9} {}\n", job.name, width, format_count(job.gpus), job.reason);
            continue;
        }
        const bool known = job.alone.si() > 0;
        print_text("{:<{}} {:>9} {:>12} {:>12} {:>8}\n", job.name, width, format_count(job.gpus),
                   step_text(job.alone), step_text(job.shared),
                   known ? fmt::format("{:.2f} %", 100 * job.loss) : "–");
    }
    const bool any =
        std::ranges::any_of(shared.jobs, [](const JobShare& job) { return !job.levels.empty(); });
    if (!any) {
        print_text("\nno job shares a link with another\n");
    } else {
        print_text("\na GPU, while it sends\n");
        size_t level_width = 20;
        for (const JobShare& job : shared.jobs)
            level_width = column_width(level_width, job.levels, &JobLevel::level);
        print_text("{:<{}} {:<{}} {:>8} {:>12} {:>12} {:>12}\n", "job", width, "level", level_width, "sends",
                   "needs", "alone", "shared");
        for (const JobShare& job : shared.jobs)
            for (const JobLevel& level : job.levels)
                print_text("{:<{}} {:<{}} {:>6.1f} % {:>12} {:>12} {:>12}\n", job.name, width, level.level,
                           level_width, 100 * level.duty, rate_text(level.sends), rate_text(level.alone),
                           rate_text(level.shared));
    }
    if (!shared.settled) print_text("\nthe shares did not come to rest: the last ones are printed\n");
    for (const Finding& finding : shared.findings)
        print_text("\n{}: {}\n  {}\n  {}\n", name_of(finding.severity), finding.message, finding.why,
                   finding.mitigation);
}

int run_jobs(const ProjectInput& input) {
    const ProjectAnswers project(input);
    const SharedJobs& shared = project.need<SharedJobs>();
    if (input.json)
        print_json(jobs_json(shared));
    else
        print_jobs(shared);
    const bool all_run = std::ranges::all_of(shared.jobs, &std::string::empty, &JobShare::reason);
    return all_run ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_jobs(const Command& program) {
    const Command command = program.add_subcommand(
        "jobs",
        "What the jobs on one fabric take from each other: each one's step alone and beside the others");
    command.footer("Example: roofrack-cli jobs samples/mechanisms/expert-exchange.roofrack.json "
                   "--scenario 'Beside a second job' --set /site/job_placement=scattered");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(command);
    input->add_replan_to(command);
    command.callback([input] { return run_jobs(*input); });
}

} // namespace roofrack::cli
