// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/measured/measure/drawn_run.h"
#include "core/measured/measure/runs.h"
#include "core/step/cost/machine.h"
#include "core/step/cost/step.h"

#include <memory>
#include <optional>

namespace roofrack {

/// A published run as the model reads it: what is printed, and what was assumed where a cell is empty.
struct RunConfig {
    TransformerShape shape;
    Machine machine;
    const Part* accelerator = nullptr;
    const SoftwareParameters* software = nullptr;
    double software_year = 0;
    std::shared_ptr<const DrawnRun> drawn; ///< its cluster, as drawn from what the row prints
    double domain = 1;                     ///< GPUs of a scale-up domain
    Plan plan;
    double gpus = 0, sequence = 0, global_batch = 0;
    bool recompute_known = true, vpp_known = true, micro_batch_known = true;
    bool degrees_known = true;             ///< tp, pp and cp
    bool experts_known = true;             ///< ep
    bool batch_known = true;               ///< global_batch; else one micro-batch a replica
    std::optional<Plan> least_memory_plan; ///< what the row leaves open chosen for the least memory
    std::vector<std::string> assumed;
};

/// Fails (what = the reason for skipping) when the row's accelerator, shape, batch or parallel degrees are
/// not given.
Result<RunConfig> run_config(const RunRow& row, const Catalog& catalog, const CostParameters& parameters);

/// Chooses what the row does not print as a search would: the fastest of the combinations that fit. Names
/// them in `assumed`.
void choose_missing_settings(RunConfig& run);

/// The batch as it ran: papers print rounded ones ("2M tokens"), frameworks run whole micro-batches on every
/// replica. The multiple of dp · micro-batch nearest to the printed batch.
double whole_batch(const RunConfig& run);
/// The run as the cost model takes it; pointers into `run`.
StepInputs step_inputs(const RunConfig& run);
/// Productive step of the run as drawn, s: what evaluate() says about its scenario, without failures and
/// checkpoints.
double predict_step(const RunConfig& run);

} // namespace roofrack
