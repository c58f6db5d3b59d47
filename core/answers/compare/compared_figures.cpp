// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/compared_figures.h"

#include "core/answers/figure_index.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace roofrack {

namespace {

struct FirstFigure {
    std::string_view name;
    bool is_main = false; ///< is_main_figure()
};
constexpr FirstFigure firsts[] = {
    {"money.increment.done_weeks", true},
    {"money.run.usd", true},
    {"money.run.usd_per_million", true},
    {"money.capital.needed_usd", true},
    {"power.metered_w", true},
    {"power.peak_w", true},
    {"step.step_time_s", true},
    {"money.run.useful_rate", true},
    {"step.gpus", true},
    {"step.feasible"},
    {"money.run.time_s", true},
    {"money.increment.lead_weeks", true},
    {"money.increment.net_usd", true},
    {"money.capital.is_complete"},
    {"money.run.usd_per_hour.total", true},
    {"power.room", true},
    {"power.it_w"},
    {"power.pue"},
    {"money.run.energy_j", true},
    {"money.run.co2_kg", true},
    {"money.run.water_m3", true},
    {"step.mfu", true},
    {"step.model_flops_per_s_per_gpu"},
    {"step.effective_gpus"},
    {"step.goodput"},
    {"step.memory.needed_bytes"},
    {"step.memory.fits", true},
    {"step.regime"},
    {"step.binds"},
    {"step.plan.precision"},
    {"step.plan.tp"},
    {"step.plan.pp"},
    {"step.plan.cp"},
    {"step.plan.ep"},
    {"step.plan.dp"},
    {"step.plan.micro_batch"},
    {"step.plan.zero"},
};

} // namespace

const std::vector<std::string>& first_figures() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> out;
        for (const FirstFigure& each : firsts) out.emplace_back(each.name);
        return out;
    }();
    return names;
}

bool is_main_figure(std::string_view name) {
    const auto found = std::ranges::find(firsts, name, &FirstFigure::name);
    return found != std::end(firsts) && found->is_main;
}

std::vector<std::string> all_single_figures() {
    std::vector<std::string> out;
    for (const IndexedFigure& each : figure_index())
        if (each.figure.name.find('*') == std::string::npos) out.push_back(each.figure.name);
    return out;
}

} // namespace roofrack
