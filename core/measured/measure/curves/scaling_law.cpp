// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/curves/scaling_law.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

/// Misfit Σ(ln rate − ln law)² with the best γ, whose logarithm is `gamma`.
double misfit(const MeasuredCurve& curve, double sigma, double kappa, double& gamma) {
    double sum = 0, squares = 0;
    for (const MeasuredRate& point : curve.points) {
        const double n = point.gpus;
        const double each = std::log(point.rate / n) + std::log1p(sigma * (n - 1) + kappa * n * (n - 1));
        sum += each;
        squares += each * each;
    }
    const auto count = static_cast<double>(curve.points.size());
    gamma = sum / count;
    return std::max(0.0, squares - sum * sum / count);
}

/// The x ≥ 0 of the least `cost`: a logarithmic grid with 0, then golden sections around its best.
template<class Cost>
double least(double low, double high, Cost cost) {
    constexpr int steps = 64;
    double best = 0, value = cost(0.0);
    for (int i = 0; i <= steps; ++i) {
        const double x = low * std::pow(high / low, static_cast<double>(i) / steps);
        if (const double here = cost(x); here < value) {
            value = here;
            best = x;
        }
    }
    if (best <= 0) return 0;
    const double factor = std::pow(high / low, 1.0 / steps);
    double a = best / factor, b = best * factor;
    constexpr double golden = 0.6180339887498949;
    for (int round = 0; round < 40; ++round) {
        const double x = b - golden * (b - a), y = a + golden * (b - a);
        const bool is_left = cost(x) < cost(y);
        (is_left ? b : a) = is_left ? y : x;
    }
    return (a + b) / 2;
}

/// Where `profile` crosses `allowed` between `inside`, which is allowed, and `outside`, by halves of the
/// logarithm; `outside` where it does not cross.
template<class Profile>
double edge(double inside, double outside, double allowed, Profile profile) {
    if (profile(outside) <= allowed) return outside;
    for (int round = 0; round < 50; ++round) {
        const double middle =
            inside > 0 && outside > 0 ? std::sqrt(inside * outside) : (inside + outside) / 2;
        (profile(middle) <= allowed ? inside : outside) = middle;
    }
    return inside;
}

double peak_of(double sigma, double kappa) {
    return kappa > 0 ? std::sqrt(std::max(0.0, 1 - sigma) / kappa) : std::numeric_limits<double>::infinity();
}

ScalingLaw fitted_law(const MeasuredCurve& curve, bool with_kappa,
                      const Defaults::MeasuredScaling& constants) {
    constexpr double most_sigma = 1;
    const double n = curve.points.back().gpus;
    const double least_sigma = 1e-4 / n, least_kappa = 1e-4 / (n * n), most_kappa = 10 / n;
    double gamma = 0;
    const auto best_kappa = [&](double sigma) {
        return with_kappa ? least(least_kappa, most_kappa,
                                  [&](double kappa) { return misfit(curve, sigma, kappa, gamma); })
                          : 0.0;
    };
    const auto by_sigma = [&](double sigma) { return misfit(curve, sigma, best_kappa(sigma), gamma); };
    ScalingLaw out;
    out.sigma = least(least_sigma, most_sigma, by_sigma);
    out.kappa = best_kappa(out.sigma);
    const double best = misfit(curve, out.sigma, out.kappa, gamma);
    out.gamma = std::exp(gamma);
    out.rms = std::sqrt(best / static_cast<double>(curve.points.size()));
    // 90 % of a χ² with one degree of freedom.
    const double allowed = best + 2.705543 * constants.noise * constants.noise;
    out.sigma_low = out.sigma > 0 ? edge(out.sigma, 0, allowed, by_sigma) : 0;
    out.sigma_high = edge(out.sigma, most_sigma, allowed, by_sigma);
    out.peak_low = std::numeric_limits<double>::infinity();
    if (with_kappa) {
        const auto best_sigma = [&](double kappa) {
            return least(least_sigma, most_sigma,
                         [&](double sigma) { return misfit(curve, sigma, kappa, gamma); });
        };
        const auto by_kappa = [&](double kappa) { return misfit(curve, best_sigma(kappa), kappa, gamma); };
        out.kappa_low = out.kappa > 0 ? edge(out.kappa, 0, allowed, by_kappa) : 0;
        out.kappa_high = edge(out.kappa, most_kappa, allowed, by_kappa);
        out.peak_low = std::max(1.0, peak_of(best_sigma(out.kappa_high), out.kappa_high));
    }
    return out;
}

} // namespace

double ScalingLaw::peak() const { return peak_of(sigma, kappa); }

double ScalingLaw::most() const {
    if (kappa > 0) return rate(std::max(1.0, peak())) / gamma;
    return sigma > 0 ? 1 / sigma : std::numeric_limits<double>::infinity();
}

ScalingLaw fit_amdahl(const MeasuredCurve& curve, const Defaults::MeasuredScaling& constants) {
    return fitted_law(curve, false, constants);
}

ScalingLaw fit_usl(const MeasuredCurve& curve, const Defaults::MeasuredScaling& constants) {
    return fitted_law(curve, true, constants);
}

} // namespace roofrack
