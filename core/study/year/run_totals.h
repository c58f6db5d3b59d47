// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/facility/standing/standing_load.h"
#include "core/step/engine/evaluation.h"
#include "core/study/year/year.h"

namespace roofrack {

/// What a whole run takes: the drawn cluster at its job for so long, restarts and checkpoints among it.
struct RunTotals {
    std::optional<YearClimate>
        climate; ///< the climate whose mean it is in; none: at the site's design weather
    std::optional<StandingLoad> assumed; ///< the load that it is of where no step says it; none: of the step
    double gpus = 0, gpu_hours = 0;
    Seconds wall{};
    Watts it{}, facility{}; ///< mean
    double pue = 1;
    Joules energy{};                        ///< at the meter
    Joules servers{}, network{}, storage{}; ///< parts of it, each with its share of the plant
    double site_water = 0;                  ///< L, evaporated at the site
    double source_water = 0; ///< L, evaporated by the power plants of the grid (site.source_water a kWh)
    double carbon = 0;       ///< kg CO2e of the energy
    Dollars cost{};          ///< cost of the GPUs as the site has them, energy among it
    Dollars energy_cost{};   ///< energy cost of the energy alone, by the site's prices

    double site_water_per_kwh() const; ///< L per kWh of IT
};

void describe(figures::Builder<RunTotals>& figures);

/// Over so much of the wall clock at the site's design weather, whether or not the scenario may run: the one
/// place where a run's energy, water, CO2e and $ are summed up.
RunTotals totals_over(Seconds wall, const Evaluation& evaluation, const Site& site, const Defaults& defaults);

/// Totals of what is drawn at a load that is assumed: energy, water, CO2e and the cost of energy; what the
/// machines cost is not known.
RunTotals standing_totals(Seconds wall, const PowerState& power, StandingLoad load, const Site& site,
                          const Defaults& defaults);

/// To the token budget (`gpu_hours` 0), or for so many GPU-hours. At the site's design weather, or in the
/// mean of `year`: a run does not say when it begins. None without a budget or a step.
std::optional<RunTotals> run_totals(const Evaluation& evaluation, const Site& site, const Defaults& defaults,
                                    double gpu_hours = 0, const Year* year = nullptr);

} // namespace roofrack
