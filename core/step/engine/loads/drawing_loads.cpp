// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/loads/drawing_loads.h"

#include "core/facility/budget/budgets.h"
#include "core/step/engine/prepared_impl.h"

namespace roofrack {

DrawingLoads drawing_loads(const Prepared& prepared, const Evaluation& evaluation) {
    DrawingLoads out;
    const ResolvedDrawing& drawing = *prepared.impl().drawing;
    const Cluster& cluster = drawing.cluster();
    const Containment& containment = drawing.containment();
    const Network& network = *drawing.network(); // a drawing without one is not prepared
    const NetworkBorders borders(cluster, containment, network);
    out.places = fabric_places(cluster, containment, prepared.fabric(), network, borders);
    if (evaluation.step_time.si() <= 0) return out;
    out.links = link_loads(prepared, evaluation, network, borders);
    for (Budget& budget : budgets_of(*prepared.impl().facility, evaluation.power, {}))
        if (budget.kind != BudgetKind::plant && budget.kind != BudgetKind::site)
            out.units.push_back(std::move(budget));
    out.facility_links = facility_link_loads(cluster, containment, evaluation.power, out.units);
    return out;
}

} // namespace roofrack
