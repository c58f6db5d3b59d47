// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/limits/bottleneck_years.h"

#include "core/base/figures/builder.h"
#include "core/step/engine/figures/evaluation_figures.h"
#include "core/step/engine/gains.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/bottlenecks.h"

#include <cmath>

namespace roofrack {

std::vector<BottleneckYear> bottleneck_years(const Prepared& prepared, const Evaluation& evaluation,
                                             const WallGrowth& growth, const std::stop_token& stop) {
    std::vector<BottleneckYear> out;
    if (evaluation.step_time.si() <= 0) return out;
    const double batch = batch_of(prepared.impl());
    for (double year = 0; year < growth.years + 0.5 && !stop.stop_requested(); ++year) {
        const double link = std::pow(growth.link, year);
        Prepared then = prepared;
        for (size_t level = 0; level < prepared.fabric().levels.size(); ++level)
            then = then.with_level_bandwidth(static_cast<int>(level), link);
        ResourceKnobs knobs;
        knobs.flops = std::pow(growth.compute, year);
        knobs.hbm = std::pow(growth.bandwidth, year);
        knobs.network.scale_up = link;
        BottleneckYear here{year, {}, gains_with(then, evaluation.plan, evaluation.gpus, batch, knobs)};
        here.step = Seconds(StepSolver(then).solve(evaluation.plan, evaluation.gpus, batch, knobs).step);
        std::erase_if(here.gains, [](const Gain& gain) { return gain.tenth < Bottleneck::least_gain; });
        out.push_back(std::move(here));
    }
    return out;
}

void describe(figures::Builder<BottleneckYear>& f) {
    using namespace figures;
    using Y = BottleneckYear;
    f.number("year", &Y::year, number, "years", "from now", always);
    f.number("step_time_s", &Y::step, seconds, "step time", "with its checkpoints and failures", less,
             always);
    f.list("gains", &Y::gains, "gains", "what would shorten the step then, most first: the first one binds");
}

void describe(figures::Builder<WallGrowth>& f) {
    using namespace figures;
    using G = WallGrowth;
    f.number("compute", &G::compute, ratio, "growth of arithmetic", "times per year", always);
    f.number("bandwidth", &G::bandwidth, ratio, "growth of HBM", "of its bandwidth, times per year", always);
    f.number("link", &G::link, ratio, "growth of links", "and NICs, times per year", always);
}

} // namespace roofrack
