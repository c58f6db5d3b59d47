// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/budget/budget.h"

namespace roofrack {

/// Loads and limits of what was drawn between the racks and the grid, in a state that Facility::state()
/// returned: feeds from the racks up, coolers, plant, site. `failures`: of single_failures_of(), for
/// Budget::secured; without any there is none.
std::vector<Budget> budgets_of(const Facility& facility, const PowerState& state,
                               std::span<const SingleFailure> failures);

} // namespace roofrack
