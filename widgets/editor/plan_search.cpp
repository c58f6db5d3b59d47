// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/plan_search.h"

#include <algorithm>

namespace roofrack {

namespace {

/// What of a drawing is computed with.
Cluster substance(Cluster cluster) {
    std::erase_if(cluster.elements, [](const Element& e) { return e.kind == ElementKind::note; });
    for (Element& element : cluster.elements) {
        element.position = {};
        element.size.reset();
    }
    cluster.waivers.clear();
    return cluster;
}

} // namespace

double PlanSearch::gpus() const {
    if (asked.options.gpus > 0) return asked.options.gpus;
    for (const auto* plans : {&result.best, &result.pareto})
        if (!plans->empty()) {
            const Plan& plan = plans->front().plan;
            return 1.0 * plan.tp * plan.pp * plan.cp * plan.dp;
        }
    return 0;
}

bool still_holds(const PlanSearch& search, const Scenario& now) {
    const Scenario& then = *search.asked.scenario;
    if (&then == &now) return true;
    const Plan& base = search.asked.options.plan ? *search.asked.options.plan : then.plan;
    return then.workload == now.workload && then.site == now.site && then.calibration == now.calibration &&
           adopted({}, base, {}) == adopted({}, now.plan, {}) &&
           substance(then.cluster) == substance(now.cluster);
}

Plan adopted(const Plan& found, const Plan& now, const SearchOptions& asked) {
    Plan out = now;
    out.tp = found.tp;
    out.pp = found.pp;
    out.vpp = found.vpp;
    out.cp = found.cp;
    out.ep = found.ep;
    out.dp = now.dp == 0 || asked.gpus > 0 ? 0 : found.dp;
    out.micro_batch = found.micro_batch;
    out.zero = found.zero;
    out.shard = found.shard;
    out.recompute = found.recompute;
    out.recompute_layers = found.recompute_layers;
    out.sequence_parallel = found.sequence_parallel;
    out.schedule = found.schedule;
    return out;
}

bool is_adopted(const Plan& found, const Plan& now, const SearchOptions& asked) {
    const auto as_run = [](Plan plan) { // one way of writing each
        if (plan.vpp > 1 && plan.schedule == Schedule::one_f_one_b) plan.schedule = Schedule::interleaved;
        if (plan.tp == 1) plan.sequence_parallel = true;
        if (plan.recompute != Recompute::full) plan.recompute_layers = 0;
        return plan;
    };
    return found.shard == now.shard && as_run(adopted(found, now, asked)) == as_run(now);
}

PlanSearcher engine_searcher(const Catalog& catalog) {
    return [&catalog](const PlanSearchRequest& asked, SearchProgress& progress,
                      const std::stop_token& stop) -> Result<SearchResult> {
        const auto prepared = Prepared::make(*asked.scenario, catalog);
        if (!prepared) return tl::unexpected(prepared.error());
        return search(*prepared, asked.options, &progress, stop);
    };
}

} // namespace roofrack
