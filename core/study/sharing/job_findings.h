// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/finding.h"
#include "core/model/project.h"

#include <vector>

namespace roofrack {

class Catalog;

/// What shared_jobs() finds of the scenario's own job (it loses a hundredth of its speed or more), or why it
/// cannot be found. Nothing, at once, of a scenario without other jobs.
std::vector<Finding> job_findings(const Project& project, const Scenario& scenario, const Catalog& catalog);

/// The scenarios that a scenario's jobs run, in a project of their own: as much of it as these two need.
Project project_of_jobs(const Project& project, const Scenario& scenario);

} // namespace roofrack
