// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluate.h"
#include "core/study/losses/uneven_work.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;
struct SlowRack;

/// Slower kinds of GPU that train together with faster ones, and what is without them. Each figure is a
/// scenario that was evaluated, none is extrapolated. The what-if is the run without the slower kinds.
struct SlowKinds : WhatIf {
    std::string slow, fast;              ///< "NVIDIA A100 SXM 80GB", "NVIDIA H100 SXM5"
    double slow_gpus = 0, fast_gpus = 0; ///< at work
    std::string waits;                   ///< Evaluation::waits of the run as drawn
    std::optional<Resource> binds;       ///< what binds as drawn, where it is of the GPUs themselves
    std::vector<std::string> elements;   ///< servers of the slower kinds
    Scenario without;                    ///< they are taken out, the plan keeps its degrees but dp
    double gpus = 0;                     ///< GPUs of it
    UnevenWork uneven;                   ///< less work for the replicas on the slower kinds instead
    /// Useful rate of two jobs with this batch each, one on either side, ÷ that of now − 1; 0: one of them
    /// cannot run alone.
    double apart = 0;
};

/// The kinds at work whose absence gains most, of each but the fastest with all that are slower
/// still; none where all GPUs are of one kind or compute alike, or when it was stopped.
std::optional<SlowKinds> slow_kinds(const Prepared& prepared, const Evaluation& evaluation,
                                    const Catalog& catalog, const std::stop_token& stop = {});

/// "64 H100 alone are 31.0 % faster than with 64 A100", where leaving the others out gains 1 %; else who
/// waits for whom, where anything gains 1 % or nothing does, but the faster kinds wait.
std::vector<Finding> slow_kind_findings(const std::optional<SlowKinds>& kinds);

/// All that is said about GPUs which the others wait for: slow_rack_findings() of slow_racks() and, where no
/// one rack holds all GPUs of the slower kinds, slow_kind_findings().
std::vector<Finding> slow_gpu_findings(const std::vector<SlowRack>& racks,
                                       const std::optional<SlowKinds>& kinds);

} // namespace roofrack
