// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/bands/uncertainty.h"
#include "validation/fit.h"
#include "validation/residual.h"

namespace roofrack {

/// A fitted constant of the cost model with everything that a reader needs to judge it.
struct AuditedConstant {
    std::string of, name, key; ///< "software", "maxtext", "elementwise"
    std::string unit, meaning; ///< unit "1" for shares and factors
    std::string file;          ///< file that declares it
    std::string informed_by;   ///< which rows, where the declaring file says it in words
    double value = 0, prior = 0, low = 0, high = 0;
    int rows = 0, series = 0; ///< runs whose prediction changes with it
    std::string only_series;  ///< its name when one series alone informs it
    double sigma = 0;         ///< widening of the band of predictions that lean on it, for that reason
};

/// Every fitted constant that is compiled in: resources/cost/*priors.json with the values in use and what
/// informed them when the spreads were last written (resources/cost/uncertainty.json).
Result<std::vector<AuditedConstant>> audit_constants();

/// The factors of every training run: dense ones (FitSetup::built_in), those of routed experts and
/// adapters (resources/cost/expert_priors.json) and those of other vendors (FitSetup::other_vendors).
const FitSetup& every_factor();

/// Which runs inform each factor of the setup, in its order: those whose prediction moves by more than 0.01 %
/// when it is shifted by a tenth of its range, up or down.
std::vector<InformedConstant> inform_constants(std::span<const FitRun> runs, const FitSetup& setup,
                                               const CostParameters& parameters);

} // namespace roofrack
