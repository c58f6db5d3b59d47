// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/saturated.h"
#include "core/measured/measure/nccl_tests.h"
#include "tests/validation/validate_runs.h"
#include "validation/validate.h"

#include <QTest>
#include <cmath>
#include <fstream>
#include <limits>

using namespace roofrack;

/// Numbers that no integer holds are refused or come to the end of the range, never to anything.
class TestHostileNumbers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void casts_stop_at_the_ends();
    void ranks_of_another_world_are_left_out();
    void degrees_beyond_reason_are_not_predicted_data();
    void degrees_beyond_reason_are_not_predicted();
    void every_magnitude_is_printed();
    void published_examples_are_refused();
};

void TestHostileNumbers::casts_stop_at_the_ends() {
    using Int = std::numeric_limits<int>;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    QCOMPARE(saturated<int>(3.9), 3);
    QCOMPARE(saturated<int>(-3.9), -3);
    QCOMPARE(saturated<int>(2147483647.0), Int::max());
    QCOMPARE(saturated<int>(-2147483649.0), Int::min());
    for (const double large : {2147483648.0, 1e20, 1e308, infinite}) {
        QCOMPARE(saturated<int>(large), Int::max());
        QCOMPARE(saturated<int>(-large), Int::min());
        QCOMPARE(saturated<uint64_t>(-large), uint64_t(0));
    }
    QCOMPARE(saturated<int64_t>(9223372036854775807.0), std::numeric_limits<int64_t>::max());
    QCOMPARE(saturated<uint64_t>(18446744073709551616.0), std::numeric_limits<uint64_t>::max());
    QCOMPARE(saturated<int>(std::nan("")), 0);
}

void TestHostileNumbers::ranks_of_another_world_are_left_out() {
    const std::string text =
        "# all_reduce_perf\n# Rank 100000000000000000000 on a\n# Rank -1 on a\n# Rank 0 on a\n"
        "# Rank 1 on b\n1024 32 float sum -1 10 1.1 1.1 0 11 1.1 1.1 0\n";
    const auto output = parse_nccl_tests(text, "x.txt");
    QVERIFY(output);
    QCOMPARE(output->sweeps.front().ranks, 2);
    QVERIFY(output->warnings.front().find("2 broken lines left out") != std::string::npos);
}

void TestHostileNumbers::degrees_beyond_reason_are_not_predicted_data() {
    QTest::addColumn<QString>("column");
    for (const char* column :
         {"gpus", "tp", "pp", "cp", "ep", "vpp", "micro_batch", "layers", "heads", "kv_heads"})
        QTest::newRow(column) << column;
}

void TestHostileNumbers::degrees_beyond_reason_are_not_predicted() {
    QFETCH(QString, column);
    const QStringList columns{"id",    "gpu",      "gpus", "model",        "layers",      "hidden",
                              "heads", "kv_heads", "seq",  "global_batch", "micro_batch", "tp",
                              "pp",    "vpp",      "cp",   "ep",           "metric",      "value"};
    QStringList cells{"x",           "A100-SXM4-80GB",
                      "64",          "none such",
                      "24",          "2304",
                      "24",          "24",
                      "2048",        "512",
                      "4",           "1",
                      "1",           "1",
                      "1",           "1",
                      "iteration_s", "2"};
    QTemporaryDir folder;
    const auto predicted = [&] {
        const std::string path = folder.filePath("runs.csv").toStdString();
        std::ofstream(path) << columns.join(u',').toStdString() << '\n'
                            << cells.join(u',').toStdString() << '\n';
        return test::validate_runs(path, Catalog::built_in());
    };
    QVERIFY(predicted() && predicted()->skipped.empty());
    for (const char* number : {"1e20", "1e308", "-1e20"}) {
        cells[columns.indexOf(column)] = number;
        const auto result = predicted();
        QVERIFY(result);
        QCOMPARE(result->skipped.size(), size_t(1));
    }
}

void TestHostileNumbers::every_magnitude_is_printed() {
    for (const double value : {1e-320, 1e-20, 1e20, 1e35, 1e300, 1e308, -1e308})
        for (int dimension = 0; dimension <= static_cast<int>(Dimension::volume_rate); ++dimension)
            QVERIFY(!format_quantity(value, static_cast<Dimension>(dimension)).empty());
}

void TestHostileNumbers::published_examples_are_refused() {
    const QString data = qEnvironmentVariable("ROOFRACK_DATA");
    if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the hostile files are not at hand");
    const std::string folder = data.toStdString() + "/hostile/";
    const auto degree = test::validate_runs(folder + "csv-degree.csv", Catalog::built_in());
    QVERIFY(degree);
    QCOMPARE(degree->skipped.size(), size_t(1));
    QVERIFY(degree->skipped.front().why.find("'tp' is 1e+20") != std::string::npos);
    QVERIFY(!read_nccl_tests(folder + "nccl-rank.txt") ||
            read_nccl_tests(folder + "nccl-rank.txt")->sweeps.size() == 1);
    const auto sweep = read_nccl_tests(folder + "nccl-sweep.txt");
    QVERIFY(!sweep || !sweep->warnings.empty());
}

QTEST_GUILESS_MAIN(TestHostileNumbers)
#include "test_hostile_numbers.moc"
