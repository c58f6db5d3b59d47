// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// Steps to a loss grow as 1 + B_crit/B, tokens as 1 + B/B_crit (McCandlish 2018). Batches in tokens.
/// Overhead in tokens against an infinitely small batch: 1 + B/B_crit.
double token_overhead(double batch, double critical_batch);

/// McCandlish's B_crit from Zhang 2024 (arXiv 2410.21676): 512 · 22.91 · (D/10⁶)^0.47 tokens is the batch of
/// 20 % overhead, B_crit = 5 × it. `tokens` = D of the whole run. 0 tokens: 0 (unknown).
double critical_batch_zhang(double tokens);

} // namespace roofrack
