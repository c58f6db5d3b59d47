// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/common_units.h"

#include <string>
#include <string_view>

namespace roofrack::figures {

/// How a number is written for people.
enum class Style {
    count,       ///< whole, thousands apart: "1,024"
    plain,       ///< so many significant digits, no prefix: "12.3"
    significant, ///< so many significant digits, trailing zeros gone, an exponent far out: "1.2e+06"
    fixed,       ///< so many decimals: "1.12"
    money,       ///< "$1.21M"
    time,        ///< "12.3 d", "250 ms"
    power,       ///< "1.5 MW"
    meter,       ///< energy as meters count it: "31.9 GWh"
    bytes,       ///< "80 GB"
    byte_rate,   ///< "400 GB/s"
    flops,       ///< "2.1 TFLOP"
    flop_rate,   ///< "989 TFLOP/s"
    volume_rate, ///< "59 L/min"
};

/// What a number measures: the unit in which its struct, JSON, CSV and tables of charts hold it, and how it
/// is written for people.
struct Measure {
    std::string_view name = {}; ///< "days"
    std::string_view stored;    ///< unit of the member: "s"; empty: a bare number
    std::string_view shown;     ///< unit of the text, for styles that carry none: "days"
    double factor = 1;          ///< what is shown = what is stored × factor
    Style style = Style::plain;
    int digits = 3;

    /// Whether the text of the number alone says its unit.
    bool carries_unit() const { return shown.empty() || shown == "%"; }
};

/// "12.3", "$1.21M", "45.1 %": a cell below a heading that names the unit. NaN: "not known".
std::string cell_text(double value, const Measure& measure);
/// "12.3 days", "$1.21M": the number by itself. NaN: "not known".
std::string figure_text(double value, const Measure& measure);
/// "12 (9 to 15)" of a band in that measure; one number where its ends read alike.
std::string band_text(double low, double likely, double high, const Measure& measure);
/// "water, m³": the label of a column or row whose cells do not say their unit; without the unit where the
/// label names it ("days to the budget") or the cells do.
std::string heading(std::string_view label, const Measure& measure);

inline constexpr Measure count{"count", "", "", 1, Style::count, 0};
inline constexpr Measure number{"number", "", "", 1, Style::plain, 3};
inline constexpr Measure ratio{"ratio", "", "", 1, Style::fixed, 2};
inline constexpr Measure share{"share", "", "%", 100, Style::fixed, 1};

inline constexpr Measure usd{"usd", "$", "", 1, Style::money, 3};
/// Its label says that it is of an hour.
inline constexpr Measure usd_per_hour{"usd_per_hour", "$", "", 1, Style::money, 3};
inline constexpr Measure usd_per_gpu_hour{"usd_per_gpu_hour", "$/GPU-h", "", 1, Style::money, 3};
/// $ per million tokens, or per million samples of a measured profile.
inline constexpr Measure usd_per_million{"usd_per_million", "$", "", 1, Style::money, 3};

inline constexpr Measure seconds{"seconds", "s", "", 1, Style::time, 3};
inline constexpr Measure hours{"hours", "h", "h", 1, Style::count, 0};
inline constexpr Measure days{"days", "s", "days", 1.0 / seconds_a_day, Style::plain, 3};
inline constexpr Measure weeks{"weeks", "weeks", "weeks", 1, Style::fixed, 0};
inline constexpr Measure years{"years", "a", "years", 1, Style::significant, 3};

inline constexpr Measure watts{"watts", "W", "", 1, Style::power, 3};
inline constexpr Measure megawatts{"megawatts", "W", "MW", 1e-6, Style::significant, 3};
inline constexpr Measure joules{"joules", "J", "", 1, Style::meter, 3};

inline constexpr Measure kilograms{"kilograms", "kg", "kg", 1, Style::count, 0};
inline constexpr Measure tonnes{"tonnes", "kg", "t", 1e-3, Style::count, 0};
inline constexpr Measure litres{"litres", "L", "L", 1, Style::count, 0};
inline constexpr Measure cubic_metres{"cubic_metres", "m³", "m³", 1, Style::count, 0};
inline constexpr Measure cubic_metres_per_second{"cubic_metres_per_second", "m³/s", "", 1,
                                                 Style::volume_rate,        3};
inline constexpr Measure pascals{"pascals", "Pa", "Pa", 1, Style::plain, 3};
inline constexpr Measure celsius{"celsius", "°C", "°C", 1, Style::fixed, 1};
inline constexpr Measure kelvins{"kelvins", "K", "K", 1, Style::fixed, 1};
inline constexpr Measure litres_per_kwh{"litres_per_kwh", "L/kWh", "L/kWh", 1, Style::fixed, 2};
inline constexpr Measure metres{"metres", "m", "m", 1, Style::significant, 3};

inline constexpr Measure bytes{"bytes", "B", "", 1, Style::bytes, 3};
inline constexpr Measure bytes_per_second{"bytes_per_second", "B/s", "", 1, Style::byte_rate, 3};
inline constexpr Measure flops{"flops", "FLOP", "", 1, Style::flops, 3};
inline constexpr Measure flops_per_second{"flops_per_second", "FLOP/s", "", 1, Style::flop_rate, 3};
inline constexpr Measure per_second{"per_second", "1/s", "/s", 1, Style::plain, 3};
inline constexpr Measure per_day{"per_day", "1/d", "per day", 1, Style::plain, 3};

} // namespace roofrack::figures
