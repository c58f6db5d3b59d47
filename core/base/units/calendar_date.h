// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <chrono>
#include <string>
#include <string_view>

namespace roofrack {

/// "2027-06-30". Fails on anything else, and on a day that the calendar does not have.
Result<std::chrono::sys_days> parse_date(std::string_view text, std::string_view where = {});

/// A date as parse_date() reads it, or so long after `from`: "40 wk", "9 months", "180 d". Fails also on a
/// day before `from` and on one more than a century after it.
Result<std::chrono::sys_days> parse_day(std::string_view text, std::chrono::sys_days from,
                                        std::string_view where = {});

/// By the clock of the machine, where it stands.
std::chrono::sys_days today();

/// "2027-06-30".
std::string date_text(std::chrono::sys_days day);

/// The date so many weeks later, to the nearest day.
std::chrono::sys_days weeks_after(std::chrono::sys_days day, double weeks);

/// The date so many weeks after a day against the one so many after it, between the dates that both are told
/// as: "5 days earlier", "12 weeks later"; "the same" on one day.
std::string date_difference_text(double weeks, double reference_weeks);

} // namespace roofrack
