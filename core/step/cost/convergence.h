// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"

#include <string_view>
#include <vector>

namespace roofrack {

/// Steps to a loss grow as 1 + B_crit/B, tokens as 1 + B/B_crit (McCandlish 2018). Batches in tokens.
/// Overhead in tokens against an infinitely small batch: 1 + B/B_crit; 1 where B_crit is unknown (0).
double token_overhead(double batch, double critical_batch);

/// Steps against those of synchronous training when gradients are `staleness` steps late in the mean:
/// (1 + s + B_crit/B)/(1 + B_crit/B). Asynchronous SGD takes σ²/ε² + τ/ε updates (Koloskova 2022, arXiv
/// 2206.08307), of which only what the noise does not bind grows with the delay, which is McCandlish's 1 of
/// 1 + B_crit/B. 1 + s where B_crit is unknown (0).
double staleness_factor(double batch, double critical_batch, double staleness);

/// McCandlish's B_crit from Zhang 2024 (arXiv 2410.21676): sequence · data · (D/10⁶)^exponent tokens is the
/// batch of `overhead`, B_crit = it ÷ overhead. `tokens` = D of the whole run. 0 tokens: 0 (unknown).
double critical_batch_zhang(double tokens,
                            const Defaults::Convergence& constants = Defaults::built_in().convergence);

/// Critical batch by Kaplan 2020 (arXiv 2001.08361): B_*/L^(1/α_B) at the loss L = (D_c/D)^α_D of so much
/// data.
double critical_batch_kaplan(double tokens,
                             const Defaults::Convergence& constants = Defaults::built_in().convergence);

/// Critical batch by Bergsma 2025 (arXiv 2505.13738): sequence · coefficient · D^exponent.
double critical_batch_bergsma(double tokens,
                              const Defaults::Convergence& constants = Defaults::built_in().convergence);

/// Where batches begin to cost tokens. Tokens a step.
struct CriticalBatch {
    struct Law {
        std::string_view source; ///< "Zhang 2024"
        double tokens = 0;
    };
    double tokens = 0;        ///< what is counted with; 0: unknown
    bool is_given = false;    ///< the project says it
    double low = 0, high = 0; ///< the least and the most of the laws; `tokens` itself where it is given
    std::vector<Law> laws;    ///< at the run's tokens; empty where they do not hold
};

/// `given`: what the project says, 0: nothing. `tokens` of the whole run, of a language model: the laws are
/// of nothing else.
CriticalBatch critical_batch(double given, double tokens, bool is_language_model,
                             const Defaults::Convergence& constants = Defaults::built_in().convergence);

/// A stretch of a run.
struct BatchStage {
    double batch = 0;  ///< tokens a step
    double tokens = 0; ///< trained at it
};

/// A ramp of the batch: `start` doubled until it would reach `full`, as many steps at each, `ramp_tokens`
/// together; then `full` until the run has come as far as `least_tokens` of an infinitely small batch would.
/// B_crit grows along the run as its law grows with the data, B_crit(x) = B_crit·x^a/(1 − a) at the share x
/// of `least_tokens`: a batch that stays costs 1 + B/B_crit over the whole run, most of it early.
std::vector<BatchStage>
ramp_stages(double start, double full, double ramp_tokens, double least_tokens, double critical_batch,
            const Defaults::Convergence& constants = Defaults::built_in().convergence);

} // namespace roofrack
