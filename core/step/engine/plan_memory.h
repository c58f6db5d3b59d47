// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/bands/memory_spread.h"
#include "core/step/cost/memory_model.h"
#include "core/step/engine/prepared_impl.h"

#include <vector>

namespace roofrack {

/// Memory of the fullest GPU under the plan, and of every stage.
MemoryBytes memory_of(const Prepared::Impl& impl, const Plan& plan, double batch);
std::vector<StageMemory> stages_of(const Prepared::Impl& impl, const Plan& plan, double batch);
/// Inputs of the memory beside the plan's degrees; transformers only.
MemoryContext memory_context(const Prepared::Impl& impl, const Plan& plan, double batch);
/// The band around a need of `bytes` under the plan: by its stack and the kind of model.
MemoryNeed memory_need(const Prepared::Impl& impl, const Plan& plan, double bytes);
/// Smallest HBM among the first `gpus` GPUs.
double memory_capacity(const Prepared::Impl& impl, double gpus);
} // namespace roofrack
