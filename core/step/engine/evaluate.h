// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"
#include "core/step/engine/prepared.h"

namespace roofrack {

struct EvaluateOptions {
    double gpus = 0;                    ///< 0: all that are drawn
    bool findings = true;               ///< rank what binds (some twenty more model runs)
    std::optional<Plan> plan;           ///< instead of the scenario's
    std::optional<double> global_batch; ///< instead of the scenario's
};

/// One step on `options.gpus` GPUs. Never fails: an infeasible plan is an Evaluation with feasible = false
/// and findings.
Evaluation evaluate(const Prepared& prepared, const EvaluateOptions& options = {});

/// Adds what check_drawing() found, the graver first, and puts those of plan and run aside that `waivers`
/// (the drawing's) accept. Later ones are held to the same waivers.
void add_drawing_findings(Evaluation& evaluation, Findings drawing, const std::vector<Waiver>& waivers);

/// Adds findings, each in its place: to those that are open, or, where a waiver covers it, to the waived.
void add_findings(Evaluation& evaluation, std::vector<Finding> findings);

/// What evaluate() would say about a scenario that cannot be prepared, for `error`: it is not feasible, and a
/// finding says why unless `drawing` holds a critical one, which does.
Evaluation not_evaluable(const Scenario& scenario, const Diagnostic& error, const Findings& drawing);

/// Drawing faults first: a scenario that cannot be prepared gives an infeasible Evaluation whose findings say
/// why.
Evaluation evaluate_or_explain(const Scenario& scenario, const Catalog& catalog,
                               const EvaluateOptions& options = {});

} // namespace roofrack
