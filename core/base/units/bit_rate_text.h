// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"
#include "core/base/units/quantity_text.h"

#include <fmt/format.h>
#include <string>

namespace roofrack {

/// A bandwidth as ports are named, with four significant digits: "400 Gb/s", "1600 Gb/s", "10 Mb/s".
inline std::string format_bit_rate(ByteRate rate) {
    const double bits = rate.si() * 8;
    if (bits >= 1e9 && bits < 1e13) return fmt::format("{:.4g} Gb/s", bits * 1e-9);
    std::string text = format_quantity(bits, Dimension::byte_rate);
    text[text.rfind('B')] = 'b';
    return text;
}

} // namespace roofrack
