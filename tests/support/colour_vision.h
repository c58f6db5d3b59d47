// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <array>
#include <cmath>

namespace roofrack::test {

using Rgb = std::array<double, 3>;

inline double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

/// How a colour is seen: 0 by everyone, 1 with protanopia, 2 with deuteranopia. Matrices of Machado, Oliveira
/// and Fernandes 2009, severity 1.0, on linear RGB.
inline Rgb seen(const QColor& colour, int vision) {
    static constexpr double matrix[3][3][3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
    };
    const Rgb in = {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
    Rgb out{};
    for (size_t row = 0; row < 3; ++row)
        for (size_t column = 0; column < 3; ++column) out[row] += matrix[vision][row][column] * in[column];
    return out;
}

/// CIE L*a*b* (D65) of linear RGB.
inline Rgb lab(const Rgb& rgb) {
    const double x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505;
    const double y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    const double z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089;
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

/// Distance in L*a*b* of two colours as seen.
inline double difference(const QColor& a, const QColor& b, int vision) {
    const Rgb p = lab(seen(a, vision)), q = lab(seen(b, vision));
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

} // namespace roofrack::test
