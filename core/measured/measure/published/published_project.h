// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/measured/measure/published/predicted_run.h"

namespace roofrack {

/// A published run as a scenario of a user: the cluster drawn from its row, model, plan with what was chosen
/// where cells are empty, software and release; site and all else as a new project has them. `run` is
/// completed (choose_missing_settings) and of this row.
Scenario published_scenario(const RunRow& row, const RunConfig& run, const Catalog& catalog,
                            const CostParameters& parameters);

/// A published run as a project of its own, with a note in the drawing: the figure published, its source,
/// what was assumed, and the prediction of `validate`, which evaluate() of the scenario repeats. Fails
/// (`where`: the id) on an id that no row has, with ids near it, and on a row that cannot be predicted, with
/// the reason.
Result<Project> published_project(const Table& runs, std::string_view id, const Catalog& catalog,
                                  const CostParameters& parameters);

} // namespace roofrack
