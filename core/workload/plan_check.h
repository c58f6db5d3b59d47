// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/finding.h"
#include "core/model/model_spec.h"
#include "core/model/plan.h"

#include <vector>

namespace roofrack {

/// Fills dp in (GPUs ÷ the other degrees), and ep where it is 0, and says what does not divide. Each finding
/// names what would; critical ones make the plan infeasible. `batch`: sequences or samples.
std::vector<Finding> check_plan(Plan& plan, const ModelSpec& model, double gpus, double batch);

} // namespace roofrack
