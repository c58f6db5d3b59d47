// SPDX-License-Identifier: GPL-3.0-or-later
// Money of the run: the hour, the million, the tornado, the next racks, the ways to have it, export rules.
#include "core/study/money/money_study.h"

#include "core/catalog/catalog.h"
#include "core/study/scaling.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace roofrack;

namespace {

bool is_near(double value, double expected, double within = 1e-9) {
    if (std::abs(value - expected) <= within * std::abs(expected)) return true;
    qWarning("%.17g is not %.17g", value, expected);
    return false;
}

Evaluation quick(const Prepared& prepared) {
    EvaluateOptions options;
    options.findings = false;
    return evaluate(prepared, options);
}

struct Studied {
    Prepared prepared;
    Evaluation evaluation;
    MoneyStudy money;
};
Studied study_of(const Scenario& scenario) {
    const Prepared prepared = test::prepared(scenario);
    const Evaluation evaluation = quick(prepared);
    return {prepared, evaluation, money_study(prepared, evaluation, Catalog::built_in())};
}

Scenario with_budget(const char* name) {
    Scenario scenario = test::sample(name);
    scenario.workload.token_budget = 1e12;
    return scenario;
}

const DeploymentPath& path_of(const MoneyStudy& study, Deployment deployment) {
    return *std::ranges::find(study.paths, deployment, &DeploymentPath::deployment);
}

const CostSwing* swing_of(const MoneyStudy& study, CostAssumption what) {
    const auto found = std::ranges::find(study.tornado.swings, what, &CostSwing::what);
    return found == study.tornado.swings.end() ? nullptr : &*found;
}

} // namespace

class TestMoneyStudy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_run_is_the_evaluations_data();
    void the_run_is_the_evaluations();
    void each_swing_is_what_the_scenario_would_cost();
    void a_rented_cluster_rests_on_its_rent();
    void the_next_racks_are_evaluated();
    void a_path_is_the_scenario_with_that_deployment();
    void the_longest_wait_decides();
    void no_offer_is_no_figure();
    void export_rules_by_region();
};

void TestMoneyStudy::the_run_is_the_evaluations_data() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : test::sample_names())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestMoneyStudy::the_run_is_the_evaluations() {
    QFETCH(QString, name);
    const Studied all = study_of(test::sample(name.toStdString()));
    const Evaluation& e = all.evaluation;
    if (!(e.step_time > Seconds(0))) {
        QVERIFY(!all.money.capital);
        return;
    }
    const RunCost& run = all.money.run;
    QCOMPARE(run.per_hour.si(), e.cost_per_hour.si());
    QVERIFY(is_near(run.hour.total(), e.cost_per_hour.si()));
    const double rate = run.counts_samples ? e.samples_per_s : e.tokens_per_s;
    QVERIFY(is_near(run.dollars_per_million, e.cost_per_hour.si() / 3600 / rate * 1e6));
    const double hours = e.time_to_budget.si() / 3600;
    QVERIFY(is_near(run.dollars.si(), e.cost_per_hour.si() * hours));
    QVERIFY(is_near(run.carbon,
                    e.power.facility.si() / 1e3 * hours * all.prepared.scenario().site.carbon_intensity));
    QVERIFY(is_near(run.energy.si(), e.power.facility.si() * e.time_to_budget.si()));
    if (std::isfinite(run.petaflop_day) && std::isfinite(e.mfu)) // 24 p/(peak · MFU), of the useful time
        QVERIFY(run.petaflop_day > 0);
    QVERIFY(is_near(all.money.tornado.dollars_per_million, run.dollars_per_million));
    for (size_t i = 1; i < all.money.tornado.swings.size(); ++i)
        QVERIFY(all.money.tornado.swings[i - 1].width() >= all.money.tornado.swings[i].width());
}

// Ends that were turned in place are those of a scenario that says so itself.
void TestMoneyStudy::each_swing_is_what_the_scenario_would_cost() {
    const Scenario scenario = with_budget("dgx-h100-su");
    const MoneyStudy money = study_of(scenario).money;
    const auto million = [&](auto change) {
        Scenario other = scenario;
        change(other);
        return study_of(other).money.run.dollars_per_million;
    };
    const CostSwing* energy = swing_of(money, CostAssumption::electricity);
    QVERIFY(energy && energy->low < energy->now && energy->now < energy->high);
    QVERIFY(is_near(energy->at_high, million([&](Scenario& s) { s.site.electricity_price = energy->high; })));
    const CostSwing* life = swing_of(money, CostAssumption::book_life);
    QVERIFY(life->at_low > life->at_high); // a longer life is cheaper
    QVERIFY(is_near(life->at_low, million([&](Scenario& s) { s.site.book_life_years = life->low; })));
    const CostSwing* interest = swing_of(money, CostAssumption::interest);
    QVERIFY(
        is_near(interest->at_high, million([&](Scenario& s) { s.site.money.interest = interest->high; })));
    const CostSwing* space = swing_of(money, CostAssumption::space);
    QVERIFY(is_near(space->at_low, million([&](Scenario& s) { s.site.money.space_price = space->low; })));
    const CostSwing* pue = swing_of(money, CostAssumption::pue);
    QVERIFY(is_near(pue->at_high, million([&](Scenario& s) { s.site.pue = pue->high; })));
    // Servers at the dear end: what the rows come to.
    const CostSwing* servers = swing_of(money, CostAssumption::servers);
    const double more = (servers->high - servers->now) * money.capital->overhead();
    QVERIFY(is_near(servers->at_high / money.run.dollars_per_million,
                    1 + more / money.capital->total().likely *
                            (money.run.hour.capital + money.run.hour.operation) / money.run.hour.total(),
                    1e-6));
    const CostSwing* failures = swing_of(money, CostAssumption::failures);
    QVERIFY(failures->at_low < money.run.dollars_per_million &&
            failures->at_high > money.run.dollars_per_million);
}

void TestMoneyStudy::a_rented_cluster_rests_on_its_rent() {
    Scenario scenario = with_budget("dgx-h100-su");
    scenario.site.gpu_hour_price = 3.99;
    const MoneyStudy money = study_of(scenario).money;
    QVERIFY(swing_of(money, CostAssumption::rent));
    QVERIFY(!swing_of(money, CostAssumption::servers) && !swing_of(money, CostAssumption::electricity));
    QVERIFY(is_near(money.run.hour.rent, 3.99 * money.run.gpus));
    for (const RentOffer& offer : money.run.offers) QVERIFY(std::isnan(offer.break_even));
    QVERIFY(path_of(money, Deployment::reserved_cloud).is_sites_own);
    QVERIFY(is_near(path_of(money, Deployment::reserved_cloud).per_hour.si(), 3.99 * money.run.gpus));
    QVERIFY(path_of(money, Deployment::colocation).hour.rent == 0);
}

void TestMoneyStudy::the_next_racks_are_evaluated() {
    const Studied all = study_of(with_budget("llama3-405b-16k"));
    const NextRacks& next = all.money.next;
    QVERIFY(next.racks > 0 && next.gain > 1);
    const double drawn = all.prepared.fabric().gpus;
    const ScaleResult study =
        scale(all.prepared, {{drawn, drawn + next.gpus}}, {.metric = ScaleMetric::goodput});
    const ScalePoint &now = *study.at(drawn), &then = *study.at(drawn + next.gpus);
    QVERIFY(is_near(next.gain, then.useful / now.useful));
    QVERIFY(is_near(next.dollars_per_million, (then.running.per_hour - now.running.per_hour).si() / 3600 /
                                                  (then.useful - now.useful) * 1e6));
}

void TestMoneyStudy::a_path_is_the_scenario_with_that_deployment() {
    const Scenario scenario = with_budget("dgx-h100-su");
    const MoneyStudy money = study_of(scenario).money;
    QCOMPARE(money.paths.size(), size_t(5));
    for (const DeploymentPath& path : money.paths) {
        Scenario other = scenario;
        other.site.money.deployment = path.deployment;
        const Studied alone = study_of(other);
        QVERIFY(is_near(path.per_hour.si(), alone.evaluation.cost_per_hour.si()));
        QVERIFY(is_near(path.run.si(), alone.money.run.dollars.si()));
        QCOMPARE(path.is_sites_own, path.deployment == Deployment::colocation);
        QVERIFY(!path.exit.empty() && path.lead_weeks.likely > 0);
        QVERIFY(is_near(path.done_weeks.likely - path.lead_weeks.likely,
                        alone.evaluation.time_to_budget.si() / (7 * 86400)));
    }
    const DeploymentPath& own = path_of(money, Deployment::own_hall);
    QVERIFY(own.building > Dollars(0));
    QVERIFY(is_near(own.capital.likely - own.building.si(), money.capital->total().likely));
    QCOMPARE(path_of(money, Deployment::on_demand_cloud).capital.likely, 0.0);
    // u* against the median of what clouds ask for an H100: 6.16 $.
    const DeploymentPath& rented_space = path_of(money, Deployment::colocation);
    QVERIFY(is_near(rented_space.break_even, rented_space.per_hour.si() / money.run.gpus / 6.16));
}

void TestMoneyStudy::the_longest_wait_decides() {
    const MoneyStudy money = study_of(with_budget("dgx-h100-su")).money;
    for (const DeploymentPath& path : money.paths) {
        double most = 0;
        for (const LeadItem& item : path.items) {
            most = std::max(most, item.weeks.likely);
            QVERIFY(!item.source.empty());
        }
        QCOMPARE(path.items.front().weeks.likely, most);
        const double commissioning = path.hour.rent > 0 ? 0 : 4;
        QCOMPARE(path.lead_weeks.likely, most + commissioning);
    }
    // A site of its own waits for its transformers: 128 weeks.
    QCOMPARE(path_of(money, Deployment::hyperscale_build).items.front().what, std::string("transformers"));
    QCOMPARE(path_of(money, Deployment::hyperscale_build).items.front().weeks.likely, 128.0);
}

void TestMoneyStudy::no_offer_is_no_figure() {
    Scenario scenario = with_budget("dgx-h100-su");
    for (Element& element : scenario.cluster.elements)
        if (element.kind == ElementKind::server) element.part = {"mi300x-8", {}, {}};
    const MoneyStudy money = study_of(scenario).money;
    const DeploymentPath& cloud = path_of(money, Deployment::on_demand_cloud);
    QVERIFY(!cloud.has_price());
    QVERIFY(!std::isfinite(cloud.dollars_per_million));
    QVERIFY(std::isnan(path_of(money, Deployment::colocation).break_even));
    QVERIFY(path_of(money, Deployment::colocation).has_price());
}

void TestMoneyStudy::export_rules_by_region() {
    const auto flags = [](const char* server, const char* region) {
        Scenario scenario = test::sample("dgx-h100-su");
        scenario.site.money.region = region;
        for (Element& element : scenario.cluster.elements)
            if (element.kind == ElementKind::server) element.part = {server, {}, {}};
        return export_flags(test::prepared(scenario));
    };
    // 1,979 dense FP8 TFLOP/s × 8 bits = 15,832; 600 GB/s and more: both rules.
    const auto h100 = flags("dgx-h100", "CN");
    QCOMPARE(h100.size(), size_t(2));
    QVERIFY(is_near(h100.front().tpp, 15832));
    QVERIFY(h100[0].applies && h100[1].applies);
    // The H800 was made for the first rule's 600 GB/s: only the second names it.
    const auto h800 = flags("hgx-h800", "CN");
    QCOMPARE(h800.size(), size_t(1));
    QCOMPARE(h800.front().rule.id, std::string("ear-2023"));
    QVERIFY(!flags("dgx-h100", "DE")[1].applies);
    QVERIFY(!flags("dgx-h100", "")[1].applies);
    QVERIFY(flags("dgx-1", "CN").empty()); // 2,000
    // 312 × 16 = 4,992.
    QVERIFY(is_near(flags("dgx-a100", "CN").front().tpp, 4992));
}

QTEST_GUILESS_MAIN(TestMoneyStudy)
#include "test_money_study.moc"
