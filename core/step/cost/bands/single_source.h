// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/bands/uncertainty.h"
#include "core/step/cost/step.h"

namespace roofrack {

/// What constants that one series alone informs add to the spread of this step's logarithm: each is shifted
/// by a part of its own uncertainty, and the step costed again; constants of collectives weigh by the exposed
/// share of the step that they carry. Constants that do not move it by 0.01 % are left out.
std::vector<SpreadTerm> single_source_terms(const StepInputs& inputs, const Part& accelerator,
                                            const CostParameters& parameters, const Uncertainty& uncertainty);

} // namespace roofrack
