// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <string>
#include <string_view>

namespace roofrack {

/// The dimension of a bare number; it selects the units that text may carry and the one it is shown in.
enum class Dimension {
    number,                 ///< count or ratio: "3.2k/2", "40 %"
    time,                   ///< s
    bytes,                  ///< B; "80 GB" is decimal, "80 GiB" binary, "Gb" are bits
    byte_rate,              ///< B/s; "400 Gb/s" are bits, "3.35 TB/s" bytes; a bare "400G" is read as Gb/s
    flops,                  ///< FLOP
    flop_rate,              ///< FLOP/s
    power,                  ///< W
    energy,                 ///< J; "kWh" understood
    temperature,            ///< °C
    temperature_difference, ///< K
    money,                  ///< $
    money_rate,             ///< $/s; "$/h", "$/GPU-h" understood
    energy_price,           ///< $/J; "$/kWh" and "c/kWh" understood
    frequency,              ///< Hz
    length,                 ///< m
    volume_rate,            ///< m3/s; "CFM" and "L/min" understood
};

/// Reads "400 Gb/s", "3.35 TB/s", "10.2 kW", "3.2k/2", "12 * 400G": a sum, difference, product or quotient of
/// numbers with SI prefixes and at most one unit. Never depends on the locale; a decimal comma is an error
/// that says so. `where` becomes the diagnostic's location.
Result<double> parse_quantity(std::string_view text, Dimension dimension, std::string_view where = {});

/// At most `digits` significant digits, an SI prefix and the unit: 3.35e12 → "3.35 TB/s", 40800 → "40.8 kW".
/// Bytes are decimal; rates of links are shown in bytes. Dollars from 1,000 to 9,999 have four digits where
/// three are asked for: "$1074". NaN → "not known".
std::string format_quantity(double si, Dimension dimension, int digits = 4);

/// 1234567 → "1,234,567" (rounded to an integer).
std::string format_count(double value);

/// The SI symbol of a dimension, e.g. "B/s"; empty for number.
std::string_view unit_symbol(Dimension dimension);

} // namespace roofrack
