// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/measured/measure/published/built_in_runs.h"
#include "validation/transfer/odds_reliability.h"
#include "validation/transfer/transfer.h"

#include <QTest>

#include <cmath>

using namespace roofrack;

class TestOddsReliability : public QObject {
    Q_OBJECT

private:
    std::vector<ValidationRun> m_runs;
    double m_shared = 0;
    OddsReliability m_found; ///< by the errors that are kept

private Q_SLOTS:
    void initTestCase() {
        std::vector<SkippedRow> skipped;
        m_runs = *transfer_runs(built_in_runs(), "t", Catalog::built_in(), CostParameters::built_in(), false,
                                skipped);
        m_shared = Catalog::built_in().defaults().figure("bands.shared_error")->value;
        m_found = odds_reliability(m_runs, LeftOutErrors::built_in(), m_shared);
    }

    /// Where at least 30 pairs were given a chance of a tenth, as many of them were the faster, within 10
    /// points.
    void chances_come_true_as_often_as_they_say() {
        QVERIFY(m_found.pairs > 10000 && m_found.series > 30);
        size_t held = 0;
        for (const ReliabilityBin& bin : m_found.bins) {
            if (bin.pairs < 30) continue;
            QVERIFY(bin.foretold >= bin.from && bin.foretold <= bin.to);
            const std::string what = QString("%1 to %2: %3 of %4 pairs, foretold %5")
                                         .arg(bin.from)
                                         .arg(bin.to)
                                         .arg(bin.happened)
                                         .arg(bin.pairs)
                                         .arg(bin.foretold)
                                         .toStdString();
            QVERIFY2(std::abs(bin.happened - bin.foretold) < 0.1, what.c_str());
            ++held;
        }
        QCOMPARE(held, size_t(10));
    }

    /// The constant is what the errors say: runs of several series of one stack, generation and model have
    /// that much in common, those of one series more, and runs of several stacks or generations nothing.
    void the_shared_part_is_that_of_the_errors() {
        QVERIFY2(std::abs(m_found.between_series - m_shared) < 0.05,
                 qPrintable(QString::number(m_found.between_series)));
        QVERIFY(m_found.within_series > m_shared);
        QVERIFY2(std::abs(m_found.between_stacks) < 0.1, qPrintable(QString::number(m_found.between_stacks)));
    }

    /// Errors ten times as large as their bands: what is foretold as sure then comes true far less often.
    void wrong_bands_are_found() {
        LeftOutErrors wrong = LeftOutErrors::built_in();
        for (size_t i = 0; i < m_runs.size(); ++i)
            wrong.set(LeftOut::source, m_runs[i].row.id, i % 2 ? 1.5 : -1.5);
        const OddsReliability found = odds_reliability(m_runs, wrong, m_shared);
        double worst = 0;
        for (const ReliabilityBin& bin : found.bins)
            if (bin.pairs >= 30) worst = std::max(worst, std::abs(bin.happened - bin.foretold));
        QVERIFY(worst > 0.1);
    }

    /// The bins mirror each other, since each pair stands in both orders.
    void bins_mirror_each_other() {
        for (size_t i = 0; i < 5; ++i) {
            const ReliabilityBin &low = m_found.bins[i], &high = m_found.bins[9 - i];
            QVERIFY(std::abs(low.foretold - (1 - high.foretold)) < 1e-9);
            QVERIFY(std::abs(low.happened - (1 - high.happened)) < 1e-9);
        }
    }
};

QTEST_APPLESS_MAIN(TestOddsReliability)
#include "test_odds_reliability.moc"
