// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// Checkpoints and failures of a long run (Young 1974, Daly 2006; rates: defaults.json failures).
struct FailureInputs {
    double gpus = 0;
    double rate_per_1000_node_days = 3.79; ///< per 8-GPU node; 0: never
    double restart = 600;                  ///< s, with automated restart; grows with N as below
    double checkpoint_write = 0;           ///< δ, s that training stands still for one checkpoint
    double interval = 0;                   ///< τ, s of training between checkpoints; 0: the optimum
};

struct FailureCost {
    double mttf = 0;       ///< M, s; infinite without failures
    double interval = 0;   ///< τ as used, s
    double goodput = 1;    ///< productive share of the wall clock
    double checkpoint = 0; ///< s a second of productive time spent writing: δ/τ
    double failure = 0;    ///< s a second of productive time lost to failures: 1/goodput − 1 − checkpoint
};

/// M = 1/(λ·nodes); τ* = √(2δM); goodput = τ/(M·e^{R/M}·(e^{(τ+δ)/M} − 1)). R grows by 10 % a doubling above
/// 1,024 GPUs (start-up of more processes; judgement).
FailureCost failure_cost(const FailureInputs& inputs);

/// Bytes of a checkpoint: 14 B a parameter (bf16 weights and fp32 Adam state; Megatron), or as given.
double checkpoint_bytes(double parameters, double bytes_per_parameter = 14);

} // namespace roofrack
