// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/quantity_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace roofrack {

namespace {

struct Step {
    double scale;
    std::string_view prefix;
};

// Shown prefixes, largest first.
constexpr Step up_steps[] = {{1e30, "Q"}, {1e27, "R"}, {1e24, "Y"}, {1e21, "Z"}, {1e18, "E"}, {1e15, "P"},
                             {1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},  {1, ""}};
constexpr Step all_steps[] = {{1e30, "Q"}, {1e27, "R"}, {1e24, "Y"}, {1e21, "Z"}, {1e18, "E"},
                              {1e15, "P"}, {1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},
                              {1, ""},     {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
constexpr Step plain_step[] = {{1, ""}};
// SI has no prefixes that people use for long times.
constexpr Step time_steps[] = {{3 * 365.25 * 86400, "yr"}, {2 * 86400, "d"}, {2 * 3600, "h"}, {600, "min"}};
constexpr double time_scale[] = {365.25 * 86400, 86400, 3600, 60};

/// The value as its `digits` significant digits say it.
double rounded(double value, int digits) {
    const std::string text = fmt::format("{:.{}e}", value, digits - 1);
    double out = value;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

/// Digits without exponent or trailing zeros; `value` is already rounded.
std::string plain_digits(double value, int digits) {
    if (value == 0) return "0";
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-12));
    if (magnitude < -9 || magnitude > 33) return fmt::format("{:.{}g}", value, digits);
    std::string text = fmt::format("{:.{}f}", value, std::max(0, digits - 1 - magnitude));
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

struct Scaled {
    std::string digits;
    std::string_view prefix;
};

Scaled scaled(double value, std::span<const Step> steps, int digits) {
    const double shown = rounded(value, digits);
    Step chosen = steps.back();
    for (const Step& step : steps)
        if (std::abs(shown) >= step.scale * (1 - 1e-12)) {
            chosen = step;
            break;
        }
    if (value == 0) chosen = {1, ""};
    return {plain_digits(rounded(value / chosen.scale, digits), digits), chosen.prefix};
}

std::string with_unit(double value, std::span<const Step> steps, std::string_view unit, int digits) {
    const Scaled text = scaled(value, steps, digits);
    return fmt::format("{} {}{}", text.digits, text.prefix, unit);
}

std::string format_time(double seconds, int digits) {
    for (size_t i = 0; i < std::size(time_steps); ++i)
        if (std::abs(seconds) >= time_steps[i].scale)
            return fmt::format("{} {}", plain_digits(rounded(seconds / time_scale[i], digits), digits),
                               time_steps[i].prefix);
    return with_unit(seconds, std::span(all_steps).subspan(10), "s", digits);
}

std::string format_money(double dollars, std::string_view per, int digits) {
    // Prices below ten thousand are read in full.
    const bool full = std::abs(rounded(dollars, digits)) < 1e4;
    const Scaled text =
        scaled(std::abs(dollars), full ? std::span<const Step>(plain_step) : up_steps, digits);
    return fmt::format("{}${}{}{}", dollars < 0 && text.digits != "0" ? "-" : "", text.digits, text.prefix,
                       per);
}

} // namespace

std::string format_quantity(double si, Dimension dimension, int digits) {
    if (std::isnan(si)) return "unknown";
    if (std::isinf(si)) return si < 0 ? "-infinite" : "infinite";
    digits = std::clamp(digits, 1, 17);
    const std::string_view unit = unit_symbol(dimension);
    switch (dimension) {
    case Dimension::number: {
        const bool full = std::abs(rounded(si, digits)) < 1e4;
        const Scaled text = scaled(si, full ? std::span<const Step>(plain_step) : up_steps, digits);
        return text.digits + std::string(text.prefix);
    }
    case Dimension::time: return format_time(si, digits);
    case Dimension::energy:
        // Engineers of buildings read energy in kWh.
        if (std::abs(si) >= 3.6e6) return with_unit(si / 3600, up_steps, "Wh", digits);
        return with_unit(si, all_steps, unit, digits);
    case Dimension::power:
    case Dimension::frequency:
    case Dimension::length: return with_unit(si, all_steps, unit, digits);
    case Dimension::temperature:
    case Dimension::temperature_difference: return with_unit(si, plain_step, unit, digits);
    case Dimension::money: return format_money(si, "", digits);
    case Dimension::money_rate: return format_money(si * 3600, "/h", digits);
    case Dimension::energy_price: return format_money(si * 3.6e6, "/kWh", digits);
    case Dimension::volume_rate:
        // Pipes are read in L/min, rooms in m³/s.
        if (std::abs(si) < 0.1) return with_unit(si * 60e3, plain_step, "L/min", digits);
        return with_unit(si, plain_step, unit, digits);
    case Dimension::bytes:
    case Dimension::byte_rate:
    case Dimension::flops:
    case Dimension::flop_rate: break;
    }
    return with_unit(si, up_steps, unit, digits);
}

std::string format_count(double value) {
    if (std::isnan(value)) return "unknown";
    if (std::isinf(value)) return value < 0 ? "-infinite" : "infinite";
    std::string text = fmt::format("{:.0f}", std::abs(value));
    for (size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
    return (value < 0 && text != "0" ? "-" : "") + text;
}

} // namespace roofrack
