// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"

#include <string>
#include <string_view>

namespace roofrack {

/// What the drawn servers draw where no training step says it: so much of the way from idle to the name
/// plate. Switches draw what they always do, with the optics in their ports; so does storage.
struct StandingLoad {
    double share = 1; ///< 0: idle, 1: name plate
    bool operator==(const StandingLoad&) const = default;
};
std::string name_of(StandingLoad load); ///< "nameplate", "idle", "0.6"
std::string
text_of(StandingLoad load); ///< "at nameplate", "idle", "at 60 % of the way from idle to nameplate"
std::string brief_of(StandingLoad load); ///< "at nameplate", "idle", "at 60 % load"

/// "nameplate", "idle", "0.6" or "60 %". Fails at `where` with what is allowed.
Result<StandingLoad> parse_standing_load(std::string_view text, std::string_view where);
/// The load of a site: SiteRoom::standing_load, or the name plate.
StandingLoad standing_load_of(const Site& site);

/// Power and heat of a drawing whose servers draw `load` whatever its model and plan are, and whether it has
/// GPUs or not: nothing holds a clock, so that limits show how far they are exceeded. The plug of a server
/// takes idle + share·(max_power − idle); idle is the part's idle_power, else what its parts draw without a
/// job. What is sold draws nothing. Fails where a part is not known or the drawing cannot be understood.
Result<Facility> standing_facility(const Cluster& cluster, const Site& site, const Catalog& catalog,
                                   StandingLoad load);

} // namespace roofrack
