// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/slide_numbers.h"

#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr int slide_digits = 3;

/// Decimals with which a positive value has slide_digits significant digits.
int decimals_of(double value) {
    return std::clamp(slide_digits - 1 - static_cast<int>(std::floor(std::log10(value))), 0, 9);
}

} // namespace

std::string times_text(double times) {
    const double shown = std::abs(times);
    return fmt::format("{:.{}f} ×", times, shown < 9.995 ? 2 : shown < 99.95 ? 1 : 0);
}

std::string padded_usd(double usd) {
    std::string out = format_quantity(usd, Dimension::money, slide_digits);
    size_t digits = 0, end = 0;
    bool has_point = false;
    for (size_t i = 0; i < out.size(); ++i) {
        if (out[i] == '.') has_point = true;
        const bool is_digit = out[i] >= '0' && out[i] <= '9';
        if (!is_digit) continue;
        end = i + 1;
        if (digits > 0 || out[i] != '0') ++digits; // leading zeros say nothing
    }
    if (digits == 0 || digits >= slide_digits) return out;
    std::string zeros(slide_digits - digits, '0');
    return out.insert(end, has_point ? zeros : "." + zeros);
}

std::vector<std::string> usd_column(const std::vector<double>& usd) {
    constexpr double has_prefix = 1000;
    double most = 0;
    for (const double each : usd)
        if (std::isfinite(each)) most = std::max(most, std::abs(each));
    std::vector<std::string> out;
    for (const double each : usd) {
        if (!std::isfinite(each))
            out.emplace_back("not known");
        else if (!(most > 0) || most >= has_prefix)
            out.push_back(padded_usd(each));
        else
            out.push_back(fmt::format("{}${:.{}f}", each < 0 ? "-" : "", std::abs(each), decimals_of(most)));
    }
    return out;
}

} // namespace roofrack
