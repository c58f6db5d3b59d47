// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/csv_table.h"
#include "core/measured/draft/draft_machine.h"
#include "core/measured/draft/told_run.h"
#include "core/measured/measure/run_config.h"

#include <string>

namespace roofrack {

/// A run as it is drawn: what is told, and what stands in for the rest.
struct DraftedRun {
    Table row; ///< the row of RUNS.csv that a publication of the run would be
    RunConfig config;
    FoundAccelerator gpu;
    bool is_transformer = true; ///< false: `profile`
    GenericProfile profile;
    double gpus_per_server = 1;
    double network_gbps = 0;
    bool model_stands_in = false; ///< nothing tells of the model
    std::string plan_reason;      ///< what the degrees follow from where they are not told; empty: nothing
};

/// Fails where what is told contradicts itself: 12 GPUs in groups of 8.
Result<DraftedRun> drafted_run(const ToldRun& told, const Catalog& catalog);

} // namespace roofrack
