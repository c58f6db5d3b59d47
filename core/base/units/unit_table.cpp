// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/unit_table.h"

#include "core/base/units/common_units.h"

#include <algorithm>
#include <array>
#include <vector>

namespace roofrack::detail {

namespace {

using enum Prefixes;

constexpr double minute = seconds_a_minute, hour = seconds_an_hour, day = seconds_a_day,
                 year = seconds_a_mean_year;
constexpr double cubic_foot = 0.3048 * 0.3048 * 0.3048;
constexpr double gallon = 3.785411784e-3; // US liquid gallon, NIST SP 811

constexpr UnitSpelling number_units[] = {{"%", 0.01, none, 0, true}};
constexpr UnitSpelling time_units[] = {
    {"s", 1, all},        {"sec", 1},   {"second", 1},  {"seconds", 1},  {"min", minute},
    {"minutes", minute},  {"h", hour},  {"hr", hour},   {"hour", hour},  {"hours", hour},
    {"d", day},           {"day", day}, {"days", day},  {"wk", 7 * day}, {"week", 7 * day},
    {"weeks", 7 * day},   {"yr", year}, {"year", year}, {"years", year}, {"month", year / 12},
    {"months", year / 12}};
constexpr UnitSpelling byte_units[] = {{"B", 1, binary},     {"byte", 1, binary},    {"bytes", 1, binary},
                                       {"b", 0.125, binary}, {"bit", 0.125, binary}, {"bits", 0.125, binary}};
constexpr UnitSpelling byte_rate_units[] = {
    {"B/s", 1, binary},     {"Bps", 1, binary},     {"byte/s", 1, binary},    {"bytes/s", 1, binary},
    {"b/s", 0.125, binary}, {"bps", 0.125, binary}, {"bit/s", 0.125, binary}, {"bits/s", 0.125, binary}};
constexpr UnitSpelling flop_units[] = {{"FLOP", 1, up}, {"FLOPs", 1, up}, {"flop", 1, up}, {"flops", 1, up}};
constexpr UnitSpelling flop_rate_units[] = {{"FLOP/s", 1, up}, {"FLOPs/s", 1, up}, {"FLOPS", 1, up},
                                            {"FLOPs", 1, up},  {"flop/s", 1, up},  {"flops/s", 1, up},
                                            {"flops", 1, up},  {"F", 1, up},       {"F/s", 1, up}};
constexpr UnitSpelling power_units[] = {{"W", 1, all}, {"VA", 1, up}};
constexpr UnitSpelling energy_units[] = {{"J", 1, all}, {"Wh", hour, up}};
constexpr UnitSpelling temperature_units[] = {{"°C", 1},
                                              {"C", 1},
                                              {"degC", 1},
                                              {"K", 1, none, -273.15},
                                              {"°F", 5.0 / 9, none, -160.0 / 9},
                                              {"F", 5.0 / 9, none, -160.0 / 9}};
constexpr UnitSpelling difference_units[] = {{"K", 1}, {"°C", 1}, {"C", 1}, {"°F", 5.0 / 9}, {"F", 5.0 / 9}};
constexpr UnitSpelling money_units[] = {{"$", 1, up}, {"USD", 1, up}, {"$B", 1e9},
                                        {"B$", 1e9},  {"bn$", 1e9},   {"¢", 0.01}};
constexpr UnitSpelling money_rate_units[] = {
    {"$B/h", 1e9 / hour},       {"$/h", 1 / hour, up},     {"$/hr", 1 / hour, up},
    {"$/hour", 1 / hour, up},   {"$/GPU-h", 1 / hour, up}, {"$/GPUh", 1 / hour, up},
    {"$/GPU/h", 1 / hour, up},  {"$/GPU-hour", 1 / hour},  {"$/s", 1, up},
    {"$/min", 1 / minute, up},  {"$/d", 1 / day, up},      {"$/day", 1 / day, up},
    {"$/month", 12 / year, up}, {"$/yr", 1 / year, up},    {"$/year", 1 / year, up},
    {"USD/h", 1 / hour, up}};
constexpr UnitSpelling energy_price_units[] = {
    {"$B/kWh", 1e9 / joules_a_kilowatt_hour}, {"$/kWh", 1 / joules_a_kilowatt_hour, up},
    {"$/MWh", 1e-3 / joules_a_kilowatt_hour}, {"$/J", 1},
    {"USD/kWh", 1 / joules_a_kilowatt_hour},  {"USD/MWh", 1e-3 / joules_a_kilowatt_hour},
    {"c/kWh", 0.01 / joules_a_kilowatt_hour}, {"ct/kWh", 0.01 / joules_a_kilowatt_hour},
    {"¢/kWh", 0.01 / joules_a_kilowatt_hour}};
constexpr UnitSpelling frequency_units[] = {{"Hz", 1, all}};
constexpr UnitSpelling length_units[] = {{"m", 1, all}, {"cm", 0.01}, {"ft", 0.3048}, {"in", 0.0254}};
constexpr UnitSpelling volume_rate_units[] = {{"m3/s", 1},
                                              {"m³/s", 1},
                                              {"m3/h", 1 / hour},
                                              {"m³/h", 1 / hour},
                                              {"L/s", 1e-3},
                                              {"l/s", 1e-3},
                                              {"L/min", 1e-3 / minute},
                                              {"l/min", 1e-3 / minute},
                                              {"LPM", 1e-3 / minute},
                                              {"lpm", 1e-3 / minute},
                                              {"CFM", cubic_foot / minute},
                                              {"cfm", cubic_foot / minute},
                                              {"gpm", gallon / minute},
                                              {"GPM", gallon / minute}};

struct Prefix {
    std::string_view text;
    double scale;
    Prefixes least; ///< up: any unit with prefixes; all: only units that go below one; binary: only bytes
};
constexpr Prefix prefix_table[] = {
    {"k", 1e3, up},         {"K", 1e3, up},         {"M", 1e6, up},         {"G", 1e9, up},
    {"T", 1e12, up},        {"P", 1e15, up},        {"E", 1e18, up},        {"Z", 1e21, up},
    {"Y", 1e24, up},        {"R", 1e27, up},        {"Q", 1e30, up},        {"m", 1e-3, all},
    {"u", 1e-6, all},       {"µ", 1e-6, all},       {"μ", 1e-6, all},       {"n", 1e-9, all},
    {"p", 1e-12, all},      {"f", 1e-15, all},      {"Ki", 0x1p10, binary}, {"Mi", 0x1p20, binary},
    {"Gi", 0x1p30, binary}, {"Ti", 0x1p40, binary}, {"Pi", 0x1p50, binary}, {"Ei", 0x1p60, binary}};

bool allows(Prefixes unit, Prefixes prefix) {
    if (unit == none) return false;
    return prefix == up || unit == prefix;
}

/// A unit ends where no letter, digit or sign of a unit follows: "k" does not match the start of "kW".
bool ends_at(std::string_view text, size_t length) {
    if (length >= text.size()) return true;
    const unsigned char c = static_cast<unsigned char>(text[length]);
    if (c == 0xc2 && length + 1 < text.size() && static_cast<unsigned char>(text[length + 1]) == 0xa0)
        return true;
    if (text.substr(length).starts_with("×") || text.substr(length).starts_with("−")) return true;
    return !(c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             c == '%' || c == '$' || c == '_');
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

} // namespace

std::span<const UnitSpelling> units_of(Dimension dimension) {
    switch (dimension) {
    case Dimension::number: return number_units;
    case Dimension::time: return time_units;
    case Dimension::bytes: return byte_units;
    case Dimension::byte_rate: return byte_rate_units;
    case Dimension::flops: return flop_units;
    case Dimension::flop_rate: return flop_rate_units;
    case Dimension::power: return power_units;
    case Dimension::energy: return energy_units;
    case Dimension::temperature: return temperature_units;
    case Dimension::temperature_difference: return difference_units;
    case Dimension::money: return money_units;
    case Dimension::money_rate: return money_rate_units;
    case Dimension::energy_price: return energy_price_units;
    case Dimension::frequency: return frequency_units;
    case Dimension::length: return length_units;
    case Dimension::volume_rate: break;
    }
    return volume_rate_units;
}

std::optional<UnitSpelling> bare_unit(Dimension dimension) {
    switch (dimension) {
    case Dimension::number: return UnitSpelling{"", 1, up, 0, true};
    case Dimension::byte_rate: return UnitSpelling{"", 0.125, up};
    case Dimension::bytes: return UnitSpelling{"", 1, binary};
    case Dimension::flops:
    case Dimension::flop_rate:
    case Dimension::power:
    case Dimension::energy:
    case Dimension::money:
    case Dimension::frequency: return UnitSpelling{"", 1, up};
    default: return std::nullopt;
    }
}

std::string_view dimension_name(Dimension dimension) {
    switch (dimension) {
    case Dimension::number: return "a plain number";
    case Dimension::time: return "a time";
    case Dimension::bytes: return "an amount of data";
    case Dimension::byte_rate: return "a data rate";
    case Dimension::flops: return "a number of floating-point operations";
    case Dimension::flop_rate: return "a rate of floating-point operations";
    case Dimension::power: return "a power";
    case Dimension::energy: return "an energy";
    case Dimension::temperature: return "a temperature";
    case Dimension::temperature_difference: return "a temperature difference";
    case Dimension::money: return "an amount of money";
    case Dimension::money_rate: return "money per time";
    case Dimension::energy_price: return "a price of energy";
    case Dimension::frequency: return "a frequency";
    case Dimension::length: return "a length";
    case Dimension::volume_rate: break;
    }
    return "a volume flow";
}

std::string_view example_units(Dimension dimension) {
    switch (dimension) {
    case Dimension::number: return "0.4, 40 %, 3.2k";
    case Dimension::time: return "250 us, 1.5 s, 3 min, 2 h";
    case Dimension::bytes: return "80 GB, 80 GiB";
    case Dimension::byte_rate: return "400 Gb/s, 3.35 TB/s";
    case Dimension::flops: return "5.7 PFLOP";
    case Dimension::flop_rate: return "989 TFLOP/s";
    case Dimension::power: return "700 W, 10.2 kW";
    case Dimension::energy: return "5 MJ, 120 kWh";
    case Dimension::temperature: return "27 °C";
    case Dimension::temperature_difference: return "10 K";
    case Dimension::money: return "$45k, 1.2 M$";
    case Dimension::money_rate: return "6.88 $/h";
    case Dimension::energy_price: return "0.08 $/kWh, 8 c/kWh";
    case Dimension::frequency: return "1530 MHz, or 50 Hz";
    case Dimension::length: return "3 m";
    case Dimension::volume_rate: break;
    }
    return "1105 CFM, 120 L/min, 0.5 m3/s";
}

Match match_unit(std::string_view text, Dimension dimension, bool after_dollar) {
    Match best;
    const auto consider = [&](const UnitSpelling& unit, std::string_view spelling) {
        const auto take = [&](size_t prefix_length, double scale) {
            const size_t length = prefix_length + spelling.size();
            // On a tie the unit wins over the prefix: "5 m" is five metres.
            if (length > best.length && text.substr(prefix_length).starts_with(spelling) &&
                ends_at(text, length))
                best = {unit, scale, length};
        };
        if (!spelling.empty()) take(0, 1);
        if (unit.prefixes == none) return;
        for (const Prefix& prefix : prefix_table)
            if (allows(unit.prefixes, prefix.least) && text.starts_with(prefix.text))
                take(prefix.text.size(), prefix.scale);
    };
    for (const UnitSpelling& unit : units_of(dimension)) {
        if (!after_dollar)
            consider(unit, unit.text);
        else if (unit.text.starts_with('$'))
            consider(unit, unit.text.substr(1));
    }
    if (!after_dollar)
        if (const auto unit = bare_unit(dimension)) consider(*unit, {});
    return best;
}

std::string same_but_case(std::string_view text, Dimension dimension) {
    const auto same = [&](const std::string& spelling) {
        return text.size() >= spelling.size() && ends_at(text, spelling.size()) &&
               std::equal(spelling.begin(), spelling.end(), text.begin(),
                          [](char a, char b) { return lower(a) == lower(b); });
    };
    std::string best;
    for (const UnitSpelling& unit : units_of(dimension)) {
        std::vector<std::string> spellings{std::string(unit.text)};
        for (const Prefix& prefix : prefix_table)
            if (allows(unit.prefixes, prefix.least) && prefix.text != "K" && prefix.scale >= 1)
                spellings.push_back(std::string(prefix.text) + std::string(unit.text));
        for (const std::string& spelling : spellings)
            if (same(spelling) && spelling.size() > best.size()) best = spelling;
    }
    return best;
}

} // namespace roofrack::detail
