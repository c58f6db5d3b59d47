// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace roofrack {

/// At most `digits` significant digits before the point is reached, never an exponent or a prefix: 1490.2 →
/// "1,490", 12.34 → "12.3", 0.000012 → "0.000012". NaN → "not known".
std::string plain_number(double value, int digits = 3);

} // namespace roofrack
