// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/load_swing_study.h"

namespace roofrack {

/// What the grid does not bear, though the supply does: swings and starts beyond what it allows, compute
/// phases above the site's limit. What refuses: core/facility/budget/hard_limit_violations.h.
/// `swing`: of the same study, names the cheapest mitigation; null: it is not at hand.
std::vector<Finding> facility_findings(const FacilityStudy& study, const LoadSwingStudy* swing = nullptr);

/// Power or cooling that carries what is drawn, but not after the worst single failure.
struct Shortage {
    std::string words;  ///< "short of power after a failure"
    std::string detail; ///< "Rack of Pod has 16.2 kW for 31.1 kW"
    Finding finding;
};
/// Power, and cooling, where fullest_level() is short, as the limits of a scenario say it. What even
/// all units at work do not carry is said by others: hard_limit_violations(), cooling_findings(). The finding
/// is a warning where a feed, or a cooler, of the drawing promises redundancy, else a note: a stop may be
/// borne. `study`: of FacilityDepth::levels.
std::vector<Shortage> shortages(const FacilityStudy& study, const Cluster& cluster);

/// What throttling costs: the step and the $ per million tokens (samples) with twice what holds the most
/// racks, evaluated again. Nothing where no rack is held, or where nothing has a price.
std::optional<Finding> throttle_cost(const Prepared& prepared, const Evaluation& evaluation);

} // namespace roofrack
