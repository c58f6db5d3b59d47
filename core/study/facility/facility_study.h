// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/cooling/cooling_report.h"
#include "core/facility/floor_space.h"
#include "core/facility/standing/standing_load.h"
#include "core/facility/supply/load_swing.h"
#include "core/facility/supply/phase_balance.h"
#include "core/study/facility/energy_flow.h"
#include "core/study/facility/levels.h"
#include "core/study/facility/power_wave.h"
#include "core/study/facility/spare_margins.h"
#include "core/study/losses/supply_steps.h"

namespace roofrack {

/// Between these power systems resonate: the band of the swing that is reported (arXiv:2508.14318).
inline constexpr Hertz grid_low{0.1}, grid_high{20};

/// A drawn three-phase unit that feeds circuits of one phase.
struct UnitPhases {
    std::string id, name; ///< as drawn
    double instances = 1;
    PhaseBalance balance; ///< balance of one instance, all racks at full clock
};
void describe(figures::Builder<UnitPhases>& figures);

/// Power and heat of one step from the racks to the grid.
struct FacilityStudy {
    std::optional<StandingLoad> assumed; ///< the load that it is of where no step says it; none: of the step
    PowerState state;
    std::vector<Budget> budgets;       ///< from the racks up
    std::vector<Level> levels;         ///< the least margin first
    std::vector<FailureStep> failures; ///< the worst first; empty where nobody asked for them
    std::vector<SpareMargin> spares; ///< what the worst failure leaves to each; empty of FacilityDepth::loads
    CoolingReport cooling;
    EnergyFlow flow;
    PowerWave wave;
    LoadSwing swing;
    Seconds step{}; ///< productive, while nothing has failed
    Seconds meter_window{};
    std::optional<Watts> site_limit, swing_limit, ramp_limit;
    std::vector<FloorNeed> floor;   ///< what is drawn takes of the site's room
    std::vector<UnitPhases> phases; ///< from the racks up; empty: all circuits are three-phase

    /// The largest change of power within a minute, as a run starts or stops: all of what it draws above
    /// idle.
    Watts start{};
};

enum class FacilityDepth {
    loads,    ///< levels as they are, without what failures leave, and without cooling
    levels,   ///< with what the worst single failure leaves to each
    failures, ///< with every single failure and its step
};
/// The study of an evaluation of `prepared` that has power.
FacilityStudy facility_study(const Prepared& prepared, const Evaluation& evaluation, FacilityDepth depth);

/// The study of a drawing whose servers draw `load`, whatever its model and plan are: no wave, no swing and
/// no steps. Fails where the drawing cannot be understood.
Result<FacilityStudy> standing_study(const Scenario& scenario, const Catalog& catalog, StandingLoad load,
                                     FacilityDepth depth);

} // namespace roofrack
