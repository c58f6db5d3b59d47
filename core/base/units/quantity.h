// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <type_traits>

namespace roofrack {

/// A number with its dimension, held in SI units (bytes, FLOPs and dollars beside them).
/// The parameters are the exponents of time, data, arithmetic, energy, temperature difference and money,
/// so that products and quotients have the right type and a dimensionless result is a plain double.
template<int Time, int Byte, int Flop, int Energy, int Kelvin, int Money>
class Quantity {
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(double si)
        : m_si(si) {}

    constexpr double si() const { return m_si; }

    constexpr Quantity operator-() const { return Quantity(-m_si); }
    constexpr Quantity& operator+=(Quantity other) { return m_si += other.m_si, *this; }
    constexpr Quantity& operator-=(Quantity other) { return m_si -= other.m_si, *this; }
    constexpr Quantity& operator*=(double factor) { return m_si *= factor, *this; }
    constexpr Quantity& operator/=(double divisor) { return m_si /= divisor, *this; }

    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.m_si + b.m_si); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.m_si - b.m_si); }
    friend constexpr Quantity operator*(Quantity a, double b) { return Quantity(a.m_si * b); }
    friend constexpr Quantity operator*(double a, Quantity b) { return Quantity(a * b.m_si); }
    friend constexpr Quantity operator/(Quantity a, double b) { return Quantity(a.m_si / b); }
    friend constexpr auto operator<=>(Quantity a, Quantity b) = default;

private:
    double m_si = 0;
};

namespace detail {
template<int T, int B, int F, int E, int K, int M>
constexpr auto make_quantity(double si) {
    if constexpr (T == 0 && B == 0 && F == 0 && E == 0 && K == 0 && M == 0)
        return si;
    else
        return Quantity<T, B, F, E, K, M>(si);
}
} // namespace detail

template<int T, int B, int F, int E, int K, int M, int T2, int B2, int F2, int E2, int K2, int M2>
constexpr auto operator*(Quantity<T, B, F, E, K, M> a, Quantity<T2, B2, F2, E2, K2, M2> b) {
    return detail::make_quantity<T + T2, B + B2, F + F2, E + E2, K + K2, M + M2>(a.si() * b.si());
}
template<int T, int B, int F, int E, int K, int M, int T2, int B2, int F2, int E2, int K2, int M2>
constexpr auto operator/(Quantity<T, B, F, E, K, M> a, Quantity<T2, B2, F2, E2, K2, M2> b) {
    return detail::make_quantity<T - T2, B - B2, F - F2, E - E2, K - K2, M - M2>(a.si() / b.si());
}

using Seconds = Quantity<1, 0, 0, 0, 0, 0>;
using Hertz = Quantity<-1, 0, 0, 0, 0, 0>;
using Bytes = Quantity<0, 1, 0, 0, 0, 0>;
using ByteRate = Quantity<-1, 1, 0, 0, 0, 0>; ///< bytes per second
using Flops = Quantity<0, 0, 1, 0, 0, 0>;     ///< floating-point operations
using FlopRate = Quantity<-1, 0, 1, 0, 0, 0>; ///< FLOP/s
using Joules = Quantity<0, 0, 0, 1, 0, 0>;
using Watts = Quantity<-1, 0, 0, 1, 0, 0>;
using Kelvins = Quantity<0, 0, 0, 0, 1, 0>; ///< a temperature difference
using Dollars = Quantity<0, 0, 0, 0, 0, 1>;
using DollarRate = Quantity<-1, 0, 0, 0, 0, 1>; ///< dollars per second

/// An absolute temperature in degrees Celsius.
class Celsius {
public:
    constexpr Celsius() = default;
    constexpr explicit Celsius(double degrees)
        : m_degrees(degrees) {}
    constexpr double degrees() const { return m_degrees; }
    friend constexpr Celsius operator+(Celsius a, Kelvins b) { return Celsius(a.m_degrees + b.si()); }
    friend constexpr Celsius operator-(Celsius a, Kelvins b) { return Celsius(a.m_degrees - b.si()); }
    friend constexpr Kelvins operator-(Celsius a, Celsius b) { return Kelvins(a.m_degrees - b.m_degrees); }
    friend constexpr auto operator<=>(Celsius a, Celsius b) = default;

private:
    double m_degrees = 0;
};

} // namespace roofrack
