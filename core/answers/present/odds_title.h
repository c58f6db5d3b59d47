// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/odds.h"

#include <string>

namespace roofrack {

/// The message of a slide of odds: which scenario is done first and which has the cheapest run, and in what
/// share of the samples, or that it is too close to call. Where there are odds of neither, the conclusion on
/// the first figure. With one scenario alone, the two values between which a figure lies in 80 % of the
/// samples.
std::string odds_title(const Odds& odds);

} // namespace roofrack
