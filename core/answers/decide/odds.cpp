// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/odds.h"

#include "core/answers/step_answers.h"
#include "core/base/numerics/quasi_random.h"
#include "core/base/numerics/sobol_indices.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace roofrack {

namespace {

constexpr double no_odds = std::numeric_limits<double>::quiet_NaN();
constexpr double least_cause = 0.01;                          ///< share of the variance that is named
constexpr double as_often = 0.005;                            ///< share of draws that is as good as none
constexpr size_t fewest_of_causes = 16, most_of_causes = 256; ///< draws, each as often as there are unknowns

/// Values of a figure, [scenario][draw]; NaN: none.
using DrawnValues = std::vector<std::vector<double>>;

double quantile_of_sorted(const std::vector<double>& sorted, double share) {
    if (sorted.empty()) return no_odds;
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<size_t>(place);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

void fill_spread(const std::vector<double>& values, FigureSpread& out) {
    std::vector<double> sorted;
    for (const double value : values)
        if (std::isfinite(value)) sorted.push_back(value);
    std::ranges::sort(sorted);
    out.mean = sorted.empty()
                   ? no_odds
                   : std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
    out.p10 = quantile_of_sorted(sorted, 0.1);
    out.p50 = quantile_of_sorted(sorted, 0.5);
    out.p90 = quantile_of_sorted(sorted, 0.9);
    out.absent_share =
        1 - static_cast<double>(sorted.size()) / static_cast<double>(std::max<size_t>(1, values.size()));
}

/// 1: a is better, 0: b is, ½: neither. One that is not there is lost to one that is. NaN: both are not
/// there.
double wins(double a, double b, double sign) {
    if (!std::isfinite(a) && !std::isfinite(b)) return no_odds;
    if (!std::isfinite(a)) return 0;
    if (!std::isfinite(b)) return 1;
    if (is_tie(a, b)) return 0.5;
    return sign * a > sign * b ? 1 : 0;
}

/// Whether a scenario is held against others: it meets the amount that all were to meet, some of its
/// additions are left, it lacks no price, no caution bars it, and it waits for something.
bool is_rival(const FigureOdds& odds, const ComparedSizes& sizes, size_t scenario) {
    return !sizes.is_barred(scenario) && odds.scenarios[scenario].missing.empty() &&
           odds.scenarios[scenario].barred.empty() && odds.scenarios[scenario].no_wait.empty();
}

size_t rivals_of(const FigureOdds& odds, const ComparedSizes& sizes) {
    size_t out = 0;
    for (size_t i = 0; i < odds.scenarios.size(); ++i) out += is_rival(odds, sizes, i) ? 1 : 0;
    return out;
}

/// How often each scenario is the best of those that have a value.
struct BestCounts {
    double told = 0;             ///< draws in which one has it
    std::vector<double> best_in; ///< ties shared
    std::vector<double> lost;    ///< sum of what each loses against the best of the draws in which it has it
    std::vector<double> there;   ///< draws in which each has it

    double share(size_t scenario) const { return best_in[scenario] / told; }
};

BestCounts best_counts(const DrawnValues& values, double sign) {
    const size_t count = values.size(), draws = values.front().size();
    BestCounts out{0, std::vector<double>(count, 0), std::vector<double>(count, 0),
                   std::vector<double>(count, 0)};
    for (size_t draw = 0; draw < draws; ++draw) {
        double best = no_odds;
        for (size_t i = 0; i < count; ++i)
            if (const double value = values[i][draw]; std::isfinite(value) && !(sign * value <= sign * best))
                best = value;
        if (!std::isfinite(best)) continue;
        out.told += 1;
        double sharing = 0;
        for (size_t i = 0; i < count; ++i)
            if (std::isfinite(values[i][draw]) && is_tie(values[i][draw], best)) sharing += 1;
        for (size_t i = 0; i < count; ++i) {
            const double value = values[i][draw];
            if (!std::isfinite(value)) continue;
            out.there[i] += 1;
            out.lost[i] += sign * (best - value);
            if (is_tie(value, best)) out.best_in[i] += 1 / sharing;
        }
    }
    return out;
}

/// FigureSpread::chance_of_rest of all. `values`: none of those that are no rivals.
void fill_chances_of_rest(DrawnValues values, double sign, FigureOdds& out) {
    const auto two = two_best(out);
    if (!two) return;
    std::ranges::fill(values[two->first], no_odds);
    const BestCounts rest = best_counts(values, sign);
    for (size_t i = 0; i < values.size() && rest.told > 0; ++i)
        out.scenarios[i].chance_of_rest = rest.share(i);
}

/// Chances of the rivals.
void fill_chances(const DrawnValues& all_values, double sign, const ComparedSizes& sizes, FigureOdds& out) {
    // One that is none is in none of them: neither the best nor lost to.
    DrawnValues values = all_values;
    for (size_t i = 0; i < values.size(); ++i)
        if (!is_rival(out, sizes, i)) std::ranges::fill(values[i], no_odds);
    const size_t count = values.size(), draws = values.front().size();
    const BestCounts counts = best_counts(values, sign);
    for (size_t i = 0; i < count; ++i) {
        FigureSpread& of = out.scenarios[i];
        of.chance_best = counts.told > 0 && is_rival(out, sizes, i) ? counts.share(i) : no_odds;
        of.regret = counts.there[i] > 0 ? counts.lost[i] / counts.there[i] : no_odds;
        for (size_t j = 0; j < count; ++j) {
            double won = 0, held = 0;
            const bool are_rivals = i != j && is_rival(out, sizes, i) && is_rival(out, sizes, j);
            for (size_t draw = 0; draw < draws && are_rivals; ++draw)
                if (const double each = wins(values[i][draw], values[j][draw], sign); std::isfinite(each)) {
                    won += each;
                    held += 1;
                }
            of.beats.push_back(held > 0 ? won / held : no_odds);
        }
    }
    fill_chances_of_rest(std::move(values), sign, out);
}

void fill_no_chances(FigureOdds& out) {
    for (FigureSpread& of : out.scenarios) {
        of.chance_best = of.regret = no_odds;
        of.beats.assign(out.scenarios.size(), no_odds);
    }
}

/// Two points of which more than one coordinate differs.
bool is_far(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return true;
    size_t differing = 0;
    for (size_t i = 0; i < a.size(); ++i) differing += a[i] != b[i] ? 1 : 0;
    return differing > 1;
}

/// The first scenario that may be the best; where none may, the first.
size_t first_that_may_win(size_t scenarios, const ComparedSizes& sizes) {
    for (size_t i = 0; i < scenarios; ++i)
        if (!sizes.is_barred(i)) return i;
    return 0;
}

void fill_causes(const Draws& draws, Odds& out, const std::stop_token& stop, OddsProgress& progress) {
    const size_t scenarios = draws.scenarios(), figures = out.figures.size();
    const size_t alone = first_that_may_win(scenarios, out.sizes);
    std::vector<std::pair<size_t, size_t>> rivals;
    for (const FigureOdds& each : out.figures) {
        const auto [a, b] = two_best(each).value_or(std::pair(alone, alone));
        rivals.emplace_back(a, are_always_even(each, a, b) ? a : b);
    }
    // A scenario that lacks the unknown which alone is turned is as it was; one that has it is found from
    // what was prepared then.
    std::vector<DrawnPoint> known(scenarios);
    const auto model = [&](std::span<const double> quantiles, std::span<double> values) {
        std::vector<const std::vector<ProbedValue>*> of(scenarios, nullptr);
        std::vector<DrawnPoint> found(scenarios);
        const auto value = [&](size_t scenario, size_t figure) {
            if (!of[scenario]) {
                const std::vector<double> own = draws.of_scenario(scenario, quantiles);
                if (own == known[scenario].quantiles) {
                    of[scenario] = &known[scenario].values;
                } else {
                    const bool is_other_point = is_far(own, known[scenario].quantiles);
                    found[scenario] = draws.point(scenario, quantiles, &known[scenario]);
                    of[scenario] = &found[scenario].values;
                    if (is_other_point) known[scenario] = found[scenario];
                }
            }
            return (*of[scenario])[figure].number;
        };
        for (size_t figure = 0; figure < figures; ++figure) {
            const auto [a, b] = rivals[figure];
            values[figure] = a == b ? value(a, figure) : value(a, figure) - value(b, figure);
        }
        ++progress.done;
    };
    const size_t inputs = draws.unknowns().size(),
                 samples = std::clamp(out.draws / 8, fewest_of_causes, most_of_causes);
    progress.begin(samples * (inputs + 1), true);
    const auto indices = total_order_indices(inputs, figures, samples, model, stop);
    for (size_t figure = 0; figure < figures; ++figure) {
        std::vector<SpreadCause>& causes = out.figures[figure].causes;
        for (size_t i = 0; i < indices[figure].size(); ++i)
            if (indices[figure][i] >= least_cause)
                causes.push_back(
                    {draws.unknowns()[i].name, draws.unknowns()[i].label, std::min(1.0, indices[figure][i])});
        std::ranges::stable_sort(causes, std::greater(), &SpreadCause::share);
    }
}

} // namespace

void OddsProgress::begin(size_t samples, bool about_causes) {
    done = 0;
    is_about_causes = about_causes;
    all = samples;
}

Result<Odds> odds(const std::vector<const Answers*>& scenarios, const DrawOptions& options,
                  const std::stop_token& stop, const ComparedSizes& sizes, OddsProgress* progress,
                  const PublishOdds& publish) {
    OddsProgress own;
    OddsProgress& at = progress ? *progress : own;
    const auto drawn = Draws::make(scenarios, options);
    if (!drawn) return tl::unexpected(drawn.error());
    Odds out;
    out.draws = options.draws;
    out.unknowns = drawn->unknowns();
    out.sizes = sizes;
    for (const Answers* each : scenarios) out.scenarios.push_back(each->scenario().name);
    std::vector<DrawnValues> values(drawn->figures().size(),
                                    DrawnValues(scenarios.size(), std::vector<double>(options.draws)));
    for (const ProbedFigure& figure : drawn->figures())
        out.figures.push_back({figure, std::vector<FigureSpread>(scenarios.size()), {}});
    QuasiRandom points(out.unknowns.size());
    std::vector<double> point(out.unknowns.size());
    at.begin(options.draws, false);
    for (size_t draw = 0; draw < options.draws; ++draw, ++at.done) {
        points.next(point);
        for (size_t scenario = 0; scenario < scenarios.size(); ++scenario) {
            if (stop.stop_requested()) return fail("", "stopped", "ask again");
            const std::vector<ProbedValue> found = drawn->at(scenario, point);
            for (size_t figure = 0; figure < found.size(); ++figure) {
                values[figure][scenario][draw] = found[figure].number;
                FigureSpread& of = out.figures[figure].scenarios[scenario];
                if (of.absent.empty()) of.absent = found[figure].absent;
                if (of.missing.empty()) of.missing = found[figure].missing;
            }
        }
    }
    for (size_t scenario = 0; scenario < scenarios.size(); ++scenario) {
        std::vector<ProbedValue> as_is = drawn->as_is(scenario);
        for (size_t figure = 0; figure < as_is.size(); ++figure) {
            FigureSpread& of = out.figures[figure].scenarios[scenario];
            of.as_is = std::move(as_is[figure]);
            of.no_wait = of.as_is.no_wait;
            of.barred = barring_caution(out.figures[figure].figure.name,
                                        sizes.cautions_about(out.scenarios[scenario]));
            fill_spread(values[figure][scenario], of);
        }
    }
    for (size_t figure = 0; figure < values.size(); ++figure) {
        const figures::Better better = out.figures[figure].figure.row->better;
        if (better == figures::Better::neither || rivals_of(out.figures[figure], sizes) < 2 ||
            nobody_is_best(sizes.resized, out.figures[figure].figure.name))
            fill_no_chances(out.figures[figure]);
        else
            fill_chances(values[figure], better == figures::Better::less ? -1 : 1, sizes,
                         out.figures[figure]);
    }
    if (!options.with_causes) return out;
    if (publish) {
        out.lacks_causes = true;
        publish(out);
        out.lacks_causes = false;
    }
    fill_causes(*drawn, out, stop, at);
    if (stop.stop_requested()) return fail("", "stopped", "ask again");
    return out;
}

Result<Odds> odds_of(const EqualScenarios& equal, const DrawOptions& options, const std::stop_token& stop,
                     OddsProgress* progress, const PublishOdds& publish) {
    std::vector<const Answers*> answers;
    for (const auto& each : equal.scenarios) answers.push_back(each.get());
    return odds(answers, options, stop, equal.sizes, progress, publish);
}

bool is_tie(double a, double b) {
    constexpr double tie = 1e-12;
    return std::abs(a - b) <= tie * std::max(std::abs(a), std::abs(b));
}

std::optional<std::pair<size_t, size_t>> two_best(const FigureOdds& odds) {
    const auto has_chances = [](const FigureSpread& each) { return std::isfinite(each.chance_best); };
    if (odds.scenarios.size() < 2 || !std::ranges::any_of(odds.scenarios, has_chances)) return std::nullopt;
    const auto chance_best = [&](size_t i) {
        return has_chances(odds.scenarios[i]) ? odds.scenarios[i].chance_best : -1.0;
    };
    std::vector<size_t> order(odds.scenarios.size());
    std::iota(order.begin(), order.end(), size_t(0));
    const size_t first = *std::ranges::max_element(order, {}, chance_best);
    std::erase(order, first);
    const auto is_before = [&](size_t i, size_t j) {
        // A win in a few draws is none.
        const auto wins_of = [&](size_t each) {
            const double chance = chance_best(each);
            return chance >= 0 && chance < as_often ? 0.0 : chance;
        };
        const FigureSpread &a = odds.scenarios[i], &b = odds.scenarios[j];
        if (wins_of(i) != wins_of(j)) return wins_of(i) > wins_of(j);
        if (a.chance_of_rest != b.chance_of_rest) return a.chance_of_rest > b.chance_of_rest;
        if (!std::isfinite(a.p50) || !std::isfinite(b.p50))
            return std::isfinite(a.p50) && !std::isfinite(b.p50);
        const bool is_less_better = odds.figure.row && odds.figure.row->better == figures::Better::less;
        return is_less_better ? a.p50 < b.p50 : a.p50 > b.p50;
    };
    return std::pair(first, *std::ranges::min_element(order, is_before));
}

std::optional<size_t> best_most_often(const FigureOdds& odds) {
    const auto two = two_best(odds);
    if (!two) return std::nullopt;
    const auto [first, second] = *two;
    const double lead = odds.scenarios[first].chance_best - odds.scenarios[second].chance_best;
    return lead > as_often ? std::optional(first) : std::nullopt;
}

bool are_always_even(const FigureOdds& odds, size_t a, size_t b) {
    constexpr double rounding = 1e-9;
    const auto never_loses = [&](size_t i) {
        const FigureSpread& each = odds.scenarios[i];
        return each.absent_share == 0 && each.regret <= rounding * std::abs(each.p50);
    };
    return a != b && never_loses(a) && never_loses(b) && is_tie(odds.scenarios[a].beats[b], 0.5);
}

const std::vector<std::string>& first_drawn_figures() {
    static const std::vector<std::string> names{"dates.done_weeks",          "money.run.usd",
                                                "money.run.usd_per_million", "money.capital.needed_usd",
                                                "power.metered_w",           "money.run.energy_j"};
    return names;
}

} // namespace roofrack
