// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/containment.h"
#include "core/facility/budget/budget.h"

#include <vector>

namespace roofrack {

/// What a drawn link from a feed or a cooler carries.
struct FacilityLinkLoad {
    std::string id;   ///< id of the link
    int link = 0;     ///< into Cluster::links
    std::string unit; ///< id of the feed or cooler
    BudgetKind kind = BudgetKind::feed;
    Watts load{};               ///< feeds in the compute phase, coolers in the mean over the step
    std::optional<Watts> limit; ///< its part of what the unit may deliver; unknown: no value
    /// Load ÷ limit; no value when the limit is unknown.
    std::optional<double> share() const { return share_of(load, limit); }
};

/// The load of each feed and cooler (`budgets`) divided over its links in proportion to what the racks at
/// their far ends demand, so that a unit's links add up to its load and share its margin. In drawn order;
/// links to nothing that draws power are left out.
std::vector<FacilityLinkLoad> facility_link_loads(const Cluster& cluster, const Containment& containment,
                                                  const PowerState& state,
                                                  const std::vector<Budget>& budgets);

} // namespace roofrack
