// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives against published nccl-tests sweeps (ROOFRACK_DATA/validation/collectives.csv).
#include "core/measure/validate_collectives.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

// A made-up sweep of two sizes, for what is read and what is refused.
constexpr std::string_view small =
    "id,use,series,source,gpu,gpus,gpus_per_node,intra_link,inter_net,nic_gbps_per_gpu,collective,size_bytes,"
    "time_us,busbw_GBps,variant\n"
    "a,core,s,one,H100-SXM5-80GB,8,8,NVLink,single node,,all_reduce,1073741824,4000,469.8,\n"
    "b,core,s,one,H100-SXM5-80GB,16,8,NVLink,EFA v2,400,all_gather,1073741824,,300,\n"
    "c,core,s,one,H100-SXM5-80GB,8,8,NVLink,single node,,gather,1024,12,1,\n"
    "d,core,s,one,H100-SXM5-80GB,8,8,NVLink,single node,,all_reduce,,,470,\n"
    "e,core,s,one,Abacus,8,8,NVLink,single node,,all_reduce,1024,12,1,\n"
    "f,core,s,one,H100-SXM5-80GB,,8,NVLink,single node,,all_reduce,1024,12,1,\n";

} // namespace

class TestCollectivesValidation : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void readsRowsAndSaysWhyNot() {
        const auto table = parse_csv(small, "small.csv");
        QVERIFY(table.has_value());
        QVERIFY(holds_collectives(*table));
        const auto v = validate_collectives(*table, "small.csv", Catalog::built_in());
        QVERIFY(v.has_value());
        QCOMPARE(v->rows.size(), size_t(2));
        QCOMPARE(v->skipped.size(), size_t(4));
        QCOMPARE(v->skipped[0].why, std::string("collective 'gather' is not predicted"));
        QCOMPARE(v->skipped[1].why, std::string("no message size"));
        QVERIFY(v->skipped[2].why.find("Abacus") != std::string::npos);
        QCOMPARE(v->skipped[3].why, std::string("no number of GPUs"));
        // A row without a time has it from its bus bandwidth: 15/16 · 1 GiB ÷ 300 GB/s.
        QVERIFY(std::abs(v->rows[1].row.seconds - 15.0 / 16 * 1073741824 / 300e9) < 1e-12);
        QCOMPARE(v->rows[1].row.fabric.levels.front().link_class, LinkClass::efa);
    }

    void missingColumnIsNamed() {
        const auto table = parse_csv("id,collective,size_bytes\na,all_reduce,8\n", "x.csv");
        const auto v = validate_collectives(*table, "x.csv", Catalog::built_in());
        QVERIFY(!v && v.error().what.find("gpu") != std::string::npos);
    }

    void publishedSweeps() {
        const QByteArray data = qgetenv("ROOFRACK_DATA");
        if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the published sweeps are not checked");
        const std::string path = data.toStdString() + "/validation/collectives.csv";
        const auto table = read_csv(path);
        QVERIFY(table.has_value());
        const auto v = validate_collectives(*table, path, Catalog::built_in());
        QVERIFY(v.has_value());
        QCOMPARE(v->totals.size(), size_t(size_band_count));
        for (const CollectiveFigure& total : v->totals) {
            const QString text = QString("%1: median %2 %, 90th percentile %3 %")
                                     .arg(QString::fromStdString(std::string(name_of(total.band))))
                                     .arg(total.median)
                                     .arg(total.p90);
            if (total.band == SizeBand::large)
                QVERIFY2(total.median <= 6 && total.p90 <= 20, qPrintable(text));
            else
                QVERIFY2(total.median <= 20, qPrintable(text));
            // Constants fitted without the source must carry over: no fabric is learned by heart.
            QVERIFY2(total.held_out_median <= (total.band == SizeBand::large ? 8 : 25), qPrintable(text));
        }
        // At most the rows without size or rank count are left out.
        QVERIFY(v->skipped.size() * 100 <= table->rows.size());
        // The constants in the resource file are what the fit gives.
        for (const CollectiveField& field : collective_fields()) {
            const double stored = CollectiveConstants::built_in().*field.value, now = v->fitted.*field.value;
            QVERIFY2(
                std::abs(stored / now - 1) < 0.05,
                qPrintable(QString::fromStdString(std::string(field.name) + " " + std::string(field.key))));
        }
    }
};

QTEST_APPLESS_MAIN(TestCollectivesValidation)
#include "test_collectives_validation.moc"
