// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/evaluation_bundle.h"

#include <algorithm>
#include <chrono>

namespace roofrack {
namespace {

constexpr double most_gpus = 131072;

} // namespace

std::vector<double> sweep_counts(double drawn_gpus, double scale_up_domain) {
    double first = std::max(1.0, std::min(8.0, scale_up_domain));
    double last = std::max(drawn_gpus, std::min(most_gpus, 8 * drawn_gpus));
    if (last <= 64) {
        first = 1;
        last = 64;
    }
    return gpu_counts(first, last);
}

Evaluator engine_evaluator(const Catalog& catalog) {
    return [&catalog](const EvaluationRequest& request, std::stop_token stop) {
        const auto started = std::chrono::steady_clock::now();
        EvaluationBundle bundle;
        bundle.scenario = request.scenario;
        if (auto prepared = Prepared::make(*request.scenario, catalog)) {
            bundle.evaluation = evaluate(*prepared);
            const Fabric& fabric = prepared->fabric();
            bundle.scale = scale(*prepared, sweep_counts(fabric.gpus, fabric.scale_up_domain), request.metric,
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
