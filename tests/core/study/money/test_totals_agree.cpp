// SPDX-License-Identifier: GPL-3.0-or-later
// What a run takes is the same wherever it is said: `cost`, `totals`, the evaluation.
#include "core/catalog/catalog.h"
#include "core/project/project_file.h"
#include "core/study/money/run_cost.h"
#include "core/weather/run_totals.h"

#include <QDir>
#include <QTest>

using namespace roofrack;

class TestTotalsAgree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cost_and_totals_say_the_same();
};

void TestTotalsAgree::cost_and_totals_say_the_same() {
    const Catalog& catalog = Catalog::built_in();
    int compared = 0;
    for (const QString& file : QDir(ROOFRACK_SOURCE_DIR "/samples").entryList({QStringLiteral("*.json")})) {
        const auto loaded =
            read_project((QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/") + file).toStdString(), catalog);
        QVERIFY2(loaded, qPrintable(file));
        for (const Scenario& scenario : loaded->project.scenarios) {
            const auto prepared = Prepared::make(scenario, catalog);
            QVERIFY(prepared);
            const Evaluation evaluation = evaluate(*prepared);
            const RunCost cost = run_cost(*prepared, evaluation);
            const auto totals = run_totals(evaluation, scenario.site, catalog.defaults());
            QCOMPARE(cost.has_budget(), totals.has_value());
            QCOMPARE(cost.per_hour.si(), evaluation.cost_per_hour.si());
            if (!totals) continue;
            ++compared;
            const auto same = [&](double a, double b, const char* what) {
                QVERIFY2(
                    std::abs(a - b) <= 1e-9 * std::abs(a) + 1e-12,
                    qPrintable(
                        QStringLiteral("%1, %2: %3 and %4").arg(file, QLatin1String(what)).arg(a).arg(b)));
            };
            same(cost.time.si(), totals->wall.si(), "time");
            same(cost.energy.si(), totals->energy.si(), "energy");
            same(cost.dollars.si(), totals->cost.si(), "dollars");
            same(cost.carbon, totals->carbon, "carbon");
            same(cost.water * 1e3, totals->site_water, "water");
        }
    }
    QVERIFY(compared >= 3);
}

QTEST_APPLESS_MAIN(TestTotalsAgree)
#include "test_totals_agree.moc"
