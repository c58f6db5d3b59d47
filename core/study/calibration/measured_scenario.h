// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluate.h"
#include "core/study/calibration/measured_run.h"

namespace roofrack {

class Catalog;

/// What was run, on the drawing: so many of its first GPUs, with the plan and the model that the run's own
/// arguments tell, else the drawn ones.
struct MeasuredScenario {
    Scenario scenario;
    EvaluateOptions options; ///< GPUs and batch, without findings
    double gpus = 0, drawn_gpus = 0;
    bool has_own_settings = false;  ///< plan, model and batch are those of the arguments
    std::vector<std::string> notes; ///< "its arguments say tp 2, …: the run is predicted with them"

    bool is_part() const { return gpus < drawn_gpus; }
};

/// Fails where the run cannot be one of the drawing: more GPUs than are drawn, a plan that its GPUs do not
/// hold, other GPUs.
Result<MeasuredScenario> measured_scenario(const Scenario& drawn, const MeasuredRun& run,
                                           const Catalog& catalog);

/// The measured step, s: the median, or what a rate says of `evaluation`'s batch. 0: nothing says it.
double measured_step(const MeasuredRun& run, const Evaluation& evaluation);

} // namespace roofrack
