// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/collectives/collective_bands.h"
#include "validation/sweeps/collective_rows.h"

#include <functional>
#include <span>

namespace roofrack {

/// One constant that the fit may turn (resources/cost/collective_priors.json).
struct CollectivePrior {
    const CollectiveField* field = nullptr;
    double prior = 0, low = 0, high = 0; ///< in the field's unit
    std::string unit, meaning, informed_by;
};

struct CollectivePriors {
    std::vector<CollectivePrior> parameters;
    double strength =
        0.01; ///< penalty of a constant one range away from its prior, in the unit of the mean loss
    /// The constants where no sweep informs them.
    CollectiveConstants constants() const;

    static const CollectivePriors& built_in();
    static Result<CollectivePriors> parse(std::string_view json, std::string_view where);
};

/// Coordinate descent from the priors on a robust loss of |ln(predicted/published)|, each fabric weighing
/// the same within a size band. Deterministic. Rows that `held_out` names take no part, rows of a use
/// other than core only inform the constants of the TCP variant.
CollectiveConstants fit_collectives(std::span<const CollectiveRow> rows, const CollectivePriors& priors,
                                    const std::function<bool(const CollectiveRow&)>& held_out = {});

} // namespace roofrack
