// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/kept_equal.h"
#include "core/answers/decide/odds.h"
#include "core/answers/decide/odds_conclusion.h"
#include "core/answers/decide/odds_text.h"
#include "core/answers/decide/uncertain_text.h"
#include "core/answers/figure_index.h"
#include "core/answers/report/decide/odds_json.h"
#include "core/answers/step_answers.h"
#include "core/base/constants/changed_defaults.h"
#include "core/base/numerics/normal_quantile.h"
#include "core/drawing/project/project_file.h"
#include "core/study/money/figure_cautions.h"
#include "tests/support/cli.h"
#include "tests/support/sample.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

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

/// A cluster whose step and price are others than those of with_budget().
Scenario with_another_plan() {
    Scenario out = with_budget();
    out.name = "another plan";
    out.plan.precision = Precision::fp8;
    out.site.capex_per_gpu = 60e3;
    return out;
}

/// Both at half the GPUs of the first.
Result<EqualScenarios> halved() {
    const std::vector<std::shared_ptr<const Answers>> scenarios{asked_of(with_budget()),
                                                                asked_of(with_another_plan())};
    EqualRequest request;
    request.at_equal = EqualBy::gpus;
    request.amount = amount_of(*scenarios.front(), EqualBy::gpus).value() / 2;
    return made_equal(scenarios, request);
}

/// Three scenarios "a", "b", "c" of a figure of which less is better: shares of best, P50, and the chance
/// that the first two by share differ by.
Odds three_scenarios(const std::vector<double>& best_in, const std::vector<double>& middles, double chance,
                     const char* of = "power.metered_w") {
    Odds out;
    out.scenarios = {"a", "b", "c"};
    FigureOdds figure;
    const auto answers = asked_of(with_budget());
    figure.figure = odds({answers.get()}, drawn({of}, 2)).value().figures.front().figure;
    for (size_t i = 0; i < 3; ++i) {
        FigureSpread each;
        each.chance_best = best_in[i];
        each.p50 = middles[i];
        each.beats = {1 - chance, 1 - chance, 1 - chance};
        figure.scenarios.push_back(each);
    }
    const auto two = two_best(figure);
    if (two) figure.scenarios[two->first].beats[two->second] = chance;
    out.figures.push_back(figure);
    return out;
}

/// NaN where both are.
bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

} // namespace

class TestOdds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void identical_scenarios_are_even() {
        const auto one = asked_of(with_budget(), "one"), two = asked_of(with_budget(), "two");
        const auto found = odds({one.get(), two.get()}, drawn(first_drawn_figures()));
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QVERIFY(samples_text(*found).ends_with("all as drawn"));
        QVERIFY(samples_text(*found).find("spread: P10 to P90") != std::string::npos);
        for (const FigureOdds& each : found->figures)
            for (const FigureSpread& of : each.scenarios) {
                QCOMPARE(of.chance_best, 0.5);
                QCOMPARE(of.regret, 0.0);
                QCOMPARE(of.absent_share, 0.0);
            }
    }

    /// Who waits is told how many samples are drawn, then how many of those that tell the causes.
    void the_samples_are_counted() {
        const auto one = asked_of(with_budget(), "one");
        OddsProgress progress;
        QCOMPARE(progress_text(progress), std::string());
        const auto found = odds({one.get()}, drawn({"money.run.usd"}, 64), {}, {}, &progress);
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QVERIFY(progress.is_about_causes);
        QCOMPARE(progress.done.load(), progress.all.load());
        QCOMPARE(progress.all.load(), 16 * (found->unknowns.size() + 1));
        QVERIFY(progress_text(progress).ends_with(" samples that tell where the spread comes from"));
        progress.begin(2048, false);
        progress.done = 512;
        QCOMPARE(progress_text(progress), std::string("512 of 2,048 samples"));
        QCOMPARE(causes_progress_text(progress), std::string()); // they are not about causes
        progress.begin(7168, true);
        progress.done = 1024;
        QCOMPARE(causes_progress_text(progress), std::string("1,024 of 7,168"));
        // What is stopped stays where it was.
        std::stop_source stopped;
        stopped.request_stop();
        QVERIFY(!odds({one.get()}, drawn({"money.run.usd"}, 64), stopped.get_token(), {}, &progress));
        QCOMPARE(progress_text(progress), std::string("0 of 64 samples"));
    }

    /// All but the causes is given once, before their samples are drawn, and stays as it is.
    void the_odds_are_there_before_their_causes() {
        Scenario other = with_budget();
        other.plan.recompute = Recompute::selective;
        const auto one = asked_of(with_budget(), "one"), two = asked_of(other, "two");
        OddsProgress progress;
        std::vector<Odds> parts;
        const auto publish = [&](const Odds& part) {
            QVERIFY(!progress.is_about_causes);
            QCOMPARE(progress.done.load(), size_t(64));
            parts.push_back(part);
        };
        const auto found = odds({one.get(), two.get()}, drawn({"dates.done_weeks", "money.run.usd"}, 64), {},
                                {}, &progress, publish);
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QCOMPARE(parts.size(), size_t(1));
        QVERIFY(parts.front().lacks_causes && !found->lacks_causes);
        QCOMPARE(parts.front().unknowns.size(), found->unknowns.size());
        QCOMPARE(parts.front().figures.size(), found->figures.size());
        for (size_t figure = 0; figure < found->figures.size(); ++figure) {
            const FigureOdds &part = parts.front().figures[figure], &whole = found->figures[figure];
            QVERIFY(part.causes.empty() && !whole.causes.empty());
            for (size_t i = 0; i < 2; ++i) {
                const FigureSpread &a = part.scenarios[i], &b = whole.scenarios[i];
                QCOMPARE(a.as_is.number, b.as_is.number);
                QCOMPARE(a.p50, b.p50);
                QCOMPARE(a.chance_best, b.chance_best);
                QCOMPARE(a.regret, b.regret);
                QCOMPARE(a.beats[1 - i], b.beats[1 - i]);
            }
        }
        // What is stopped then is no whole answer.
        std::stop_source stopped;
        const auto none = odds({one.get()}, drawn({"money.run.usd"}, 64), stopped.get_token(), {}, nullptr,
                               [&](const Odds&) { stopped.request_stop(); });
        QVERIFY(!none);
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

    /// What is to be found out names stack and GPUs as people do: no "on hopper".
    void errors_of_the_model_name_gpus_as_people_do() {
        const auto answers = asked_of(with_budget());
        const auto probe = FigureProbe::make(*answers, {"step.step_time_s"});
        QVERIFY(probe);
        const auto unknowns = model_unknowns(*probe);
        QCOMPARE(unknowns.size(), size_t(2));
        for (const Unknown& each : unknowns) QVERIFY2(each.label.ends_with(" on Hopper"), each.label.c_str());
        QVERIFY(unknowns[0].name.find("|hopper|") != std::string::npos); // what they share is told by the id
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

    /// Who is to find out more must know of which plan.
    void errors_of_two_plans_name_their_scenarios() {
        Scenario other = with_budget();
        other.plan.vpp = 4;
        const auto a = asked_of(with_budget(), "a"), b = asked_of(other, "b"), c = asked_of(other, "c");
        const auto found = odds({a.get(), b.get(), c.get()}, drawn({"step.productive_step_s"}));
        QVERIFY(found);
        std::set<std::string> labels;
        for (const Unknown& each : found->unknowns) {
            if (each.basis != RangeBasis::model) continue;
            QVERIFY2(labels.insert(each.label).second, each.label.c_str());
            const bool is_of_plan = each.label.starts_with("error of the model for this plan");
            QCOMPARE(each.label.ends_with("(“a”)") || each.label.ends_with("(“b”, “c”)"), is_of_plan);
        }
        QCOMPARE(labels.size(), size_t(3)); // what all share, and two of plans
        QVERIFY(std::ranges::any_of(found->figures.front().causes,
                                    [&](const SpreadCause& each) { return labels.contains(each.label); }));
        // One plan alone is told by what it is.
        const auto alone = odds({b.get(), c.get()}, drawn({"step.productive_step_s"}));
        QVERIFY(alone);
        QCOMPARE(std::ranges::count(alone->unknowns, RangeBasis::model, &Unknown::basis), 2);
        for (const Unknown& each : alone->unknowns)
            QVERIFY2(each.label.find("“b”") == std::string::npos, each.label.c_str());
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

    /// What is owned trains until the added runs, in the odds as in what `ask` says.
    void what_is_owned_trains_meanwhile() {
        for (const size_t which : {1, 2}) { // H100 that stay beside new servers; that are sold for them
            Scenario scenario = test::sample("decisions/owned-h100", which);
            scenario.workload.token_budget = 1e14;
            const auto answers = asked_of(scenario);
            DrawOptions options = drawn({"dates.done_weeks", "dates.trained", "dates.ready_weeks"}, 16);
            options.by_weeks = 20;
            const auto found = odds({answers.get()}, options);
            QVERIFY2(found, found ? "" : found.error().text().c_str());
            const auto as_is = [&](size_t i) { return found->figures[i].scenarios.front().as_is.number; };
            const double done = ask_figure(*answers, "money.increment.done_weeks")->number,
                         meanwhile = ask_figure(*answers, "money.increment.meanwhile_rate")->number;
            QVERIFY(std::abs(as_is(0) / done - 1) < 1e-9);
            QCOMPARE(meanwhile > 0, which == 1);
            QVERIFY(as_is(2) > 20); // none of the added runs by then
            QVERIFY(std::abs(as_is(1) - 20 * 7 * 86400 * meanwhile) <= 1e-9 * as_is(1));
            const FigureSpread& spread = found->figures[0].scenarios.front();
            QVERIFY(spread.p10 < spread.p50 && spread.p50 < spread.p90 && spread.absent_share == 0);
        }
    }

    /// As in a comparison: no wait is shorter than none for what is never added.
    void who_adds_nothing_wins_no_wait() {
        std::vector<std::shared_ptr<const Answers>> all;
        for (const auto& [i, name] : {std::pair(0, "owned"), std::pair(1, "added"), std::pair(2, "other")})
            all.push_back(asked_of(test::sample("decisions/owned-h100", size_t(i)), name));
        const auto found = odds({all[0].get(), all[1].get(), all[2].get()},
                                drawn({"dates.ready_weeks", "dates.done_weeks"}, 16));
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        const FigureOdds &wait = found->figures[0], &done = found->figures[1];
        QCOMPARE(wait.scenarios[0].no_wait, std::string("nothing is added"));
        QVERIFY(!std::isfinite(wait.scenarios[0].chance_best));
        QVERIFY(std::isfinite(wait.scenarios[1].chance_best) && wait.scenarios[2].chance_best > 0.5);
        QCOMPARE(lack_sentences(*found, wait),
                 std::vector<std::string>{"“owned”: nothing is added, so it is never the best"});
        QCOMPARE(odds_json(*found)["figures"][0]["scenarios"][0]["no_wait"].get<std::string>(),
                 wait.scenarios[0].no_wait);
        // Its run is done, whatever it adds.
        QVERIFY(done.scenarios[0].no_wait.empty() && done.scenarios[0].chance_best > 0);
    }

    /// A run that what is there already does before what is bought runs turns on the error of the GPUs that
    /// do it, not of all that are drawn; it is done as soon as where nothing is bought.
    void gpus_that_do_none_of_the_run_are_no_cause() {
        const auto owned = asked_of(test::sample("decisions/owned-h100", 0), "owned"),
                   added = asked_of(test::sample("decisions/owned-h100", 1), "added");
        const auto found = odds({owned.get(), added.get()}, drawn({"dates.done_weeks", "step.step_time_s"}));
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        const FigureOdds& date = found->figures[0];
        QVERIFY(date.scenarios[1].as_is.number <
                ask_figure(*added, "money.increment.lead_weeks")->number); // they do none of it
        QVERIFY(are_always_even(date, 0, 1));
        QCOMPARE(conclusion_text(*found, date),
                 std::string("no difference: “owned” and “added” are as good in every sample"));
        const auto names = [](const FigureOdds& of, const char* gpus) {
            return std::ranges::any_of(of.causes, [&](const SpreadCause& cause) {
                return cause.label.find(fmt::format("on {} GPUs", gpus)) != std::string::npos;
            });
        };
        QVERIFY(names(date, "512") && !names(date, "768"));
        QVERIFY(names(found->figures[1], "768")); // the step is of all of them
        QVERIFY(!are_always_even(found->figures[1], 0, 1));
        // Where both do a part of it, both count.
        Scenario longer = test::sample("decisions/owned-h100", 1);
        longer.workload.token_budget = 1e14;
        const auto both = asked_of(longer);
        const auto late = odds({both.get()}, drawn({"dates.done_weeks"}));
        QVERIFY2(late, late ? "" : late.error().text().c_str());
        QVERIFY(names(late->figures[0], "768"));
        const auto probe = FigureProbe::make(*both, {"money.increment.done_weeks"});
        QVERIFY(probe && probe->trains_meanwhile());
        const auto errors = model_unknowns(*probe);
        QCOMPARE(errors.size(), size_t(3)); // the one that both share, then each one's own
        QVERIFY(errors[0].of_all == 1 && errors[0].of_meanwhile > 0);
        QVERIFY(errors[1].of_all == 1 && errors[1].of_meanwhile == 0);
        QVERIFY(errors[2].of_all == 0 && errors[2].of_meanwhile == 1);
    }

    /// Where all of the error is shared, or none of it, there is one error the less, and every date is a
    /// number.
    void errors_may_be_shared_wholly_or_not_at_all() {
        Scenario longer = test::sample("decisions/owned-h100", 1);
        longer.workload.token_budget = 1e14; // what is there does a part of it
        for (const double share : {0.0, 1.0}) {
            const auto constants = defaults_with({{"bands.shared_error", share}});
            QVERIFY(constants);
            const Catalog catalog = Catalog::built_in().with(*constants);
            Snapshot snapshot;
            snapshot.scenario = std::make_shared<const Scenario>(longer);
            const Answers answers(std::move(snapshot), catalog);
            const auto probe = FigureProbe::make(answers, {"money.increment.done_weeks"});
            QVERIFY(probe && probe->trains_meanwhile());
            const auto errors = model_unknowns(*probe);
            QCOMPARE(errors.size(), size_t(share > 0 ? 1 : 2));
            for (const Unknown& each : errors)
                QVERIFY(each.spread.high > 0 && std::isfinite(each.of_all) &&
                        std::isfinite(each.of_meanwhile));
            const auto found = odds({&answers}, drawn({"dates.done_weeks"}, 16));
            QVERIFY2(found, found ? "" : found.error().text().c_str());
            const FigureSpread& spread = found->figures[0].scenarios[0];
            QVERIFY(spread.absent_share == 0 && spread.p10 < spread.p90);
        }
    }

    /// Tokens by a date are some million millions: what people read of them has three digits.
    void counts_of_millions_have_three_digits() {
        const Scenario scenario = test::sample("decisions/owned-h100", 1);
        const auto one = asked_of(scenario, "one"), two = asked_of(scenario, "two");
        DrawOptions options = drawn({"dates.trained", "step.gpus", "money.run.usd"}, 16);
        options.by_weeks = 60;
        const auto found = odds({one.get(), two.get()}, options);
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        const ProbedFigure &tokens = found->figures[0].figure, &gpus = found->figures[1].figure;
        QCOMPARE(sampled_number(tokens, 19'814'719'749'577.25), std::string("19.8T"));
        QCOMPARE(regret_text(tokens, 1'234'567'890'123.45), std::string("1.23T"));
        QCOMPARE(regret_text(tokens, NAN), std::string("–"));
        QCOMPARE(sampled_number(gpus, 16384), std::string("16,384"));
        QCOMPARE(regret_text(found->figures[2].figure, 1.2e6), std::string("$1.2M"));
        // Below each other they have decimals alike.
        FigureOdds dollars = found->figures[2];
        const auto regrets = [&](double first, double second) {
            dollars.scenarios[0].regret = first;
            dollars.scenarios[1].regret = second;
            return regret_texts(dollars);
        };
        QCOMPARE(regrets(2.6, 0.253), (std::vector<std::string>{"$2.60", "$0.25"}));
        QCOMPARE(regrets(40.6e6, 3.97e6), (std::vector<std::string>{"$40.6M", "$4.0M"}));
        // As exact as the largest is told.
        QCOMPARE(regrets(0.098227, 0.000023), (std::vector<std::string>{"$0.0982", "below $0.0001"}));
        QCOMPARE(regrets(0.098227, 0.0012), (std::vector<std::string>{"$0.0982", "$0.0012"}));
        QCOMPARE(regrets(324, 2.6), (std::vector<std::string>{"$324", "$3"}));
        QCOMPARE(regrets(2.6, 0), (std::vector<std::string>{"$2.60", "$0"}));
        QCOMPARE(regrets(324e3, 0), (std::vector<std::string>{"$324k", "$0"}));
        QCOMPARE(regrets(30.7e6, 0), (std::vector<std::string>{"$30.7M", "$0"}));
        QCOMPARE(regrets(NAN, 1.2e6), (std::vector<std::string>{"–", "$1.20M"}));
        QCOMPARE(regrets(NAN, NAN), (std::vector<std::string>{"–", "–"}));
        const auto day = std::chrono::sys_days(std::chrono::year(2026) / 6 / 1);
        QVERIFY(spread_text(found->figures[0], 0, found->figures[0].scenarios[0].p50, day).size() < 8);
        // JSON keeps every digit.
        const double p50 = odds_json(*found)["figures"][0]["scenarios"][0]["p50"].get<double>();
        QCOMPARE(p50, found->figures[0].scenarios[0].p50);
    }

    /// A date is the longest wait and the run; tokens by it are what the weeks left of it train.
    void dates_and_tokens_by_a_date() {
        const auto answers = asked_of(with_budget());
        DrawOptions options =
            drawn({"dates.ready_weeks", "dates.done_weeks", "dates.trained", "money.run.time_s",
                   "money.run.useful_rate", "money.increment.done_weeks"});
        options.by_weeks = 100;
        const auto found = odds({answers.get()}, options);
        QVERIFY(found);
        const auto as_is = [&](size_t i) { return found->figures[i].scenarios.front().as_is.number; };
        QVERIFY(as_is(0) > 0);
        QVERIFY(std::abs(as_is(1) - as_is(0) - as_is(3) / (7 * 86400)) < 1e-9);
        QVERIFY(std::abs(as_is(2) / ((100 - as_is(0)) * 7 * 86400 * as_is(4)) - 1) < 1e-9);
        const FigureSpread& done = found->figures[1].scenarios.front();
        QVERIFY(done.p10 < done.p50 && done.p50 < done.p90);
        // It is the figure that comparisons and maps have.
        const FigureSpread& figure = found->figures[5].scenarios.front();
        QCOMPARE(figure.as_is.number, done.as_is.number);
        QCOMPARE(figure.p90, done.p90);
        QVERIFY(is_date(found->figures[1].figure) && is_date(found->figures[5].figure));
        QVERIFY(!is_date(found->figures[3].figure));
        QVERIFY(share_of(found->figures[1], "weeks:") > 0.5);
    }

    /// What is above the amount in some samples, and a date that is early as it is, are explained.
    void what_numbers_leave_open_is_said() {
        const auto answers = asked_of(with_budget());
        Odds found = odds({answers.get()}, drawn({"dates.done_weeks", "power.metered_w"})).value();
        const FigureSpread &date = found.figures[0].scenarios.front(),
                           &power = found.figures[1].scenarios.front();
        const bool is_early = date.p50 - date.as_is.number > 0.1 * (date.p90 - date.p10);
        QCOMPARE(odds_notes(found).size(), size_t(is_early));
        EqualSize size;
        size.scenario = answers->scenario();
        size.limit = power.p90 * 1.01;
        size.meets = true;
        found.sizes.resized = {size};
        QCOMPARE(odds_notes(found).size(), size_t(is_early));
        found.sizes.resized.front().limit = power.p90 * 0.99;
        const std::vector<std::string> notes = odds_notes(found);
        QCOMPARE(notes.size(), size_t(is_early) + 1);
        const std::string expected =
            "P90 of metered power is above " + amount_text(EqualBy::power, power.p90 * 0.99);
        QVERIFY2(notes.front().starts_with(expected), notes.front().c_str());
        // More than half of the samples are more telling than a tenth.
        found.sizes.resized.front().limit = power.p50 * 0.99;
        const std::vector<std::string> middle = odds_notes(found);
        QCOMPARE(middle.size(), notes.size());
        const std::string of_half =
            "P50 of metered power is above " + amount_text(EqualBy::power, power.p50 * 0.99);
        QVERIFY2(middle.front().starts_with(of_half), middle.front().c_str());
        found.sizes.resized.front().limit = power.p90 * 0.99;
        // As JSON they follow what is said of the sizes.
        found.sizes.notes = {"of the sizes"};
        std::vector<std::string> all{"of the sizes"};
        all.insert(all.end(), notes.begin(), notes.end());
        QCOMPARE(odds_json(found)["notes"].get<std::vector<std::string>>(), all);
        // Earlier or later than as it is.
        for (const double weeks : {-20.0, 20.0}) {
            found.figures[0].scenarios.front().as_is.number = date.p50 + weeks;
            QCOMPARE(odds_notes(found).size(), size_t(weeks < 0) + 1);
        }
    }

    /// Draws are the same each time, and those of one scenario are not changed by another beside it.
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

    /// Resized scenarios have the odds of a project in which they are drawn so, and others than as drawn.
    void resized_scenarios_have_the_odds_of_drawn_ones() {
        const auto equal = halved();
        QVERIFY2(equal, equal ? "" : equal.error().text().c_str());
        QCOMPARE(equal->sizes.resized.size(), size_t(2));
        for (const EqualSize& each : equal->sizes.resized) QCOMPARE(each.racks, each.drawn_racks / 2);
        const DrawOptions options = drawn({"step.step_time_s", "money.run.usd", "power.metered_w"});
        const auto resized = odds_of(*equal, options);
        QVERIFY2(resized, resized ? "" : resized.error().text().c_str());
        QCOMPARE(resized->sizes.text, std::string("at 128 GPUs each"));
        QVERIFY(samples_text(*resized).ends_with(resized->sizes.text));
        const auto one = asked_of(equal->scenarios[0]->scenario()),
                   two = asked_of(equal->scenarios[1]->scenario());
        const auto kept = odds({one.get(), two.get()}, options);
        const auto first = asked_of(with_budget()), second = asked_of(with_another_plan());
        const auto as_drawn = odds({first.get(), second.get()}, options);
        QVERIFY(kept && as_drawn);
        for (size_t figure = 0; figure < resized->figures.size(); ++figure) {
            for (size_t i = 0; i < 2; ++i) {
                const FigureSpread &a = resized->figures[figure].scenarios[i],
                                   &b = kept->figures[figure].scenarios[i];
                QCOMPARE(a.as_is.number, b.as_is.number);
                QCOMPARE(a.p10, b.p10);
                QCOMPARE(a.p90, b.p90);
                QVERIFY(is_same(a.chance_best, b.chance_best) && is_same(a.regret, b.regret));
                QVERIFY(a.p50 != as_drawn->figures[figure].scenarios[i].p50);
            }
            QCOMPARE(resized->figures[figure].causes.size(), kept->figures[figure].causes.size());
        }
    }

    /// Nobody has odds in what all were made equal in, nor of an equal power in its other figures; in all
    /// else they have them.
    void nobody_is_the_best_in_what_all_were_made_equal_in() {
        const std::vector<std::shared_ptr<const Answers>> scenarios{asked_of(with_budget()),
                                                                    asked_of(with_another_plan())};
        EqualRequest request;
        request.at_equal = EqualBy::power;
        request.amount = amount_of(*scenarios.front(), EqualBy::power).value();
        const auto equal = made_equal(scenarios, request);
        QVERIFY2(equal, equal ? "" : equal.error().text().c_str());
        const DrawOptions options =
            drawn({"power.metered_w", "power.it_w", "power.peak_w", "money.run.usd"}, 32);
        const auto found = odds_of(*equal, options);
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        const auto as_drawn = odds_of({scenarios, {}}, options);
        QVERIFY(as_drawn);
        for (size_t i = 0; i < found->figures.size(); ++i) {
            const FigureOdds &of = found->figures[i], &drawn_so = as_drawn->figures[i];
            const bool is_power = of.figure.name.starts_with("power.");
            for (const FigureSpread& each : of.scenarios) {
                QCOMPARE(std::isnan(each.chance_best), is_power);
                QVERIFY(std::isfinite(each.p10) && std::isfinite(each.p90));
            }
            QCOMPARE(best_most_often(of).has_value() && is_power, false);
            QCOMPARE(conclusion_text(*found, of) ==
                         "all were made equal in power at the meter, so nobody is the best",
                     is_power);
            for (const FigureSpread& each : drawn_so.scenarios) QVERIFY(std::isfinite(each.chance_best));
        }
        // Energy only where one has no use for more of the power.
        EqualSize size = equal->sizes.resized.front();
        QVERIFY(!nobody_is_best({size}, "money.run.energy_j"));
        QVERIFY(!nobody_is_best({size}, "step.energy_per_step_j"));
        for (const char* const figure : {"power.facility_w", "step.power.it_w", "step.power.run_facility_w"})
            QVERIFY2(nobody_is_best({size}, figure), figure);
        size.unused = "more cannot be cabled";
        QVERIFY(nobody_is_best({size}, "money.run.energy_j") && !nobody_is_best({size}, "money.run.usd"));
        QVERIFY(nobody_is_best({size}, "step.energy_per_step_j"));
        Odds unused;
        unused.scenarios = found->scenarios;
        unused.sizes.resized = {size};
        FigureOdds of = found->figures.front();
        const std::string power = "all were made equal in power at the meter, so nobody is the best";
        for (const auto& [figure, said] : std::map<std::string, std::string>{
                 {"money.run.energy_j", "one has no use for more power, so nobody is the best"},
                 {"step.energy_per_step_j", "one has no use for more power, so nobody is the best"},
                 {"power.metered_w", power},
                 {"step.power.it_w", power}}) {
            of.figure.name = figure;
            QCOMPARE(conclusion_text(unused, of), said);
        }
        size.by = EqualBy::gpus;
        QVERIFY(!nobody_is_best({size}, "power.it_w") && nobody_is_best({size}, "step.gpus"));
        QVERIFY(!nobody_is_best({}, "power.metered_w"));
    }

    /// One that does not meet the amount has its spread, but is in no contest, however good it is.
    void what_misses_the_amount_is_never_the_best() {
        Scenario cheap = with_budget(), dear = with_budget(), dearer = with_budget();
        cheap.site.capex_per_gpu = 20e3;
        dear.site.capex_per_gpu = 30e3;
        dearer.site.capex_per_gpu = 31e3;
        const auto one = asked_of(cheap, "cheap"), two = asked_of(dear, "dear"),
                   three = asked_of(dearer, "dearer");
        const std::vector<const Answers*> all{one.get(), two.get(), three.get()};
        const DrawOptions options = drawn({"money.run.usd_per_million"});
        const auto free = odds(all, options);
        QVERIFY(free && best_most_often(free->figures.front()) == size_t(0));
        ComparedSizes sizes;
        sizes.shortfalls = {"one rack already takes 21 kW", "", ""};
        const auto held = odds(all, options, {}, sizes);
        QVERIFY(held && best_most_often(held->figures.front()) == size_t(1));
        const auto& scenarios = held->figures.front().scenarios;
        QVERIFY(std::isnan(scenarios[0].chance_best) && std::isnan(scenarios[0].regret));
        QCOMPARE(scenarios[0].p50, free->figures.front().scenarios[0].p50);
        QCOMPARE(scenarios[1].chance_best, 1.0);
        QCOMPARE(scenarios[1].regret, 0.0); // against the dearer one alone
        QVERIFY(std::isnan(scenarios[1].beats[0]) && std::isnan(scenarios[0].beats[1]));
        QCOMPARE(scenarios[1].beats[2], 1.0);
        QVERIFY(held->sizes.barred_text(0).find("never the best: one rack") != std::string::npos);
        sizes.shortfalls.clear();
        sizes.vanished = {"nothing of what it adds fits", "", ""};
        const auto emptied = odds(all, options, {}, sizes);
        QVERIFY(emptied && best_most_often(emptied->figures.front()) == size_t(1));
        QVERIFY(std::isnan(emptied->figures.front().scenarios[0].chance_best));
        sizes.vanished.clear();
        // One alone that meets it is better than nothing.
        sizes.shortfalls = {"too much", "", "too much"};
        const auto alone = odds(all, options, {}, sizes);
        QVERIFY(alone && !best_most_often(alone->figures.front()));
        for (const FigureSpread& each : alone->figures.front().scenarios)
            QVERIFY(std::isnan(each.chance_best));
    }

    /// One whose servers have no price has its spread, but no chances in money; in all else it has.
    void what_lacks_a_price_is_never_the_best() {
        const Scenario unpriced = test::sample("claims/tpu-v4-pod");
        Scenario dear = unpriced, dearer = unpriced;
        dear.site.capex_per_gpu = 0.9e6;
        dearer.site.capex_per_gpu = 1e6;
        const auto one = asked_of(unpriced, "unpriced"), two = asked_of(dear, "dear"),
                   three = asked_of(dearer, "dearer");
        const auto found = odds({one.get(), two.get(), three.get()},
                                drawn({"money.run.usd_per_million", "step.step_time_s"}, 32));
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        const FigureOdds& money = found->figures[0];
        QVERIFY(money.scenarios[0].p50 < money.scenarios[1].p50); // it looks cheaper
        QVERIFY(money.scenarios[0].missing.starts_with("no price for “TPU v4 host"));
        QVERIFY(std::isnan(money.scenarios[0].chance_best) && std::isnan(money.scenarios[0].regret));
        QCOMPARE(money.scenarios[1].chance_best, 1.0);
        QCOMPARE(money.scenarios[1].regret, 0.0);
        QVERIFY(best_most_often(money) == size_t(1));
        QVERIFY(std::isnan(money.scenarios[1].beats[0]));
        const auto day = std::chrono::sys_days(std::chrono::year(2026) / 6 / 1);
        QVERIFY(spread_text(money, 0, money.scenarios[0].p50, day).starts_with("at least $"));
        QVERIFY(spread_text(money, 1, money.scenarios[1].p50, day).starts_with("$"));
        QVERIFY(found->figures[1].scenarios[0].missing.empty());
        QVERIFY(std::isfinite(found->figures[1].scenarios[0].chance_best));
        const auto json = odds_json(*found);
        QVERIFY(json["figures"][0]["scenarios"][0]["missing_price"].is_string());
        QVERIFY(json["figures"][0]["scenarios"][1]["missing_price"].is_null());
        // One alone that is known is better than nothing.
        const auto pair = odds({one.get(), two.get()}, drawn({"money.run.usd_per_million"}, 16));
        QVERIFY(pair && !best_most_often(pair->figures.front()));
    }

    /// No whole rack is small enough: each scenario says so, and misses the amount.
    void what_cannot_meet_the_amount_is_said() {
        const std::vector<std::shared_ptr<const Answers>> scenarios{asked_of(with_budget()),
                                                                    asked_of(with_another_plan())};
        EqualRequest request;
        request.at_equal = EqualBy::gpus;
        request.amount = 1;
        const auto equal = made_equal(scenarios, request);
        QVERIFY(equal);
        for (size_t i = 0; i < 2; ++i) QVERIFY(equal->sizes.misses(i));
        const std::vector<std::string> sentences = equal->sizes.sentences();
        QCOMPARE(sentences.size(), 2 + equal->sizes.cautions.size());
        for (size_t i = 0; i < 2; ++i)
            QVERIFY2(sentences[i].starts_with("“" + scenarios[i]->scenario().name), sentences[i].c_str());
        request.reference = 2;
        QVERIFY(!made_equal(scenarios, request));
    }

    /// One scenario alone has no reference to be as large as; an amount it has.
    void one_scenario_is_resized_to_an_amount() {
        const std::vector<std::shared_ptr<const Answers>> scenario{asked_of(with_budget())};
        EqualRequest request;
        request.at_equal = EqualBy::gpus;
        const auto as_drawn = made_equal(scenario, request);
        QVERIFY(as_drawn && as_drawn->scenarios == scenario);
        QCOMPARE(as_drawn->sizes.text, std::string("all as drawn"));
        request.amount = 128;
        const auto smaller = made_equal(scenario, request);
        QVERIFY(smaller && amount_of(*smaller->scenarios[0], EqualBy::gpus).value() == 128);
        QVERIFY(!smaller->sizes.text.ends_with("each"));
    }

    /// Scenarios are resized once, until they are to meet something else, or are others.
    void what_is_resized_is_kept() {
        std::vector<std::shared_ptr<const Answers>> scenarios{asked_of(with_budget()),
                                                              asked_of(with_another_plan())};
        ComparisonChoice choice;
        choice.at_equal = "gpus";
        choice.at = "128";
        KeptEqual kept;
        const auto made = [&] { return kept.of(scenarios, choice).value().scenarios; };
        const auto first = made();
        QVERIFY(first != scenarios);
        choice.odds = {"step.mfu"};
        choice.reference = "another plan"; // it does not count where an amount is given
        QVERIFY(made() == first);
        choice.at = "64";
        QVERIFY(made() != first);
        choice.at = "much";
        QVERIFY(!kept.of(scenarios, choice));
        choice.at_equal.clear();
        QVERIFY(made() == scenarios);
        choice.at_equal = "gpus";
        choice.at = "128";
        const auto second = made();
        QVERIFY(made() == second);
        second[1]->stop(); // what is stopped answers nothing any more
        QVERIFY(made() != second);
        scenarios[1] = asked_of(with_budget(), "another");
        QCOMPARE(made()[1]->scenario().name, std::string("another"));
    }

    /// The command prints of resized scenarios what it prints of a project that has them as drawn; what the
    /// project keeps is taken, and the call may say otherwise.
    void the_command_follows_at_equal() {
        const auto equal = halved();
        QVERIFY(equal);
        const QTemporaryDir folder;
        const auto written = [&](const char* name, const std::vector<Scenario>& scenarios, bool keeps) {
            Project project;
            project.scenarios = scenarios;
            if (keeps) project.comparison.at_equal = "gpus", project.comparison.at = "128";
            const QString path = folder.filePath(QLatin1String(name));
            return write_project(project, path.toStdString(), Catalog::built_in()) ? path : QString();
        };
        const std::vector<Scenario> now{with_budget(), with_another_plan()};
        const QString plain = written("plain.json", now, false), keeping = written("keeping.json", now, true),
                      resized =
                          written("resized.json",
                                  {equal->scenarios[0]->scenario(), equal->scenarios[1]->scenario()}, false);
        QVERIFY(!plain.isEmpty() && !keeping.isEmpty() && !resized.isEmpty());
        const auto printed = [](const QString& path, const QStringList& more) {
            const auto run =
                test::run_cli(QStringList{"odds", path, "--draws", "32", "--figure", "step.step_time_s",
                                          "--figure", "money.run.usd", "--order", "2026-11-23", "--json"} +
                              more);
            return QJsonDocument::fromJson(run.out).object();
        };
        const QJsonObject as_drawn = printed(plain, {}), drawn_so = printed(resized, {});
        QVERIFY(!drawn_so["figures"].toArray().isEmpty());
        QVERIFY(as_drawn["figures"] != drawn_so["figures"]);
        QCOMPARE(as_drawn["size"].toString(), QStringLiteral("all as drawn"));
        for (const QJsonObject& out :
             {printed(plain, {"--at-equal", "gpus", "--at", "128"}), printed(keeping, {})}) {
            QCOMPARE(out["figures"], drawn_so["figures"]);
            QCOMPARE(out["size"].toString(), QStringLiteral("at 128 GPUs each"));
            QCOMPARE(out["sizes"].toArray().size(), 2);
        }
        QCOMPARE(printed(keeping, {"--as-drawn"}), as_drawn);
        for (const QStringList& wrong :
             {QStringList{"--at", "128"}, QStringList{"--at-equal", "pears"},
              QStringList{"--at-equal", "power", "--at", "128"}, QStringList{"--reference", "nobody"},
              QStringList{"--at-equal", "gpus", "--as-drawn"}}) {
            const auto refused = test::run_cli(QStringList{"odds", plain} + wrong);
            QCOMPARE(refused.exit_code, 2);
            QVERIFY(!refused.err.isEmpty());
        }
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

    /// Where nobody else wins a draw, the second is who wins most without the best, wherever it stands: by it
    /// the best is judged, and of it one has to know more.
    void the_second_is_the_best_of_the_rest() {
        const auto priced = [](double usd, const char* name) {
            Scenario out = with_budget();
            out.site.capex_per_gpu = usd;
            return asked_of(out, name);
        };
        const auto cheap = priced(30e3, "cheap"), dear = priced(60e3, "dear"), near = priced(40e3, "near");
        for (const auto& order : {std::vector{cheap.get(), dear.get(), near.get()},
                                  {near.get(), dear.get(), cheap.get()},
                                  {dear.get(), cheap.get(), near.get()}}) {
            const auto found = odds(order, drawn({"money.run.usd_per_million"}));
            QVERIFY(found);
            const FigureOdds& of = found->figures.front();
            const auto place = [&](const char* name) {
                return static_cast<size_t>(std::ranges::find(found->scenarios, name) -
                                           found->scenarios.begin());
            };
            QVERIFY(two_best(of) == std::pair(place("cheap"), place("near")));
            QCOMPARE(of.scenarios[place("near")].chance_best, 0.0);
            QCOMPARE(of.scenarios[place("near")].chance_of_rest, 1.0);
            QCOMPARE(of.scenarios[place("dear")].chance_of_rest, 0.0);
            QCOMPARE(of.scenarios[place("cheap")].chance_of_rest, 0.0);
            QCOMPARE(conclusion_text(*found, of),
                     std::string("the best: “cheap”, in 100 % of the samples; better than “near” in 100 %"));
        }
        // By hand: who wins goes before who would win without the best, and a draw or two are no win.
        const auto second_of = [](const std::vector<double>& best_in, const std::vector<double>& of_rest,
                                  const std::vector<double>& middles) {
            Odds of = three_scenarios(best_in, middles, 1);
            for (size_t i = 0; i < 3; ++i) of.figures.front().scenarios[i].chance_of_rest = of_rest[i];
            return two_best(of.figures.front())->second;
        };
        QCOMPARE(second_of({0.6, 0.3, 0.1}, {0, 0.4, 0.6}, {1, 3, 2}), size_t(1));
        QCOMPARE(second_of({0.999, 0.001, 0}, {0, 0.02, 0.98}, {1, 2, 3}), size_t(2));
        QCOMPARE(second_of({1, 0, 0}, {0, 0.5, 0.5}, {1, 3, 2}), size_t(2));
        // One without chances is no second, however good its middle is.
        QCOMPARE(second_of({1, NAN, 0}, {0, 0, 0}, {2, 1, 3}), size_t(2));
    }

    /// The best is called where it is better than the second in two thirds of the draws and has the best P50.
    void what_is_too_close_is_not_called() {
        const auto said = [](const Odds& odds) { return conclusion_text(odds, odds.figures.front()); };
        const auto winner = [](const Odds& odds) { return clear_winner(odds.figures.front()); };
        const Odds clear = three_scenarios({0.1, 0.7, 0.2}, {3, 1, 2}, 0.75);
        QCOMPARE(said(clear), std::string("the best: “b”, in 70 % of the samples; better than “c” in 75 %"));
        QCOMPARE(winner(clear), std::optional<size_t>(1));
        QVERIFY(winner(three_scenarios({0.1, 0.7, 0.2}, {3, 1, 2}, 2.0 / 3)));
        // What the figure of the best rests on is said of it, and nothing of another one.
        for (const char* const of : {"money.run.usd", "power.metered_w"}) {
            Odds unsure = three_scenarios({0.1, 0.7, 0.2}, {3, 1, 2}, 0.75, of);
            unsure.sizes.cautions = {
                {"a", {read_caution("announced")}},
                {"b",
                 {read_caution("its BF16 rate is not confirmed"), read_caution("may not fit in memory")}}};
            const std::string caution =
                of == std::string("money.run.usd") ? "; its BF16 rate is not confirmed" : "";
            QCOMPARE(said(unsure),
                     "the best: “b”, in 70 % of the samples" + caution + "; better than “c” in 75 %");
        }
        const Odds near = three_scenarios({0.1, 0.55, 0.35}, {3, 1, 2}, 0.62);
        QCOMPARE(said(near),
                 std::string("too close to call: “b” is the best in 55 % of the samples and better "
                             "than “c” in 62 %"));
        QVERIFY(!winner(near));
        // The middle of the samples says otherwise.
        const Odds split = three_scenarios({0.1, 0.7, 0.2}, {0.9, 1, 2}, 0.8);
        QCOMPARE(said(split), std::string("too close to call: “b” is the best in 70 % of the samples and "
                                          "better than “c” in 80 %, but “a” has the better P50"));
        QVERIFY(!winner(split));
        // One that is absent mostly, or has no chances, has no say in that; nor has an equal P50.
        Odds mostly_absent = split;
        mostly_absent.figures.front().scenarios[0].absent_share = 0.6;
        QCOMPARE(winner(mostly_absent), std::optional<size_t>(1));
        QCOMPARE(winner(three_scenarios({NAN, 0.7, 0.3}, {0.9, 1, 2}, 0.8)), std::optional<size_t>(1));
        QCOMPARE(winner(three_scenarios({0.1, 0.7, 0.2}, {1, 1, 2}, 0.8)), std::optional<size_t>(1));
        // Two that are best as often, and none that has chances.
        const Odds even = three_scenarios({0.4, 0.4, 0.2}, {1, 1, 2}, 0.9);
        QCOMPARE(said(even),
                 std::string("too close to call: “a” is the best in 40 % of the samples, “b” in 40 %"));
        QVERIFY(!winner(even));
        const Odds none = three_scenarios({NAN, NAN, NAN}, {1, 2, 3}, NAN);
        QVERIFY(said(none).empty() && !winner(none) && !conclusion_of(none.figures.front()));
        // As JSON.
        const auto json = odds_json(split)["figures"][0];
        QCOMPARE(json["conclusion"].get<std::string>(), said(split));
        QVERIFY(json["too_close"].get<bool>());
        QCOMPARE(json["chance_over_second"].get<double>(), 0.8);
        QVERIFY(odds_json(none)["figures"][0]["too_close"].is_null());
        QVERIFY(!odds_json(clear)["figures"][0]["too_close"].get<bool>());
    }

    /// Each pair of three is told, by the command as by the window; of one without chances nothing is.
    void pairs_are_told() {
        const Odds odds = three_scenarios({0.1, 0.7, 0.2}, {3, 1, 2}, 0.8);
        QCOMPARE(beats_text(odds, odds.figures.front(), 1),
                 std::string("better than “a” in 20 %, “c” in 80 %"));
        Odds alone = odds;
        alone.figures.front().scenarios[1].beats = {NAN, NAN, NAN};
        QVERIFY(beats_text(alone, alone.figures.front(), 1).empty());
        const QTemporaryDir folder;
        const std::string path = folder.filePath("three.json").toStdString();
        Project project;
        project.scenarios = {with_budget(), with_another_plan(), with_budget()};
        project.scenarios[0].name = "a";
        project.scenarios[2].name = "c";
        QVERIFY(write_project(project, path, Catalog::built_in()));
        const auto run = test::run_cli({"odds", QString::fromStdString(path), "--draws", "16", "--figure",
                                        "step.step_time_s", "--order", "2026-11-23"});
        QVERIFY2(run.out.contains("“a”: better than “another plan” in "), run.out.constData());
        QVERIFY2(run.out.contains(", “c” in 50 %"), run.out.constData());
    }

    /// What one sample prepared is taken over by another, whose figures stay what they are without it.
    void a_point_from_another_is_the_same() {
        Scenario scenario = with_budget();
        scenario.uncertain = {unknown_input("/plan/tp=8,3", scenario),
                              unknown_input("/site/electricity_price=0.05..0.15", scenario)};
        const auto answers = asked_of(scenario);
        std::vector<std::string> names = first_drawn_figures();
        names.push_back("step.step_time_s");
        const auto draws = Draws::make({answers.get()}, drawn(names));
        QVERIFY2(draws, draws ? "" : draws.error().text().c_str());
        const size_t inputs = draws->unknowns().size();
        const auto is_as_by_itself = [&](const DrawnPoint& found, const std::vector<double>& at) {
            const std::vector<ProbedValue> alone = draws->at(0, at);
            for (size_t i = 0; i < alone.size(); ++i)
                if (!is_same(found.values[i].number, alone[i].number) ||
                    found.values[i].absent != alone[i].absent)
                    return false;
            return found.values.size() == alone.size();
        };
        const std::vector<double> here(inputs, 0.3), there(inputs, 0.9); // tp of 8; of 3, which does not run
        const DrawnPoint near = draws->point(0, here), broken = draws->point(0, there);
        QVERIFY(near.prepared && near.values.front().absent.empty() && !broken.values.front().absent.empty());
        size_t same_scenario = 0;
        for (size_t i = 0; i < inputs; ++i) {
            std::vector<double> turned = here;
            turned[i] = 0.8;
            const DrawnPoint found = draws->point(0, turned, &near);
            QVERIFY2(is_as_by_itself(found, turned), draws->unknowns()[i].name.c_str());
            same_scenario += found.scenario == near.scenario ? 1 : 0;
            QCOMPARE(found.scenario == near.scenario, !draws->unknowns()[i].changes_scenario());
        }
        QVERIFY(same_scenario > 0 && same_scenario < inputs);
        // From one that does not run, and to it.
        QVERIFY(is_as_by_itself(draws->point(0, here, &broken), here));
        QVERIFY(is_as_by_itself(draws->point(0, there, &near), there));
        const DrawnPoint nothing;
        QVERIFY(is_as_by_itself(draws->point(0, here, &nothing), here));
    }

    /// Shares count interactions, too, and where two are told it is said that they may add to more than all.
    void shares_are_explained() {
        Odds odds = three_scenarios({0.1, 0.7, 0.2}, {3, 1, 2}, 0.8);
        QVERIFY(shares_text(odds).empty());
        odds.figures.front().causes = {{"a", "lead time of space", 0.66}};
        QVERIFY(shares_text(odds).empty());
        odds.figures.front().causes.push_back({"b", "lead time of GPUs", 0.46});
        QVERIFY(shares_text(odds).ends_with("may add to more than 100 %"));
        const QTemporaryDir folder;
        const std::string path = folder.filePath("one.json").toStdString();
        Project project;
        project.scenarios = {with_budget()};
        QVERIFY(write_project(project, path, Catalog::built_in()));
        const auto run = test::run_cli({"odds", QString::fromStdString(path), "--draws", "16", "--figure",
                                        "dates.done_weeks", "--order", "2026-11-23"});
        QVERIFY2(run.out.contains("to be more certain, find out: "), run.out.constData());
        QVERIFY2(run.out.contains(shares_text(odds).c_str()), run.out.constData());
    }

    /// Without causes the same chances take the samples of the chances alone.
    void causes_may_be_left_out() {
        const auto one = asked_of(with_budget(), "one"), two = asked_of(with_another_plan(), "two");
        DrawOptions options = drawn({"money.run.usd"}, 64);
        const auto whole = odds({one.get(), two.get()}, options);
        options.with_causes = false;
        OddsProgress progress;
        const auto found = odds({one.get(), two.get()}, options, {}, {}, &progress);
        QVERIFY(whole && found);
        QVERIFY(!whole->figures[0].causes.empty());
        QVERIFY(found->figures[0].causes.empty());
        QVERIFY(!progress.is_about_causes);
        QCOMPARE(progress.all.load(), size_t{64});
        for (size_t i = 0; i < 2; ++i) {
            QCOMPARE(found->figures[0].scenarios[i].p50, whole->figures[0].scenarios[i].p50);
            QCOMPARE(found->figures[0].scenarios[i].chance_best, whole->figures[0].scenarios[i].chance_best);
        }
    }

    void what_odds_lack_is_said() {
        Odds odds = three_scenarios({0.5, 0.5, 0}, {1, 1, 1}, 0.5);
        FigureOdds& figure = odds.figures.front();
        QVERIFY(lack_sentences(odds, figure).empty());
        figure.scenarios[0].absent_share = 0.12;
        figure.scenarios[0].absent = "does not fit";
        figure.scenarios[2].missing = "no price for “x”";
        const std::vector<std::string> said{"“a”: none in 12 % of the samples: does not fit",
                                            "“c”: no price for “x”, so it is never the best"};
        QCOMPARE(lack_sentences(odds, figure), said);
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

QTEST_GUILESS_MAIN(TestOdds)
#include "test_odds.moc"
