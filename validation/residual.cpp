// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/residual.h"

#include "validation/score.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <tuple>

namespace roofrack {

namespace {

constexpr double normal_80 = 1.2816; ///< 80 % of a normal distribution lie within ± 1.28 σ
constexpr double normal_50 = 0.6745; ///< half of it within ± 0.67 σ

/// One contribution to σ², with its prior: `count` imagined series of spread `prior`.
struct Component {
    double prior = 0, count = 2;
    double variance = 0, sum = 0, weight = 0;
    std::set<std::string_view> series;
    int rows = 0;
};

struct Sample {
    double error = 0, weight = 0;
    std::vector<size_t> components;
};

/// Maximum a posteriori of independent zero-mean components by expectation-maximisation. Student-t weights (ν
/// = 4: Lange, Little and Taylor 1989) keep a few odd series from widening every band.
void estimate(std::vector<Component>& components, const std::vector<Sample>& samples) {
    constexpr double freedom = 4;
    constexpr int rounds = 40;
    for (Component& c : components) c.variance = c.prior * c.prior;
    for (int round = 0; round < rounds; ++round) {
        for (Component& c : components) c.sum = c.count * c.prior * c.prior, c.weight = c.count;
        for (const Sample& sample : samples) {
            double total = 0;
            for (const size_t c : sample.components) total += components[c].variance;
            const double square = sample.error * sample.error;
            const double robust = square * (freedom + 1) / (freedom + square / total);
            for (const size_t index : sample.components) {
                Component& c = components[index];
                const double share = c.variance / total;
                c.sum += sample.weight * (robust * share * share + c.variance * (1 - share));
                c.weight += sample.weight;
            }
        }
        for (Component& c : components) c.variance = c.sum / c.weight;
    }
}

/// Residuals of one derivation and the weight of each: 1 ÷ rows of its series.
class Derivation {
public:
    Derivation(std::span<const Residual> residuals, std::span<const InformedConstant> constants,
               std::string_view held_out)
        : m_first(residuals.data())
        , m_constants(constants)
        , m_held_out(held_out) {
        std::map<std::string_view, double> rows;
        for (const Residual& r : residuals)
            if (r.series != held_out) rows[r.series] += 1;
        for (const Residual& r : residuals)
            if (r.series != held_out) m_used.emplace_back(&r, 1 / rows[r.series]);
    }

    /// Spread of a normal distribution of which `share` lies within as large a value; 0 without values.
    template<class Value>
    double spread(Value&& value, double share = 0.8) const {
        return weighted_quantile(values(value), share) / (share > 0.5 ? normal_80 : normal_50);
    }

    /// Spread of a normal distribution with the same mean absolute value.
    template<class Value>
    double mean_spread(Value&& value) const {
        double sum = 0, weights = 0;
        for (const auto& [v, weight] : values(value)) sum += weight * v, weights += weight;
        return weights > 0 ? std::sqrt(std::numbers::pi / 2) * sum / weights : 0;
    }

    void components(Uncertainty& out) const {
        const double all = std::max(0.01, spread([](const Residual& r) { return r.error; }, 0.5));
        std::map<std::string, size_t> index;
        std::vector<Component> components;
        std::vector<Sample> samples;
        const auto component = [&](const Residual& r, const std::string& key, double prior, double count) {
            const auto [it, created] = index.try_emplace(key, components.size());
            if (created) components.push_back({prior, count, 0, 0, 0, {}, 0});
            components[it->second].series.insert(r.series);
            ++components[it->second].rows;
            return it->second;
        };
        std::array<double, assumed_cell_count> moved{};
        for (size_t cell = 0; cell < assumed_cell_count; ++cell)
            moved[cell] = std::max(0.01, mean_spread([&](const Residual& r) { return r.blanked[cell]; }));
        for (const auto& [r, weight] : m_used) {
            Sample sample{r->error, weight, {}};
            sample.components.push_back(component(*r, "family " + r->family, all, 2));
            sample.components.push_back(component(*r, "generation " + r->generation, all / 2, 2));
            if (r->kind != "dense") sample.components.push_back(component(*r, "kind " + r->kind, all, 2));
            for (size_t cell = 0; cell < assumed_cell_count; ++cell)
                if (r->assumed[cell])
                    sample.components.push_back(
                        component(*r, std::string("assumed ") + std::to_string(cell), moved[cell], 2));
            samples.push_back(std::move(sample));
        }
        estimate(components, samples);
        out.assumed = moved;
        for (const auto& [key, at] : index) {
            const Component& c = components[at];
            const double sigma = std::sqrt(c.variance);
            const auto take = [&](std::string_view kind, std::vector<Uncertainty::Entry>& into) {
                if (key.starts_with(kind))
                    into.push_back(
                        {key.substr(kind.size()), sigma, static_cast<int>(c.series.size()), c.rows});
            };
            take("family ", out.families);
            take("generation ", out.generations);
            take("kind ", out.kinds);
            if (key.starts_with("assumed ")) out.assumed[static_cast<size_t>(key.back() - '0')] = sigma;
        }
        out.spread_of(UnseenLevel::kind) = all;
        out.spread_of(UnseenLevel::family) = all;
        out.spread_of(UnseenLevel::generation) = out.spread_of(UnseenLevel::newer_generation) = all / 2;
        out.spread_of(UnseenLevel::vendor) = std::hypot(all, all / 2);
    }

    /// Kinds other than dense are few and their residuals skewed: at the quantile of the dense runs each is
    /// as wide as holds the nominal share of its own.
    void widen_kinds(Uncertainty& out) const {
        for (Uncertainty::Entry& kind : out.kinds) {
            const double estimated = kind.sigma;
            double low = 0, high = 2;
            for (int i = 0; i < 30; ++i) {
                kind.sigma = (low + high) / 2;
                (quantile(out, kind.name) > out.quantile ? low : high) = kind.sigma;
            }
            kind.sigma = std::max(kind.sigma, estimated);
        }
    }

    /// What has runs, as terms() and unseen() ask.
    void seen(Uncertainty& out) const {
        std::set<std::pair<std::string, int>> widths;
        std::set<std::tuple<std::string, std::string, int>> combinations;
        for (const auto& [r, weight] : m_used) {
            const int bits = arithmetic_bits(r->plan.precision);
            widths.insert({r->family, bits}), widths.insert({r->generation, bits});
            combinations.insert({r->family, r->generation, half_year(r->year)});
        }
        for (const auto& [name, bits] : widths) out.widths.push_back({name, bits});
        for (const auto& [family, generation, half] : combinations)
            out.combinations.push_back({family, generation, half});
    }

    /// What is left of |residual| ÷ σ of the other runs of a configuration after its smallest was
    /// matched exactly; 0 where no series has two.
    double after_matching(const Uncertainty& spreads) const {
        std::map<std::pair<std::string_view, std::string_view>, const Residual*> smallest;
        for (const auto& [r, weight] : m_used) {
            const Residual*& first = smallest[{r->series, r->configuration}];
            if (!first || r->gpus < first->gpus) first = r;
        }
        const auto of_others = [&](double matched) {
            return spread([&](const Residual& r) {
                const Residual* first = smallest[{r.series, r.configuration}];
                if (first == &r) return std::nan("");
                return (r.error - matched * first->error) / sigma(spreads, r);
            });
        };
        const double before = of_others(0);
        return before > 0 ? std::min(1.0, of_others(1) / before) : 0;
    }

    /// The quantile of |residual| ÷ σ that holds the nominal share of the runs of a kind of model, each
    /// series weighing the same, times Student's t for so many series ÷ that of infinitely many; 0 where
    /// there is none.
    double quantile(const Uncertainty& spreads, std::string_view kind) const {
        std::vector<std::pair<double, double>> out;
        std::set<std::string_view> series;
        for (const auto& [r, weight] : m_used) {
            if (r->kind != kind) continue;
            out.emplace_back(std::abs(r->error) / sigma(spreads, *r), weight);
            series.insert(r->series);
        }
        return weighted_quantile(std::move(out), spreads.nominal) * finite_sample_factor(series.size());
    }

private:
    double sigma(const Uncertainty& spreads, const Residual& r) const {
        BandBasis basis = r.basis();
        basis.single_source =
            single_source_terms_of(static_cast<size_t>(&r - m_first), m_constants, m_held_out);
        return spreads.sigma(basis);
    }

    /// Finite absolute values with the weight of each.
    template<class Value>
    std::vector<std::pair<double, double>> values(Value&& value) const {
        std::vector<std::pair<double, double>> out;
        for (const auto& [residual, weight] : m_used)
            if (const double v = value(*residual); std::isfinite(v)) out.emplace_back(std::abs(v), weight);
        return out;
    }

    const Residual* m_first;
    std::span<const InformedConstant> m_constants;
    std::string_view m_held_out;
    std::vector<std::pair<const Residual*, double>> m_used;
};

} // namespace

double finite_sample_factor(size_t samples) {
    const double n = samples < 2 ? 1 : static_cast<double>(samples - 1), z = normal_80;
    if (n == 1) return 3.0777 / z;
    if (n == 2) return 1.8856 / z;
    const double z2 = z * z;
    return 1 + (z2 + 1) / (4 * n) + ((5 * z2 + 16) * z2 + 3) / (96 * n * n);
}

bool InformedConstant::single(std::string_view held_out) const {
    return std::ranges::count_if(series, [&](const std::string& s) { return s != held_out; }) < 2;
}

Uncertainty::Constant InformedConstant::entry(std::string_view held_out) const {
    std::vector<std::string> left = series;
    std::erase(left, held_out);
    Uncertainty::Constant out{of, name, key, static_cast<int>(left.size()), rows, {}, 0, 0};
    if (left.size() == 1) out.only_series = left.front();
    if (!single(held_out) || rows == 0) return out;
    out.spread = spread;
    double squares = 0, moved = 0;
    for (const double move : moves) squares += move * move, moved += move > 0;
    if (moved > 0) out.sigma = std::sqrt(squares / moved);
    return out;
}

std::vector<SpreadTerm> single_source_terms_of(size_t index, std::span<const InformedConstant> constants,
                                               std::string_view held_out) {
    std::vector<SpreadTerm> out;
    for (const InformedConstant& c : constants)
        if (index < c.moves.size() && c.moves[index] > 0 && c.single(held_out))
            out.push_back({c.key + " of " + c.name + " known from one series", c.moves[index]});
    return out;
}

Uncertainty derive_uncertainty(std::span<const Residual> residuals,
                               std::span<const InformedConstant> constants, std::string_view held_out) {
    Uncertainty out;
    const Derivation derivation(residuals, constants, held_out);
    derivation.components(out);
    derivation.seen(out);
    const auto or_default = [](double spread, double& value) {
        if (spread > 0) value = spread;
    };
    for (const InformedConstant& c : constants) out.constants.push_back(c.entry(held_out));
    or_default(derivation.quantile(out, "dense"), out.quantile);
    derivation.widen_kinds(out);
    or_default(derivation.after_matching(out), out.calibrated);
    return out;
}

} // namespace roofrack
