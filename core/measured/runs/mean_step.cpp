// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/mean_step.h"

#include "core/base/units/median.h"

#include <utility>
#include <vector>

namespace roofrack {

WindowParts& WindowParts::operator+=(const WindowParts& other) {
    compute_s += other.compute_s;
    exposed_comm_s += other.exposed_comm_s;
    exposed_mem_s += other.exposed_mem_s;
    idle_s += other.idle_s;
    return *this;
}

WindowParts& WindowParts::operator/=(double count) {
    for (double* part : {&compute_s, &exposed_comm_s, &exposed_mem_s, &idle_s}) *part /= count;
    return *this;
}

WindowParts parts_of(const TraceTimes& times) {
    constexpr double second_per_ns = 1e-9;
    return {static_cast<double>(times.compute_ns) * second_per_ns,
            static_cast<double>(times.exposed_comm_ns) * second_per_ns,
            static_cast<double>(times.exposed_mem_ns) * second_per_ns,
            static_cast<double>(times.idle_ns) * second_per_ns};
}

std::optional<MeanStep> mean_step(const TraceResult& trace) {
    std::vector<const TraceRank*> ranks;
    for (const TraceRank& rank : trace.ranks) ranks.push_back(&rank);
    return mean_step(ranks);
}

std::optional<MeanStep> mean_step(const std::vector<const TraceRank*>& ranks) {
    MeanStep out;
    std::vector<double> windows;
    for (const TraceRank* place : ranks) {
        const TraceRank& rank = *place;
        size_t steps = 0;
        for (const TraceStep& step : rank.steps)
            if (step.times) {
                out.parts += parts_of(*step.times);
                windows.push_back(parts_of(*step.times).window_s());
                ++steps;
            }
        out.has_steps = out.has_steps || steps > 0;
        if (steps == 0 && rank.times) {
            out.parts += parts_of(*rank.times);
            windows.push_back(parts_of(*rank.times).window_s());
            ++steps;
        }
        out.windows += steps;
        out.ranks += steps > 0;
    }
    if (out.windows == 0 || !(out.parts.window_s() > 0)) return std::nullopt;
    out.parts /= static_cast<double>(out.windows);
    out.median_s = median(std::move(windows));
    return out;
}

} // namespace roofrack
