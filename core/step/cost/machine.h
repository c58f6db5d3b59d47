// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/part.h"
#include "core/base/model/plan.h"
#include "core/step/cost/parameters.h"

#include <algorithm>
#include <string>

namespace roofrack {

/// One accelerator as the numeric kernels see it: plain SI doubles (FLOP/s, B/s, B), all rates at unthrottled
/// clocks.
struct Machine {
    double peak_32 = 0, peak_tf32 = 0, peak_16 = 0, peak_8 = 0,
           peak_4 = 0; ///< dense, those of compute_rate()
    double hbm_rate = 0, hbm_capacity = 0;
    double host_rate = 0;        ///< B/s to host memory and back, each way, at once
    double host_memory_rate = 0; ///< B/s of host memory that one GPU's share of the optimizer gets
    double relative_clock = 1;   ///< under load, where the power limit is below the generation's reference
    double host_slowdown = 1; ///< × host time: the board's own CPU against the x86 servers that were fitted
    double gemm_share = 0.8;  ///< best measured share of peak_16 for a large GEMM
    bool has_8 = false, has_4 = false; ///< arithmetic of that width
    bool nvls = false;                 ///< its scale-up switches reduce (NVLink SHARP)
    std::string accelerator;           ///< catalogue id
    GenerationParameters generation;
    bool operator==(const Machine&) const = default;

    double peak(Precision precision) const;
    /// The precision of whose peak MFU and HFU are shares: the plan's own, in FP8 and FP4 that of BF16, so
    /// that they are held against what plans in 16 bits are.
    static Precision mfu_precision(Precision plan) { return std::min(plan, Precision::bf16); }
    /// False where the part lacks the width: FP8 on Ampere, NVFP4 on Hopper. Wider ones are always there.
    bool computes(Precision precision) const {
        return precision == Precision::nvfp4 ? has_4 : precision != Precision::fp8 || has_8;
    }
    /// Bytes of an activation or weight element as computed with.
    static double element_bytes(Precision precision) { return precision <= Precision::tf32 ? 4 : 2; }
};

/// Fails when the part has no FLOP/s or HBM figure. Where no GEMM measurement is published the generation's
/// share is used; a part of lower power limit than its generation's reference runs at the clock that its
/// limit allows (two-regime power law, Facility).
Result<Machine> make_machine(const Part& accelerator, const CostParameters& parameters,
                             const Defaults& defaults = Defaults::built_in());

} // namespace roofrack
