// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/sharing/job_findings.h"

#include <fmt/format.h>

namespace roofrack {

std::vector<Finding> job_findings(const Result<SharedJobs>& shared) {
    if (shared) return shared->findings;
    const Diagnostic& error = shared.error();
    return {{Severity::warning,
             std::string(finding_of_jobs),
             fmt::format("What other jobs take is not known: {}", error.what),
             error.where,
             error.fix,
             {}}};
}

Project project_of_jobs(const Project& project, const Scenario& scenario) {
    Project out;
    for (const OtherJob& job : scenario.jobs)
        if (const Scenario* named = project.find_scenario(job.scenario);
            named && !out.find_scenario(job.scenario))
            out.scenarios.push_back(*named);
    return out;
}

} // namespace roofrack
