// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/drawing/supply_kind.h"
#include "core/facility/facility.h"

namespace roofrack {

/// Something drawn that does not work under its load, or with its neighbour: what is fed by it is off, and a
/// job that needs it does not run.
struct HardLimitViolation {
    enum class Kind {
        rack,      ///< switches itself off: air too warm, or no coolant for its cold plates
        feed,      ///< the feeds of a rack: it takes more than they deliver even at the lowest clock
        supply,    ///< a unit above the racks over its rating
        mismatch,  ///< a unit feeds one of another voltage or frequency
        frequency, ///< a unit is made for another frequency than the site's
        plant,     ///< over what it takes even at the lowest clocks
        site,      ///< over its limit even at the lowest clocks
    };
    Kind kind = Kind::rack;
    std::string id;   ///< element; "plant", "site"
    std::string name; ///< as drawn; empty: none given
    Watts load{}, limit{}, peak{};
    Seconds window{};   ///< over which the limit holds; 0: of a rack's heat
    std::string detail; ///< detail of a mismatch: "feeds “PDU” with 480 V, which takes 400 V"

    /// "“UPS A” carries 2.1 MW and is made for 1.8 MW".
    std::string phrase() const;
};

/// All that refuses in a state that Facility::state() returned: what cannot work at all first, then units
/// over their rating, the fullest first. Racks and plants that throttle within their limits do not refuse.
std::vector<HardLimitViolation> hard_limit_violations(const Facility& facility, const PowerState& state);

/// False: nothing refuses at any duty cycle, whatever part of the drawing works.
bool may_violate_hard_limit(const Facility& facility);

/// Violations as findings; what cooling_findings() and the check of the drawing say already is not among
/// them.
std::vector<Finding> refusal_findings(const std::vector<HardLimitViolation>& refusals);

} // namespace roofrack
