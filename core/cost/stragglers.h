// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// z_n = ∫₀^∞(1 − Φⁿ) − ∫₋∞^0 Φⁿ: expected maximum of n standard normal draws, to 1e-9; 0 for n ≤ 1.
double expected_maximum(double n);

/// How much longer the slowest of n ranks computes than the mean one: 1 + CV · z_n.
double straggler_factor(double n, double cv);

/// Coefficient of variation from its independent causes: √(persistent² + iid² + imbalance²).
double straggler_cv(double persistent, double iid, double imbalance);

/// GPU-hours that all but the slowest lose by waiting `wait` seconds a step: wait · (gpus − slow) · steps /
/// 3600.
double gpu_hours_lost(double wait, double gpus, double slow, double steps);

} // namespace roofrack
