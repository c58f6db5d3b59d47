// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/curves/scaling_posterior.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>

namespace roofrack {

namespace {

constexpr size_t particles = 4096;

/// SplitMix64 (Steele, Lea and Flood 2014).
class Random {
public:
    double uniform() { return (static_cast<double>(next() >> 11U) + 0.5) * 0x1p-53; }
    double normal() {
        return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
    }
    size_t below(size_t count) { return static_cast<size_t>(uniform() * static_cast<double>(count)); }

private:
    uint64_t next() {
        m_state += 0x9e3779b97f4a7c15U;
        uint64_t out = m_state;
        out = (out ^ (out >> 30U)) * 0xbf58476d1ce4e5b9U;
        out = (out ^ (out >> 27U)) * 0x94d049bb133111ebU;
        return out ^ (out >> 31U);
    }
    uint64_t m_state = 12345;
};

/// Neighbours are put together, so that a thousand counts take no longer than this many.
constexpr size_t most_points = 128;

std::vector<MeasuredRate> merged(const MeasuredCurve& curve, double node_gpus) {
    if (curve.points.size() <= most_points) return curve.points;
    std::vector<MeasuredRate> out;
    const double width = std::log(curve.points.back().gpus / curve.points.front().gpus) / (most_points - 1);
    double begin = 0, gpus = 0, rate = 0, count = 0;
    const auto close = [&] {
        if (count > 0) out.push_back({std::exp(gpus / count), std::exp(rate / count), 1});
        gpus = rate = count = 0;
    };
    for (const MeasuredRate& point : curve.points) {
        if (count > 0 && (std::log(point.gpus) > begin + width ||
                          (point.gpus > node_gpus) != (std::exp(begin) > node_gpus)))
            close();
        if (count == 0) begin = std::log(point.gpus);
        gpus += std::log(point.gpus);
        rate += std::log(point.rate);
        count += 1;
    }
    close();
    return out;
}

class Sampler {
public:
    Sampler(const MeasuredCurve& curve, const LossBasis& shapes, double farthest,
            const Defaults::MeasuredScaling& constants)
        : m_constants(constants)
        , m_overhead{constants.ring_inside, constants.ring_between, constants.logarithmic, constants.linear,
                     constants.linear,      constants.ring_between, constants.linear}
        , m_log_noise(std::log(constants.noise)) {
        m_chance.fill(constants.saturating_chance);
        m_chance[static_cast<size_t>(ScalingLoss::serial)] = constants.linear_chance;
        for (size_t k = 0; k < scaling_losses; ++k)
            m_log_odds[k] = std::log(m_chance[k] / (1 - m_chance[k]) / m_overhead[k]);
        for (const MeasuredRate& point : merged(curve, shapes.node_gpus())) {
            m_grown.push_back(shapes.grown(point.gpus));
            m_log_rates.push_back(std::log(point.rate / point.gpus));
        }
        m_count = static_cast<double>(m_grown.size());
        const LossAmounts far = shapes.grown(farthest);
        for (size_t k = 0; k < scaling_losses; ++k) m_grows[k] = far[k] > 1e-12;
        for (size_t i = 0; i < particles; ++i) m_now.push_back(from_prior());
    }

    std::vector<PosteriorDraw> run() {
        double power = 0;
        while (power < 1) {
            const double next = next_power(power);
            resample(next - power);
            power = next;
            constexpr int on_the_way = 3, at_the_end = 20;
            const std::vector<State> others = m_now;
            for (int round = 0; round < (power < 1 ? on_the_way : at_the_end); ++round)
                for (State& state : m_now) move(state, others, power);
        }
        std::vector<PosteriorDraw> out;
        for (const State& state : m_now)
            out.push_back({state.amounts, std::sqrt(variance(state)), state.log_rate, m_random.normal()});
        return out;
    }

private:
    struct State {
        LossAmounts amounts{};
        double log_noise = 0, log_rate = 0, misfit = 0, log_likelihood = 0, log_prior = 0;
    };

    /// The variance of ln rate has the draw's own noise, and the least that any measurement has.
    double variance(const State& state) const {
        return std::exp(2 * state.log_noise) + m_constants.least_noise * m_constants.least_noise;
    }
    /// Sets the logarithms of the likelihood and of the prior by the misfit that is known.
    void weigh(State& state) const {
        const double square = variance(state);
        state.log_likelihood = -state.misfit / (2 * square) - (m_count - 1) / 2 * std::log(square);
        const double noise = (state.log_noise - m_log_noise) / m_constants.noise_spread;
        state.log_prior = -noise * noise / 2;
        for (size_t k = 0; k < scaling_losses; ++k)
            if (state.amounts[k] > 0)
                state.log_prior += m_log_odds[k] - 2 * std::log1p(state.amounts[k] / m_overhead[k]);
    }
    /// Sets the misfit, the height and what follows from them; false where the step's time is not positive.
    bool hold_against_points(State& state) const {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < m_grown.size(); ++i) {
            const double time = LossBasis::time(state.amounts, m_grown[i]);
            if (!(time > 1e-6)) return false;
            const double each = m_log_rates[i] + std::log(time);
            sum += each;
            squares += each * each;
        }
        state.log_rate = sum / m_count;
        state.misfit = std::max(0.0, squares - sum * sum / m_count);
        weigh(state);
        return true;
    }

    double amount_from_prior(size_t k) {
        if (!m_grows[k] || m_random.uniform() >= m_chance[k]) return 0;
        return m_overhead[k] * (1 / m_random.uniform() - 1);
    }
    State from_prior() {
        State out;
        for (size_t k = 0; k < scaling_losses; ++k) out.amounts[k] = amount_from_prior(k);
        out.log_noise = m_log_noise + m_constants.noise_spread * m_random.normal();
        hold_against_points(out);
        return out;
    }

    /// Weights of the draws for a likelihood raised by `more`; their sum is particles.
    std::vector<double> weights(double more) const {
        std::vector<double> out;
        out.reserve(particles);
        double most = -std::numeric_limits<double>::infinity(), sum = 0;
        for (const State& state : m_now) most = std::max(most, more * state.log_likelihood);
        for (const State& state : m_now)
            sum += out.emplace_back(std::exp(more * state.log_likelihood - most));
        for (double& weight : out) weight *= static_cast<double>(particles) / sum;
        return out;
    }
    /// The next power goes so far that half of the draws still count.
    double next_power(double power) const {
        const auto effective = [&](double next) {
            double squares = 0;
            for (const double weight : weights(next - power)) squares += weight * weight;
            return static_cast<double>(particles) / squares;
        };
        if (effective(1) >= 0.5) return 1;
        double low = power, high = 1;
        for (int round = 0; round < 16; ++round) {
            const double middle = power + std::sqrt((std::max(low, power + 1e-9) - power) * (high - power));
            (effective(middle) >= 0.5 ? low : high) = middle;
        }
        return low > power ? low : high;
    }
    void resample(double more) {
        std::vector<State> chosen;
        double at = m_random.uniform(), sum = 0;
        const std::vector<double> each = weights(more);
        for (size_t i = 0; i < particles; ++i)
            for (sum += each[i]; at < sum && chosen.size() < particles; at += 1) chosen.push_back(m_now[i]);
        while (chosen.size() < particles) chosen.push_back(chosen.back());
        m_now = std::move(chosen);
    }

    void move(State& state, const std::vector<State>& others, double power) {
        const auto take_if_likely = [&](const State& other, double log_ratio) {
            log_ratio += power * (other.log_likelihood - state.log_likelihood);
            if (log_ratio >= 0 || std::log(m_random.uniform()) < log_ratio) state = other;
        };
        const size_t k = m_random.below(scaling_losses);
        State other = state;
        other.amounts[k] = amount_from_prior(k);
        const bool stays_without = other.amounts[k] <= 0 && state.amounts[k] <= 0;
        if (!stays_without && hold_against_points(other)) take_if_likely(other, 0);
        if (std::optional<State> along = beside(state, others); along && hold_against_points(*along))
            take_if_likely(*along, along->log_prior - state.log_prior);
        other = state;
        other.log_noise += 0.5 * m_random.normal();
        weigh(other);
        take_if_likely(other, other.log_prior - state.log_prior);
        if (state.amounts[k] > 0) {
            other = state;
            const double log_factor = (m_random.uniform() < 0.5 ? 0.05 : 0.7) * m_random.normal();
            other.amounts[k] *= std::exp(log_factor);
            if (hold_against_points(other))
                take_if_likely(other, other.log_prior - state.log_prior + log_factor);
        }
    }
    /// A step along the difference of two others that have the same losses; nothing where they have not.
    std::optional<State> beside(const State& state, const std::vector<State>& others) {
        const State &a = others[m_random.below(particles)], &b = others[m_random.below(particles)];
        double dimensions = 1;
        for (size_t k = 0; k < scaling_losses; ++k) {
            const bool has = state.amounts[k] > 0;
            if (has != (a.amounts[k] > 0) || has != (b.amounts[k] > 0)) return std::nullopt;
            dimensions += has ? 1 : 0;
        }
        // The step is ter Braak's 2.38/√(2d), and often shorter.
        const double step = 2.38 / std::sqrt(2 * dimensions) *
                            (m_random.uniform() < 0.2 ? 1 : m_random.uniform()) *
                            (m_random.uniform() < 0.1 ? 0.1 : 1);
        State out = state;
        for (size_t k = 0; k < scaling_losses; ++k) {
            if (state.amounts[k] <= 0) continue;
            out.amounts[k] += step * (a.amounts[k] - b.amounts[k]);
            if (out.amounts[k] <= 0) return std::nullopt;
        }
        out.log_noise += step * (a.log_noise - b.log_noise);
        return out;
    }

    const Defaults::MeasuredScaling& m_constants;
    LossAmounts m_chance{}, m_overhead; ///< chance that a curve has a loss; the median of its amounts
    LossAmounts m_log_odds{};           ///< log odds of having each loss, over the overhead
    double m_log_noise;
    std::vector<LossAmounts> m_grown;
    std::vector<double> m_log_rates;
    double m_count = 0;
    std::array<bool, scaling_losses> m_grows{};
    Random m_random;
    std::vector<State> m_now;
};

} // namespace

std::vector<PosteriorDraw> scaling_posterior(const MeasuredCurve& curve, const LossBasis& shapes,
                                             double farthest, const Defaults::MeasuredScaling& constants) {
    return Sampler(curve, shapes, farthest, constants).run();
}

} // namespace roofrack
