// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives against published nccl-tests sweeps (ROOFRACK_DATA/validation: collectives.csv and
// more_collectives.csv).
#include "validation/sweeps/collective_transfer.h"
#include "validation/sweeps/validate_collectives.h"

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

    void reads_rows_and_says_why_not() {
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

    void missing_column_is_named() {
        const auto table = parse_csv("id,collective,size_bytes\na,all_reduce,8\n", "x.csv");
        const auto v = validate_collectives(*table, "x.csv", Catalog::built_in());
        QVERIFY(!v && v.error().what.find("gpu") != std::string::npos);
    }

    void bands_hold_their_share() {
        // Two fabrics, ten errors each: e^0.1 to e^1.0 and e^0.01 to e^0.1. The 80 % of both is the 6th of
        // the first.
        std::vector<CollectiveRow> rows(20);
        std::vector<HeldOutSweep> held_out;
        for (size_t i = 0; i < rows.size(); ++i) {
            rows[i].fabric_name = i < 10 ? "one" : "other";
            rows[i].bytes = 1 << 30;
            rows[i].seconds = 1;
            const double error =
                i < 10 ? 0.1 * static_cast<double>(i + 1) : 0.01 * static_cast<double>(i - 9);
            held_out.push_back({&rows[i], std::exp(i % 2 == 0 ? error : -error), false});
        }
        const CollectiveBands bands = derive_bands(held_out);
        QVERIFY(std::abs(std::log(bands.near[2]) - 0.6) < 1e-9);
        QCOMPARE(bands.far[2], bands.near[2]);
        // Two far fabrics that are off by more have a wider band of their own; one alone has that of all.
        for (size_t i = 0; i < rows.size(); ++i) held_out[i].far = i < 10;
        QVERIFY(std::abs(std::log(derive_bands(held_out).far[2]) - 0.6) < 1e-9);
        for (size_t i = 0; i < 5; ++i) rows[i].fabric_name = "third";
        QVERIFY(std::abs(std::log(derive_bands(held_out).far[2]) - 0.8) < 1e-9);
        QVERIFY(derive_bands(held_out).far[2] >= derive_bands(held_out).near[2]);
    }

    void bad_bands_are_refused() {
        QVERIFY(!CollectiveBands::parse("{}", "here"));
        QVERIFY(!CollectiveBands::parse(
            R"({"bands": [{"near": 2, "far": 1.5}, {"near": 1, "far": 1}, {"near": 1, "far": 1}]})", "here"));
        const CollectiveBands& bands = CollectiveBands::built_in();
        QVERIFY(!bands.is_far("slingshot", SizeBand::large) && bands.is_far("ici", SizeBand::large));
        QVERIFY(bands.factor(SizeBand::large, true) > bands.factor(SizeBand::large, false));
        QVERIFY(bands.factor(SizeBand::small, false) > bands.factor(SizeBand::large, false));
    }

    void left_out_sources_inform_nothing() {
        // Two sources of one fabric; the second one's times are doubled. Left out, the first is predicted by
        // what the second informed, so that turning the first's own times must not move its prediction.
        const auto predicted = [](double factor) {
            std::string text(small.substr(0, small.find('\n') + 1));
            for (const auto& [source, of] : {std::pair{"one", factor}, {"two", 2.}})
                for (int size = 0; size < 8; ++size)
                    text += "r,core,s," + std::string(source) +
                            ",A100-SXM4-40GB,8,4,NVLink,Slingshot,100,all_gather," +
                            std::to_string(1 << (20 + size)) + "," + std::to_string(of * 150 * (1 << size)) +
                            ",,\n";
            const auto table = parse_csv(text, "made-up.csv");
            const auto test =
                collective_transfer(*table, "made-up.csv", Catalog::built_in(), SweepClass::source);
            return std::make_pair(test->rows.front().predicted, test->rows.back().predicted);
        };
        const auto before = predicted(1), after = predicted(1.5);
        QCOMPARE(before.first, after.first);
        QVERIFY(before.second < after.second);
    }

    void published_sweeps() {
        const QByteArray data = qgetenv("ROOFRACK_DATA");
        if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the published sweeps are not checked");
        const std::filesystem::path folder = data.toStdString() + "/validation";
        const std::vector<std::filesystem::path> files{folder / "collectives.csv",
                                                       folder / "more_collectives.csv"};
        const auto table = read_runs(files);
        QVERIFY(table.has_value());
        const auto v = validate_collectives(*table, "both", Catalog::built_in());
        QVERIFY(v.has_value());
        QCOMPARE(v->totals.size(), size_t(size_band_count));
        constexpr double fitted[] = {20, 20, 6}, held_out[] = {30, 22, 8};
        for (const CollectiveFigure& total : v->totals) {
            const QString text = QString("%1: median %2 %, 90th percentile %3 %; held out %4, %5 %")
                                     .arg(QString::fromStdString(std::string(name_of(total.band))))
                                     .arg(total.median)
                                     .arg(total.p90)
                                     .arg(total.held_out_median)
                                     .arg(total.held_out_p90);
            const auto band = static_cast<size_t>(total.band);
            QVERIFY2(total.median <= fitted[band], qPrintable(text));
            // Constants fitted without the source must carry over: no fabric is learned by heart.
            QVERIFY2(total.held_out_median <= held_out[band], qPrintable(text));
            if (total.band == SizeBand::large)
                QVERIFY2(total.p90 <= 20 && total.held_out_p90 <= 30, qPrintable(text));
        }
        // Without size, rank count or rate of the network: at most 3 %.
        QVERIFY(v->skipped.size() * 100 <= 3 * table->rows.size());
        // The constants and bands in the resource file are what the fit gives.
        for (const CollectiveField& field : collective_fields()) {
            const double stored = CollectiveConstants::built_in().*field.value, now = v->fitted.*field.value;
            QVERIFY2(
                std::abs(stored / now - 1) < 0.05,
                qPrintable(QString::fromStdString(std::string(field.name) + " " + std::string(field.key))));
        }
        const CollectiveBands& stored = CollectiveBands::built_in();
        for (size_t b = 0; b < size_band_count; ++b) {
            QVERIFY(std::abs(stored.near[b] / v->bands.near[b] - 1) < 0.05);
            QVERIFY(std::abs(stored.far[b] / v->bands.far[b] - 1) < 0.05);
            QVERIFY(stored.measured[b] == v->bands.measured[b]);
        }
        const auto test = collective_transfer(*table, "both", Catalog::built_in(), SweepClass::source);
        QVERIFY(test.has_value());
        double held = 0, fabrics = 0;
        for (const SweepFigure& total : test->totals) {
            held += total.coverage * total.fabrics;
            fabrics += total.fabrics;
            QVERIFY2(total.coverage >= 0.70 && total.coverage <= 0.92,
                     qPrintable(QString::number(total.coverage)));
        }
        QVERIFY2(held / fabrics >= 0.74 && held / fabrics <= 0.88,
                 qPrintable(QString::number(held / fabrics)));
    }
};

QTEST_APPLESS_MAIN(TestCollectivesValidation)
#include "test_collectives_validation.moc"
