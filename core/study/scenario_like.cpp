// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/scenario_like.h"

#include "core/search/fastest.h"

namespace roofrack {

Site site_without_machines(Site site) {
    site.gpu_hour_price.reset();
    site.capex_per_gpu.reset();
    site.fabric.clear();
    site.room.rack_mass.reset();
    return site;
}

Scenario scenario_like(const Scenario& from, Cluster cluster, const Catalog& catalog, std::string* reason,
                       const std::stop_token& stop) {
    Scenario out;
    out.name = from.name;
    out.cluster = std::move(cluster);
    out.workload = from.workload;
    out.plan = from.plan;
    out.site = site_without_machines(from.site);
    std::string why;
    if (const auto prepared = Prepared::make(out, catalog)) {
        SearchOptions options;
        options.space.uneven_batch = true;
        const Plan hints[] = {from.plan};
        const FastestPlan found = fastest_plan(*prepared, options, hints, stop);
        if (found.plan)
            out.plan = *found.plan;
        else
            why = found.reason;
    } else {
        why = prepared.error().what;
    }
    if (reason) *reason = std::move(why);
    return out;
}

} // namespace roofrack
