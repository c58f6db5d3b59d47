// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/evaluation_bundle.h"

#include "core/drawing/check/check.h"
#include "core/engine/evaluate.h"
#include "core/study/sizes.h"
#include "widgets/editor/measured_fits.h"

#include <chrono>
#include <future>

namespace roofrack {

ScaleResult best_plans(const EvaluationBundle& bundle, const std::stop_token& stop) {
    if (!bundle.prepared) return {};
    std::vector<double> sizes;
    for (const ScalePoint& point : bundle.given.points) sizes.push_back(point.gpus);
    return scale(*bundle.prepared, sizes, {.metric = bundle.given.metric, .replan = true}, nullptr, stop);
}

Evaluator engine_evaluator(const Catalog& catalog) {
    return [&catalog, fits = std::make_shared<MeasuredFits>(catalog)](const EvaluationRequest& request,
                                                                      const std::stop_token& stop) {
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
            ScaleOptions options;
            options.metric = request.metric.value_or(natural_metric(*prepared));
            const std::vector<double> sizes = dense_counts(fabric.gpus, fabric.scale_up_domain,
                                                           study_range(fabric.gpus, fabric.scale_up_domain));
            bundle.given = scale(*prepared, sizes, options, nullptr, stop);
            bundle.losses = run_losses(*prepared, sizes);
            bundle.evaluation.regime = regime_as_drawn(*prepared, options.metric);
            add_drawing_findings(bundle.evaluation, drawing.get(), request.scenario->cluster.waivers);
            bundle.prepared = std::move(*prepared);
            bundle.measured =
                fits->study(request.scenario->measured_curves, &*bundle.prepared, options.metric);
            if (request.replan) bundle.best = best_plans(bundle, stop);
        } else {
            bundle.evaluation = evaluate_or_explain(*request.scenario, catalog);
            bundle.measured = fits->study(request.scenario->measured_curves, nullptr, ScaleMetric::goodput);
        }
        bundle.elapsed_ms =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
        return bundle;
    };
}

} // namespace roofrack
