// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/losses/uneven_work.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

std::string UnevenWork::text() const {
    return fmt::format("{} micro-batches in {} of {} replicas, {} in the others", few, slow, all, more);
}

UnevenWork uneven_work(const Evaluation& now, double slow_gpus, double batch,
                       const std::function<Evaluation(bool fast, double micro_batches)>& step) {
    const Plan& plan = now.plan;
    const double dp = plan.dp, slow = std::ceil(slow_gpus / (now.gpus / dp));
    const double all = std::ceil(batch / plan.micro_batch), most = std::ceil(all / dp);
    if (slow >= dp) return {not_possible("its GPUs work in all replicas")};
    if (most < 2) return {not_possible("a replica has one micro-batch only")};
    const auto others = [&](double few) { return std::ceil((all - slow * few) / (dp - slow)); };
    double low = 0, high = most; // done early with `low`, late with `high`
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2);
        (step(false, middle).step_time <= step(true, others(middle)).step_time ? low : high) = middle;
    }
    std::optional<UnevenWork> best;
    for (const double few : {low, high}) {
        if (few <= 0 || few >= most) continue;
        const Evaluation late = step(false, few), early = step(true, others(few));
        if (!late.feasible || !early.feasible) continue;
        const Seconds longer = std::max(late.step_time, early.step_time);
        if (!best || longer < best->step)
            best = UnevenWork{what_if(now.step_time, longer), few, others(few), slow, dp};
    }
    if (!best || best->step >= now.step_time)
        return {not_possible("no smaller share of whole micro-batches is faster")};
    return *best;
}

} // namespace roofrack
