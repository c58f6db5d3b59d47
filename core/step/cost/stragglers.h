// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/expected_maximum.h"

namespace roofrack {

/// How much longer the slowest of n ranks computes than the mean one: 1 + CV · z_n.
double straggler_factor(double n, double cv);

/// Mean of the k-th largest of n standard normal draws, k ≤ 1,000: n − k of them are waited for when k − 1
/// stand by (backup workers, Chen 2016). To 1e-9; k = 1: expected_maximum(n).
double expected_order(double n, int k);

/// Expected longest step of n ranks, as share of the mean one above it: a lasting speed of each, normal with
/// `persistent`, and what varies from step to step, normal with `varying`, both coefficients of variation.
/// The slowest share `drained` of all ranks was replaced by others. To 1e-5 of the spread; under 0.1 ms.
double expected_slowest(double n, double persistent, double varying, double drained);

/// Coefficient of variation from its independent causes: √(persistent² + iid² + imbalance²).
double straggler_cv(double persistent, double iid, double imbalance);

/// GPU-hours that all but the slowest lose by waiting `wait` seconds a step: wait · (gpus − slow) · steps /
/// 3600.
double gpu_hours_lost(double wait, double gpus, double slow, double steps);

} // namespace roofrack
