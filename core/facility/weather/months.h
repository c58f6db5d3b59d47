// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/common_units.h"
#include "core/base/units/quantity_text.h"

#include <cstddef>
#include <string>

namespace roofrack {

inline constexpr auto hours_of_common_year = static_cast<size_t>(hours_a_year),
                      hours_of_leap_year = hours_of_common_year + static_cast<size_t>(hours_a_day);

/// Hours of a month, 0 to 11, and the month of an hour of the year.
size_t hours_of_month(int month, bool leap);
int month_of_hour(size_t hour, bool leap);

/// "8,761"
inline std::string format_hours(size_t hours) { return format_count(static_cast<double>(hours)); }

} // namespace roofrack
