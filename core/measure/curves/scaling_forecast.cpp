// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/curves/scaling_forecast.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace roofrack {

namespace {

constexpr int draws = 4096;

/// Radical inverse: low-discrepancy points in (0, 1).
double halton(int index, int base) {
    double out = 0, place = 1;
    for (; index > 0; index /= base) {
        place /= base;
        out += place * (index % base);
    }
    return out;
}

/// Φ⁻¹ by halves: made once a draw.
double normal_quantile(double share) {
    double low = -9, high = 9;
    for (int round = 0; round < 50; ++round) {
        const double middle = (low + high) / 2;
        (0.5 * std::erfc(-middle / std::sqrt(2.0)) < share ? low : high) = middle;
    }
    return (low + high) / 2;
}

double ring(double members) { return 1 - 1 / members; }

} // namespace

ScalingForecast::ScalingForecast(const MeasuredCurve& curve, double node_gpus,
                                 const Defaults::MeasuredScaling& constants)
    : m_first(curve.points.front().gpus)
    , m_last(curve.points.back().gpus)
    , m_node(node_gpus >= 1 ? node_gpus : constants.node_gpus)
    , m_constants(constants) {
    const std::array means{constants.ring_inside, constants.ring_between, constants.logarithmic,
                           constants.linear};
    const std::array chances{constants.saturating_chance, constants.saturating_chance,
                             constants.saturating_chance, constants.linear_chance};
    constexpr std::array bases{2, 3, 5, 7};
    std::vector<double> likelihoods;
    double most = -std::numeric_limits<double>::infinity();
    const auto count = static_cast<double>(curve.points.size());
    for (int i = 1; i <= draws; ++i) {
        Draw draw{};
        for (size_t k = 0; k < draw.size(); ++k) {
            const double within = (halton(i, bases[k]) - (1 - chances[k])) / chances[k]; // < 0: it has none
            if (within > 0) draw[k] = -means[k] * std::log1p(-within);
        }
        const double noise =
            constants.noise * std::exp(constants.noise_spread * normal_quantile(halton(i, 11)));
        double sum = 0, squares = 0;
        for (const MeasuredRate& point : curve.points) {
            const double each = std::log(point.rate / point.gpus) + std::log(time(draw, point.gpus));
            sum += each;
            squares += each * each;
        }
        const double misfit = std::max(0.0, squares - sum * sum / count);
        m_draws.push_back(draw);
        m_noise.push_back(noise);
        m_log_gamma.push_back(sum / count);
        likelihoods.push_back(-misfit / (2 * noise * noise) - (count - 1) * std::log(noise));
        most = std::max(most, likelihoods.back());
    }
    for (const double each : likelihoods) m_weights.push_back(std::exp(each - most));
    const double all = std::reduce(m_weights.begin(), m_weights.end());
    for (double& weight : m_weights) weight /= all;
}

double ScalingForecast::time(const Draw& draw, double gpus) const {
    const auto inside = [&](double n) { return ring(std::min(n, m_node)); };
    const auto between = [&](double n) { return ring(std::max(1.0, n / m_node)); };
    return std::max(1e-3, 1 + draw[0] * (inside(gpus) - inside(m_first)) +
                              draw[1] * (between(gpus) - between(m_first)) +
                              draw[2] * std::log2(gpus / m_first) +
                              draw[3] * (gpus - m_first) / std::max(1.0, m_last - m_first));
}

double ScalingForecast::quantile(const std::vector<double>& values, double share, bool with_noise) const {
    constexpr double nothing = 1e-9; // weight
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (size_t i = 0; i < values.size(); ++i) {
        if (m_weights[i] <= nothing) continue;
        const double reach = with_noise ? 6 * m_noise[i] : 0;
        low = std::min(low, values[i] - reach);
        high = std::max(high, values[i] + reach);
    }
    for (int round = 0; round < 50; ++round) {
        const double middle = (low + high) / 2;
        double below = 0;
        for (size_t i = 0; i < values.size(); ++i) {
            if (m_weights[i] <= nothing) continue;
            const double part = with_noise
                                    ? 0.5 * std::erfc((values[i] - middle) / (m_noise[i] * std::sqrt(2.0)))
                                    : (values[i] <= middle ? 1.0 : 0.0);
            below += m_weights[i] * part;
        }
        (below < share ? low : high) = middle;
    }
    return (low + high) / 2;
}

RateBand ScalingForecast::at(double gpus) const {
    std::vector<double> values;
    for (size_t i = 0; i < m_draws.size(); ++i)
        values.push_back(m_log_gamma[i] + std::log(gpus / time(m_draws[i], gpus)));
    const auto rate = [&](double share) { return std::exp(quantile(values, share, true)); };
    return {rate(0.5), rate(0.05), rate(0.95)};
}

RateBand ScalingForecast::elasticity(double gpus) const {
    constexpr double step = 1.02;
    std::vector<double> values;
    for (const Draw& draw : m_draws)
        values.push_back(1 -
                         std::log(time(draw, gpus * step) / time(draw, gpus / step)) / (2 * std::log(step)));
    return {quantile(values, 0.5, false), quantile(values, 0.05, false), quantile(values, 0.95, false)};
}

double ScalingForecast::farthest() const { return m_constants.reach * m_last; }

ScalingForecast::Draw ScalingForecast::added(const Draw& draw) const {
    Draw out{};
    for (size_t k = 0; k < out.size(); ++k) {
        Draw only{};
        only[k] = draw[k];
        out[k] = time(only, m_last) - 1;
    }
    return out;
}

std::array<double, 4> ScalingForecast::losses() const {
    std::array<double, 4> out{};
    for (size_t i = 0; i < m_draws.size(); ++i) {
        const Draw each = added(m_draws[i]);
        for (size_t k = 0; k < out.size(); ++k) out[k] += m_weights[i] * each[k];
    }
    const double all = std::reduce(out.begin(), out.end());
    for (double& each : out) each = all > 1e-9 ? each / all : 0;
    return out;
}

double ScalingForecast::communication_chance() const {
    double out = 0;
    for (size_t i = 0; i < m_draws.size(); ++i) {
        const Draw each = added(m_draws[i]);
        if (each[0] + each[1] + each[2] >= each[3]) out += m_weights[i];
    }
    return out;
}

} // namespace roofrack
