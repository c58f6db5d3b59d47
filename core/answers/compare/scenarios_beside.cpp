// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/scenarios_beside.h"

#include "core/answers/compare/comparison.h"
#include "core/study/sharing/job_findings.h"

namespace roofrack {

ScenariosBeside ScenariosBeside::of(std::shared_ptr<const Answers> asked, const Project& project) {
    ScenariosBeside out;
    out.kept = project.comparison;
    const Snapshot& own = asked->snapshot();
    const Catalog& catalog = asked->catalog();
    out.scenarios.push_back(asked);
    for (const Scenario& each : project.scenarios) {
        if (each.name == own.scenario->name) continue;
        if (out.scenarios.size() == most_compared) {
            out.left_out.push_back(each.name);
            continue;
        }
        Snapshot other = own;
        other.scenario = std::make_shared<const Scenario>(each);
        other.jobs = project_of_jobs(project, each);
        out.scenarios.push_back(std::make_shared<const Answers>(std::move(other), catalog));
    }
    return out;
}

bool ScenariosBeside::are_several() const { return scenarios.size() >= fewest_compared; }

} // namespace roofrack
