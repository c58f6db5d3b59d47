// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/validation_run.h"

namespace roofrack {

/// Factors as if the marked runs had never been published.
struct RefittedFactors {
    CostParameters parameters;
    std::vector<std::string> borrowed; ///< factors that no other run informs: "gemm_quality of mlperf"
};

/// Fits every factor that a marked run informs again from its prior on the unmarked runs: the complete core
/// runs those that they inform, NVIDIA's other runs of the rest those that they do, other vendors' what is
/// left. A factor that only marked runs inform is the mean of what the fit found for the same factor of the
/// other generations or stacks, or its prior where there is none. `left_out`: a mark a run. `constants`: of
/// all runs, in the order of every_factor().
RefittedFactors refit_without(std::span<const ValidationRun> runs, const std::vector<bool>& left_out,
                              const std::vector<InformedConstant>& constants,
                              const CostParameters& parameters);

} // namespace roofrack
