// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numerics/sobol_indices.h"

#include "core/base/numerics/quasi_random.h"

#include <cmath>

namespace roofrack {

namespace {

/// Mean and variance of what was seen (Welford 1962).
struct RunningVariance {
    double count = 0, mean = 0, squares = 0;

    void add(double value) {
        if (!std::isfinite(value)) return;
        count += 1;
        const double off = value - mean;
        mean += off / count;
        squares += off * (value - mean);
    }
    double variance() const { return count > 0 ? squares / count : 0; }
};

struct HalfSquares {
    double count = 0, sum = 0;

    void add(double a, double b) {
        if (!std::isfinite(a) || !std::isfinite(b)) return;
        count += 1;
        sum += (a - b) * (a - b) / 2;
    }
    double mean() const { return count > 0 ? sum / count : 0; }
};

} // namespace

std::vector<std::vector<double>> total_order_indices(size_t inputs, size_t outputs, size_t draws,
                                                     const ModelOfUnit& model, const std::stop_token& stop) {
    QuasiRandom points(2 * inputs);
    std::vector<double> point(2 * inputs), with_other(inputs), at_point(outputs), at_other(outputs);
    std::vector<RunningVariance> all(outputs);
    std::vector<std::vector<HalfSquares>> moved(outputs, std::vector<HalfSquares>(inputs));
    for (size_t draw = 0; draw < draws && !stop.stop_requested(); ++draw) {
        points.next(point);
        const std::span<const double> first(point.data(), inputs);
        model(first, at_point);
        for (size_t output = 0; output < outputs; ++output) all[output].add(at_point[output]);
        for (size_t input = 0; input < inputs && !stop.stop_requested(); ++input) {
            with_other.assign(first.begin(), first.end());
            with_other[input] = point[inputs + input];
            model(with_other, at_other);
            for (size_t output = 0; output < outputs; ++output)
                moved[output][input].add(at_point[output], at_other[output]);
        }
    }
    std::vector<std::vector<double>> out(outputs, std::vector<double>(inputs, 0));
    for (size_t output = 0; output < outputs; ++output) {
        const double variance = all[output].variance();
        // Less than what rounding makes of a constant is none.
        if (!(variance > 1e-24 * all[output].mean * all[output].mean)) continue;
        for (size_t input = 0; input < inputs; ++input)
            out[output][input] = moved[output][input].mean() / variance;
    }
    return out;
}

} // namespace roofrack
