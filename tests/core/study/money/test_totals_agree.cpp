// SPDX-License-Identifier: GPL-3.0-or-later
// What a run takes is the same wherever it is said: `cost`, `totals`, the evaluation.
#include "core/answers/explain/explain.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/gains.h"
#include "core/study/batch_plane.h"
#include "core/study/bottlenecks.h"
#include "core/study/money/deployment_paths.h"
#include "core/study/money/money_study.h"
#include "core/study/money/ready_by_date.h"
#include "core/study/money/run_cost.h"
#include "core/study/money/side_by_side.h"
#include "core/study/scale_quantity.h"
#include "core/study/sizes.h"
#include "core/study/standstill.h"
#include "core/study/verdict.h"
#include "core/study/year/run_totals.h"
#include "tests/support/planned_verdict.h"
#include "tests/support/random_scenario.h"
#include "tests/support/sample.h"

#include <QDir>
#include <QTest>

using namespace roofrack;

namespace {

/// The drawn cluster among what the site could have, in its own way.
SiteAlternative drawn_fill(const Prepared& prepared, const Evaluation& evaluation) {
    SiteAlternatives all = site_fills(prepared, evaluation, Catalog::built_in());
    SiteAlternative out = std::move(all.clusters.front());
    std::erase_if(out.paths, [](const DeploymentPath& path) { return !path.is_sites_own; });
    return out;
}

} // namespace

class TestTotalsAgree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cost_and_totals_say_the_same();
    void a_ramp_of_the_batch_counts_everywhere();
    void a_ramp_that_cannot_be_is_said();
    void every_view_names_one_value_data();
    void every_view_names_one_value();
};

/// Bit for bit, and of the energy's $ with the `power` of an owned cluster's hour: of the samples as they are
/// and with cheaper nights.
void TestTotalsAgree::cost_and_totals_say_the_same() {
    const Catalog& catalog = Catalog::built_in();
    int compared = 0, owned = 0;
    for (const char* const folder : {"/samples/", "/samples/mechanisms/"})
        for (const QString& file :
             QDir(QStringLiteral(ROOFRACK_SOURCE_DIR) + folder).entryList({QStringLiteral("*.json")})) {
            const auto loaded =
                read_project(std::string(ROOFRACK_SOURCE_DIR) + folder + file.toStdString(), catalog);
            QVERIFY2(loaded, qPrintable(file));
            for (Scenario scenario : loaded->project.scenarios)
                for (const bool cheap_nights : {false, true}) {
                    if (cheap_nights) scenario.site.grid.tariff = {{22, 6, 0.03, {}}};
                    const Prepared prepared = test::prepared(scenario);
                    EvaluateOptions quick;
                    quick.findings = false;
                    const Evaluation evaluation = evaluate(prepared, quick);
                    const RunCost cost = run_cost(prepared, evaluation);
                    const auto totals = run_totals(evaluation, scenario.site, catalog.defaults());
                    QCOMPARE(cost.has_budget(), totals.has_value());
                    QCOMPARE(cost.per_hour.si(), evaluation.cost_per_hour.si());
                    if (!totals) continue;
                    ++compared;
                    const auto same = [&](double a, double b, const char* what) {
                        QVERIFY2(a == b || (std::isnan(a) && std::isnan(b)),
                                 qPrintable(QStringLiteral("%1, %2: %3 and %4")
                                                .arg(file, QLatin1String(what))
                                                .arg(a, 0, 'g', 17)
                                                .arg(b, 0, 'g', 17)));
                    };
                    same(cost.time.si(), totals->wall.si(), "time");
                    same(cost.energy.si(), totals->energy.si(), "energy");
                    same(cost.dollars.si(), totals->cost.si(), "dollars");
                    same(cost.carbon, totals->carbon, "carbon");
                    same(cost.water, totals->site_water / 1e3, "water");
                    if (cost.hour.rent > 0) continue;
                    ++owned;
                    const double energy = cost.hour.power * cost.time.si() / 3600;
                    QVERIFY2(std::abs(totals->energy_cost.si() / energy - 1) < 1e-9, qPrintable(file));
                }
        }
    QVERIFY(compared >= 6 && owned >= 6);
}

/// 64 sequences at first, doubled over 100 G tokens.
void TestTotalsAgree::a_ramp_of_the_batch_counts_everywhere() {
    const Catalog& catalog = Catalog::built_in();
    Scenario scenario = test::sample("dgx-h100-su");
    const Evaluation before = evaluate(test::prepared(scenario));
    scenario.workload.batch_ramp_start = 64;
    scenario.workload.batch_ramp_tokens = 1e11;
    const Prepared prepared = test::prepared(scenario);
    const Evaluation evaluation = evaluate(prepared);
    const BatchPlane plane = batch_plane(prepared);
    QVERIFY(plane.ramp && plane.ramp->reason.empty());
    const double days = plane.ramp->time.si() / 86400;
    // By hand, from the steps of the three batches: as many steps at 64 and 128 as 100 G tokens give them.
    const double sequence = plane.ramp->stages[0].at.batch / 64, first = 1e11 / (sequence * (64 + 128));
    EvaluateOptions quick;
    quick.findings = false;
    double by_hand = 0, left = plane.ramp->tokens - 1e11;
    for (const double sequences : {64.0, 128.0}) {
        quick.global_batch = sequences;
        by_hand += first * evaluate(prepared, quick).step_time.si();
    }
    by_hand += left / (sequence * 256) * evaluation.step_time.si();
    QVERIFY(std::abs(plane.ramp->time.si() / by_hand - 1) < 1e-6);
    QVERIFY(std::abs(evaluation.time_to_budget / before.time_to_budget - 1) > 1e-4);

    const auto is_days = [&](double found, const char* where) {
        QVERIFY2(std::abs(found / days - 1) < 1e-9,
                 qPrintable(QStringLiteral("%1: %2 and %3").arg(QLatin1String(where)).arg(found).arg(days)));
    };
    is_days(evaluation.time_to_budget.si() / 86400, "evaluation");
    const RunCost cost = run_cost(prepared, evaluation);
    is_days(cost.time.si() / 86400, "cost");
    QVERIFY(std::abs(cost.dollars.si() / plane.ramp->cost.si() - 1) < 1e-9);
    QVERIFY(std::abs(cost.energy.si() / plane.ramp->energy.si() - 1) < 1e-9);
    const auto totals = run_totals(evaluation, scenario.site, catalog.defaults());
    is_days(totals->wall.si() / 86400, "totals");
    const double sizes[] = {prepared.fabric().gpus / 2, prepared.fabric().gpus};
    const ScaleResult study = scale(prepared, sizes);
    is_days(quantity_of(ScaleQuantity::days, study.points.back(), study), "scaling");
    for (const DeploymentPath& path : deployment_paths(prepared, evaluation, {}))
        if (!is_rented(path.deployment)) {
            is_days(7 * (path.done_weeks.likely - path.lead_weeks.likely), "ready dates");
            is_days(path.run.si() / path.per_hour.si() / 24, "deployment");
        }
    // Ready by the day on which the run is done: all of its tokens are trained, to a day's.
    SiteAlternatives fills;
    fills.clusters = {drawn_fill(prepared, evaluation)};
    const std::chrono::sys_days order(std::chrono::year(2027) / 1 / 1);
    const ReadyByDate first_way = ready_by_date(fills, order, order).front();
    QVERIFY(first_way.done);
    const double trained = ready_by_date(fills, order, *first_way.done).front().tokens;
    const double a_day = 86400 * fills.clusters.front().useful_rate;
    QVERIFY2(std::abs(trained - evaluation.run.tokens) <= 1.01 * a_day,
             qPrintable(QStringLiteral("%1 of %2").arg(trained).arg(evaluation.run.tokens)));
    const auto time = explain(prepared, "time_of_run");
    QVERIFY2(time, time ? "" : time.error().text().c_str());
    is_days((*time)->value / 86400, "explanation");
    const MoneyStudy money = money_study(prepared, evaluation, todays_drawing(prepared, catalog), catalog);
    is_days(money.run.time.si() / 86400, "money");
}

void TestTotalsAgree::a_ramp_that_cannot_be_is_said() {
    Scenario scenario = test::sample("dgx-h100-su");
    const Evaluation before = evaluate(test::prepared(scenario));
    scenario.workload.batch_ramp_start = 1; // not a sequence for each replica
    scenario.workload.batch_ramp_tokens = 1e11;
    const Evaluation after = evaluate(test::prepared(scenario));
    QCOMPARE(after.time_to_budget.si(), before.time_to_budget.si());
    QVERIFY(std::ranges::any_of(after.findings, [](const Finding& f) { return f.id == "batch-ramp"; }));
}

void TestTotalsAgree::every_view_names_one_value_data() {
    QTest::addColumn<Scenario>("scenario");
    QTest::addColumn<bool>("best");
    const auto rows = [](const std::string& name, const Scenario& scenario) {
        for (const bool best : {false, true})
            QTest::addRow("%s, %s", name.c_str(), std::string(plan_label(best)).c_str()) << scenario << best;
    };
    for (const std::string& name : test::sample_names()) {
        const auto loaded =
            read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
        if (!loaded) qFatal("%s", loaded.error().text().c_str());
        for (const Scenario& scenario : loaded->project.scenarios) rows(name + " " + scenario.name, scenario);
    }
    std::mt19937 random(33);
    for (int i = 0; i < 24; ++i) rows("random " + std::to_string(i), test::random_scenario(random));
}

/// Regime, binding resource, capital, $, step, MFU and days of one scenario, by every view that names them.
void TestTotalsAgree::every_view_names_one_value() {
    QFETCH(Scenario, scenario);
    QFETCH(bool, best);
    const Catalog& catalog = Catalog::built_in();
    const Prepared given = test::prepared(scenario);
    const Scenario asked = planned(scenario, catalog, best);
    const Prepared prepared = test::prepared(asked);
    const Evaluation evaluation = test::planned_verdict(scenario, asked, best, catalog);
    const double drawn = prepared.fabric().gpus;
    const ScaleMetric metric = natural_metric(prepared);
    const StudyRange range = study_range(drawn, prepared.fabric().scale_up_domain);
    ScaleOptions options;
    options.metric = metric;
    options.replan = best;
    const std::vector<double> sizes = dense_counts(drawn, prepared.fabric().scale_up_domain, range);
    const ScaleResult study = scale(given, sizes, options);
    const ScalePoint* const here = study.at(drawn);
    QVERIFY(here);
    QCOMPARE(here->feasible, evaluation.feasible);
    if (!evaluation.feasible) {
        // One reason, whoever says it.
        QVERIFY(!standstill_of(evaluation).runs());
        QVERIFY(!run_cost(prepared, evaluation).has_budget() || !evaluation.supplied ||
                evaluation.memory.refused());
        return;
    }
    const auto same = [&](double a, double b, const char* what) {
        QVERIFY2(std::abs(a - b) <= 1e-9 * std::abs(a) + 1e-12,
                 qPrintable(QStringLiteral("%1: %2 and %3").arg(QLatin1String(what)).arg(a).arg(b)));
    };
    const auto explained = [&](const char* figure) {
        const auto found = explain(prepared, figure);
        if (!found) qFatal("%s: %s", figure, found.error().text().c_str());
        return (*found)->value;
    };
    // The regime. What the best plans had to lend is no curve's of the plan as given.
    QVERIFY(!(best && evaluation.regime_of_best_plans));
    QVERIFY(evaluation.regime_of_best_plans ? !here->regime : evaluation.regime == here->regime);
    // The step, and what the model's FLOPs make of it.
    same(evaluation.step_time.si(), here->wall_step.si(), "step");
    same(evaluation.productive_step.si(), here->productive_step.si(), "productive step");
    if (!std::isnan(evaluation.mfu)) same(evaluation.mfu, explained("mfu"), "MFU");
    // What binds.
    const std::vector<Sensitivity> scaled = sensitivities(prepared, evaluation);
    const std::vector<Bottleneck> sizes_bind = bottlenecks(given, study, std::vector{drawn});
    QCOMPARE(sizes_bind.size(), size_t(1));
    if (!evaluation.gains.empty()) {
        QCOMPARE(evaluation.binds, evaluation.gains.front().phrase());
        if (evaluation.gains.front().tenth >= Bottleneck::least_gain) {
            QVERIFY(!sizes_bind.front().gains.empty());
            QCOMPARE(sizes_bind.front().gains.front().phrase(), evaluation.binds);
            QVERIFY(!scaled.empty());
            const auto most = std::ranges::max_element(
                scaled, {}, [](const Sensitivity& sensitivity) { return sensitivity.gain.tenth; });
            same(most->gain.tenth, evaluation.gains.front().tenth, "largest gain");
        }
    }
    // Money.
    const RunCost cost = run_cost(prepared, evaluation);
    if (cost.has_price()) {
        same(cost.dollars_per_million, quantity_of(ScaleQuantity::dollars, *here, study), "$ per million");
        same(cost.dollars_per_million, sizes_bind.front().dollars_per_million, "$ per million of what binds");
        same(cost.dollars_per_million, explained("cost_per_million"), "$ per million, explained");
    }
    if (evaluation.capital && evaluation.capital->has_price() && !(cost.hour.rent > 0))
        same(evaluation.capital->needed(evaluation.gpus, evaluation.building).likely, explained("capital"),
             "capital");
    const MoneyStudy money = money_study(prepared, evaluation, todays_drawing(prepared, catalog), catalog);
    same(money.needed.likely, evaluation.capital->needed(evaluation.gpus, evaluation.building).likely,
         "capital of the money study");
    const ScenarioColumn column = scenario_column(asked, catalog);
    same(column.path.capital.likely, money.needed.likely, "capital beside others");
    same(column.run.dollars_per_million, cost.dollars_per_million, "$ per million beside others");
    same(column.evaluation.step_time.si(), evaluation.step_time.si(), "step beside others");
    QCOMPARE(column.evaluation.binds, evaluation.binds);
    if (evaluation.time_to_budget > Seconds(0)) {
        same(evaluation.time_to_budget.si() / 86400, quantity_of(ScaleQuantity::days, *here, study), "days");
        same(evaluation.time_to_budget.si(), explained("time_of_run"), "days, explained");
    }
}

QTEST_APPLESS_MAIN(TestTotalsAgree)
#include "test_totals_agree.moc"
