// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

namespace roofrack {

/// The units in which people count time and energy, in SI: the only place of these numbers (tools/lint).
inline constexpr double seconds_a_minute = 60, seconds_an_hour = 3600, seconds_a_day = 86400,
                        seconds_a_week = 7 * seconds_a_day;
inline constexpr double hours_a_day = 24, months_a_year = 12;
/// A year of accounts, prices and weather files has 365 days; rates and times have the mean one of 365.25.
inline constexpr double hours_a_year = 8760, days_a_mean_year = 365.25,
                        hours_a_mean_year = hours_a_day * days_a_mean_year,
                        seconds_a_mean_year = days_a_mean_year * seconds_a_day;
inline constexpr double joules_a_watt_hour = 3600, joules_a_kilowatt_hour = 1e3 * joules_a_watt_hour,
                        joules_a_megawatt_hour = 1e6 * joules_a_watt_hour;
inline constexpr double litres_a_cubic_metre = 1e3;

constexpr double in_hours(Seconds time) { return time.si() / seconds_an_hour; }
constexpr double in_days(Seconds time) { return time.si() / seconds_a_day; }
constexpr double in_watt_hours(Joules energy) { return energy.si() / joules_a_watt_hour; }
constexpr double in_kilowatt_hours(Joules energy) { return energy.si() / joules_a_kilowatt_hour; }

} // namespace roofrack
