// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/slide_numbers.h"

#include "core/base/units/quantity_text.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr int slide_digits = 3;

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
    std::vector<std::string> out;
    for (const double each : usd) out.push_back(std::isfinite(each) ? padded_usd(each) : "not known");
    return out;
}

} // namespace roofrack
