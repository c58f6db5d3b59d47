// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/losses/supply_steps.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace roofrack {

namespace {

/// Failures that hold the same racks to the same leave the same step.
using HeldKey = std::vector<std::pair<int, double>>;

HeldKey key_of(const SingleFailure& failure) {
    HeldKey key;
    for (const HeldRack& each : failure.held) key.emplace_back(each.rack, each.limit.si());
    return key;
}

} // namespace

std::vector<FailureStep> supply_steps(const Prepared& prepared, const Evaluation& evaluation,
                                      std::vector<SingleFailure> failures) {
    std::vector<FailureStep> out;
    EvaluateOptions options;
    options.findings = false;
    options.gpus = evaluation.gpus;
    std::map<HeldKey, std::optional<Seconds>> known;
    for (SingleFailure& failure : failures) {
        FailureStep& each = out.emplace_back();
        each.failure = std::move(failure);
        if (!evaluation.feasible) continue; // what a failure leaves is told all the same
        if (each.failure.survives()) {
            each.step = evaluation.productive_step;
            continue;
        }
        if (!std::isfinite(each.failure.worst) || each.failure.dark_gpus > 0) continue;
        const auto [found, added] = known.try_emplace(key_of(each.failure));
        if (added) {
            const Evaluation then = evaluate(prepared.held(each.failure.held), options);
            if (then.feasible) found->second = then.productive_step;
        }
        each.step = found->second;
    }
    std::ranges::stable_sort(
        out, [](const FailureStep& a, const FailureStep& b) { return a.failure.worst > b.failure.worst; });
    return out;
}

} // namespace roofrack
