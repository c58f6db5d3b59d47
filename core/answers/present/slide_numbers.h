// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace roofrack {

// Numbers of slides as they stand below each other: zeros at the end are kept, so that a column has one form.

/// "1.00 ×", "1.28 ×", "12.5 ×", "140 ×".
std::string times_text(double times);

/// "$3.20", "$0.200", "$35.0k", "$0": three significant digits, of $1,000 to $9,999 four: "$1074".
std::string padded_usd(double usd);

/// A column of $, each as padded_usd(): the digits that Limits and the command line have. NaN: "not known".
std::vector<std::string> usd_column(const std::vector<double>& usd);

} // namespace roofrack
