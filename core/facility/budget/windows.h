// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility_inputs.h"

namespace roofrack {

/// Over which time a unit of the supply holds its rating, and where the highest mean over it lies between the
/// mean of the step (0) and the compute phase (1).
struct SupplyWindow {
    Seconds length{};
    double share = 1;
};
SupplyWindow supply_window(SupplyKind kind, const FacilityInputs& inputs, const WindowShares& shares);

} // namespace roofrack
