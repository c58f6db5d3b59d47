// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/validation_run.h"

#include <stop_token>

namespace roofrack {

/// Every factor of FitSetup::built_in() at its prior, the others as they are.
CostParameters at_priors(CostParameters parameters);

/// The dense factors fitted from their priors on the complete core runs on NVIDIA GPUs among `runs`; fails
/// when there is none.
Result<CostParameters> refit(std::span<const ValidationRun> runs, const std::stop_token& stop = {});

/// resources/cost/parameters.json with the fitted factors of `parameters`, three digits each. Fails when the
/// built-in file cannot be read.
Result<std::string> parameters_file(const CostParameters& parameters);

} // namespace roofrack
