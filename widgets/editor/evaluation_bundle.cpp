// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/evaluation_bundle.h"

#include "core/drawing/check/check.h"
#include "core/engine/evaluate.h"

#include <chrono>
#include <future>

namespace roofrack {

ScaleMetric natural_metric(const Scenario& scenario, const Catalog& catalog) {
    const ModelSpec* model = scenario.workload.inline_model ? &*scenario.workload.inline_model
                                                            : catalog.model(scenario.workload.model);
    const bool measured_step = model && model->generic && model->generic->compute_per_step.si() > 0;
    return measured_step ? ScaleMetric::throughput : ScaleMetric::fixed_batch;
}

Evaluator engine_evaluator(const Catalog& catalog) {
    return [&catalog](const EvaluationRequest& request, const std::stop_token& stop) {
        const auto started = std::chrono::steady_clock::now();
        EvaluationBundle bundle;
        bundle.scenario = request.scenario;
        if (auto prepared = Prepared::make(*request.scenario, catalog)) {
            // Of a large drawing about as long as the evaluation itself.
            auto drawing = std::async(std::launch::async,
                                      [&] { return check_drawing(request.scenario->cluster, catalog); });
            bundle.evaluation = evaluate(*prepared);
            bundle.loads = drawing_loads(*prepared, bundle.evaluation, catalog);
            const Fabric& fabric = prepared->fabric();
            bundle.scale = scale(*prepared, sweep_counts(fabric.gpus, fabric.scale_up_domain),
                                 request.metric.value_or(natural_metric(*request.scenario, catalog)),
                                 request.replan, stop);
            add_drawing_findings(bundle.evaluation, drawing.get(), request.scenario->cluster.waivers);
            bundle.prepared = std::move(*prepared);
        } else {
            bundle.evaluation = evaluate_or_explain(*request.scenario, catalog);
        }
        bundle.elapsed_ms =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
        return bundle;
    };
}

} // namespace roofrack
