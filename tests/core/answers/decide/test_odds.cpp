// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/odds.h"
#include "core/answers/decide/odds_text.h"
#include "core/answers/decide/uncertain_text.h"
#include "core/answers/step_answers.h"
#include "core/base/numerics/normal_quantile.h"
#include "tests/support/sample.h"

#include <QTest>

#include <cmath>

using namespace roofrack;

namespace {

std::unique_ptr<const Answers> asked_of(Scenario scenario, const char* name = nullptr) {
    if (name) scenario.name = name;
    Snapshot out;
    out.scenario = std::make_shared<const Scenario>(std::move(scenario));
    return std::make_unique<const Answers>(std::move(out), Catalog::built_in());
}

Scenario with_budget(const char* name = "dgx-h100-su") {
    Scenario out = test::sample(name);
    out.workload.token_budget = 1e12;
    return out;
}

UncertainInput unknown_input(const char* text, const Scenario& scenario) {
    return parse_uncertain(text, scenario, Catalog::built_in()).value_or(UncertainInput());
}

DrawOptions drawn(std::vector<std::string> figures, size_t draws = 256) {
    DrawOptions out;
    out.figures = std::move(figures);
    out.draws = draws;
    return out;
}

double share_of(const FigureOdds& odds, std::string_view unknown) {
    for (const SpreadCause& cause : odds.causes)
        if (cause.unknown.starts_with(unknown)) return cause.share;
    return 0;
}

} // namespace

class TestOdds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void identical_scenarios_are_even() {
        const auto one = asked_of(with_budget(), "one"), two = asked_of(with_budget(), "two");
        const auto found = odds({one.get(), two.get()}, drawn(first_drawn_figures()));
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QVERIFY(samples_text(*found).ends_with("all as drawn"));
        for (const FigureOdds& each : found->figures)
            for (const FigureSpread& of : each.scenarios) {
                QCOMPARE(of.chance_best, 0.5);
                QCOMPARE(of.regret, 0.0);
                QCOMPARE(of.absent_share, 0.0);
            }
    }

    /// Half the price of every part is better in every draw, whatever else is: they share it.
    void better_in_all_draws_is_certain() {
        Scenario cheap = with_budget(), dear = with_budget();
        cheap.site.capex_per_gpu = 30e3;
        dear.site.capex_per_gpu = 31e3;
        const auto one = asked_of(cheap, "cheap"), two = asked_of(dear, "dear");
        const auto found = odds({one.get(), two.get()}, drawn({"money.run.usd_per_million"}));
        QVERIFY(found);
        const auto& scenarios = found->figures.front().scenarios;
        QCOMPARE(scenarios[0].chance_best, 1.0);
        QCOMPARE(scenarios[0].beats[1], 1.0);
        QCOMPARE(scenarios[1].beats[0], 0.0);
        QCOMPARE(scenarios[0].regret, 0.0);
        QVERIFY(scenarios[1].regret > 0);
    }

    /// Copies that differ by a cable of a little less health: the error of the model is the same in both, so
    /// that the faster one is faster for sure, though their bands overlap almost wholly.
    void shared_errors_cancel() {
        Scenario one = with_budget(), two = one;
        for (Link& link : two.cluster.links)
            if (link.pattern == LinkPattern::rail || link.pattern == LinkPattern::each) link.health = 0.9;
        const auto a = asked_of(one, "whole"), b = asked_of(two, "worn");
        const auto found = odds({a.get(), b.get()}, drawn({"step.step_time_s"}));
        QVERIFY(found);
        const auto& scenarios = found->figures.front().scenarios;
        QVERIFY(scenarios[0].as_is.number < scenarios[1].as_is.number);
        QVERIFY(scenarios[0].p90 > scenarios[1].p10); // the bands overlap
        QCOMPARE(scenarios[0].chance_best, 1.0);
        // Another plan leaves a part of the error that is not shared.
        Scenario other = one;
        other.plan.recompute = Recompute::selective;
        const auto c = asked_of(other, "other");
        const auto unsure = odds({a.get(), c.get()}, drawn({"step.step_time_s"}));
        QVERIFY(unsure);
        const auto& both = unsure->figures.front().scenarios;
        const bool differs = std::abs(both[0].as_is.number / both[1].as_is.number - 1) < 0.1;
        if (differs) QVERIFY(both[0].chance_best > 0 && both[0].chance_best < 1);
    }

    /// The errors of two plans are a quarter alike: the chance is Φ(ln(b ÷ a) ÷ √(σa² + σb² − 2·¼·σa·σb)), σ
    /// from the bands that `evaluate` prints.
    void the_chance_of_two_plans_is_that_of_their_bands() {
        Scenario other = with_budget();
        other.plan.vpp = 4;
        const auto a = asked_of(with_budget(), "a"), b = asked_of(other, "b");
        const auto found = odds({a.get(), b.get()}, drawn({"step.productive_step_s"}, 4096));
        QVERIFY(found);
        const auto& scenarios = found->figures.front().scenarios;
        const auto sigma = [](const Answers& of) {
            const Evaluation& evaluation = *of.value<Evaluation>();
            return std::log(evaluation.step_time_high / evaluation.step_time) / normal_quantile(0.9);
        };
        const double sa = sigma(*a), sb = sigma(*b),
                     ahead = std::log(scenarios[1].as_is.number / scenarios[0].as_is.number);
        QVERIFY(ahead != 0);
        const double expected = normal_share_below(ahead / std::sqrt(sa * sa + sb * sb - 2 * 0.25 * sa * sb));
        QVERIFY2(std::abs(scenarios[0].chance_best - expected) < 0.01,
                 qPrintable(QString("%1 for %2").arg(scenarios[0].chance_best).arg(expected)));
    }

    /// The drawn step has the quantiles of its band: P10 and P90 are the ends that `evaluate` prints.
    void the_step_is_drawn_from_its_band() {
        const auto answers = asked_of(with_budget());
        const auto found = odds({answers.get()}, drawn({"step.productive_step_s"}, 4096));
        QVERIFY(found);
        const FigureSpread& of = found->figures.front().scenarios.front();
        const Evaluation& evaluation = *answers->value<Evaluation>();
        const double low = evaluation.step_time_low / evaluation.step_time,
                     high = evaluation.step_time_high / evaluation.step_time;
        QVERIFY(std::abs(of.p10 / of.as_is.number / low - 1) < 2e-3);
        QVERIFY(std::abs(of.p50 / of.as_is.number - 1) < 2e-3);
        QVERIFY(std::abs(of.p90 / of.as_is.number / high - 1) < 2e-3);
        QVERIFY(std::isnan(of.chance_best) && std::isnan(of.regret)); // there is nothing to be better than
    }

    /// Quantiles of each spread, by hand: triangle 0–1–3: F(1) = 1/3, its 10 % at sqrt(0.3).
    void quantiles_of_spreads() {
        Spread triangle;
        triangle.low = 0;
        triangle.likely = 1;
        triangle.high = 3;
        QVERIFY(std::abs(triangle.quantile(1.0 / 3) - 1) < 1e-12);
        QVERIFY(std::abs(triangle.quantile(0.1) - std::sqrt(0.3)) < 1e-12);
        QVERIFY(std::abs(triangle.quantile(0.9) - (3 - std::sqrt(0.6))) < 1e-12);
        Spread normal;
        normal.kind = SpreadKind::normal;
        normal.low = 8;
        normal.high = 12;
        QVERIFY(std::abs(normal.quantile(0.1) - 8) < 1e-9 && std::abs(normal.quantile(0.9) - 12) < 1e-9);
        normal.least = 9; // what lies below is cut off
        QVERIFY(normal.quantile(1e-6) >= 9 && normal.quantile(0.5) > 10);
        Spread log_normal;
        log_normal.kind = SpreadKind::log_normal;
        log_normal.low = 1;
        log_normal.high = 4;
        QVERIFY(std::abs(log_normal.quantile(0.5) - 2) < 1e-9 &&
                std::abs(log_normal.quantile(0.9) - 4) < 1e-9);
        Spread list;
        list.kind = SpreadKind::values;
        list.values = {5, 7};
        QCOMPARE(list.quantile(0.49), 5.0);
        QCOMPARE(list.quantile(0.51), 7.0);
    }

    /// A price of energy alone moves $ per million evenly: its mean and quantiles are those of the price.
    void a_declared_input_is_drawn() {
        Scenario scenario = with_budget();
        scenario.uncertain = {unknown_input("/site/electricity_price=0.05..0.15", scenario)};
        const auto answers = asked_of(scenario);
        const auto found = odds({answers.get()}, drawn({"money.run.usd_per_hour.energy"}, 4096));
        QVERIFY(found);
        const FigureSpread& of = found->figures.front().scenarios.front();
        QVERIFY(share_of(found->figures.front(), "/site/electricity_price") > 0.5);
        Scenario middle = scenario;
        middle.site.electricity_price = 0.1;
        const auto at_middle = asked_of(middle);
        const double expected = at_middle->value<Evaluation>()->cost.power;
        QVERIFY(std::abs(of.p50 / expected - 1) < 0.05);
    }

    /// A date is the longest wait and the run; tokens by it are what the weeks left of it train.
    void dates_and_tokens_by_a_date() {
        const auto answers = asked_of(with_budget());
        DrawOptions options = drawn({"dates.ready_weeks", "dates.done_weeks", "dates.trained",
                                     "money.run.time_s", "money.run.useful_rate"});
        options.by_weeks = 100;
        const auto found = odds({answers.get()}, options);
        QVERIFY(found);
        const auto as_is = [&](size_t i) { return found->figures[i].scenarios.front().as_is.number; };
        QVERIFY(as_is(0) > 0);
        QVERIFY(std::abs(as_is(1) - as_is(0) - as_is(3) / (7 * 86400)) < 1e-9);
        QVERIFY(std::abs(as_is(2) / ((100 - as_is(0)) * 7 * 86400 * as_is(4)) - 1) < 1e-9);
        const FigureSpread& done = found->figures[1].scenarios.front();
        QVERIFY(done.p10 < done.p50 && done.p50 < done.p90);
        QVERIFY(share_of(found->figures[1], "weeks:") > 0.5);
    }

    /// The same draws each time, and one scenario's are not changed by another beside it.
    void draws_are_the_same_each_time() {
        const auto one = asked_of(with_budget(), "one");
        const auto first = odds({one.get()}, drawn({"money.run.usd"})),
                   again = odds({one.get()}, drawn({"money.run.usd"}));
        QVERIFY(first && again);
        QCOMPARE(first->figures[0].scenarios[0].p90, again->figures[0].scenarios[0].p90);
    }

    void what_does_not_run_is_lost_and_said() {
        Scenario broken = with_budget();
        broken.plan.tp = 3;
        const auto one = asked_of(with_budget(), "runs"), two = asked_of(broken, "does not");
        const auto found = odds({one.get(), two.get()}, drawn({"money.run.usd"}, 64));
        QVERIFY(found);
        const auto& scenarios = found->figures.front().scenarios;
        QCOMPARE(scenarios[0].chance_best, 1.0);
        QCOMPARE(scenarios[1].chance_best, 0.0);
        QCOMPARE(scenarios[1].absent_share, 1.0);
        QVERIFY(!scenarios[1].absent.empty());
        QVERIFY(std::isnan(scenarios[1].regret) && std::isnan(scenarios[1].p50) &&
                std::isnan(scenarios[1].mean));
    }

    /// A list in which one value does not run: the share of draws without a figure is that of the value.
    void a_value_that_does_not_run_is_counted() {
        Scenario scenario = with_budget();
        scenario.uncertain = {unknown_input("/plan/tp=8,3", scenario)};
        const auto answers = asked_of(scenario);
        const auto found = odds({answers.get()}, drawn({"step.step_time_s"}, 64));
        QVERIFY(found);
        QCOMPARE(found->figures.front().scenarios.front().absent_share, 0.5);
    }

    /// Two that are best as often, to half a percent, have no best, whichever stands first.
    void the_best_most_often() {
        const auto best_of = [](const std::vector<double>& chances) {
            FigureOdds odds;
            for (const double chance : chances) {
                odds.scenarios.emplace_back();
                odds.scenarios.back().chance_best = chance;
            }
            return best_most_often(odds);
        };
        QCOMPARE(best_of({0.2, 0.5, 0.3}), std::optional<size_t>(1));
        QVERIFY(!best_of({0.402, 0.4, 0.198}) && !best_of({0.4, 0.402, 0.198}));
        QVERIFY(!best_of({1}) && !best_of({NAN, NAN}));
    }

    void wrong_calls_are_refused() {
        const auto answers = asked_of(with_budget());
        const auto refused = [&](const DrawOptions& options) {
            const auto found = odds({answers.get()}, options);
            return !found && !found.error().what.empty() && !found.error().fix.empty();
        };
        QVERIFY(refused(drawn({"step.nothing"})));
        QVERIFY(refused(drawn({"dates.nothing"})));
        QVERIFY(refused(drawn({"step.feasible"})));
        QVERIFY(refused(drawn({"scale.gpus_at_peak"})));
        QVERIFY(refused(drawn({"money.run.usd"}, 1)));
        QVERIFY(refused(drawn({"money.run.usd"}, 10'000'000)));
        DrawOptions outside = drawn({"money.run.usd"});
        UncertainInput interest;
        interest.input = "/site/money/interest";
        interest.low = 0.5;
        interest.likely = 0.6;
        interest.high = 1.5;
        outside.declared = {interest};
        QVERIFY(refused(outside));
        outside.declared.front().input = "/site/money/intrest";
        QVERIFY(refused(outside));
    }
};

QTEST_APPLESS_MAIN(TestOdds)
#include "test_odds.moc"
