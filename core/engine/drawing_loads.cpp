// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/drawing_loads.h"

#include "core/engine/prepared_impl.h"
#include "core/facility/budget/budgets.h"

namespace roofrack {

DrawingLoads drawing_loads(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog) {
    DrawingLoads out;
    const Cluster& cluster = prepared.scenario().cluster;
    // Both were read when the scenario was prepared; a drawing without a network fails there.
    const auto containment = Containment::make(cluster);
    if (!containment) return out;
    const auto network = read_network(cluster, *containment, catalog);
    if (!network) return out;
    const NetworkBorders borders(cluster, *containment, *network);
    out.places = fabric_places(cluster, *containment, prepared.fabric(), *network, borders);
    if (evaluation.step_time.si() <= 0) return out;
    out.links = link_loads(prepared, evaluation, *network, borders, *containment, catalog);
    for (Budget& budget : budgets_of(*prepared.impl().facility, evaluation.power, {}))
        if (budget.kind != BudgetKind::plant && budget.kind != BudgetKind::site)
            out.units.push_back(std::move(budget));
    out.facility_links = facility_link_loads(cluster, *containment, evaluation.power, out.units);
    return out;
}

} // namespace roofrack
