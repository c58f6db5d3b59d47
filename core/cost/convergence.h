// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/constants/defaults.h"

namespace roofrack {

/// Steps to a loss grow as 1 + B_crit/B, tokens as 1 + B/B_crit (McCandlish 2018). Batches in tokens.
/// Overhead in tokens against an infinitely small batch: 1 + B/B_crit.
double token_overhead(double batch, double critical_batch);

/// McCandlish's B_crit from Zhang 2024 (arXiv 2410.21676): sequence · data · (D/10⁶)^exponent tokens is the
/// batch of `overhead`, B_crit = it ÷ overhead. `tokens` = D of the whole run. 0 tokens: 0 (unknown).
double critical_batch_zhang(double tokens,
                            const Defaults::Convergence& constants = Defaults::built_in().convergence);

} // namespace roofrack
