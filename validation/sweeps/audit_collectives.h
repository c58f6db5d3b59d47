// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/residual.h"
#include "validation/sweeps/collective_fit.h"

#include <filesystem>

namespace roofrack {

/// Which published sweeps inform each constant of the collectives, in the order of the priors: a series is a
/// source; a row counts when its prediction moves by more than 1 % when the constant is shifted by a tenth of
/// its range. `moves` are of messages of 1 MiB and more, as training sends them (of all where there are
/// none).
std::vector<InformedConstant> inform_collectives(std::span<const CollectiveRow> rows,
                                                 const CollectivePriors& priors,
                                                 const CollectiveConstants& constants);

/// Puts these constants into the spreads, read from one COLLECTIVES.csv or several.
Result<void> add_collective_constants(Uncertainty& uncertainty, std::span<const std::filesystem::path> files,
                                      const Catalog& catalog);
/// Keeps them as they are compiled in.
void keep_collective_constants(Uncertainty& uncertainty);

} // namespace roofrack
