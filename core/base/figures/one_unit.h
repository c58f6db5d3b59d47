// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity_text.h"

#include <string>
#include <vector>

namespace roofrack {

/// The texts of values of one dimension, as format_quantity() and its like write each, all in one unit, so
/// that they can be compared: "9.091 min", "11 min" rather than "545.5 s", "11 min". It is the largest
/// unit among the texts in which the least value is a tenth or more. The texts stay as they are where all
/// have one unit already, and where a value would have more than four digits before its point in that unit;
/// so does a text that is no number with a unit, "not known". The unit of a 0 decides nothing.
std::vector<std::string> in_one_unit(const std::vector<double>& values, std::vector<std::string> texts,
                                     Dimension dimension, int digits = 4);

/// A unit, and what one of it is in SI: "MW", 1e6.
struct ScaledUnit {
    std::string text;
    double size = 1;
};
/// The unit in which in_one_unit() writes the largest of these values; where none is a number, that of SI.
ScaledUnit one_unit_of(const std::vector<double>& values, std::vector<std::string> texts,
                       Dimension dimension);

} // namespace roofrack
