// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/evaluation_bundle.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace roofrack {
namespace {

constexpr double most_gpus = 131072;

} // namespace

ScaleMetric natural_metric(const Scenario& scenario, const Catalog& catalog) {
    const ModelSpec* model = scenario.workload.inline_model ? &*scenario.workload.inline_model
                                                            : catalog.model(scenario.workload.model);
    const bool measured_step = model && model->generic && model->generic->compute_per_step.si() > 0;
    return measured_step ? ScaleMetric::throughput : ScaleMetric::fixed_batch;
}

std::vector<double> sweep_counts(double drawn_gpus, double scale_up_domain) {
    double first = std::max(1.0, std::min(8.0, scale_up_domain));
    double last = std::max(drawn_gpus, std::min(most_gpus, 8 * drawn_gpus));
    if (last <= 64) {
        first = 1;
        last = 64;
    }
    std::vector<double> counts;
    double least = drawn_gpus;
    for (double gpus = drawn_gpus; gpus >= first && gpus == std::floor(gpus); gpus /= 2)
        counts.push_back(least = gpus);
    for (double gpus = first; 2 * gpus <= least; gpus *= 2) counts.push_back(gpus);
    for (double gpus = 2 * drawn_gpus; drawn_gpus > 0 && gpus <= last; gpus *= 2) counts.push_back(gpus);
    std::ranges::sort(counts);
    counts.erase(std::ranges::unique(counts).begin(), counts.end());
    return counts;
}

Evaluator engine_evaluator(const Catalog& catalog) {
    return [&catalog](const EvaluationRequest& request, std::stop_token stop) {
        const auto started = std::chrono::steady_clock::now();
        EvaluationBundle bundle;
        bundle.scenario = request.scenario;
        if (auto prepared = Prepared::make(*request.scenario, catalog)) {
            bundle.evaluation = evaluate(*prepared);
            const Fabric& fabric = prepared->fabric();
            bundle.scale = scale(*prepared, sweep_counts(fabric.gpus, fabric.scale_up_domain),
                                 request.metric.value_or(natural_metric(*request.scenario, catalog)),
                                 request.replan, stop);
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
