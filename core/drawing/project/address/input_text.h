// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/field_types.h"

#include <string>

namespace roofrack {

/// A number of an input in the unit of its field, which is_whole or not: four digits, of numbers that people
/// count all of theirs: "363.6 Gb/s", "1862", "15.6T". parse_quantity() reads it.
std::string input_text(double value, const fields::Unit& unit, bool is_whole);
/// The same to be read alone: so many digits, none of those before the point left out, thousands apart:
/// "364 Gb/s", "1,862".
std::string shown_input_text(double value, const fields::Unit& unit, bool is_whole, int digits);

} // namespace roofrack
