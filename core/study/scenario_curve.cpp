// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/scenario_curve.h"

#include "core/step/engine/prepared_impl.h"
#include "core/study/sizes.h"

namespace roofrack {

RunWork work_of(const Prepared& prepared) {
    const Prepared::Impl& impl = prepared.impl();
    return {impl.model, impl.scenario.workload.tuning, sequence_of(impl), batch_of(impl),
            impl.scenario.workload.token_budget};
}

std::vector<std::string> work_differences(const RunWork& a, const RunWork& b) {
    std::vector<std::string> out;
    if (a.model.transformer != b.model.transformer || a.model.generic != b.model.generic)
        out.emplace_back("model");
    if (!(a.tuning == b.tuning)) out.emplace_back("tuning");
    if (a.sequence != b.sequence) out.emplace_back("sequence");
    if (a.batch != b.batch) out.emplace_back("batch");
    if (a.token_budget != b.token_budget) out.emplace_back("token budget");
    return out;
}

ScenarioCurve scenario_curve(const Scenario& scenario, const Catalog& catalog, std::vector<double> sizes,
                             const ScaleOptions& options, const std::stop_token& stop) {
    ScenarioCurve out;
    out.scenario = scenario.name;
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) {
        out.reason = prepared.error().text();
        return out;
    }
    const Fabric& fabric = prepared->fabric();
    if (sizes.empty())
        sizes = dense_counts(fabric.gpus, fabric.scale_up_domain,
                             study_range(fabric.gpus, fabric.scale_up_domain));
    out.work = work_of(*prepared);
    out.study = scale(*prepared, sizes, options, nullptr, stop);
    return out;
}

} // namespace roofrack
