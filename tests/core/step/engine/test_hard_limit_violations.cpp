// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster that its supply or cooling does not bear does not run, whoever is asked.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/step_solver.h"
#include "core/step/search/search.h"
#include "core/study/money/run_cost.h"
#include "core/study/verdict.h"
#include "core/study/year/run_totals.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

Scenario sample(const std::string& name) {
    auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return std::move(loaded->project.scenarios.front());
}

/// A UPS of so many W on the feeds.
void add_ups(Scenario& scenario, double rating) {
    Element ups;
    ups.id = "ups";
    ups.name = "UPS";
    ups.kind = ElementKind::feed;
    ups.part.inline_part = *Catalog::built_in().part("ups-1250kva");
    ups.part.inline_part->figures["apparent_power"].value = rating;
    ups.part.inline_part->figures["power_factor"].value = 1;
    scenario.cluster.elements.push_back(ups);
    Link link;
    link.id = "ups-feed";
    link.from = "ups";
    link.to = "feed";
    scenario.cluster.links.push_back(link);
}

Evaluation evaluated(const Scenario& scenario) { return evaluate_or_explain(scenario, Catalog::built_in()); }

bool has(const Evaluation& evaluation, std::string_view id) {
    return std::ranges::find(evaluation.findings, id, &Finding::id) != evaluation.findings.end();
}

} // namespace

class TestHardLimitViolations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void an_overloaded_ups_stops_all();
    void an_overloaded_ups_of_switches_stops_all();
    void a_smaller_job_may_run();
    void units_that_do_not_fit_stop_all();
    void what_throttles_does_not_refuse();
    void a_run_draws_less_while_it_stands_still();
    void the_published_run_draws_what_its_servers_do();
};

void TestHardLimitViolations::an_overloaded_ups_stops_all() {
    Scenario scenario = sample("gb200-nvl72-x8");
    add_ups(scenario, 1.4e6);
    const Evaluation runs = evaluated(scenario);
    QVERIFY2(runs.feasible && runs.supplied, runs.binds.c_str());
    scenario.cluster.find("ups")->part.inline_part->figures["apparent_power"].value = 5e5;
    const Evaluation stops = verdict(scenario, Catalog::built_in());
    QVERIFY(!stops.feasible && !stops.supplied && stops.has_power() && !stops.regime);
    QVERIFY(has(stops, "supply-over-rating"));
    QVERIFY2(stops.binds.starts_with("“UPS” carries ") && stops.binds.ends_with("is made for 500 kW"),
             stops.binds.c_str());
    QCOMPARE(stops.step_time.si(), runs.step_time.si()); // nothing lowers the clocks: it is what it asks for
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    const ScaleResult study = scale(*prepared, std::vector<double>{prepared->fabric().gpus});
    QVERIFY(!study.points.front().feasible);
    QCOMPARE(study.points.front().reason, stops.binds);
    const auto found = search(*prepared, {});
    QVERIFY(found && !found->best.empty());
    for (const RankedPlan& plan : found->best) QVERIFY2(!plan.feasible, plan.reason.c_str());
}

void TestHardLimitViolations::an_overloaded_ups_of_switches_stops_all() {
    // The racks' feeds do not hang on it; 2.7 MW of switches and storage do.
    for (const double rating : {4e6, 1e6}) {
        Scenario scenario = sample("llama3-405b-16k");
        add_ups(scenario, rating);
        scenario.cluster.links.pop_back();
        Link link;
        link.id = "ups-rack";
        link.from = "ups";
        link.to = "part-pod-rack";
        scenario.cluster.links.push_back(link);
        const Evaluation evaluation = evaluated(scenario);
        QCOMPARE(evaluation.supplied, rating > 2e6);
        QCOMPARE(evaluation.feasible, rating > 2e6);
    }
}

/// The UPS bears half of the racks.
void TestHardLimitViolations::a_smaller_job_may_run() {
    Scenario scenario = sample("gb200-nvl72-x8");
    const double all = evaluated(scenario).power.it.si();
    add_ups(scenario, 0.75 * all);
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    const double drawn = prepared->fabric().gpus;
    const ScaleResult study = scale(*prepared, std::vector<double>{drawn / 2, drawn, 2 * drawn});
    QVERIFY2(study.points[0].feasible, study.points[0].reason.c_str());
    QVERIFY(!study.points[1].feasible && !study.points[2].feasible);
    EvaluateOptions half;
    half.gpus = drawn / 2;
    QVERIFY(evaluate(*prepared, half).feasible);
}

void TestHardLimitViolations::units_that_do_not_fit_stop_all() {
    Scenario scenario = sample("gb200-nvl72-x8");
    add_ups(scenario, 1.4e6);
    scenario.cluster.find("ups")->part.inline_part->figures["output_voltage"].value = 208;
    const Evaluation stops = evaluated(scenario);
    QVERIFY(!stops.feasible && !stops.supplied && has(stops, "supply-mismatch"));
    QVERIFY2(stops.binds.starts_with("“UPS” feeds “") && stops.binds.find("208 V") != std::string::npos,
             stops.binds.c_str());
    scenario.cluster.waivers = {{"supply-mismatch", {"ups-feed", "ups", "feed"}, "a transformer is in it"}};
    QVERIFY(evaluated(scenario).feasible);
}

/// A site's limit lowers clocks as far as they go, and refuses below that.
void TestHardLimitViolations::what_throttles_does_not_refuse() {
    Scenario scenario = sample("gb200-nvl72-x8");
    const Watts all = evaluated(scenario).power.facility;
    scenario.site.power_limit = 0.9 * all;
    const Evaluation slower = evaluated(scenario);
    QVERIFY(slower.feasible && slower.power.racks.front().throttle_cause == ThrottleCause::site);
    scenario.site.power_limit = 0.2 * all;
    const Evaluation stops = evaluated(scenario);
    QVERIFY(!stops.feasible && has(stops, "site-over-limit"));
}

/// Without failures and checkpoints the run is all steps; with them it draws less, by the time in which it
/// stands still, and all that counts energy counts that.
void TestHardLimitViolations::a_run_draws_less_while_it_stands_still() {
    Scenario scenario = sample("llama3-405b-16k");
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    const Evaluation run = evaluate(*prepared);
    const PowerState& power = run.power;
    StepSolver solver(*prepared);
    const StepState state = solver.solve(run.plan, run.gpus, batch_of(prepared->impl()));
    const auto lost = [&](RunLoss loss) { return state.loss.lost[static_cast<size_t>(loss)]; };
    const double working = run.goodput * (1 + lost(RunLoss::lost_work)),
                 hung = run.goodput * lost(RunLoss::detect);
    QVERIFY(working > run.goodput && working < 1 && hung > 0);
    const Facility& facility = *prepared->impl().facility;
    DutyCycle waits;
    waits.communication = 1;
    const double expected = working * power.facility.si() +
                            hung * facility.state(waits, run.gpus).facility.si() +
                            (1 - working - hung) * facility.state({}, run.gpus).facility.si();
    QVERIFY2(std::abs(power.run_facility.si() / expected - 1) < 1e-9,
             qPrintable(QString("%1 W, by hand %2").arg(power.run_facility.si()).arg(expected)));
    QVERIFY(power.run_facility < 0.99 * power.facility);
    QCOMPARE(run.energy_per_step.si(), power.run_facility.si() * run.step_time.si());
    const RunCost cost = run_cost(*prepared, run);
    QCOMPARE(cost.energy.si(), power.run_facility.si() * cost.time.si());
    const auto totals = run_totals(run, scenario.site, Defaults::built_in());
    QVERIFY(totals && std::abs(totals->energy / cost.energy - 1) < 1e-12);

    scenario.site.failures_per_1000_node_days = 0;
    scenario.site.planned_stops_per_1000_node_days = 0;
    const auto steady = Prepared::make(scenario, Catalog::built_in());
    const Evaluation all = evaluate(*steady);
    QCOMPARE(all.goodput, 1.0);
    QCOMPARE(all.power.run_facility.si(), all.power.facility.si());
}

/// 54 days of Llama 3 405B, 21.2 M GPU-hours: 1.275 kW a GPU as printed at a load of 0.7 to 0.8 and a PUE of
/// 1.08 to 1.1.
void TestHardLimitViolations::the_published_run_draws_what_its_servers_do() {
    const Scenario scenario = sample("llama3-405b-16k");
    const auto prepared = Prepared::make(scenario, Catalog::built_in());
    const auto totals = run_totals(evaluate(*prepared), scenario.site, Defaults::built_in(), 21.2e6);
    QVERIFY(totals);
    const double gigawatt_hours = totals->energy.si() / 3.6e12;
    QVERIFY2(gigawatt_hours > 20.5 && gigawatt_hours < 24, qPrintable(QString::number(gigawatt_hours)));
}

QTEST_APPLESS_MAIN(TestHardLimitViolations)
#include "test_hard_limit_violations.moc"
