// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/compared_figures.h"

#include "core/answers/figure_index.h"

namespace roofrack {

const std::vector<std::string>& first_figures() {
    static const std::vector<std::string> names{
        "money.increment.done_weeks",
        "money.run.usd",
        "money.run.usd_per_million",
        "money.capital.needed_usd",
        "power.metered_w",
        "power.peak_w",
        "step.step_time_s",
        "money.run.useful_rate",
        "step.gpus",
        "step.feasible",
        "money.run.time_s",
        "money.increment.lead_weeks",
        "money.increment.net_usd",
        "money.capital.is_complete",
        "money.run.usd_per_hour.total",
        "power.room",
        "power.it_w",
        "power.pue",
        "money.run.energy_j",
        "money.run.co2_kg",
        "money.run.water_m3",
        "step.mfu",
        "step.model_flops_per_s_per_gpu",
        "step.effective_gpus",
        "step.goodput",
        "step.memory.needed_bytes",
        "step.memory.fits",
        "step.regime",
        "step.binds",
        "step.plan.precision",
        "step.plan.tp",
        "step.plan.pp",
        "step.plan.cp",
        "step.plan.ep",
        "step.plan.dp",
        "step.plan.micro_batch",
        "step.plan.zero",
    };
    return names;
}

std::vector<std::string> all_single_figures() {
    std::vector<std::string> out;
    for (const IndexedFigure& each : figure_index())
        if (each.figure.name.find('*') == std::string::npos) out.push_back(each.figure.name);
    return out;
}

} // namespace roofrack
