// SPDX-License-Identifier: GPL-3.0-or-later
// Digests answer as the traces that they were made of.
#include "core/answers/report/measured/trace_json.h"
#include "core/base/catalog/catalog.h"
#include "core/measured/analysis/verdict/verdict.h"
#include "core/measured/trace/digest/rank_digest.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace roofrack;

namespace {

std::vector<std::filesystem::path> files_of(const QString& folder) {
    std::vector<std::filesystem::path> out;
    for (const QString& name : QDir(folder).entryList(QDir::Files, QDir::Name))
        out.push_back((folder + '/' + name).toStdString());
    return out;
}

std::string answer_of(const Result<TraceResult>& trace) {
    return trace ? trace_json(*trace).dump(1) : trace.error().text();
}

/// What `trace --analysis --json` answers beside that.
std::string analysis_of(const Result<TraceResult>& trace) {
    if (!trace) return trace.error().text();
    const TraceAnalysis analysis = analyse(*trace, &Catalog::built_in());
    return trace_analysis_json(analysis, verdict_on(*trace, analysis)).dump(1);
}

} // namespace

class TestDigest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void digests_answer_as_their_traces_data();
    void digests_answer_as_their_traces();
    void events_are_analysed_as_those_of_the_traces_data() { digests_answer_as_their_traces_data(); }
    void events_are_analysed_as_those_of_the_traces();
    void digests_without_events_say_so();
    void broken_digests_are_said_data();
    void broken_digests_are_said();
    void every_member_is_kept();
    void warnings_of_earlier_digests_are_not_mild();
    void a_thousand_are_merged_at_once();

private:
    std::filesystem::path write(const QString& name, const std::string& text) {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(text));
        return file.fileName().toStdString();
    }
    QTemporaryDir m_folder;
};

void TestDigest::digests_answer_as_their_traces_data() {
    QTest::addColumn<QString>("folder");
    const QString own = QStringLiteral(ROOFRACK_SOURCE_DIR) + "/tests/data/traces";
    QTest::newRow("two ranks") << own + "/two_ranks";
    QTest::newRow("whole and broken") << own; // warnings and files without a device, too
    const QString data = qEnvironmentVariable("ROOFRACK_DATA");
    if (data.isEmpty()) return;
    QTest::newRow("eight ranks of a DLRM") << data + "/traces/pytorch/dlrm_8ranks";
    QTest::newRow("logs") << data + "/traces/logs";
    QTest::newRow("nccl-tests") << data + "/traces/nccl";
    QTest::newRow("telemetry") << data + "/traces/telemetry";
}

void TestDigest::digests_answer_as_their_traces() {
    QFETCH(QString, folder);
    std::vector<std::filesystem::path> whole, digests;
    for (const auto& path : files_of(folder)) {
        const auto trace = read_traces({path});
        if (!trace) continue; // no trace: the folder's README
        whole.push_back(path);
        digests.push_back(
            write(QString("%1-%2.digest.json").arg(QFileInfo(folder).fileName()).arg(whole.size()),
                  digest_text(*trace)));
    }
    QVERIFY(whole.size() >= 2);
    const auto direct = read_traces(whole), merged = read_traces(digests);
    QVERIFY2(direct, direct ? "" : direct.error().text().c_str());
    QCOMPARE(answer_of(merged), answer_of(direct));
    // A digest of digests is one, too.
    const auto again = read_traces({write("all.digest.json", digest_text(*merged))});
    QCOMPARE(answer_of(again), answer_of(direct));
}

void TestDigest::events_are_analysed_as_those_of_the_traces() {
    QFETCH(QString, folder);
    TraceOptions events;
    events.keep_lanes = true;
    std::vector<std::filesystem::path> whole, digests;
    for (const auto& path : files_of(folder)) {
        const auto trace = read_traces_with(events, {path});
        if (!trace) continue;
        whole.push_back(path);
        digests.push_back(
            write(QString("events-%1-%2.digest.json").arg(QFileInfo(folder).fileName()).arg(whole.size()),
                  digest_text(*trace)));
    }
    const auto direct = read_traces_with(events, whole), merged = read_traces_with(events, digests);
    QCOMPARE(answer_of(merged), answer_of(direct));
    QCOMPARE(analysis_of(merged), analysis_of(direct));
}

void TestDigest::digests_without_events_say_so() {
    const QString trace = QStringLiteral(ROOFRACK_SOURCE_DIR) + "/tests/data/traces/good.json";
    const auto read = read_traces({trace.toStdString()});
    QVERIFY(read);
    TraceOptions events;
    events.keep_lanes = true;
    const auto merged = read_traces_with(events, {write("bare.digest.json", digest_text(*read))});
    QVERIFY(merged);
    QCOMPARE(merged->warnings.size(), size_t(1));
    QVERIFY(merged->warnings[0].message.find("digest --events") != std::string::npos);
}

void TestDigest::broken_digests_are_said_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("what");
    QTest::newRow("cut off") << R"({"roofrack_digest":1,"files":[)"
                             << "a digest that is cut off or broken";
    QTest::newRow("newer") << R"({"roofrack_digest":99})"
                           << "a digest of version 99, this program reads up to 1";
    QTest::newRow("no version") << R"({"roofrack_digest":"x"})"
                                << "a digest without a version";
    QTest::newRow("of another kind") << R"({"roofrack_digest":1,"files":[{"kind":"poem"}]})"
                                     << "a broken digest: /files/0/kind is none of what is known";
    QTest::newRow("text for a number") << R"({"roofrack_digest":1,"ranks":[{"file":"a","rank":"one"}]})"
                                       << "a broken digest: /ranks/0/rank is no whole number";
    QTest::newRow("too large") << R"({"roofrack_digest":1,"ranks":[{"file":"a","rank":4294967296}]})"
                               << "a broken digest: /ranks/0/rank is out of range";
    QTest::newRow("a number for yes or no")
        << R"({"roofrack_digest":1,"warnings":[{"file":"a","is_mild":1}]})"
        << "a broken digest: /warnings/0/is_mild is neither true nor false";
    QTest::newRow("no list") << R"({"roofrack_digest":1,"ranks":{}})"
                             << "a broken digest: /ranks is no list";
    // An event of which the file has no name.
    QTest::newRow("events that are not whole")
        << R"({"roofrack_digest":1,"ranks":[{"file":"a","times":{"window_ns":1},"lanes":{"names":["k"],"host":{},)"
           R"("device":{"start_ns":[1],"duration_ns":[1],"name":[7],"lane":[0],"category":[0]},"launch":[4294967295],)"
           R"("streams":1}}]})"
        << "a broken digest: /ranks/0/lanes is not whole";
    const auto lanes = [](int category, const char* collective) {
        return QString(R"({"roofrack_digest":1,"ranks":[{"file":"a","times":{"window_ns":1},)"
                       R"("collectives":[%2],"lanes":{"names":["k"],"host":{},)"
                       R"("device":{"start_ns":[1],"duration_ns":[1],"name":[0],"lane":[0],"category":[%1]},)"
                       R"("launch":[4294967295],"collectives":[%3],"streams":1}}]})")
            .arg(QString::number(category), collective, *collective ? "0" : "");
    };
    QTest::newRow("a device that waits for input")
        << lanes(9, "") << "a broken digest: /ranks/0/lanes is not whole";
    QTest::newRow("a collective that computes")
        << lanes(0, R"({"id":"1","duration_ns":1})") << "a broken digest: /ranks/0/lanes is not whole";
    const auto rank = [](const char* members) {
        return QString(R"({"roofrack_digest":1,"ranks":[{"file":"a",%1}]})").arg(members);
    };
    // Times since 1970 stay below 4e18 ns, durations of events below 24 h, which is 8.64e13 ns.
    QTest::newRow("starts too late") << rank(R"("start_ns":4000000000000000001)")
                                     << "a broken digest: /ranks/0/start_ns is out of range";
    QTest::newRow("clock before 1970")
        << rank(R"("clock_base_ns":-1)") << "a broken digest: /ranks/0/clock_base_ns is out of range";
    QTest::newRow("negative window") << rank(R"("times":{"window_ns":-1})")
                                     << "a broken digest: /ranks/0/times is out of range";
    QTest::newRow("endless window") << rank(R"("times":{"window_ns":9223372036854775807})")
                                    << "a broken digest: /ranks/0/times is out of range";
    QTest::newRow("endless step")
        << rank(R"("steps":[{"name":"s"},{"name":"t","times":{"idle_ns":9223372036854775807}}])")
        << "a broken digest: /ranks/0/steps/1 is out of range";
    QTest::newRow("endless rest") << rank(R"("outside_steps":{"comm_ns":9223372036854775807})")
                                  << "a broken digest: /ranks/0/outside_steps is out of range";
    QTest::newRow("collective of more than a day")
        << rank(R"("collectives":[{"id":"1","duration_ns":86400000000001}])")
        << "a broken digest: /ranks/0/collectives/0 is out of range";
    QTest::newRow("collective too early")
        << rank(R"("collectives":[{"id":"1","start_ns":-4000000000000000001}])")
        << "a broken digest: /ranks/0/collectives/0 is out of range";
    const auto timed = [](const char* duration, const char* steps) {
        return QString(R"({"roofrack_digest":1,"ranks":[{"file":"a","times":{"window_ns":1},"lanes":{)"
                       R"("names":["k"],"host":{},"steps":[%2],)"
                       R"("device":{"start_ns":[1],"duration_ns":[%1],"name":[0],"lane":[0],"category":[0]},)"
                       R"("launch":[4294967295],"streams":1}}]})")
            .arg(duration, steps);
    };
    QTest::newRow("kernel of more than a day")
        << timed("86400000000001", "") << "a broken digest: /ranks/0/lanes is not whole";
    QTest::newRow("step that ends before it starts") << timed("1", R"({"name":"s","start_ns":2,"end_ns":1})")
                                                     << "a broken digest: /ranks/0/lanes is not whole";
    QTest::newRow("deep") << QString(R"({"roofrack_digest":1,"ranks":)") + QString(100000, '[')
                          << "a digest that is cut off or broken";
}

void TestDigest::broken_digests_are_said() {
    QFETCH(QString, text);
    QFETCH(QString, what);
    const auto read = read_traces({write("broken.digest.json", text.toStdString())});
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().what), what);
    QVERIFY(!read.error().fix.empty());
    QVERIFY(!read.error().where.empty());
}

void TestDigest::every_member_is_kept() {
    TraceResult trace;
    TraceRank& rank = trace.ranks.emplace_back();
    rank.file = "rank \"7\"\n\xC3\xA4.json";
    rank.device = 3;
    rank.rank = 0;
    rank.world_size = 1024;
    rank.gpu = "NVIDIA H100";
    rank.bytes = INT64_MAX;
    rank.start_ns = -5;
    rank.times = TraceTimes{.window_ns = 9,
                            .compute_ns = 1,
                            .comm_ns = 2,
                            .mem_ns = 3,
                            .idle_ns = 4,
                            .overlap_comp_comm_ns = 1,
                            .exposed_comm_ns = 1,
                            .exposed_mem_ns = 2,
                            .dataloader_ns = 6,
                            .overlap_pct = 100.0 / 3,
                            .device_events = 12};
    rank.steps.push_back({"ProfilerStep#1", rank.times, StepBounds::device});
    rank.steps.push_back({"ProfilerStep#2", std::nullopt, std::nullopt});
    rank.outside_steps = TraceTimes{};
    rank.collectives.push_back({"default:4", "all_reduce", 1 << 20, 8, 77, 5, "bf16"});
    MeasuredFile& file = trace.files.emplace_back();
    file.file = rank.file;
    file.kind = MeasuredKind::pytorch_profile;
    file.duration_s = 0.1; // no sum of powers of two: every figure is kept
    trace.warnings.push_back({rank.file, 12, "odd"});
    trace.warnings.push_back({rank.file, 0, "names of GPUs are missing", true});
    const auto read = read_digest(digest_text(trace));
    QVERIFY(read);
    TraceResult back;
    back.files = read->files;
    back.ranks = read->ranks;
    back.warnings = read->warnings;
    QCOMPARE(trace_json(back).dump(), trace_json(trace).dump());
    QCOMPARE(back.ranks[0].start_ns, int64_t(-5));
    QCOMPARE(back.ranks[0].bytes, INT64_MAX);
    QCOMPARE(back.warnings.size(), size_t(2));
    QVERIFY(!back.warnings[0].is_mild && back.warnings[1].is_mild);
}

void TestDigest::warnings_of_earlier_digests_are_not_mild() {
    const auto read =
        read_digest(R"({"roofrack_digest":1,"files":[],"ranks":[],)"
                    R"("warnings":[{"file":"a","offset":1,"message":"odd"},{"file":"a","is_mild":true}]})");
    QVERIFY(read);
    QCOMPARE(read->warnings.size(), size_t(2));
    QVERIFY(!read->warnings[0].is_mild && read->warnings[1].is_mild);
}

void TestDigest::a_thousand_are_merged_at_once() {
    constexpr int ranks = 1024, collectives = 40;
    std::vector<std::filesystem::path> digests;
    for (int i = 0; i < ranks; ++i) {
        TraceResult trace;
        TraceRank& rank = trace.ranks.emplace_back();
        rank.file = "rank" + std::to_string(i) + ".json";
        rank.rank = i;
        rank.world_size = ranks;
        rank.times.emplace().window_ns = 1'000'000;
        for (int n = 0; n < collectives; ++n)
            rank.collectives.push_back({"0:" + std::to_string(n), "all_reduce", 1 << 24, ranks, n * 1000,
                                        500 + (i * 37 + n) % 90, "bf16"});
        trace.files.emplace_back().file = rank.file;
        digests.push_back(write(QString("many%1.digest.json").arg(i), digest_text(trace)));
    }
    const std::clock_t begin = std::clock(); // the time of all threads, whatever else runs
    const auto merged = read_traces(digests);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    QVERIFY(merged);
    QCOMPARE(merged->ranks.size(), size_t(ranks));
    QCOMPARE(merged->stragglers.size(), size_t(ranks));
    qInfo("1,024 digests are merged in %.3f s of computation", seconds);
    constexpr double most = 2; // four times of what they may take where it is compiled as it ships
    QVERIFY2(seconds < most, "merging digests takes longer than it can");
}

QTEST_APPLESS_MAIN(TestDigest)
#include "test_digest.moc"
