// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/budget/single_failures.h"
#include "core/study/facility/levels.h"

namespace roofrack {

/// What the worst single failure of power or cooling leaves to a drawn rack, feed, unit of the supply or
/// cooler.
struct SpareMargin {
    std::string id; ///< element
    Level::Kind kind = Level::Kind::rack;
    bool is_cooling = false; ///< the margin is one of heat
    Watts load{};            ///< as its own window sees it; of racks of one instance
    double share = 0;        ///< load ÷ what is left; infinite: nothing is, it is dark or without cooling
    std::string failure;     ///< one of these fails; empty: not known, or no failure reaches it

    double margin() const { return 1 - share; }
};

/// The margins of everything with a known limit or without a spare, in the order of `levels` (levels_of()
/// with `failures` of single_failures_of()); of a rack the worse of power and heat.
std::vector<SpareMargin> spare_margins(const Facility& facility, const PowerState& state,
                                       std::span<const Level> levels,
                                       std::span<const SingleFailure> failures);

} // namespace roofrack
