// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"
#include "core/facility/facility_inputs.h"
#include "core/supply/supply_failure.h"

namespace roofrack {

/// Loads and limits of what was drawn between the racks and the grid: feeds from the racks up, coolers,
/// plant, site. `failures`: of single_failures_of(), for Budget::secured; without any there is none.
std::vector<Budget> budgets_of(const FacilityInputs& inputs, const PowerState& state,
                               std::span<const SingleFailure> failures);

/// What each single failure of a feed or cooler leaves to the others. Elements of unknown capacity are left
/// out.
std::vector<SingleFailure> single_failures_of(const FacilityInputs& inputs, const PowerState& state);

/// What flows through each unit of the chain, as its own window sees it.
std::vector<SupplyFlow> windowed_flows(const FacilityInputs& inputs, const PowerState& state);

} // namespace roofrack
