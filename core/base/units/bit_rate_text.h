// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/bit_rate.h"
#include "core/base/units/quantity_text.h"

#include <fmt/format.h>
#include <string>

namespace roofrack {

/// A bandwidth as ports are named, with four significant digits: "400 Gb/s", "1600 Gb/s", "10 Mb/s".
inline std::string format_bit_rate(ByteRate rate) {
    const double bits = in_bits(rate);
    if (bits >= 1e9 && bits < 1e13) return fmt::format("{:.4g} Gb/s", in_gigabits(rate));
    std::string text = format_quantity(bits, Dimension::byte_rate);
    text[text.rfind('B')] = 'b';
    return text;
}

} // namespace roofrack
