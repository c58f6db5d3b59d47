// SPDX-License-Identifier: GPL-3.0-or-later
// Network price against waiting: the shares sum, the drawn one costs what the study says, more is faster.
#include "core/base/catalog/catalog.h"
#include "core/facility/economics/running_cost.h"

#include "core/step/engine/evaluate.h"
#include "core/study/network_balance.h"
#include "tests/support/sample.h"

#include <QTest>

using namespace roofrack;

class TestNetworkBalance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_drawn_network_costs_what_the_study_says_data();
    void the_drawn_network_costs_what_the_study_says();
    void more_network_is_faster_and_waits_less();
    void what_a_network_is_worth_makes_it_as_cheap_as_the_drawn_one();
    void arithmetic_that_is_cheap_wants_a_cheap_network();
    void the_best_plans_bear_a_slow_network_better();
    void one_domain_has_nothing_to_choose();
};

void TestNetworkBalance::the_drawn_network_costs_what_the_study_says_data() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : test::sample_names())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestNetworkBalance::the_drawn_network_costs_what_the_study_says() {
    QFETCH(QString, name);
    const Prepared prepared = test::prepared(test::sample(name.toStdString()));
    const NetworkBalance balance = network_balance(prepared);
    if (balance.choices.empty()) {
        QVERIFY(!balance.reason.empty());
        return;
    }
    const NetworkChoice& drawn = *balance.drawn();
    const Evaluation now = evaluate(prepared);
    QCOMPARE(drawn.step.si(), now.step_time.si());
    const double rate = balance.counts_samples ? now.samples_per_s : now.tokens_per_s;
    QCOMPARE(drawn.progress, rate);
    QCOMPARE(drawn.dollars_per_million(), dollars_per_million(now.cost_per_hour, rate));
    QVERIFY(drawn.for_network >= 0 && drawn.for_waiting >= 0 && drawn.for_work > 0);
}

void TestNetworkBalance::more_network_is_faster_and_waits_less() {
    const NetworkBalance balance = network_balance(test::prepared(test::sample("llama3-405b-16k")));
    QCOMPARE(balance.choices.size(), size_t(6));
    for (size_t i = 1; i < balance.choices.size(); ++i) {
        const NetworkChoice &less = balance.choices[i - 1], &more = balance.choices[i];
        QVERIFY(more.step < less.step);
        QVERIFY(more.waiting_gpus < less.waiting_gpus);
        QCOMPARE(more.network.si() / less.network.si(), more.factor / less.factor);
        QCOMPARE(more.egress.si() / less.egress.si(), more.factor / less.factor);
    }
    QVERIFY(balance.choices.front().waiting_gpus > 4 * balance.drawn()->waiting_gpus);
}

void TestNetworkBalance::what_a_network_is_worth_makes_it_as_cheap_as_the_drawn_one() {
    const NetworkBalance balance = network_balance(test::prepared(test::sample("dgx-h100-su")));
    QCOMPARE(balance.drawn()->worth.si(), balance.drawn()->network.si());
    for (const NetworkChoice& each : balance.choices) {
        const double per_hour = each.worth.si() * balance.hourly_share;
        const double then = each.for_work + each.for_waiting + per_hour / 3600 / each.progress * 1e6;
        QCOMPARE(then, balance.drawn()->dollars_per_million());
    }
}

void TestNetworkBalance::arithmetic_that_is_cheap_wants_a_cheap_network() {
    Scenario scenario = test::sample("dgx-h100-su");
    scenario.site.gpu_hour_price = 0.9; // what the rest costs an hour shrinks, the network does not
    const NetworkBalance cheap = network_balance(test::prepared(scenario));
    scenario.site.gpu_hour_price = 90;
    const NetworkBalance dear = network_balance(test::prepared(scenario));
    QVERIFY(cheap.cheapest()->factor < 1);
    QVERIFY(dear.cheapest()->factor > 1);
}

void TestNetworkBalance::the_best_plans_bear_a_slow_network_better() {
    const Prepared prepared = test::prepared(test::sample("dgx-h100-su"));
    const NetworkBalance given = network_balance(prepared);
    const NetworkBalance best = network_balance(prepared, {.replan = true});
    QCOMPARE(best.choices.size(), given.choices.size());
    for (size_t i = 0; i < best.choices.size(); ++i) QVERIFY(best.choices[i].step <= given.choices[i].step);
}

void TestNetworkBalance::one_domain_has_nothing_to_choose() {
    const NetworkBalance balance = network_balance(test::prepared(test::sample("ws-8gpu")));
    QVERIFY(balance.choices.empty());
    QCOMPARE(balance.reason, std::string("all GPUs are in one scale-up domain"));
}

QTEST_GUILESS_MAIN(TestNetworkBalance)
#include "test_network_balance.moc"
