// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/curves/scaling_forecast.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace roofrack {

namespace {

constexpr double low_share = 0.05, high_share = 0.95, more_gpus = 1.1;

double quantile_of(std::vector<double>& values, double share) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size()));
    std::ranges::nth_element(values, at);
    return *at;
}

} // namespace

ScalingForecast::ScalingForecast(const MeasuredCurve& curve, double node_gpus,
                                 const Defaults::MeasuredScaling& constants)
    : m_shapes(curve.points.front().gpus, curve.points.back().gpus,
               node_gpus >= 1 ? node_gpus : constants.node_gpus)
    , m_reach(constants.reach)
    , m_most_scatter(constants.most_scatter)
    , m_draws(scaling_posterior(curve, m_shapes, farthest(), constants)) {
    double squares = 0;
    for (const MeasuredRate& point : curve.points) {
        m_counts.push_back(point.gpus);
        m_best = std::max(m_best, point.rate);
        const double off = std::log(point.rate / uncapped_line(point.gpus));
        squares += off * off;
    }
    m_scatter = std::sqrt(squares / static_cast<double>(curve.points.size()));
    m_growth = growth_of(curve);
}

ScalingForecast::Growth ScalingForecast::growth_of(const MeasuredCurve& curve) const {
    std::vector<double> noises;
    for (const PosteriorDraw& draw : m_draws) noises.push_back(draw.noise);
    // The difference of two measurements, at two standard deviations.
    const double by_chance = 2 * std::sqrt(2.0) * quantile_of(noises, 0.5);
    const auto fall = [&](size_t from_end) {
        const size_t i = curve.points.size() - from_end;
        return from_end < curve.points.size() ? std::log(curve.points[i - 1].rate / curve.points[i].rate) : 0;
    };
    if (fall(1) <= 0 && fall(2) <= by_chance) return Growth::as_curves;
    std::vector<double> rates = log_rates(2 * m_shapes.last());
    return quantile_of(rates, 0.25) > std::log(m_best) ? Growth::unlikely : Growth::held_down;
}

std::vector<double> ScalingForecast::log_rates(double gpus) const {
    const LossAmounts grown = m_shapes.grown(gpus);
    std::vector<double> out;
    out.reserve(m_draws.size());
    for (const PosteriorDraw& draw : m_draws)
        out.push_back(draw.log_rate + std::log(gpus / std::max(1e-6, LossBasis::time(draw.amounts, grown))));
    return out;
}

double ScalingForecast::uncapped_line(double gpus) const {
    std::vector<double> rates = log_rates(gpus);
    return std::exp(quantile_of(rates, 0.5));
}

double ScalingForecast::line(double gpus) const {
    const double out = uncapped_line(gpus);
    return m_growth != Growth::as_curves && gpus > m_shapes.last() ? std::min(out, m_best) : out;
}

RateBand ScalingForecast::at(double gpus) const {
    std::vector<double> rates = log_rates(gpus);
    // The height is known as well as the mean of the points.
    const double with_height = std::sqrt(1 + 1 / static_cast<double>(m_counts.size()));
    for (size_t i = 0; i < rates.size(); ++i)
        rates[i] += m_draws[i].noise * with_height * m_draws[i].deviation;
    const auto rate = [&](double share) { return std::exp(quantile_of(rates, share)); };
    const double middle = line(gpus);
    return {middle, std::min(middle, rate(low_share)), std::max(middle, rate(high_share))};
}

RateBand ScalingForecast::elasticity(double gpus) const {
    // The elasticity is that of the line that is drawn, which ends at the largest count where growth is
    // unlikely.
    if (m_growth == Growth::unlikely) gpus = std::min(gpus, m_shapes.last() / more_gpus);
    // A line that is held down is flat from a point above the best measured rate on, not falling.
    const double here_rate = line(gpus);
    double next_rate = line(more_gpus * gpus);
    if (m_growth == Growth::held_down && next_rate < here_rate)
        next_rate = std::min(here_rate, uncapped_line(more_gpus * gpus));
    const double of_line = std::log(next_rate / here_rate) / std::log(more_gpus);
    const std::vector<double> here = log_rates(gpus);
    std::vector<double> each = log_rates(more_gpus * gpus);
    for (size_t i = 0; i < each.size(); ++i) each[i] = (each[i] - here[i]) / std::log(more_gpus);
    return {of_line, std::min(of_line, quantile_of(each, low_share)),
            std::max(of_line, quantile_of(each, high_share))};
}

double ScalingForecast::farthest() const { return m_reach * m_shapes.last(); }

LossAmounts ScalingForecast::added(const PosteriorDraw& draw) const {
    LossAmounts out = m_shapes.grown(m_shapes.last());
    for (size_t k = 0; k < scaling_losses; ++k) out[k] *= draw.amounts[k];
    return out;
}

LossAmounts ScalingForecast::losses() const {
    LossAmounts out{};
    for (const PosteriorDraw& draw : m_draws) {
        const LossAmounts each = added(draw);
        for (size_t k = 0; k < scaling_losses; ++k) out[k] += each[k];
    }
    const double all = std::reduce(out.begin(), out.end());
    for (double& each : out) each = all > 1e-9 * static_cast<double>(m_draws.size()) ? each / all : 0;
    return out;
}

double ScalingForecast::communication_chance() const {
    double out = 0;
    for (const PosteriorDraw& draw : m_draws) {
        const LossAmounts each = added(draw);
        const double serial = each[static_cast<size_t>(ScalingLoss::serial)];
        out += std::reduce(each.begin(), each.end()) >= 2 * serial ? 1 : 0;
    }
    return out / static_cast<double>(m_draws.size());
}

double ScalingForecast::border_share() const {
    const auto beyond = std::ranges::upper_bound(m_counts, m_shapes.node_gpus());
    if (beyond == m_counts.begin() || beyond == m_counts.end()) return 0;
    const LossAmounts grown = m_shapes.grown(*beyond);
    std::vector<double> shares;
    for (const PosteriorDraw& draw : m_draws) {
        double network = 0;
        for (size_t k = 0; k < scaling_losses; ++k)
            if (is_between_servers(static_cast<ScalingLoss>(k))) network += draw.amounts[k] * grown[k];
        shares.push_back(network / LossBasis::time(draw.amounts, grown));
    }
    return quantile_of(shares, 0.2);
}

} // namespace roofrack
