// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/validation_run.h"

#include <stop_token>

namespace roofrack {

/// Every factor of FitSetup::built_in() at its prior, the others as they are.
CostParameters at_priors(CostParameters parameters);

/// The dense factors fitted from their priors on the complete core runs on NVIDIA GPUs among `runs`; fails
/// when there is none.
Result<CostParameters> refit(std::span<const ValidationRun> runs, const std::stop_token& stop = {});

/// The factors of FitSetup::other_vendors() fitted from their priors on the runs on other vendors'
/// accelerators among `runs`, the others as they are; fails when there is none.
Result<CostParameters> refit_other_vendors(std::span<const ValidationRun> runs,
                                           const std::stop_token& stop = {});

/// resources/cost/parameters_extended.json with the factors of FitSetup::other_vendors() of `parameters`.
Result<std::string> vendor_parameters_file(const CostParameters& parameters);

/// resources/cost/parameters.json with the fitted factors of `parameters`, three digits each. Fails when the
/// built-in file cannot be read.
Result<std::string> parameters_file(const CostParameters& parameters);

} // namespace roofrack
