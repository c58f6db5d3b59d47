// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/cooling/cooling_report.h"

#include "core/base/figures/builder.h"

namespace roofrack {

CoolingReport cooling_report(const Facility& facility, const PowerState& state) {
    CoolingReport out;
    out.flows = cooling_flows(facility, state);
    out.cascades = cooling_cascades(facility, state);
    out.outages = cooling_outages(facility, state);
    out.hottest = hottest_rack(out.cascades, state);
    return out;
}

void describe(figures::Builder<CoolingReport>& f) {
    using namespace figures;
    using R = CoolingReport;
    f.object("flows", &R::flows, "flows", "of air and coolant");
    f.text(
        "hottest_rack",
        [](const R& r) {
            return r.hottest < 0 ? std::string() : r.flows.racks[static_cast<size_t>(r.hottest)].id;
        },
        "hottest rack", "the one with the least margin to a limit", Absent{"none has a limit"});
    f.list("cascades", &R::cascades, "temperatures", "of both media of every rack");
    f.list("outages", &R::outages, "outages", "how long racks run when cooling stops");
}

} // namespace roofrack
