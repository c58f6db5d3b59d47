// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/common_units.h"
#include "core/base/units/quantity.h"
#include "core/base/units/quantity_text.h"

#include <optional>
#include <string_view>

namespace roofrack::fields {

/// Whether a key may be missing from the file, and whether its default is written.
enum class Presence {
    optional, ///< read as the default; the default is left out on writing
    always,   ///< read as the default; always written
    required, ///< missing is an error
};

struct Key {
    constexpr Key(const char* key, Presence key_presence = Presence::optional)
        : name(key)
        , presence(key_presence) {}
    std::string_view name;
    Presence presence;
};

/// Both ends allowed.
struct Range {
    double low = 0, high = 0;
};

/// What a bare number in the file means, and which units text may carry.
struct Unit {
    constexpr Unit(Dimension measured)
        : dimension(measured) {}
    constexpr Unit(Dimension measured, double units_per_si, std::string_view unit)
        : dimension(measured)
        , per_si(units_per_si)
        , symbol(unit) {}
    Dimension dimension;
    double per_si = 1;       ///< units of the file in one SI unit
    std::string_view symbol; ///< symbol of the file's unit when it is always written as a bare number
    bool in_bits = false;    ///< link rates: written in Gb/s as vendors print them
};

inline constexpr Unit ratio{Dimension::number};
inline constexpr Unit link_rate = [] {
    Unit unit{Dimension::byte_rate};
    unit.in_bits = true;
    return unit;
}();
inline constexpr Unit metres{Dimension::length, 1, "m"};
inline constexpr Unit kilometres{Dimension::length, 1e-3, "km"};
inline constexpr Unit per_kwh{Dimension::energy_price, joules_a_kilowatt_hour, "$/kWh"};
inline constexpr Unit per_hour{Dimension::money_rate, seconds_an_hour, "$/h"};

/// A number out of a double, a quantity or a temperature.
constexpr double number_of(double value) { return value; }
constexpr double number_of(Celsius value) { return value.degrees(); }
template<int T, int B, int F, int E, int K, int M>
constexpr double number_of(Quantity<T, B, F, E, K, M> value) {
    return value.si();
}

template<class T>
struct Unwrapped {
    using type = T;
};
template<class T>
struct Unwrapped<std::optional<T>> {
    using type = T;
};
/// The T of an optional<T>, and of a T.
template<class T>
using unwrapped = typename Unwrapped<T>::type;
template<class T>
inline constexpr bool is_optional = !std::is_same_v<T, unwrapped<T>>;

} // namespace roofrack::fields
