// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded traces of others against reference values computed by an independent program; they are not part of
// the sources and are looked for under ROOFRACK_DATA.
#include "core/measured/runs/run_headline.h"
#include "core/measured/trace/trace.h"
#include "core/measured/trace/trace_text.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <fmt/format.h>
#include <map>

using namespace roofrack;

namespace {

QString traces() { return qEnvironmentVariable("ROOFRACK_DATA") + "/traces/"; }

/// Cells by column, a row a line; the files hold no quoted commas in the columns used.
std::vector<std::map<QString, QString>> read_csv(const QString& path) {
    QFile file(path);
    std::vector<std::map<QString, QString>> rows;
    if (!file.open(QIODevice::ReadOnly)) return rows;
    const QStringList columns = QString::fromUtf8(file.readLine()).trimmed().split(',');
    while (!file.atEnd()) {
        const QStringList cells = QString::fromUtf8(file.readLine()).trimmed().split(',');
        auto& row = rows.emplace_back();
        for (qsizetype i = 0; i < columns.size() && i < cells.size(); ++i) row[columns[i]] = cells[i];
    }
    return rows;
}

std::optional<int64_t> metric(const TraceTimes& t, const QString& name) {
    static const std::map<QString, int64_t TraceTimes::*> members{
        {"gpu_events", &TraceTimes::device_events},
        {"window_ns", &TraceTimes::window_ns},
        {"compute_ns", &TraceTimes::compute_ns},
        {"comm_ns", &TraceTimes::comm_ns},
        {"mem_ns", &TraceTimes::mem_ns},
        {"idle_ns", &TraceTimes::idle_ns},
        {"overlap_comp_comm_ns", &TraceTimes::overlap_comp_comm_ns},
        {"exposed_comm_ns", &TraceTimes::exposed_comm_ns},
        {"exposed_mem_ns", &TraceTimes::exposed_mem_ns},
        {"dataloader_ns", &TraceTimes::dataloader_ns},
    };
    const auto found = members.find(name);
    return found == members.end() ? std::nullopt : std::optional<int64_t>(t.*found->second);
}

} // namespace

class TestTraceReference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void exact_to_the_nanosecond_data();
    void exact_to_the_nanosecond();
    void reports_from_the_field();
    void robustness();
    void waits_of_eight_ranks();
    void without_one_rank_of_dlrm_nobody_is_blamed();
    void every_pytorch_trace_of_the_manifest();
    void every_file_of_the_manifest();
};

void TestTraceReference::initTestCase() {
    if (qEnvironmentVariableIsEmpty("ROOFRACK_DATA")) QSKIP("ROOFRACK_DATA is not set: no recorded traces");
    QVERIFY(QFile::exists(traces() + "exact_reference.csv"));
}

/// A step's window is another than the trace's: that much lies outside of it may be said, nothing else.
bool nothing_wrong(const TraceResult& result) {
    return std::ranges::all_of(result.warnings, [](const TraceWarning& warning) {
        return warning.message.find("outside of all steps") != std::string::npos;
    });
}

void TestTraceReference::exact_to_the_nanosecond_data() {
    QTest::addColumn<QString>("table");
    QTest::addColumn<int>("rows");
    QTest::newRow("all") << "exact_reference.csv" << 270;
    QTest::newRow("steps") << "step_reference.csv" << 500;
}

void TestTraceReference::exact_to_the_nanosecond() {
    QFETCH(QString, table);
    QFETCH(int, rows);
    std::map<QString, TraceResult> results;
    int compared = 0;
    for (const auto& row : read_csv(traces() + table)) {
        QString file = row.at("trace_file");
        const QString window = row.at("window"), name = row.at("metric");
        // the steps of the older table are cut by the marks of the host
        if (table == "exact_reference.csv" && window != "all") continue;
        if (!file.startsWith("pytorch/")) file.prepend("pytorch/");
        if (!results.contains(file)) {
            auto result = read_traces({(traces() + file).toStdString()});
            QVERIFY2(result, qPrintable(file));
            QVERIFY2(nothing_wrong(*result), qPrintable(file));
            QCOMPARE(result->ranks.size(), size_t(1));
            results.emplace(file, std::move(*result));
        }
        const TraceRank& rank = results.at(file).ranks[0];
        if (rank.rank)
            QCOMPARE(QString::number(*rank.rank), row.at("rank")); // the reference writes 0 for unknown
        std::optional<TraceTimes> times = window == "all" ? rank.times : std::nullopt;
        std::optional<StepBounds> bounds;
        for (const TraceStep& step : rank.steps)
            if (QString::fromStdString(step.name) == window) times = step.times, bounds = step.bounds;
        const QString value = row.at("value"), where = file + " " + window + " " + name;
        if (name == "step_bounds") {
            QVERIFY2(bounds && QString::fromUtf8(name_of(*bounds).data()) == value, qPrintable(where));
        } else if (!times) {
            QVERIFY2(name == "gpu_events" && value == "0", qPrintable(where));
        } else if (name == "overlap_pct") {
            QVERIFY2(times->overlap_pct.has_value() == !value.isEmpty(), qPrintable(where));
            if (times->overlap_pct) // printed with four decimals
                QVERIFY2(std::abs(*times->overlap_pct - value.toDouble()) < 0.5001e-4, qPrintable(where));
        } else {
            const auto got = metric(*times, name);
            QVERIFY2(got, qPrintable(where));
            QVERIFY2(*got == value.toLongLong(),
                     qPrintable(QString("%1: %2 instead of %3").arg(where).arg(*got).arg(value)));
        }
        ++compared;
    }
    QVERIFY2(compared > rows, qPrintable(QString::number(compared)));
}

void TestTraceReference::reports_from_the_field() {
    const auto lagging = read_traces({(traces() + "field/step_lag_minimal.json").toStdString()});
    QVERIFY(lagging);
    QCOMPARE(lagging->ranks[0].steps.size(), size_t(3));
    for (const TraceStep& step : lagging->ranks[0].steps) {
        QCOMPARE(step.times->window_ns, int64_t(19'000'000)); // the host's marks are 15.9 ms
        QCOMPARE(*step.bounds, StepBounds::launch);
    }
    const auto impossible = read_traces({(traces() + "field/impossible_duration.json").toStdString()});
    QVERIFY(impossible);
    QVERIFY2(impossible->warnings.at(0).message.find("of 3.15 s reaches over the starts of 69 later") !=
                 std::string::npos,
             impossible->warnings[0].message.c_str());
    QCOMPARE(impossible->ranks[0].times->mem_ns, int64_t(200'000));
    QCOMPARE(impossible->ranks[0].times->exposed_mem_ns, int64_t(200'000));
}

void TestTraceReference::robustness() {
    const auto rows = read_csv(traces() + "robustness/expected.csv");
    QVERIFY(rows.size() >= 18);
    for (const auto& row : rows) {
        const QString file = row.at("file");
        const auto result = read_traces({(traces() + "robustness/" + file).toStdString()});
        if (row.at("exit") == "3") {
            QVERIFY2(!result, qPrintable(file));
            continue;
        }
        QVERIFY2(result && row.at("exit") == "0", qPrintable(file));
        const int least = row.at("warnings_min").toInt();
        QVERIFY2(int(result->warnings.size()) >= least, qPrintable(file));
        QVERIFY2(least > 0 || result->warnings.empty(), qPrintable(file));
        for (const char* name : {"compute_ns", "comm_ns", "overlap_comp_comm_ns"}) {
            const auto& times = result->ranks.at(0).times;
            const QString got = times ? QString::number(*metric(*times, name)) : QString();
            QVERIFY2(got == row.at(name), qPrintable(file + " " + name + " " + got));
        }
    }
}

void TestTraceReference::waits_of_eight_ranks() {
    const auto result = read_traces({(traces() + "pytorch/dlrm_8ranks").toStdString()});
    QVERIFY(result);
    QCOMPARE(result->ranks.size(), size_t(8));
    std::map<int, int64_t> last_in;
    std::map<QString, int64_t> waited;
    std::map<QString, int> last_of;
    const auto rows = read_csv(traces() + "dlrm_8ranks_wait_reference.csv");
    QCOMPARE(rows.size(), size_t(64)); // 8 collectives × 8 ranks
    for (const auto& row : rows) {
        waited[row.at("coll_index")] += row.at("wait_us=dur-min_over_ranks").toLongLong() * 1000;
        if (row.at("is_last_to_arrive") == "1") {
            last_of[row.at("coll_index")] = row.at("rank").toInt();
            ++last_in[row.at("rank").toInt()];
        }
    }
    // The second to last is the one that waits least of those that wait.
    std::map<QString, int64_t> ahead;
    for (const auto& row : rows) {
        if (row.at("is_last_to_arrive") == "1") continue;
        const int64_t waits = row.at("wait_us=dur-min_over_ranks").toLongLong() * 1000;
        const auto [least, is_new] = ahead.emplace(row.at("coll_index"), waits);
        if (!is_new) least->second = std::min(least->second, waits);
    }
    std::map<int, int64_t> caused, alone;
    for (const auto& [collective, rank] : last_of) {
        caused[rank] += waited[collective];
        alone[rank] += ahead[collective];
    }
    QCOMPARE(result->stragglers.size(), size_t(8));
    for (const TraceStraggler& straggler : result->stragglers) {
        QCOMPARE(straggler.last_in, last_in[straggler.rank]);
        QCOMPARE(straggler.wait_caused_ns, caused[straggler.rank]);
        QCOMPARE(straggler.alone_ns, alone[straggler.rank]);
    }
    // 26.4 of the 35.5 ms are of the first collective, where two others came 0.5 ms before rank 7.
    QCOMPARE(late_gain_text(*result),
             std::string(
                 "74 % of the wait is in the first collective of the step, where ranks 2 and 6 came 504 µs "
                 "before it: the profile's start may be why; were rank 7 alone on time, 1.31 ms "
                 "would be gained at most"));
    QVERIFY(run_headline(*result).who.ends_with(late_gain_text(*result)));
}

void TestTraceReference::without_one_rank_of_dlrm_nobody_is_blamed() {
    const QStringList files =
        QDir(traces() + "pytorch/dlrm_8ranks").entryList({"worker*.json"}, QDir::Files, QDir::Name);
    QCOMPARE(files.size(), 8);
    for (int without = 0; without < 8; ++without) {
        std::vector<std::filesystem::path> paths;
        for (int i = 0; i < 8; ++i)
            if (i != without) paths.push_back((traces() + "pytorch/dlrm_8ranks/" + files[i]).toStdString());
        const auto result = read_traces(paths);
        QVERIFY(result);
        for (const TraceStraggler& straggler : result->stragglers) {
            QCOMPARE(straggler.last_in, int64_t(0));
            QCOMPARE(straggler.wait_caused_ns, int64_t(0));
        }
        const std::string said = run_headline(*result).who;
        QCOMPARE(said,
                 fmt::format("no file tells of rank {} of 8: who came last to the 8 collectives with it "
                             "is not known",
                             without));
    }
}

void TestTraceReference::every_pytorch_trace_of_the_manifest() {
    int read = 0;
    for (const auto& row : read_csv(traces() + "MANIFEST.csv")) {
        const QString file = row.at("file");
        if (!file.startsWith("pytorch/")) continue;
        const auto result = read_traces({(traces() + file).toStdString()});
        QVERIFY2(result, qPrintable(file));
        QVERIFY2(nothing_wrong(*result), qPrintable(file));
        QVERIFY2(result->ranks[0].events > 0, qPrintable(file));
        // the answer must not hang on where the windows are cut
        TraceOptions options;
        options.window_bytes = 150'001;
        const auto again = read_traces_with(options, {(traces() + file).toStdString()});
        QVERIFY2(again && nothing_wrong(*again), qPrintable(file));
        QCOMPARE(again->ranks[0].events, result->ranks[0].events);
        QCOMPARE(again->ranks[0].bytes, result->ranks[0].bytes);
        QCOMPARE(again->ranks[0].times.has_value(), result->ranks[0].times.has_value());
        if (again->ranks[0].times) QCOMPARE(again->ranks[0].times->idle_ns, result->ranks[0].times->idle_ns);
        ++read;
    }
    QVERIFY(read >= 27);
}

/// tests/data/trace_manifest.csv has what each recorded file is, its devices and seconds, or what is said of
/// it; `checked` says by what other means than this program a row was found right.
void TestTraceReference::every_file_of_the_manifest() {
    std::map<QString, std::map<QString, QString>> expected;
    int checked = 0;
    for (const auto& row : read_csv(QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/trace_manifest.csv"))) {
        expected[row.at("file")] = row;
        checked += row.contains("checked") && !row.at("checked").isEmpty();
    }
    QVERIFY(checked * 3 >= int(expected.size()));
    for (const auto& manifest : read_csv(traces() + "MANIFEST.csv")) {
        const QString name = manifest.at("file");
        QVERIFY2(expected.contains(name), qPrintable(name));
        const auto& row = expected.at(name);
        const auto result = read_traces({(traces() + name).toStdString()});
        if (!row.at("refused").isEmpty()) {
            QVERIFY2(!result, qPrintable(name));
            QVERIFY2(QString::fromStdString(result.error().what).contains(row.at("refused")),
                     qPrintable(name + ": " + QString::fromStdString(result.error().what)));
            continue;
        }
        // "*8": an archive of as many execution traces.
        const QString kind = row.at("kind");
        const int files = kind.startsWith('*') ? kind.mid(1).toInt() : 1;
        QVERIFY2(result && int(result->files.size()) == files, qPrintable(name));
        if (files > 1) {
            for (const MeasuredFile& each : result->files) QCOMPARE(each.kind, MeasuredKind::execution_trace);
            continue;
        }
        const MeasuredFile& file = result->files[0];
        QCOMPARE(name + " " + QString::fromUtf8(name_of(file.kind).data()), name + " " + kind);
        QCOMPARE(name + " " + (file.devices ? QString::number(*file.devices) : QString()),
                 name + " " + row.at("devices"));
        QVERIFY2(file.duration_s.has_value() == !row.at("duration_s").isEmpty(), qPrintable(name));
        if (file.duration_s)
            QVERIFY2(std::abs(*file.duration_s / row.at("duration_s").toDouble() - 1) < 1e-7,
                     qPrintable(QString("%1: %2 s").arg(name).arg(*file.duration_s, 0, 'g', 12)));
    }
}

QTEST_APPLESS_MAIN(TestTraceReference)
#include "test_trace_reference.moc"
