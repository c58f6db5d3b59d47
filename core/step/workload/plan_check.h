// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/base/model/model_spec.h"
#include "core/base/model/plan.h"

#include <string>
#include <vector>

namespace roofrack {

/// Fills dp in (GPUs ÷ the other degrees), and ep where it is 0, and says what does not divide. Each finding
/// names what would; critical ones make the plan infeasible. `batch`: sequences or samples.
std::vector<Finding> check_plan(Plan& plan, const ModelSpec& model, double gpus, double batch);

/// True when nothing of that is critical. The same rules without their texts, for searches over many plans.
bool is_possible(Plan& plan, const ModelSpec& model, double gpus, double batch);

/// "tp 4 · pp 4 · vpp 20 · cp 1 · ep 1 · dp 16 · micro-batch 1 · ZeRO-1 over 32 ranks · interleaved ·
/// recompute full, 13 layers": all that a search chooses.
std::string plan_text(const Plan& plan);
/// "recompute full, 3 layers a stage": what a plan computes again, as plan_text() ends.
std::string recompute_words(const Plan& plan);
/// "none", "selective", "full", "full(3)": of three layers a stage.
std::string recompute_text(const Plan& plan);

} // namespace roofrack
