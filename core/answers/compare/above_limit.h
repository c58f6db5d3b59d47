// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

struct Comparison;

/// Why a figure of power, of so many W, is more than the site of the scenario may draw: "1.0 % above the
/// site's limit of 2 MW, which the mean over 15 min, 1.91 MW, keeps; a breaker set to it would trip". Empty:
/// it is not, there is no limit, or the figure (full name) is none that stands at the meter.
std::string above_limit(std::string_view figure, double watts, const Answers& answers);

/// "“Hall B”: peak power, 2.02 MW, is 1.0 % above the site's limit …", a sentence for each value of a
/// comparison that has a ComparedValue::above.
std::vector<std::string> above_limit_sentences(const Comparison& comparison);

/// Why scenarios that all are to meet in so many W cannot draw them: "“Hall B”: the site's power limit, 1.6
/// MW, is below the 2 MW that all are to meet". One sentence for all of a limit, without names where that is
/// all of them; none: each may draw them.
std::vector<std::string> amount_above_limits(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                                             double watts);

} // namespace roofrack
