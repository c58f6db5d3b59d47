// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/plan_at_size.h"
#include "core/search/fastest.h"
#include "tests/support/random_scenario.h"
#include "tests/support/search_cases.h"

#include <QTest>

#include <cmath>

using namespace roofrack;
using namespace roofrack::test;

/// The short way to the best plan against the long one.
class TestFastest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void is_what_the_search_ranks_first_data();
    void is_what_the_search_ranks_first();
};

void TestFastest::is_what_the_search_ranks_first_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"megatron-1t-3072", "llama3-405b-16k", "gb200-nvl72-x8", "dgx-h100-su",
                             "ws-8gpu", "hot", "held", "mixed", "moe", "generic-100m-256gpu-8nic"})
        QTest::newRow(name) << name;
}

void TestFastest::is_what_the_search_ranks_first() {
    QFETCH(QString, name);
    Scenario scenario = name == "mixed"  ? mixed()
                        : name == "hot"  ? throttling()
                        : name == "held" ? held_by_the_site()
                                         : sample(name == "moe" ? "dgx-h100-su" : qPrintable(name));
    if (name == "moe") scenario.workload.model = "mixtral-8x7b";
    const auto drawn = Prepared::make(scenario, Catalog::built_in());
    QVERIFY(drawn);
    const double all = drawn->fabric().gpus;
    for (const double gpus : {all, all / 4, std::round(1.25 * all)}) {
        for (const bool even : {false, true}) {
            SearchOptions options;
            options.gpus = gpus;
            options.top = 1;
            options.front = false;
            options.space.even_batch = even;
            const auto found = search(*drawn, options);
            const FastestPlan cold = fastest_plan(*drawn, options);
            const Plan hints[] = {cold.plan.value_or(Plan())};
            const FastestPlan hinted = fastest_plan(*drawn, options, hints);
            QCOMPARE(cold.plan.has_value(), found && !found->best.empty());
            QCOMPARE(hinted.plan, cold.plan);
            if (!cold.plan) {
                QVERIFY(!cold.reason.empty());
                continue;
            }
            StepSolver solver(*drawn);
            const double step = solver.solve(*cold.plan, gpus, batch_of(drawn->impl())).step;
            QVERIFY2(std::abs(step / found->best.front().step_time.si() - 1) < 1e-9,
                     qPrintable(QString::number(step / found->best.front().step_time.si(), 'g', 12)));
        }
    }
}

QTEST_APPLESS_MAIN(TestFastest)
#include "test_fastest.moc"
