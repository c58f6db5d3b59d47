// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/budget/budget.h"
#include "core/facility/budget/supply_load.h"
#include "core/supply/supply_failure.h"

namespace roofrack {

/// What each single failure of a feed or cooler leaves to the others: load ÷ surviving capacity ≤ 1 is
/// redundant. Elements of unknown capacity are left out.
std::vector<SingleFailure> single_failures_of(const Facility& facility, const PowerState& state);

/// How full each unit of the supply gets after the worst failure of any other like it, or of its own: of
/// feeds at racks as the racks see it, of those above by what moves to them. Load ÷ capacity; 0: no other
/// failure reaches it.
std::vector<double> fullest_after_failures(const FacilityInputs& inputs, const PowerState& state,
                                           const SupplyLoad& load);

/// Elements that take the racks' heat, and which of it.
struct Coolers {
    const std::vector<SharedCapacity>& elements;
    BudgetKind kind;
    Carries carries;
};
std::vector<Coolers> coolers_in(const FacilityInputs& inputs);

} // namespace roofrack
