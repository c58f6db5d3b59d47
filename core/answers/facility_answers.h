// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/study/facility/facility_findings.h"
#include "core/study/facility/facility_study.h"
#include "core/study/facility/load_swing_study.h"
#include "core/study/room/room_study.h"
#include "core/study/year/year.h"

#include <memory>
#include <string>
#include <vector>

namespace roofrack {

/// Power and heat of a step, without single failures (FacilityDepth::loads). Where there is no step, of the
/// load that the site names (FacilityStudy::assumed); fails where nothing is drawn that draws power.
struct FacilityLoads {
    FacilityStudy study;
};
template<>
Result<FacilityLoads> answer_of(const Answers& answers, const std::stop_token& stop);

/// The facility study with what the worst single failure leaves to each (FacilityDepth::levels).
struct FacilityLevels {
    FacilityStudy study;
};
template<>
Result<FacilityLevels> answer_of(const Answers& answers, const std::stop_token& stop);

/// Power and cooling that are short after a failure. Fails where the plan does not run.
struct SupplyShortages {
    std::vector<Shortage> found;
};
template<>
Result<SupplyShortages> answer_of(const Answers& answers, const std::stop_token& stop);

/// The facility study with every single failure (FacilityDepth::failures).
template<>
Result<FacilityStudy> answer_of(const Answers& answers, const std::stop_token& stop);

/// Step, power and money with GPUs capped; no caps where it does not run without one. Fails where there is no
/// step.
template<>
Result<PowerCaps> answer_of(const Answers& answers, const std::stop_token& stop);

/// What takes the swing of a step off the grid. Fails where there is no step.
template<>
Result<LoadSwingStudy> answer_of(const Answers& answers, const std::stop_token& stop);

/// The cluster through a year of weather. Fails where the plan does not run.
struct Weather {
    /// The site's own climate first, then those that are built in; empty where `fault` is not.
    std::vector<std::shared_ptr<const Year>> years;
    std::string fault; ///< why the site's own climate is not known: another's figures would pass for its
};
template<>
Result<Weather> answer_of(const Answers& answers, const std::stop_token& stop);

/// How much of the drawing fits into an existing room; where no scenario can be prepared, what the drawing
/// asks of it at the load that the site names (RoomStudy::assumed). Fails with the reason where none can be.
template<>
Result<RoomStudy> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
