// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/sharing/job_findings.h"

#include "core/study/sharing/shared_jobs.h"

#include <fmt/format.h>

namespace roofrack {

std::vector<Finding> job_findings(const Project& project, const Scenario& scenario, const Catalog& catalog) {
    if (scenario.jobs.empty()) return {};
    auto shared = shared_jobs(project, scenario, catalog);
    if (shared) return std::move(shared->findings);
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
