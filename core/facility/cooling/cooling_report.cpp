// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/cooling/cooling_report.h"

namespace roofrack {

CoolingReport cooling_report(const Facility& facility, const PowerState& state) {
    CoolingReport out;
    out.flows = cooling_flows(facility, state);
    out.cascades = cooling_cascades(facility, state);
    out.outages = cooling_outages(facility, state);
    out.hottest = hottest_rack(out.cascades, state);
    return out;
}

} // namespace roofrack
