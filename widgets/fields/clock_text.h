// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"

#include <QString>

namespace roofrack {

/// What holds a clock: "chip temperature"; empty when nothing does.
QString throttle_cause_text(ThrottleCause throttle_cause);
/// "98 % of boost · chip temperature": a clock relative to the unthrottled one, the same words everywhere.
QString clock_text(double speed, ThrottleCause throttle_cause);
/// A relative clock in two words, beside other figures: "98 % clock".
QString clock_note(double speed);

} // namespace roofrack
