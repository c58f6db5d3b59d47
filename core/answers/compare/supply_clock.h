// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/facility/facility.h"

namespace roofrack {

/// What the place leaves of the clocks of a step.
struct SupplyClock {
    double clock = 1;                          ///< clock of the slowest rack, relative to unthrottled
    ThrottleCause cause = ThrottleCause::none; ///< what holds that rack; none: nothing does

    /// So far below 1 that it is said.
    bool is_named() const { return clock < 0.995; }
};

/// The clock of the slowest rack that feeds, cooling, plant or site hold; where they hold none, or there is
/// no step, 1.
SupplyClock supply_clock(const Answers& answers);

} // namespace roofrack
