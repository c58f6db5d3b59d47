// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/plain_number.h"

#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

std::string plain_number(double value, int digits) {
    if (!std::isfinite(value)) return format_count(value);
    if (value == 0) return "0";
    constexpr int most_decimals = 12;
    // As many places as the rounded number has: 9.996 has three digits as 10.
    const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - digits + 1);
    const double rounded = std::round(value / unit) * unit;
    const int whole = static_cast<int>(std::floor(std::log10(std::abs(rounded)) + 1e-12)) + 1;
    const int decimals = std::clamp(digits - whole, 0, most_decimals);
    if (decimals == 0) return format_count(value);
    std::string text = fmt::format("{:.{}f}", value, decimals);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

} // namespace roofrack
