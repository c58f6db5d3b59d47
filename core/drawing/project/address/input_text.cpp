// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/address/input_text.h"

#include "core/base/units/bit_rate.h"
#include "core/base/units/plain_number.h"
#include "core/base/units/quantity_text.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double least_scaled = 1e6; // from which a number that is not counted has a prefix: "15.6T"

/// Four digits; whole numbers that people count in all of theirs.
std::string digits_of(double value, bool is_whole) {
    constexpr double most_counted = 1e7;
    const bool is_counted = value == std::round(value) && (is_whole || std::abs(value) < most_counted);
    return is_counted ? fmt::format("{:.0f}", value + 0.0) : fmt::format("{:.4g}", value);
}

} // namespace

std::string input_text(double value, const fields::Unit& unit, bool is_whole) {
    if (unit.in_bits) return fmt::format("{} Gb/s", digits_of(value / bytes_a_gigabit, false));
    if (!unit.symbol.empty()) return fmt::format("{} {}", digits_of(value, is_whole), unit.symbol);
    if (unit.dimension == Dimension::number)
        return is_whole || std::abs(value) < least_scaled ? digits_of(value, is_whole)
                                                          : format_quantity(value, Dimension::number);
    return format_quantity(value, unit.dimension);
}

std::string shown_input_text(double value, const fields::Unit& unit, bool is_whole, int digits) {
    const auto plain = [&](double number) {
        return is_whole ? format_count(number) : plain_number(number, digits);
    };
    if (unit.in_bits) return plain_number(value / bytes_a_gigabit, digits) + " Gb/s";
    if (!unit.symbol.empty()) return fmt::format("{} {}", plain(value), unit.symbol);
    if (unit.dimension == Dimension::number && (is_whole || std::abs(value) < least_scaled))
        return plain(value);
    return format_quantity(value, unit.dimension, digits);
}

} // namespace roofrack
