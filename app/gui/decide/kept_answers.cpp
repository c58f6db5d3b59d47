// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/kept_answers.h"

#include "app/gui/decide/what_if_flow.h"
#include "core/answers/compare/comparison.h"
#include "core/study/sharing/job_findings.h"
#include "widgets/editor/document.h"

#include <algorithm>

namespace roofrack {

size_t AskedScenarios::count_in(const Project& project) {
    return std::min(project.scenarios.size(), most_compared);
}

AskedScenarios AskedScenarios::of(const Document& document, const WhatIfFlow& what_if, bool best_plan) {
    AskedScenarios out;
    const Project& project = document.project();
    const size_t count = count_in(project);
    out.scenarios.reserve(count);
    for (size_t i = 0; i < count; ++i) out.scenarios.push_back(what_if.in_place_of(project.scenarios[i]));
    for (const Scenario& each : out.scenarios) out.jobs.push_back(project_of_jobs(project, each));
    out.folder = document.file_path().parent_path();
    out.best_plan = best_plan;
    return out;
}

std::vector<std::shared_ptr<const Answers>> KeptAnswers::of(const AskedScenarios& asked) {
    std::vector<std::shared_ptr<const Answers>> out;
    for (size_t i = 0; i < asked.scenarios.size(); ++i) {
        const auto known = std::ranges::find_if(m_kept, [&](const auto& each) {
            const Snapshot& of = each->snapshot();
            return !each->is_stopped() && of.folder == asked.folder && of.best_plan == asked.best_plan &&
                   of.jobs == asked.jobs[i] && *of.scenario == asked.scenarios[i];
        });
        out.push_back(known != m_kept.end()
                          ? *known
                          : std::make_shared<const Answers>(
                                Snapshot{.scenario = std::make_shared<const Scenario>(asked.scenarios[i]),
                                         .folder = asked.folder,
                                         .jobs = asked.jobs[i],
                                         .best_plan = asked.best_plan},
                                m_catalog));
    }
    m_kept = out;
    return out;
}

} // namespace roofrack
