// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/trace_analysis.h"
#include "core/study/collectives/tested_fabric.h"

namespace roofrack {

/// Fills in what the drawn fabric gives for the collectives of traces, as `collectives` predicts it: ranks of
/// a group stand beside each other, which groups of all ranks and those inside a server do. Left alone where
/// the size, the kind or the ranks are not known or so many GPUs are not drawn. What another drawing gave is
/// forgotten first. Fails as tested_fabric() does.
Result<void> compare_with_fabric(TraceAnalysis& analysis, const Scenario& scenario, const Catalog& catalog);

} // namespace roofrack
