// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <vector>

namespace roofrack {

/// How long a rank's computation takes in the course of its time beside the usual duration of the same
/// kernels on all ranks: 1.08 is 8 % slower. A value a step; kernels that multiply matrices alone where they
/// are a third of the computation or more, because what they do depends least on the data. Kernels below
/// 20 µs and those of few steps are left out. By place of the rank; empty without lanes and below three
/// steps, which tell nothing of the course of time; steps without such kernels are 0.
std::vector<std::vector<double>> kernel_slowdowns(const std::vector<TraceRank>& ranks);

} // namespace roofrack
