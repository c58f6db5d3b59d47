// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/address/input_field.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// A round value on an axis of cells.
struct RoundTick {
    double place = 0; ///< in cells from the centre of the first one: 2.5 is between the third and the fourth
    std::string text; ///< "5 years"
};

/// The steps next to a time in which people count seconds, minutes and hours, s: 1, 2, 5, 10, 15, 20, 30 s
/// and min; 1, 2, 3, 6, 12 h; 1 d.
struct ClockSteps {
    double below = 0; ///< the widest that is no wider than the time
    double above = 0; ///< the next wider one
};
/// `seconds`: from one to below a day.
ClockSteps clock_steps_at(double seconds);

/// Round values of an input, with its unit, where they truly are among ascending `values`, each the centre of
/// a cell. Times from a second on are round as people count them, all in one unit: "5 min", "10 min"; "6 h",
/// "12 h". Empty where the values are few, or no even range (a list such as 1, 2, 4, 8), so that their own
/// texts say them best.
std::vector<RoundTick> round_ticks(const InputField& field, const std::vector<double>& values);

/// Where a value lies among those of an axis, in cells as RoundTick has them: at the one that it is, else
/// between two neighbours. None: it is no number and not among them, it lies beyond them, or they are not in
/// order.
std::optional<double> place_among(double value, const InputField& field, const std::vector<double>& values);

} // namespace roofrack
