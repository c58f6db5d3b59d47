// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace roofrack {

/// Decimal text of microseconds ("4458676983543.183", "30669.0", "1.5e3") to integer nanoseconds, digit by
/// digit: a double would lose nanoseconds at today's epochs. Digits below a nanosecond round half up in
/// magnitude. None when the text is not a number or the result is beyond ±4e18 ns (so that differences never
/// overflow).
std::optional<int64_t> nanoseconds_of_microseconds(std::string_view text);

/// Decimal integer text; a fraction of zeros ("30669.0") is accepted. None when it is not one or does not
/// fit.
std::optional<int64_t> integer_of(std::string_view text);

} // namespace roofrack
