// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/evaluation_bundle.h"

#include "core/drawing/check/check.h"
#include "core/engine/evaluate.h"
#include "core/engine/gains.h"
#include "core/study/gradient_reduction.h"
#include "core/study/memory_wall.h"
#include "core/study/sizes.h"
#include "core/study/verdict.h"
#include "widgets/editor/measured_fits.h"

#include <chrono>
#include <future>
#include <mutex>

namespace roofrack {

namespace {

std::vector<Bottleneck> bottlenecks_of(const Prepared& prepared, const ScaleResult& study,
                                       const std::stop_token& stop) {
    const Fabric& fabric = prepared.fabric();
    return bottlenecks(prepared, study, sweep_counts(fabric.gpus, fabric.scale_up_domain), stop);
}

} // namespace

BestPlans best_plans(const EvaluationBundle& bundle, const std::stop_token& stop) {
    if (!bundle.prepared) return {};
    std::vector<double> sizes;
    for (const ScalePoint& point : bundle.given.points) sizes.push_back(point.gpus);
    BestPlans out;
    out.study =
        scale(*bundle.prepared, sizes, {.metric = bundle.given.metric, .replan = true}, nullptr, stop);
    out.bottlenecks = bottlenecks_of(*bundle.prepared, out.study, stop);
    return out;
}

namespace {

/// Simulates again only what adds up in another way.
class ReductionMemory {
public:
    std::shared_ptr<const ReductionStudy> study(const Prepared& prepared, const Evaluation& evaluation) {
        GradientReduction drawn = gradient_reduction(prepared, evaluation);
        const std::lock_guard lock(m_mutex);
        if (!m_last || m_last->drawn != drawn) {
            const DrawnErrors errors = drawn_errors(drawn);
            m_last = std::make_shared<const ReductionStudy>(
                ReductionStudy{&reduction_curves(), std::move(drawn), errors});
        }
        return m_last;
    }

private:
    std::mutex m_mutex;
    std::shared_ptr<const ReductionStudy> m_last;
};

} // namespace

Evaluator engine_evaluator(const Catalog& catalog) {
    return [&catalog, reductions = std::make_shared<ReductionMemory>(), wall = memory_wall(catalog),
            fits = std::make_shared<MeasuredFits>(catalog)](const EvaluationRequest& request,
                                                            const std::stop_token& stop) {
        const auto started = std::chrono::steady_clock::now();
        EvaluationBundle bundle;
        bundle.scenario = request.scenario;
        if (auto prepared = Prepared::make(*request.scenario, catalog)) {
            // Of a large drawing about as long as the evaluation itself.
            auto curves =
                std::async(std::launch::async, [] { return &reduction_curves(); }); // the first time
            auto drawing = std::async(std::launch::async,
                                      [&] { return check_drawing(request.scenario->cluster, catalog); });
            auto batch = std::async(std::launch::async, [&] { return batch_plane(*prepared, {}, stop); });
            bundle.evaluation = evaluate(*prepared);
            bundle.swings = swings(*prepared, bundle.evaluation);
            bundle.loads = drawing_loads(*prepared, bundle.evaluation, catalog);
            const Fabric& fabric = prepared->fabric();
            ScaleOptions options;
            options.metric = request.metric.value_or(natural_metric(*prepared));
            const std::vector<double> sizes = dense_counts(fabric.gpus, fabric.scale_up_domain,
                                                           study_range(fabric.gpus, fabric.scale_up_domain));
            bundle.given = scale(*prepared, sizes, options, nullptr, stop);
            bundle.bottlenecks = bottlenecks_of(*prepared, bundle.given, stop);
            bundle.losses = run_losses(*prepared, sizes);
            add_regime(*prepared, options.metric, bundle.evaluation);
            bundle.batch = batch.get();
            curves.wait();
            bundle.reduction = reductions->study(*prepared, bundle.evaluation);
            if (wall)
                bundle.wall = std::make_shared<const WallStudy>(
                    WallStudy{*wall, wall_standing(*prepared, bundle.evaluation, wall->projected)});
            add_drawing_findings(bundle.evaluation, drawing.get(), request.scenario->cluster.waivers);
            bundle.prepared = std::move(*prepared);
            bundle.measured =
                fits->study(request.scenario->measured_curves, &*bundle.prepared, options.metric);
            if (request.replan) {
                BestPlans best = best_plans(bundle, stop);
                bundle.best = std::move(best.study);
                bundle.bottlenecks = std::move(best.bottlenecks);
            }
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
