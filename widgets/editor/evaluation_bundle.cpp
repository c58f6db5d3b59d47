// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/evaluation_bundle.h"

#include "core/drawing/check/check.h"
#include "core/engine/evaluate.h"
#include "core/engine/gains.h"
#include "core/study/border_moves.h"
#include "core/study/facility/facility_findings.h"
#include "core/study/losses/blast_radius.h"
#include "core/study/losses/slow_kinds.h"
#include "core/study/sharing/job_findings.h"
#include "core/study/sizes.h"
#include "core/study/verdict.h"

#include <chrono>
#include <future>

namespace roofrack {

namespace {

/// What binds at the sizes of a coarse sweep, by the plans of the study.
std::vector<Bottleneck> bottlenecks_of(const Prepared& prepared, const ScaleResult& study,
                                       const std::stop_token& stop) {
    const Fabric& fabric = prepared.fabric();
    return bottlenecks(prepared, study, sweep_counts(fabric.gpus, fabric.scale_up_domain), stop);
}

} // namespace

BestPlans best_plans(const EvaluationBundle& bundle, const std::stop_token& stop) {
    if (!bundle.as_given) return {};
    std::vector<double> sizes;
    for (const ScalePoint& point : bundle.given.points) sizes.push_back(point.gpus);
    BestPlans out;
    out.study =
        scale(*bundle.as_given, sizes, {.metric = bundle.given.metric, .replan = true}, nullptr, stop);
    out.bottlenecks = bottlenecks_of(*bundle.as_given, out.study, stop);
    return out;
}

void find_moves(const EvaluationBundle& bundle, BestPlans& best, const std::stop_token& stop) {
    if (bundle.as_given)
        find_moves(*bundle.as_given, {.metric = best.study.metric, .replan = true}, best.study, stop);
    best.has_moves = true;
}

Evaluator engine_evaluator(const Catalog& catalog) {
    return [&catalog, details = engine_detailer(catalog)](const EvaluationRequest& request,
                                                          const std::stop_token& stop) {
        const auto started = std::chrono::steady_clock::now();
        EvaluationBundle bundle;
        bundle.scenario = request.scenario;
        bundle.folder = request.folder;
        bundle.best_plan = request.best_plan;
        if (auto given = Prepared::make(request.scenario, catalog)) {
            // Of a large drawing about as long as the evaluation itself.
            auto drawing = std::async(std::launch::async, [&] {
                return check_drawing(request.scenario->cluster, catalog, &given->fabric());
            });
            auto prepared = request.best_plan
                                ? Prepared::make(with_best_plan(*given, *request.scenario, stop), catalog)
                                : given;
            if (!prepared) prepared = given; // a plan changes nothing of what can be understood
            bundle.evaluation = evaluate(*prepared);
            bundle.cost = run_cost(*prepared, bundle.evaluation);
            bundle.loads = drawing_loads(*prepared, bundle.evaluation, catalog);
            const Fabric& fabric = prepared->fabric();
            ScaleOptions options;
            options.metric = request.metric.value_or(natural_metric(*prepared));
            const std::vector<double> sizes = dense_counts(fabric.gpus, fabric.scale_up_domain,
                                                           study_range(fabric.gpus, fabric.scale_up_domain));
            bundle.given = scale(*given, sizes, options, nullptr, stop);
            bundle.losses = run_losses(*prepared, sizes);
            if (auto radii = blast_radii(*prepared, catalog))
                bundle.radii = std::make_shared<const BlastRadii>(std::move(*radii));
            bundle.swings = swings(*prepared, bundle.evaluation);
            bundle.bottlenecks = bottlenecks_of(*given, bundle.given, stop);
            bundle.batch = batch_plane(*prepared, {}, stop);
            if (request.details || !request.best_plan)
                add_regime(*given, options.metric, bundle.evaluation,
                           !request.details    ? RegimeOf::given
                           : request.best_plan ? RegimeOf::best
                                               : RegimeOf::given_or_best);
            if (bundle.evaluation.feasible) {
                add_findings(bundle.evaluation, job_findings(request.jobs, prepared->scenario(), catalog));
                add_findings(bundle.evaluation,
                             request.details ? facility_findings(*prepared, bundle.evaluation)
                                             : facility_findings(facility_study(*prepared, bundle.evaluation,
                                                                                FacilityDepth::loads)));
                if (request.details)
                    add_findings(bundle.evaluation,
                                 slow_gpu_findings(*prepared, bundle.evaluation, catalog, stop));
                if (auto cost = throttle_cost(*prepared, bundle.evaluation))
                    add_findings(bundle.evaluation, {std::move(*cost)});
            }
            add_drawing_findings(bundle.evaluation, drawing.get(), request.scenario->cluster.waivers);
            bundle.as_given = std::move(*given);
            bundle.prepared = std::move(*prepared);
            if (request.study_best) {
                BestPlans best = best_plans(bundle, stop);
                find_moves(bundle, best, stop);
                bundle.best = std::move(best.study);
                bundle.best_bottlenecks = std::move(best.bottlenecks);
            }
        } else {
            bundle.evaluation = evaluate_or_explain(*request.scenario, catalog);
        }
        if (request.details) bundle.details = details(bundle, stop);
        bundle.elapsed_ms =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
        return bundle;
    };
}

} // namespace roofrack
