// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/nccl_tests.h"

#include "core/base/catalog/catalog.h"
#include "core/base/files/file_kind.h"
#include "core/drawing/project/project_file.h"
#include "core/step/collectives/measured_collectives.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/measured_network.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>

using namespace roofrack;

namespace {

const std::filesystem::path folder = ROOFRACK_SOURCE_DIR "/tests/data/nccl";

CollectiveSweep sweep(const char* file) {
    const auto output = read_nccl_tests(folder / file);
    if (!output) qFatal("%s", output.error().text().c_str());
    return output->sweeps.front();
}

Fabric two_nodes(double gpus = 16) {
    return flat_fabric(gpus, 8, 8, ByteRate(450e9), ByteRate(50e9), LinkClass::efa, "h100-sxm5");
}

/// The time that replaces the formula for a group of `members` neighbours, or the formula's.
double measured_time(const std::vector<CollectiveSweep>& sweeps, const Fabric& fabric, double members,
                     double bytes) {
    const MeasuredCollectives measured(sweeps, fabric, true);
    NetworkKnobs knobs;
    knobs.measured = &measured;
    return all_reduce_time(bytes, group_path(fabric, members, 1, knobs, 1, true));
}

Scenario sample(const char* name) {
    const auto loaded = read_project(std::string(ROOFRACK_SOURCE_DIR "/samples/") + name + ".roofrack.json",
                                     Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return loaded->project.scenarios.front();
}

} // namespace

class TestNcclTests : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void reads_thirteen_columns_between_noise() {
        const auto output = read_nccl_tests(folder / "all_reduce_2x8.txt");
        QVERIFY2(output.has_value(), output ? "" : output.error().text().c_str());
        QCOMPARE(output->sweeps.size(), size_t(1));
        const CollectiveSweep& s = output->sweeps.front();
        QCOMPARE(s.collective, Collective::all_reduce);
        QCOMPARE(s.ranks, 16);
        QCOMPARE(s.nodes, 2);
        QCOMPARE(s.points.size(), size_t(5));
        QCOMPARE(s.points.front().bytes.si(), 65536.0);
        QVERIFY(std::abs(s.points.front().seconds.si() - 61.2e-6) < 1e-12);
        QVERIFY(std::abs(s.points.back().seconds.si() - 4607.6e-6) < 1e-12);
        QVERIFY(file_kind(folder / "all_reduce_2x8.txt") == FileKind::nccl_tests);
    }

    void reads_older_ones_without_root() {
        const CollectiveSweep s = sweep("alltoall_old.txt");
        QCOMPARE(s.collective, Collective::all_to_all);
        QCOMPARE(s.ranks, 8);
        QCOMPARE(s.nodes, 1);
        QCOMPARE(s.points.size(), size_t(3));
        QVERIFY(std::abs(s.points.back().seconds.si() - 396.8e-6) < 1e-12);
    }

    void tells_what_is_not_printed() {
        // Without devices: 2(n−1)/n = 1.75 at 8 ranks.
        const auto bare =
            parse_nccl_tests("1048576 262144 float sum -1 30 34.9 61.1 0 30 34.9 61.1 0\n", "x.log");
        QVERIFY2(bare.has_value(), bare ? "" : bare.error().text().c_str());
        QCOMPARE(bare->sweeps.front().collective, Collective::all_reduce);
        QCOMPARE(bare->sweeps.front().ranks, 8);
        QCOMPARE(bare->warnings.size(), size_t(2));
        // The file's name, two runs in one file, a size measured twice.
        const auto two = parse_nccl_tests("# nThread 1\n# Rank 0 on a\n# Rank 1 on b\n"
                                          "1024 32 float none -1 10 0.1 0.05 0 11 0.1 0.05 N/A\n"
                                          "1024 32 float none -1 20 0.1 0.05 0 11 0.1 0.05 N/A\n"
                                          "# nThread 1\n# Rank 0 on a\n# Rank 1 on a\n"
                                          "2048 32 float none -1 10 0.1 0.05 0 11 0.1 0.05 N/A\n",
                                          "run/all_gather.out");
        QVERIFY(two.has_value());
        QCOMPARE(two->sweeps.size(), size_t(2));
        QCOMPARE(two->sweeps[0].collective, Collective::all_gather);
        QCOMPARE(two->sweeps[0].nodes, 2);
        QCOMPARE(two->sweeps[1].nodes, 1);
        QCOMPARE(two->sweeps[0].points.front().seconds.si(), 15e-6);
        NcclTestsHints hints;
        hints.collective = Collective::send_recv;
        hints.ranks = 4;
        const auto told = parse_nccl_tests("1024 32 float none -1 10 0.1 0.1 0 11 0.1 0.1 0\n", "x", hints);
        QVERIFY(told && told->sweeps.front().collective == Collective::send_recv);
        QCOMPARE(told->sweeps.front().ranks, 4);
    }

    void bad_input_says_what_to_do_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << QByteArray() << "no line of measurements";
        QTest::newRow("prose") << QByteArray("all reduce took 5 us\n") << "no line of measurements";
        QTest::newRow("binary") << QByteArray("\x00\x01\xff\n\x7f 1 2 3", 12) << "no line of measurements";
        QTest::newRow("which") << QByteArray(
                                      "# Rank 0 on a\n# Rank 1 on a\n1024 32 float none -1 10 0.1 0.05 0\n")
                               << "which collective";
        QTest::newRow("ranks") << QByteArray("# all_gather_perf\n1024 32 float none -1 10 0.1 0.05 0\n")
                               << "how many ranks";
        QTest::newRow("zero")
            << QByteArray("# all_gather_perf\n# Rank 0 on a\n# Rank 1 on a\n0 0 float none -1 10 0 0 0\n")
            << "empty messages";
        QTest::newRow("nan")
            << QByteArray("# all_gather_perf\n# Rank 0 on a\n# Rank 1 on a\n8 0 float none -1 nan 0 0 0\n")
            << "no line of measurements";
    }
    void bad_input_says_what_to_do() {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const auto output = parse_nccl_tests({text.constData(), static_cast<size_t>(text.size())}, "x.txt");
        QVERIFY(!output);
        QVERIFY2(QString::fromStdString(output.error().what).contains(says), output.error().what.c_str());
        QCOMPARE(output.error().where, std::string("x.txt"));
        QVERIFY(!output.error().fix.empty());
    }

    void every_cut_of_a_file_is_read_or_refused() {
        std::ifstream file(folder / "all_reduce_2x8.txt", std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        for (size_t end = 0; end < text.size(); end += 7) {
            const auto output = parse_nccl_tests(std::string_view(text).substr(0, end), "all_reduce.txt");
            if (!output) continue;
            for (const CollectivePoint& point : output->sweeps.front().points)
                QVERIFY(point.bytes.si() > 0 && point.seconds.si() > 0);
        }
        QVERIFY(!read_nccl_tests(folder / "none.txt"));
        QVERIFY(file_kind(folder / "none.txt") == FileKind::other);
        QVERIFY(file_kind(ROOFRACK_SOURCE_DIR "/CMakeLists.txt") == FileKind::other);
    }

    void replaces_the_formula() {
        const CollectiveSweep s = sweep("all_reduce_2x8.txt");
        const Fabric fabric = two_nodes();
        QVERIFY(!s.points.empty());
        for (const CollectivePoint& point : s.points)
            QVERIFY(std::abs(measured_time({s}, fabric, 16, point.bytes.si()) / point.seconds.si() - 1) <
                    1e-12);
        // Between 16 MiB (298.1 µs) and 256 MiB (1468.2 µs), at their geometric mean: the mean of the
        // logarithms.
        QVERIFY(std::abs(measured_time({s}, fabric, 16, 67108864) / std::sqrt(298.1e-6 * 1468.2e-6) - 1) <
                1e-9);
        // Beyond the last size and below the first by the ratio to the formula there, as far as it holds:
        // with the shares of bandwidth e and x the exponent (x·e + (1 − x)(1 − e)) ÷ (e² + (1 − e)²).
        const auto formula = [&](double bytes) { return measured_time({}, fabric, 16, bytes); };
        const auto expected = [&](double bytes, double end, double seconds) {
            const double e = 1 - formula(1) / formula(end), x = 1 - formula(1) / formula(bytes);
            const double kept = (x * e + (1 - x) * (1 - e)) / (e * e + (1 - e) * (1 - e));
            return formula(bytes) * std::pow(seconds / formula(end), kept);
        };
        const double gib = 1073741824;
        QVERIFY(std::abs(measured_time({s}, fabric, 16, 4 * gib) / expected(4 * gib, gib, 4607.6e-6) - 1) <
                1e-9);
        QVERIFY(std::abs(measured_time({s}, fabric, 16, 256) / expected(256, 65536, 61.2e-6) - 1) < 1e-9);
        QVERIFY(std::abs(ratio_kept(1, 0.25) - 0.25) < 1e-12); // all bandwidth at the end
        QVERIFY(std::abs(ratio_kept(0, 0.25) - 0.75) < 1e-12); // all latency
        QVERIFY(std::abs(ratio_kept(0.8, 0.8) - 1) < 1e-12);   // at the end itself
        QVERIFY(std::abs(ratio_kept(0.75, 0) - 0.4) < 1e-12);  // 0.25 ÷ (0.5625 + 0.0625)
        // Inside one server nothing was measured.
        QCOMPARE(measured_time({s}, fabric, 8, 1e6), measured_time({}, fabric, 8, 1e6));
    }

    void other_groups_are_scaled_by_the_formula() {
        const CollectiveSweep s = sweep("all_reduce_2x8.txt");
        const Fabric fabric = two_nodes(256);
        const double bytes = 268435456;
        const double ratio = measured_time({}, fabric, 256, bytes) / measured_time({}, fabric, 16, bytes);
        QVERIFY(std::abs(measured_time({s}, fabric, 256, bytes) / (1468.2e-6 * ratio) - 1) < 1e-9);
        double before = 0;
        for (double at = 64; at < 1e10; at *= 1.5) {
            const double now = measured_time({s}, fabric, 256, at);
            QVERIFY(now > 0 && std::isfinite(now));
            before = now;
        }
        QVERIFY(before > 0);
    }

    /// A collective that nothing measured, be it one that is new, has no sweep; a reduce-scatter takes the
    /// all-gather's.
    void no_sweep_stands_for_another_collective() {
        const Fabric fabric = two_nodes();
        const GroupPath path = group_path(fabric, 16, 1, {}, 1, true);
        for (int measured = 0; measured < collective_count; ++measured) {
            CollectiveSweep only = sweep("all_reduce_2x8.txt");
            only.collective = static_cast<Collective>(measured);
            const MeasuredCollectives table({only}, fabric, true);
            const auto is_twin = [](Collective each) {
                return each == Collective::all_gather || each == Collective::reduce_scatter;
            };
            for (int asked = 0; asked <= collective_count; ++asked) {
                const Collective of = static_cast<Collective>(asked);
                const bool has = of == only.collective || (is_twin(of) && is_twin(only.collective));
                QCOMPARE(table.time(of, 1e8, path) > 0, has);
            }
        }
    }

    void a_project_keeps_its_sweeps() {
        const auto loaded = read_project(
            ROOFRACK_SOURCE_DIR "/samples/generic-100m-256gpu-8nic.roofrack.json", Catalog::built_in());
        QVERIFY(loaded.has_value());
        Project project = loaded->project;
        Calibration& calibration = project.scenarios.front().calibration;
        attach_sweeps(calibration, {sweep("all_reduce_2x8.txt"), sweep("alltoall_old.txt")});
        attach_sweeps(calibration, {sweep("all_reduce_2x8.txt")});
        QCOMPARE(calibration.collectives.size(), size_t(2));
        calibration.network_variant = NetworkVariant::software_matching;
        const std::string text = project_text(project, Catalog::built_in());
        const auto again = parse_project(text, Catalog::built_in());
        QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
        QVERIFY(again->project == project);
        QVERIFY(again->warnings.empty());
    }

    void a_project_with_disordered_points_is_refused() {
        const auto bad =
            parse_project(R"({"schema": 1, "scenarios": [{"name": "a", "calibration": {"collectives": [
            {"collective": "all_reduce", "ranks": 8, "points": [{"size": 16, "time": "1 us"}, {"size": 8, "time": "1 us"}]}]}}]})",
                          Catalog::built_in());
        QVERIFY(!bad);
        QVERIFY2(bad.error().text().find("points/1/size") != std::string::npos, bad.error().text().c_str());
    }

    void evaluate_uses_them_and_says_so() {
        Scenario scenario = sample("generic-100m-256gpu-8nic");
        scenario.plan.dp_overlap = false;
        const auto step = [](const Scenario& s) {
            return evaluate(*Prepared::make(s, Catalog::built_in())).step_time.si();
        };
        const double formula = step(scenario);
        CollectiveSweep slow = sweep("all_reduce_2x8.txt");
        for (CollectivePoint& point : slow.points) point.seconds = Seconds(point.seconds.si() * 50);
        attach_sweeps(scenario.calibration, {slow});
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        const Evaluation measured = evaluate(*prepared);
        QVERIFY(measured.step_time.si() > formula * 1.2);
        const auto named = std::ranges::find(measured.findings, "collectives-measured", &Finding::id);
        QVERIFY(named != measured.findings.end());
        QCOMPARE(named->message, std::string("Collectives: measured, all_reduce_2x8.txt"));
        QVERIFY(named->why.find("more than 16 ranks") != std::string::npos);
        const auto replaced = replaced_collectives(*prepared);
        QCOMPARE(replaced.size(), size_t(1));
        QVERIFY(replaced.front().used && replaced.front().before_pct > 50 &&
                replaced.front().after_pct < 1e-6);
    }

    void the_sweep_of_more_ranks_stands() {
        Scenario scenario = sample("generic-100m-256gpu-8nic");
        CollectiveSweep larger = sweep("all_reduce_2x8.txt");
        larger.file = "larger.txt";
        larger.ranks = 64;
        larger.nodes = 8;
        attach_sweeps(scenario.calibration, {larger, sweep("all_reduce_2x8.txt")});
        const auto prepared = Prepared::make(scenario, Catalog::built_in());
        const auto replaced = replaced_collectives(*prepared);
        QVERIFY(replaced[0].used && !replaced[1].used);
        const Evaluation e = evaluate(*prepared);
        QVERIFY(std::ranges::find(e.findings, "collectives-unused", &Finding::id) != e.findings.end());
    }
};

QTEST_APPLESS_MAIN(TestNcclTests)
#include "test_nccl_tests.moc"
