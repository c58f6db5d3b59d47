// SPDX-License-Identifier: GPL-3.0-or-later
// The table of `collectives` says what `validate` predicts of the published sweeps, and the open logs lie
// over it (ROOFRACK_DATA/validation and traces/nccl).
#include "core/measured/measure/nccl_tests.h"
#include "core/study/collectives/bus_bandwidths.h"
#include "tests/support/sample.h"
#include "validation/sweeps/validate_collectives.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

TestedFabric fabric_of_row(const CollectiveRow& row) {
    TestedFabric out;
    out.fabric = row.fabric;
    out.variant = row.variant;
    out.nvls = row.nvls;
    out.architecture = row.architecture;
    return out;
}

std::filesystem::path data_folder() { return qgetenv("ROOFRACK_DATA").toStdString(); }

Result<CollectiveValidation> open_sweeps() {
    const std::vector<std::filesystem::path> files{data_folder() / "validation/collectives.csv",
                                                   data_folder() / "validation/more_collectives.csv"};
    const auto table = read_runs(files);
    if (!table) return tl::unexpected(table.error());
    return validate_collectives(*table, "both", Catalog::built_in());
}

} // namespace

class TestCollectivesTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (data_folder().empty()) QSKIP("ROOFRACK_DATA is not set: the open sweeps are not compared");
    }

    void equals_the_predictions_of_the_open_sweeps() {
        const auto v = open_sweeps();
        QVERIFY(v.has_value());
        QVERIFY(v->rows.size() > 2000);
        for (const PredictedCollective& p : v->rows) {
            const TestedFabric on = fabric_of_row(p.row);
            BusBandwidthRequest request;
            request.collectives = {p.row.collective};
            request.bytes = {p.row.bytes};
            const auto ranks = group_of(on, p.row.gpus);
            QVERIFY2(ranks.has_value(), p.row.id.c_str());
            request.groups = {*ranks};
            const BusBandwidths table = bus_bandwidths(on, request);
            QCOMPARE(table.rows.size(), size_t(1));
            const ExpectedCollective& row = table.rows.front().expected;
            QCOMPARE(row.time.si(), p.predicted);
            QCOMPARE(row.low.si(), p.band_low);
            QCOMPARE(row.high.si(), p.band_high);
            QCOMPARE(row.is_far, p.far);
        }
    }

    /// A drawing instead of the row's figures: inside a server nothing of the network matters.
    void a_drawn_server_is_as_its_published_sweeps_are_predicted() {
        const auto v = open_sweeps();
        QVERIFY(v.has_value());
        const auto drawn = tested_fabric(test::sample("dgx-h100-su"), Catalog::built_in());
        QVERIFY(drawn.has_value());
        const TestedGroup server = drawn->group(*group_of(*drawn, 8));
        size_t compared = 0;
        for (const PredictedCollective& p : v->rows) {
            const Fabric& fabric = p.row.fabric;
            if (p.row.gpus != 8 || fabric.levels.size() != 1 || p.row.architecture != "hopper" ||
                fabric.levels.front().inside != drawn->fabric.levels.front().inside)
                continue;
            const double drawn_time = server.expect(p.row.collective, p.row.bytes).time.si();
            QVERIFY2(std::abs(drawn_time / p.predicted - 1) < 1e-12, p.row.id.c_str());
            ++compared;
        }
        QVERIFY(compared > 20);
    }

    void the_open_logs_lie_over_a_drawing() {
        const auto drawn = tested_fabric(test::sample("dgx-h100-su"), Catalog::built_in());
        QVERIFY(drawn.has_value());
        size_t sweeps = 0, in_band = 0;
        for (const char* name : {"h100_N1_G8_allreduce.log", "h100_N10_G1_allreduce.log",
                                 "h100_N10_G2_allreduce.log", "h100_N10_G8_allreduce.log"}) {
            const auto output = read_nccl_tests(data_folder() / "traces/nccl" / name);
            QVERIFY2(output.has_value(), output ? "" : output.error().text().c_str());
            for (const MeasuredSweep& beside : measured_sweeps(*drawn, output->sweeps)) {
                QVERIFY2(beside.headline(), beside.sentence.c_str());
                qInfo("%s %s on %s: %s", name, name_of(beside.collective).data(), beside.group.c_str(),
                      beside.sentence.c_str());
                ++sweeps;
                in_band += beside.is_as_drawn;
            }
        }
        QVERIFY(sweeps >= 4);
        QVERIFY(in_band >= 1);
    }
};

QTEST_APPLESS_MAIN(TestCollectivesTable)
#include "test_collectives_table.moc"
