// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity_text.h"

#include <string>
#include <vector>

namespace roofrack {

/// The texts of values of one dimension, as format_quantity() and its like write each, all in one unit, so
/// that they can be compared: "9.091 min", "11 min" rather than "545.5 s", "11 min". It is the largest unit
/// of the texts of which the least value is a tenth at least. Where another value would have more than four
/// digits before its point in it, and where all have one unit, the texts stay as they are; so does a text
/// that is no number with a unit, "not known". The unit of a 0 decides nothing.
std::vector<std::string> in_one_unit(const std::vector<double>& values, std::vector<std::string> texts,
                                     Dimension dimension, int digits = 4);

} // namespace roofrack
