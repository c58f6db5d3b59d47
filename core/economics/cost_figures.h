// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/economics/capital.h"
#include "core/economics/economics.h"
#include "core/figures/describe.h"

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
