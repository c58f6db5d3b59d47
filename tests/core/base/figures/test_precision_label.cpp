// SPDX-License-Identifier: GPL-3.0-or-later
// Precisions are named as people write them, and told from what a project says by their case alone.
#include "core/base/figures/plan_figures.h"

#include <QTest>

using namespace roofrack;

class TestPrecisionLabel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_precision_is_written_as_people_do() {
        QCOMPARE(label_of(Precision::bf16), std::string_view("BF16"));
        for (const Precision each : {Precision::fp32, Precision::tf32, Precision::fp16, Precision::bf16,
                                     Precision::fp8, Precision::nvfp4}) {
            const QString label = QString::fromStdString(std::string(label_of(each)));
            QVERIFY2(label == label.toUpper(), qPrintable(label));
            QCOMPARE(label.toLower(), QString::fromStdString(std::string(name_of(each))));
        }
    }
};

QTEST_APPLESS_MAIN(TestPrecisionLabel)
#include "test_precision_label.moc"
