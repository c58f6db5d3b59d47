// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured_step.h"

#include "widgets/charts/chart.h"

namespace roofrack {

namespace {

constexpr double second_per_ns = 1e-9;

void add(MeasuredStep& sum, const TraceTimes& times) {
    sum.compute += static_cast<double>(times.compute_ns) * second_per_ns;
    sum.exposed_comm += static_cast<double>(times.exposed_comm_ns) * second_per_ns;
    sum.exposed_memory += static_cast<double>(times.exposed_mem_ns) * second_per_ns;
    sum.idle += static_cast<double>(times.idle_ns) * second_per_ns;
}

} // namespace

std::vector<MeasuredStep::Piece> MeasuredStep::pieces() const {
    return {{"compute", Chart::tr("compute"), StepPart::compute, compute},
            {"exposed copies", Chart::tr("exposed copies"), StepPart::memory, exposed_memory},
            {"exposed comm", Chart::tr("exposed comm"), StepPart::data_comm, exposed_comm},
            {"idle", Chart::tr("idle"), StepPart::pipeline_bubble, idle}};
}

std::optional<MeasuredStep> measured_step(const TraceResult& trace) {
    MeasuredStep sum;
    double windows = 0, steps = 0, ranks = 0;
    for (const TraceRank& rank : trace.ranks) {
        double of_rank = 0;
        for (const TraceStep& step : rank.steps)
            if (step.times) add(sum, *step.times), ++of_rank;
        steps += of_rank;
        if (of_rank == 0 && rank.times)
            add(sum, *rank.times), ++of_rank; // no step marks: the whole trace is one window
        windows += of_rank;
        ranks += of_rank > 0;
    }
    if (windows == 0 || !(sum.total() > 0)) return std::nullopt;
    for (double* part : {&sum.compute, &sum.exposed_comm, &sum.exposed_memory, &sum.idle}) *part /= windows;
    sum.origin = steps > 0 ? Chart::tr("mean of %1 ranks, %2 steps").arg(ranks).arg(steps)
                           : Chart::tr("mean of %1 ranks, %2 windows").arg(ranks).arg(windows);
    return sum;
}

} // namespace roofrack
