// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/transfer/transfer.h"

namespace roofrack {

/// Sets what a band is widened by for a generation, a family, a vendor, a precision, a release or a scale
/// that no fitted run has, so that the band holds the nominal share of such classes left out of the fit
/// (conformal; each series weighs the same), and what has been fitted: the newest release of each family, the
/// largest run. `spreads`: families and generations of runs left out series by series. Complete core runs
/// only, of vendors all; a property without classes keeps its spread. Minutes.
Result<void> add_class_spreads(Uncertainty& spreads, const Table& runs, const std::string& where,
                               const Catalog& catalog, const CostParameters& parameters,
                               const TransferProgress& progress = {});

} // namespace roofrack
