// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/limit_share_text.h"

#include <QTest>

using namespace roofrack;

class TestLimitShareText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shares_and_margins_of_limits_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<QString>("load");
        QTest::addColumn<QString>("left");
        QTest::newRow("half") << 0.5 << "50 %"
                              << "50 %";
        QTest::newRow("over") << 1.32 << "132 %"
                              << "-32 %";
        QTest::newRow("tenfold") << 10.0 << "1000 %"
                                 << "-900 %";
        QTest::newRow("beyond per cent") << 34.2 << "34-fold"
                                         << "34-fold load";
        QTest::newRow("near zero") << 7168.4 << "over 100-fold"
                                   << "over 100-fold load";
    }
    void shares_and_margins_of_limits() {
        QFETCH(double, share);
        QTEST(QString::fromStdString(limit_share_text(share)), "load");
        QTEST(QString::fromStdString(limit_margin_text(1 - share)), "left");
    }
};

QTEST_APPLESS_MAIN(TestLimitShareText)
#include "test_limit_share_text.moc"
