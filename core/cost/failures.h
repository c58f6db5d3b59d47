// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/constants/defaults.h"

namespace roofrack {

/// Checkpoints and failures of a long run (Young 1974, Daly 2006).
struct FailureInputs {
    explicit FailureInputs(const Defaults::Failures& defaults)
        : constants(&defaults)
        , rate_per_1000_node_days(defaults.rate_per_1000_node_days)
        , restart(defaults.restart.si()) {}

    const Defaults::Failures* constants;
    double gpus = 0;
    double rate_per_1000_node_days; ///< per 8-GPU node; 0: never
    double restart;                 ///< s, grows with N as below
    double checkpoint_write = 0;    ///< δ, s that training stands still for one checkpoint
    double interval = 0;            ///< τ, s of training between checkpoints; 0: the optimum
};

struct FailureCost {
    double mttf = 0;       ///< M, s; infinite without failures
    double interval = 0;   ///< τ as used, s
    double goodput = 1;    ///< productive share of the wall clock
    double checkpoint = 0; ///< s a second of productive time spent writing: δ/τ
    double failure = 0;    ///< s a second of productive time lost to failures: 1/goodput − 1 − checkpoint
};

/// M = 1/(λ·nodes); τ* = √(2δM); goodput = τ/(M·e^{R/M}·(e^{(τ+δ)/M} − 1)). R grows by
/// `restart_growth` a doubling above `restart_gpus`.
FailureCost failure_cost(const FailureInputs& inputs);

double checkpoint_bytes(double parameters, double bytes_per_parameter);

} // namespace roofrack
