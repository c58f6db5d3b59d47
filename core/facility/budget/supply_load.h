// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/budget/sharing.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/supply/supply_chain.h"

namespace roofrack {

/// What flows through the drawn supply in a state.
class SupplyLoad {
public:
    /// Both must outlive it.
    SupplyLoad(const FacilityInputs& inputs, const PowerState& state);

    /// The flows of each unit, as a window sees them that lies so far between the mean (0) and the compute
    /// phase (1).
    std::vector<SupplyFlow> flows(double window_share) const;
    /// The flows of each unit, as its own window sees them.
    const std::vector<SupplyFlow>& windowed() const { return m_windowed; }
    /// W of cooling and losses that are fed by the site's side of the chain, in such a window.
    double beside(double window_share) const;
    /// How the racks share their feeds.
    const Sharing& feeds() const { return m_feeds; }

private:
    const FacilityInputs& m_in;
    const PowerState& m_state;
    Sharing m_feeds;
    std::vector<SupplyFlow> m_windowed;
};

/// Over which time a unit of the supply holds its rating, and where the highest mean over it lies between the
/// mean of the step (0) and the compute phase (1).
struct SupplyWindow {
    Seconds length{};
    double share = 1;
};
SupplyWindow supply_window(SupplyKind kind, const FacilityInputs& inputs, const WindowShares& shares);

} // namespace roofrack
