// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/economics/capital.h"
#include "core/facility/economics/economics.h"

namespace roofrack {

/// What all rows of one group of the bill cost, $.
struct CapitalGroup {
    BillGroup group = BillGroup::server;
    PriceBand price;
};
/// Groups that cost something, in the order of the bill.
std::vector<CapitalGroup> capital_groups(const Capital& capital);

void describe(figures::Builder<OwnershipCost>& figures);
void describe(figures::Builder<CapitalRow>& figures);
void describe(figures::Builder<CapitalGroup>& figures);

} // namespace roofrack
