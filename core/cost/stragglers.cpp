// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/stragglers.h"

#include <cmath>

namespace roofrack {

namespace {

/// Φ⁻¹(p), rational approximation (Acklam 2003) with one Halley step: relative error below 1e-14.
double inverse_normal(double p) {
    static constexpr double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                                   1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
    static constexpr double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                                   6.680131188771972e+01, -1.328068155288572e+01};
    static constexpr double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                                   -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
    static constexpr double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                                   3.754408661907416e+00};
    const auto tail = [&](double q) {
        return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
               ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
    };
    double x;
    if (p < 0.02425)
        x = tail(std::sqrt(-2 * std::log(p)));
    else if (p > 1 - 0.02425)
        x = -tail(std::sqrt(-2 * std::log1p(-p)));
    else {
        const double q = p - 0.5, r = q * q;
        x = (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
            (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
    }
    const double error = 0.5 * std::erfc(-x / std::sqrt(2.0)) - p;
    const double u = error * std::sqrt(2 * M_PI) * std::exp(x * x / 2);
    return x - u / (1 + x * u / 2);
}

} // namespace

double expected_maximum(double n) {
    if (n <= 1) return 0;
    return inverse_normal(std::pow(0.5264, 1 / n));
}

double straggler_factor(double n, double cv) { return 1 + cv * expected_maximum(n); }

double straggler_cv(double persistent, double iid, double imbalance) {
    return std::sqrt(persistent * persistent + iid * iid + imbalance * imbalance);
}

double gpu_hours_lost(double wait, double gpus, double slow, double steps) {
    return wait * (gpus - slow) * steps / 3600;
}

} // namespace roofrack
