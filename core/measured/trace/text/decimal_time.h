// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/common_units.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace roofrack {

/// Moments that are read lie within ± this, so that differences never overflow.
inline constexpr int64_t latest_time_ns = 4'000'000'000'000'000'000;
/// Longer durations of events are overflows of counters.
inline constexpr int64_t longest_event_ns = static_cast<int64_t>(seconds_a_day) * 1'000'000'000;

/// Decimal text of microseconds ("4458676983543.183", "30669.0", "1.5e3") to integer nanoseconds, digit by
/// digit: a double would lose nanoseconds at today's epochs. Digits below a nanosecond round half up in
/// magnitude. None when the text is not a number or the result is beyond ±latest_time_ns.
std::optional<int64_t> nanoseconds_of_microseconds(std::string_view text);

/// Decimal integer text; a fraction of zeros ("30669.0") is accepted. None when it is not one or does not
/// fit.
std::optional<int64_t> integer_of(std::string_view text);

} // namespace roofrack
