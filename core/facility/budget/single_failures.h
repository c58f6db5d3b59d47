// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/budget/budget.h"
#include "core/facility/budget/supply_load.h"
#include "core/facility/supply/supply_failure.h"

namespace roofrack {

/// The state as the supply must be made for it: racks that switch themselves off are shown at their lowest
/// clocks, and ask for their full clocks as soon as they are cooled.
PowerState asked_of(const FacilityInputs& inputs, const PowerState& state);

/// All that is fed by the drawn supply in a state, as its failures see it: racks in drawn order, then what
/// stands in no rack (SupplyChain::equipment, and cooling as the last).
SupplyState supply_state(const FacilityInputs& inputs, const PowerState& state, const SupplyLoad& load);

/// What each single failure of a feed or cooler leaves to the others: load ÷ surviving capacity ≤ 1 is
/// redundant. Elements of unknown capacity are left out.
std::vector<SingleFailure> single_failures_of(const Facility& facility, const PowerState& state);

/// How full each unit of the supply gets after the worst failure of any other like it, or of its own: of
/// feeds at racks as the racks see it, of those above by what moves to them. Load ÷ capacity; 0: no other
/// failure reaches it.
std::vector<double> fullest_after_failures(const FacilityInputs& inputs, const PowerState& state,
                                           const SupplyLoad& load);

/// Elements that take heat, and which of it.
struct CoolingUnits {
    const std::vector<SharedCapacity>& elements;
    BudgetKind kind;
    Carries carries;
    std::span<const UnrackedLoad> unracked; ///< loads whose heat they take
};
std::vector<CoolingUnits> coolers_in(const FacilityInputs& inputs);

} // namespace roofrack
