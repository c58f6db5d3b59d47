// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/plan.h"

namespace roofrack {

/// Micro-batches of the fullest replica in one step, 1 at least; `batch` in sequences or samples. A batch
/// that does not divide is spread unevenly in whole micro-batches: some replicas run one more, and all wait
/// for them.
double micro_batches(const Plan& plan, double batch);

} // namespace roofrack
