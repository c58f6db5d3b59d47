// SPDX-License-Identifier: GPL-3.0-or-later
// The project's own small traces (tests/data/traces): one for each way of being sound, old, odd or broken.
#include "core/measured/trace/trace.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;

namespace {

std::filesystem::path data(const char* name) {
    return std::filesystem::path(ROOFRACK_SOURCE_DIR) / "tests" / "data" / "traces" / name;
}

/// The times as one text, so that a failure shows them all.
QString shown(const std::optional<TraceTimes>& times) {
    if (!times) return "none";
    return QString("window %1 compute %2 comm %3 mem %4 idle %5 overlap %6 exposed comm %7 exposed mem %8 "
                   "data %9 events %10")
        .arg(times->window_ns)
        .arg(times->compute_ns)
        .arg(times->comm_ns)
        .arg(times->mem_ns)
        .arg(times->idle_ns)
        .arg(times->overlap_comp_comm_ns)
        .arg(times->exposed_comm_ns)
        .arg(times->exposed_mem_ns)
        .arg(times->dataloader_ns)
        .arg(times->device_events);
}

QString shown(const TraceResult& result) {
    QString out;
    for (const TraceRank& rank : result.ranks) {
        out += QString("rank %1 device %2 gpu %3 events %4\n all: %5\n")
                   .arg(rank.rank.value_or(-1))
                   .arg(rank.device.value_or(-1))
                   .arg(QString::fromStdString(rank.gpu))
                   .arg(rank.events)
                   .arg(shown(rank.times));
        for (const TraceStep& step : rank.steps)
            out += QString(" %1: %2\n").arg(QString::fromStdString(step.name), shown(step.times));
        out += " outside: " + shown(rank.outside_steps) + "\n";
        for (const TraceCollective& c : rank.collectives)
            out += QString(" %1 %2 %3+%4\n")
                       .arg(QString::fromStdString(c.id), QString::fromStdString(c.kind))
                       .arg(c.start_ns)
                       .arg(c.duration_ns);
    }
    return out;
}

} // namespace

class TestTraceFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void good_is_measured_exactly();
    void two_gzip_members_are_one_text();
    void order_of_members_does_not_matter();
    void names_of_2021();
    void broken_files_give_what_is_whole_data();
    void broken_files_give_what_is_whole();
    void no_device_event_means_no_times();
    void devices_are_separate();
    void collectives_join_their_metadata();
    void own_names_of_communication();
    void folders_are_read();
    void windows_do_not_change_the_answer_data();
    void windows_do_not_change_the_answer();
    void salvage_agrees_with_the_fast_path();
    void unreadable_inputs_are_refused_data();
    void unreadable_inputs_are_refused();
    void one_bad_file_does_not_spoil_the_others();
    void progress_reaches_the_end_and_stop_stops();
};

void TestTraceFiles::good_is_measured_exactly() {
    const auto result = read_traces({data("good.json")});
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QVERIFY(result->warnings.empty());
    QCOMPARE(result->ranks.size(), size_t(1));
    const TraceRank& rank = result->ranks[0];
    QCOMPARE(rank.rank, std::optional<int>(3));
    QCOMPARE(rank.world_size, std::optional<int>(8));
    QCOMPARE(rank.device, std::optional<int>(0));
    QCOMPARE(rank.gpu, std::string("Test GPU"));
    QCOMPARE(rank.events, int64_t(19));
    QCOMPARE(rank.bytes, int64_t(std::filesystem::file_size(data("good.json"))));
    // In µs after 1718000000000000: compute [1010.001, 1050.5) from two gemms, [1090, 1110), [1150, 1160),
    // [1210, 1220); communication [1045, 1075.25), [1155, 1170); memory [1070, 1085), [1190, 1205); data
    // loading [1005, 1020.5).
    QCOMPARE(
        shown(rank.times),
        QString(
            "window 209999 compute 80499 comm 45250 mem 30000 idle 70000 overlap 10500 exposed comm 34750 "
            "exposed mem 24750 data 10499 events 10"));
    QCOMPARE(*rank.times->overlap_pct, 100.0 * 10500 / 45250);
    QCOMPARE(rank.steps.size(), size_t(2));
    // No launch is known, so that the device's annotations of all its streams cut the steps.
    QCOMPARE(*rank.steps[0].bounds, StepBounds::device);
    QCOMPARE(rank.steps[0].name, std::string("ProfilerStep#7")); // [1010, 1090)
    QCOMPARE(
        shown(rank.steps[0].times),
        QString("window 80000 compute 40499 comm 30250 mem 15000 idle 5001 overlap 5500 exposed comm 24750 "
                "exposed mem 9750 data 10500 events 4"));
    QCOMPARE(rank.steps[1].name, std::string("ProfilerStep#8")); // [1090, 1205)
    QCOMPARE(
        shown(rank.steps[1].times),
        QString("window 115000 compute 30000 comm 15000 mem 15000 idle 60000 overlap 5000 exposed comm 10000 "
                "exposed mem 15000 data 0 events 4"));
    QCOMPARE(
        shown(rank.outside_steps), // [1205, 1220)
        QString("window 15000 compute 10000 comm 0 mem 0 idle 5000 overlap 0 exposed comm 0 exposed mem 0 "
                "data 0 events 2"));
    QVERIFY(!rank.outside_steps->overlap_pct);
}

void TestTraceFiles::two_gzip_members_are_one_text() {
    const auto plain = read_traces({data("good.json")});
    const auto packed = read_traces({data("good_two_members.json.gz")});
    QVERIFY(plain && packed);
    QVERIFY(packed->warnings.empty());
    QCOMPARE(packed->ranks[0].bytes, plain->ranks[0].bytes);
    QCOMPARE(shown(*packed), shown(*plain));
}

void TestTraceFiles::order_of_members_does_not_matter() {
    const auto result = read_traces({data("args_first.json")});
    QVERIFY(result && result->warnings.empty());
    const TraceRank& rank = result->ranks[0];
    QCOMPARE(rank.gpu, std::string("Late GPU"));
    QCOMPARE(rank.rank, std::optional<int>(1));
    QCOMPARE(rank.world_size, std::optional<int>(4));
    QCOMPARE(rank.events, int64_t(2));
    // [100, 110) and nccl [105, 125)
    QCOMPARE(shown(rank.times),
             QString("window 25000 compute 10000 comm 20000 mem 0 idle 0 overlap 5000 exposed comm "
                     "15000 exposed mem 0 data 0 events 2"));
}

void TestTraceFiles::names_of_2021() {
    const auto result = read_traces({data("legacy.json")});
    QVERIFY(result && result->warnings.empty());
    const TraceRank& rank = result->ranks[0];
    QVERIFY(!rank.rank);
    QCOMPARE(rank.steps.size(), size_t(1));
    QCOMPARE(*rank.steps[0].bounds, StepBounds::host);
    // step [100, 150): kernel [110, 120), copy ∪ set [125, 132), data loading [100, 107)
    QCOMPARE(
        shown(rank.steps[0].times),
        QString(
            "window 50000 compute 10000 comm 0 mem 7000 idle 33000 overlap 0 exposed comm 0 exposed mem 7000 "
            "data 7000 events 3"));
}

void TestTraceFiles::broken_files_give_what_is_whole_data() {
    QTest::addColumn<qlonglong>("compute");
    QTest::addColumn<qlonglong>("comm");
    QTest::addColumn<int>("warnings");
    QTest::addColumn<QString>("first"); ///< what the first warning speaks of
    // gemm [100.5, 110.5) and nccl [108, 112.5) in all of the small ones
    QTest::newRow("bad_escape.json") << 10000LL << 4500LL << 2 << "escape"; // \u and \q
    QTest::newRow("nan.json") << 10000LL << 4500LL << 2 << "NaN";
    QTest::newRow("raw_quote.json") << 11000LL << 4500LL << 1
                                    << "not JSON"; // one more gemm of 1 µs behind it
    QTest::newRow("odd_quote.json") << 11000LL << 4500LL << 1 << "not JSON";
    QTest::newRow("bad_utf8.json") << 10000LL << 4500LL << 1 << "UTF-8";
    QTest::newRow("trailing_comma.json") << 10000LL << 4500LL << 1 << "comma";
    QTest::newRow("missing_comma.json") << 10000LL << 4500LL << 1 << "comma";
    QTest::newRow("glued.json") << 10000LL << 4500LL << 1 << "bracket";
    QTest::newRow("truncated.json") << 10000LL << 4500LL << 2 << "ends inside this event";
    QTest::newRow("unterminated_array.json") << 10000LL << 4500LL << 1 << "ends inside";
    QTest::newRow("bad_durations.json") << 10000LL << 4500LL << 7 << "negative"; // "soon" is text, too
    // [100.125, 110.625) and [105.25, 125.25) after 1718000000000000; the second one is counted with the
    // first
    QTest::newRow("text_times.json") << 10500LL << 20000LL << 2 << "text";
}

void TestTraceFiles::broken_files_give_what_is_whole() {
    QFETCH(qlonglong, compute);
    QFETCH(qlonglong, comm);
    QFETCH(int, warnings);
    QFETCH(QString, first);
    const auto path = data(QTest::currentDataTag());
    const auto result = read_traces({path});
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QCOMPARE(result->ranks.size(), size_t(1));
    QVERIFY(result->ranks[0].times);
    QCOMPARE(qlonglong(result->ranks[0].times->compute_ns), compute);
    QCOMPARE(qlonglong(result->ranks[0].times->comm_ns), comm);
    QCOMPARE(int(result->warnings.size()), warnings);
    QVERIFY2(QString::fromStdString(result->warnings[0].message).contains(first),
             result->warnings[0].message.c_str());
    for (const TraceWarning& warning : result->warnings) {
        QVERIFY(warning.offset >= 0 && warning.offset <= result->ranks[0].bytes);
        QCOMPARE(warning.file, path.string());
    }
}

void TestTraceFiles::no_device_event_means_no_times() {
    const auto metadata = read_traces({data("metadata_only.json")});
    QVERIFY(metadata && metadata->warnings.empty());
    QVERIFY(!metadata->ranks[0].times && !metadata->ranks[0].outside_steps && !metadata->ranks[0].device);
    QCOMPARE(metadata->ranks[0].rank, std::optional<int>(5));
    const auto none = read_traces({data("no_events.json")});
    QVERIFY(none && none->warnings.empty());
    QVERIFY(!none->ranks[0].times);
    const auto nodes = read_traces({data("execution_trace.json")});
    QVERIFY(nodes);
    QVERIFY(!nodes->ranks[0].times);
    QCOMPARE(nodes->ranks[0].events, int64_t(2));
    QCOMPARE(nodes->warnings.size(), size_t(2)); // a comma missing, another one too many
}

void TestTraceFiles::devices_are_separate() {
    const auto result = read_traces({data("two_devices.json")});
    QVERIFY(result);
    QCOMPARE(result->ranks.size(), size_t(2));
    QCOMPARE(result->ranks[0].times->window_ns, int64_t(10000));
    QCOMPARE(result->ranks[1].times->window_ns, int64_t(30000));
    QVERIFY(!result->ranks[0].rank);
    QVERIFY(result->stragglers.empty());
}

void TestTraceFiles::collectives_join_their_metadata() {
    const auto result = read_traces({data("two_ranks")});
    QVERIFY(result && result->warnings.empty());
    QCOMPARE(result->ranks.size(), size_t(2));
    for (const TraceRank& rank : result->ranks) {
        QCOMPARE(rank.collectives.size(), size_t(3));
        const TraceCollective& reduce = rank.collectives[0]; // metadata on the kernel
        QCOMPARE(reduce.id, std::string("0:5"));
        QCOMPARE(reduce.kind, std::string("all_reduce"));
        QCOMPARE(reduce.bytes, std::optional<int64_t>(4000)); // 1000 × Float
        QCOMPARE(reduce.group_size, std::optional<int>(2));
        QCOMPARE(reduce.dtype, std::string("Float"));
        const TraceCollective& gather = rank.collectives[1]; // metadata on record_param_comms
        QCOMPARE(gather.id, std::string("1:6"));
        QCOMPARE(gather.kind, std::string("all_gather"));
        QCOMPARE(gather.bytes, std::optional<int64_t>(2048));  // 1024 received × BFloat16
        const TraceCollective& exchange = rank.collectives[2]; // no metadata
        QCOMPARE(exchange.id, std::string("#2"));
        QCOMPARE(exchange.kind, std::string("send_recv"));
        QVERIFY(!exchange.bytes && !exchange.group_size && exchange.dtype.empty());
    }
    // µs of rank 0 and 1: 100, 60 (rank 1 last, 40 waited); 20, 50 (rank 0 last, 30); 30, 10 (rank 1 last,
    // 20)
    QCOMPARE(result->stragglers.size(), size_t(2));
    QCOMPARE(result->stragglers[0].rank, 1);
    QCOMPARE(result->stragglers[0].last_in, int64_t(2));
    QCOMPARE(result->stragglers[0].wait_caused_ns, int64_t(60000));
    QCOMPARE(result->stragglers[1].rank, 0);
    QCOMPARE(result->stragglers[1].last_in, int64_t(1));
    QCOMPARE(result->stragglers[1].wait_caused_ns, int64_t(30000));
    for (const TraceStraggler& each : result->stragglers)
        QCOMPARE(each.alone_ns, each.wait_caused_ns); // the other of two is the second to last
}

void TestTraceFiles::own_names_of_communication() {
    TraceOptions options;
    options.extra_comm_names = {"GEMM_D"};
    const auto result = read_traces_with(options, {data("good.json")});
    QVERIFY(result);
    QCOMPARE(result->ranks[0].times->comm_ns, int64_t(55250)); // 10 µs more than without
    QCOMPARE(result->ranks[0].times->compute_ns, int64_t(70499));
}

void TestTraceFiles::folders_are_read() {
    const auto result = read_traces({data("")});
    QVERIFY(result);
    size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data("")))
        files +=
            entry.is_regular_file() && entry.path().extension() != ".md"; // README.md is skipped in silence
    QCOMPARE(result->ranks.size(), files + 1);                            // one file has two devices
    for (const TraceWarning& warning : result->warnings)
        QVERIFY(warning.file.find("README") == std::string::npos);
}

void TestTraceFiles::windows_do_not_change_the_answer_data() {
    QTest::addColumn<QString>("file");
    for (const char* name :
         {"good.json", "args_first.json", "bad_escape.json", "nan.json", "raw_quote.json", "odd_quote.json",
          "bad_utf8.json", "missing_comma.json", "trailing_comma.json", "truncated.json",
          "unterminated_array.json", "two_ranks", "execution_trace.json"})
        QTest::newRow(name) << name;
}

void TestTraceFiles::windows_do_not_change_the_answer() {
    QFETCH(QString, file);
    const auto path = data(file.toUtf8().constData());
    const auto whole = read_traces({path});
    QVERIFY(whole);
    for (size_t window = 64; window < 4000; window = window * 9 / 8 + 1) {
        TraceOptions options;
        options.window_bytes = window;
        const auto result = read_traces_with(options, {path});
        QVERIFY(result);
        QCOMPARE(shown(*result), shown(*whole));
        QVERIFY(!result->warnings.empty() || whole->warnings.empty());
    }
}

void TestTraceFiles::salvage_agrees_with_the_fast_path() {
    QFile file(QString::fromStdString(data("good.json").string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text = file.readAll();
    const auto sound = read_traces({data("good.json")});
    QVERIFY(sound);
    // one invalid escape in a name that nothing depends on sends the whole window to the salvage
    text.replace("\"python\"", "\"py\\thon\\c\"");
    QTemporaryDir folder;
    const QString path = folder.filePath("salvaged.json");
    QFile changed(path);
    QVERIFY(changed.open(QIODevice::WriteOnly));
    changed.write(text);
    changed.close();
    const auto salvaged = read_traces({path.toStdString()});
    QVERIFY(salvaged);
    QCOMPARE(salvaged->warnings.size(), size_t(1));
    QCOMPARE(qlonglong(salvaged->warnings[0].offset), qlonglong(text.indexOf("\\c")));
    QCOMPARE(shown(*salvaged), shown(*sound));
}

void TestTraceFiles::unreadable_inputs_are_refused_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << QByteArray() << "empty";
    QTest::newRow("space") << QByteArray(" \n\n ") << "not a trace";
    QTest::newRow("text") << QByteArray("gpus,step_time_s\n8,1.5\n") << "not a trace";
    QTest::newRow("other object") << QByteArray("{\"scenarios\": []}") << "traceEvents";
    QTest::newRow("numbers") << QByteArray("[1, 2, 3]") << "not a trace";
    QTest::newRow("log") << QByteArray("[2026-11-21 09:00:00] iteration 1") << "not a trace";
    QTest::newRow("empty array") << QByteArray("[]") << "no whole trace event";
    QTest::newRow("cut event") << QByteArray("[{\"ph\": \"X\", ") << "no whole trace event";
    QTest::newRow("other array") << QByteArray("[{\"name\": \"x\", \"value\": 3}]") << "no trace events";
    QTest::newRow("cut header") << QByteArray("{\"schemaVersion\": 1, \"traceEv") << "traceEvents";
    QTest::newRow("gzip of nothing") << QByteArray("\x1f\x8b\x08\x00", 4) << "gzip";
    QTest::newRow("gzip junk") << QByteArray("\x1f\x8bjunkjunkjunkjunk") << "gzip";
}

void TestTraceFiles::unreadable_inputs_are_refused() {
    QFETCH(QByteArray, content);
    QFETCH(QString, message);
    QTemporaryDir folder;
    const QString path = folder.filePath("input.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    const auto result = read_traces({path.toStdString()});
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().where), path);
    QVERIFY2(QString::fromStdString(result.error().what).contains(message), result.error().what.c_str());
}

void TestTraceFiles::one_bad_file_does_not_spoil_the_others() {
    const auto missing = data("no_such_file.json");
    const auto result = read_traces({missing, data("good.json")});
    QVERIFY(result);
    QCOMPARE(result->ranks.size(), size_t(1));
    QCOMPARE(result->warnings.size(), size_t(1));
    QCOMPARE(result->warnings[0].file, missing.string());
    QVERIFY(!read_traces({missing}));
    QVERIFY(!read_traces({}));
}

void TestTraceFiles::progress_reaches_the_end_and_stop_stops() {
    TraceProgress last;
    int calls = 0;
    bool forward = true;
    const auto watch = [&](const TraceProgress& progress) {
        ++calls;
        forward = forward && progress.bytes_done >= last.bytes_done;
        last = progress;
    };
    TraceOptions options;
    options.window_bytes = 256;
    QVERIFY(read_traces_with(options, {data("two_ranks")}, watch));
    QVERIFY(calls > 6);
    QVERIFY(forward);
    QCOMPARE(last.files_done, size_t(2));
    QCOMPARE(last.files_total, size_t(2));
    QCOMPARE(last.bytes_done, last.bytes_total);

    std::stop_source stop;
    const auto stop_inside = [&](const TraceProgress& progress) {
        if (progress.bytes_done > 600) stop.request_stop();
    };
    const auto stopped = read_traces_with(options, {data("two_ranks")}, stop_inside, stop.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().what, std::string("cancelled"));
}

QTEST_APPLESS_MAIN(TestTraceFiles)
#include "test_trace_files.moc"
