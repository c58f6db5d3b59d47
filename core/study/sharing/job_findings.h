// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/base/model/project.h"
#include "core/study/sharing/shared_jobs.h"

#include <vector>

namespace roofrack {

/// What shared_jobs() finds of the scenario's own job (it loses a hundredth of its speed or more), or why it
/// cannot be found.
std::vector<Finding> job_findings(const Result<SharedJobs>& shared);

/// The scenarios that a scenario's jobs run, in a project of their own: as much of it as these two need.
Project project_of_jobs(const Project& project, const Scenario& scenario);

} // namespace roofrack
