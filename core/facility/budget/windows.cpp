// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budget/windows.h"

namespace roofrack {

SupplyWindow supply_window(SupplyKind kind, const FacilityInputs& inputs, const WindowShares& shares) {
    const Defaults::Power::Windows& windows = inputs.defaults->power.windows;
    switch (kind) {
    case SupplyKind::ups:
    case SupplyKind::generator: return {windows.ups, shares.ups};
    case SupplyKind::transformer: return {windows.transformer, shares.transformer};
    case SupplyKind::utility: return {inputs.meter_window, shares.meter};
    default: return {windows.breaker, shares.breaker};
    }
}

} // namespace roofrack
