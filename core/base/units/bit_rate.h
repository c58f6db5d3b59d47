// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

namespace roofrack {

/// Bandwidths are bytes a second inside; people and other programs count bits.
inline constexpr double bits_a_byte = 8, bits_a_gigabit = 1e9, bytes_a_gigabit = bits_a_gigabit / bits_a_byte;

constexpr double in_bits(ByteRate rate) { return rate.si() * bits_a_byte; }            ///< bit/s
constexpr double in_gigabits(ByteRate rate) { return in_bits(rate) / bits_a_gigabit; } ///< Gb/s

} // namespace roofrack
