// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/doubling.h"

#include "core/economics/economics.h"
#include "core/engine/plan_at_size.h"

#include <limits>

namespace roofrack {

double ScaleDoubling::marginal_dollars_per_million() const {
    const double more = then.progress - now.progress;
    if (!(more > 0)) return std::numeric_limits<double>::infinity();
    return (then.per_hour - now.per_hour).si() / 3600 / more * 1e6;
}

std::string_view name_of(ScaleDoubling::From from) {
    switch (from) {
    case ScaleDoubling::From::drawn: return "drawn";
    case ScaleDoubling::From::knee: return "knee";
    case ScaleDoubling::From::peak: break;
    }
    return "peak";
}

ScaleCost cost_at(const Prepared& prepared, const Plan& plan, double gpus, double progress,
                  ScaleMetric metric) {
    const Prepared::Impl& impl = prepared.impl();
    StepSolver solver(prepared);
    const StepState state = solver.solve(plan, gpus, batch_at(impl, gpus, metric));
    const PowerState power = impl.facility->state_of(state.duty, gpus / impl.fabric.gpus);
    return {gpus, progress, cost_per_hour(gpus, impl.scenario.site, power, *impl.defaults), power.facility};
}

} // namespace roofrack
