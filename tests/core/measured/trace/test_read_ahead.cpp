// SPDX-License-Identifier: GPL-3.0-or-later
// A trace that is read ahead on a second thread gives the same events, warnings and texts in the same order.
#include "core/measured/trace/event_stream.h"
#include "core/measured/trace/trace.h"
#include "tests/support/gzip.h"
#include "tests/support/rounds.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <random>
#include <thread>

using namespace roofrack;

namespace {

constexpr size_t windows[] = {64, 300, 4096, 150'001, size_t{512} << 10};

/// All that a stream gives, as text.
class Recorder final : public TraceEventSink {
public:
    explicit Recorder(WarningLog& warnings)
        : m_warnings(warnings) {}
    void event(const TraceEvent& event, int64_t offset) override {
        for (const std::string_view part : {event.ph, event.cat, event.name, event.ts, event.dur, event.pid,
                                            event.tid, event.id, event.args})
            text.append(part).push_back('|');
        text += fmt::format("{}\n", offset);
        // as a collector does, so that the order of the warnings is seen, too
        if (event.dur.empty()) m_warnings.add("no duration", offset, "no duration", 5);
        ++events;
    }
    std::string text;
    int64_t events = 0;

private:
    WarningLog& m_warnings;
};

struct Read {
    std::string said;
    int64_t events = 0;
    qsizetype most_threads = 0; ///< while it was read
};

/// Threads of this program.
qsizetype threads_now() {
    return QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot).size();
}

Read read_stream(const QString& path, size_t window, bool ahead) {
    auto source = TextSource::open(path.toStdString(), {});
    if (!source) return {"cannot be opened"};
    WarningLog warnings("f");
    Recorder recorder(warnings);
    EventStream stream(*source, "traceEvents", warnings, window, ahead);
    int64_t before = 0;
    qsizetype most_threads = 0;
    const auto tick = [&] {
        most_threads = std::max(most_threads, threads_now());
        if (stream.stored_read() < before) recorder.text += "progress goes back\n";
        before = stream.stored_read();
        return true;
    };
    const auto done = stream.read(recorder, tick);
    std::string said = recorder.text + (done ? std::string("done") : done.error().text());
    for (const TraceWarning& warning : warnings.take())
        said += fmt::format("\n{} {}", warning.offset, warning.message);
    said += fmt::format("\n{} {}\n{}\n{}", stream.bytes(), source->stored_read(), stream.header(),
                        stream.trailer());
    return {said, recorder.events, most_threads};
}

QByteArray made_trace(int events) {
    QByteArray text = R"({"schemaVersion": 1, "deviceProperties": [], "traceEvents": [)";
    for (int i = 0; i < events; ++i)
        text +=
            QByteArray(i ? ",\n" : "\n") +
            QByteArray::fromStdString(fmt::format(
                R"({{"ph": "X", "cat": "kernel", "name": "gemm {0}", "pid": 0, "tid": 7, "ts": {1}, "dur": 2, )"
                R"("args": {{"device": 0, "correlation": {0}, "grid": [1, {0}], "note": "{2}"}}}})",
                i, 10 * i, std::string(size_t(i % 50), 'x')));
    return text + "\n], \"distributedInfo\": {\"rank\": 3}}\n";
}

} // namespace

class TestReadAhead : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        std::thread([] {}).join(); // a sanitizer starts one of its own with the first
        m_threads = threads_now();
    }
    void sound_and_broken_files_give_the_same();
    void faults_at_random_give_the_same();
    void gzip_cut_or_damaged_gives_the_same();
    void gzip_cut_or_damaged_gives_what_zlib_gives();
    void events_too_many_to_keep_give_the_same();
    void options_do_not_change_the_answer();
    void a_second_thread_reads_where_it_may_data();
    void a_second_thread_reads_where_it_may();
    void a_second_thread_reads_where_a_core_is_free();
    void stopped_at_once_it_ends();

private:
    QString write(const QByteArray& text) {
        QFile file(m_folder.filePath("trace.json"));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot be written");
        return file.fileName();
    }
    /// Whether no thread reads. One that was joined is listed for a moment longer, longest where the machine
    /// is busy.
    bool has_settled() {
        for (int i = 0; i < 4000; ++i) {
            const qsizetype now = threads_now();
            m_threads = std::min(m_threads, now);
            if (now == m_threads) return true;
            QTest::qSleep(5);
        }
        return false;
    }
    QTemporaryDir m_folder;
    qsizetype m_threads = 0; ///< without those that read
};

void TestReadAhead::sound_and_broken_files_give_the_same() {
    const QDir folder(QString(ROOFRACK_SOURCE_DIR) + "/tests/data/traces");
    int files = 0;
    for (const QString& name : folder.entryList({"*.json", "*.gz"}, QDir::Files)) {
        for (const size_t window : windows)
            QCOMPARE(read_stream(folder.filePath(name), window, true).said,
                     read_stream(folder.filePath(name), window, false).said);
        ++files;
    }
    QVERIFY(files > 15);
}

void TestReadAhead::faults_at_random_give_the_same() {
    const char* const faults[] = {"\\c",  "NaN",  "{",  "}", "]",    ",",        "\"",  "\n",
                                  "[1,}", "]}",   ",,", "[", "\xFF", "\\u12",    "-",   "{\"ph\": \"X\", ",
                                  "nan,", "]\n[", "",   ":", "}{",   "\"args\"", "abc", "{\"name\": 1},"};
    std::mt19937 random(7); // any seed; fixed so that a failure repeats
    const QByteArray sound = made_trace(1500);
    const int rounds = test::rounds(3000, 250);
    for (int round = 0; round < rounds; ++round) {
        QByteArray text = sound;
        for (unsigned count = random() % 5; count > 0; --count) {
            const auto at = qsizetype(random() % size_t(text.size()));
            text.replace(at, qsizetype(random() % 4), faults[random() % std::size(faults)]);
        }
        if (random() % 4 == 0) text.truncate(qsizetype(random() % size_t(text.size())));
        const QString path = write(text);
        const size_t window = random() % 2 ? 200 + random() % 20'000 : windows[random() % std::size(windows)];
        const Read serial = read_stream(path, window, false), ahead = read_stream(path, window, true);
        if (ahead.said != serial.said) qWarning() << "round" << round << "window" << window;
        QVERIFY(ahead.said == serial.said);
    }
}

void TestReadAhead::gzip_cut_or_damaged_gives_the_same() {
    std::mt19937 random(11);
    const QByteArray text = made_trace(4000), packed = test::gzipped(text),
                     two = packed + test::gzipped(made_trace(10));
    QCOMPARE(read_stream(write(packed), 4096, true).events, int64_t(4000));
    QCOMPARE(read_stream(write(packed), 4096, true).said.substr(0, 4000),
             read_stream(write(text), 4096, false).said.substr(0, 4000));
    for (int round = 0; round < 120; ++round) {
        QByteArray file = random() % 3 ? packed : two;
        if (random() % 2) file.truncate(qsizetype(random() % size_t(file.size())));
        if (random() % 2 && file.size() > 30)
            file[qsizetype(20 + random() % size_t(file.size() - 20))] = char(random());
        const QString path = write(file);
        const size_t window = windows[random() % std::size(windows)];
        const Read serial = read_stream(path, window, false), ahead = read_stream(path, window, true);
        QVERIFY2(ahead.said == serial.said, qPrintable(QString("round %1").arg(round)));
    }
}

void TestReadAhead::gzip_cut_or_damaged_gives_what_zlib_gives() {
    std::mt19937 random(5);
    const QByteArray text = made_trace(300), packed = test::gzipped(text);
    for (int round = 0; round < 300; ++round) {
        QByteArray file = packed;
        if (random() % 2) file.truncate(qsizetype(20 + random() % size_t(file.size() - 20)));
        if (random() % 2) file[qsizetype(15 + random() % size_t(file.size() - 15))] = char(random());
        std::string expected(size_t(2 * text.size()), '\0'), got = expected;
        z_stream stream{};
        inflateInit2(&stream, 31);
        stream.next_in = reinterpret_cast<Bytef*>(file.data());
        stream.avail_in = uInt(file.size());
        stream.next_out = reinterpret_cast<Bytef*>(expected.data());
        stream.avail_out = uInt(expected.size());
        const int status = inflate(&stream, Z_NO_FLUSH);
        expected.resize(expected.size() - stream.avail_out);
        inflateEnd(&stream);
        auto source = TextSource::open(write(file).toStdString(), {});
        QVERIFY(source);
        got.resize(source->read(got.data(), got.size()));
        QVERIFY2(got == expected, qPrintable(QString("round %1").arg(round)));
        QCOMPARE(source->fault().empty(), status == Z_STREAM_END);
    }
}

void TestReadAhead::events_too_many_to_keep_give_the_same() {
    QByteArray text = "[{\"ph\":\"X\"}";
    for (int i = 0; i < 400'000; ++i) text += ",{\"ph\":1}";
    const QString path = write(text + "]");
    const Read serial = read_stream(path, size_t{512} << 10, false),
               ahead = read_stream(path, size_t{512} << 10, true);
    QCOMPARE(serial.events, int64_t(400'001));
    QVERIFY(ahead.said == serial.said);
}

void TestReadAhead::options_do_not_change_the_answer() {
    const QString path = write(test::gzipped(made_trace(20'000)));
    TraceOptions options;
    options.window_bytes = 20'000;
    const auto ahead = read_traces_with(options, {path.toStdString()});
    options.read_ahead = false;
    const auto serial = read_traces_with(options, {path.toStdString()});
    QVERIFY(ahead && serial);
    QCOMPARE(ahead->ranks.at(0).events, int64_t(20'000));
    QCOMPARE(ahead->ranks[0].times->compute_ns, serial->ranks.at(0).times->compute_ns);
    QCOMPARE(ahead->ranks[0].bytes, serial->ranks[0].bytes);
    QCOMPARE(ahead->warnings.size(), serial->warnings.size());
}

void TestReadAhead::a_second_thread_reads_where_it_may_data() {
    QTest::addColumn<QByteArray>("file");
    const QByteArray text = made_trace(4000);
    QTest::newRow("JSON") << text;
    QTest::newRow("gzip") << test::gzipped(text);
    QTest::newRow("two members") << test::gzipped(text.left(text.size() / 2)) +
                                        test::gzipped(text.mid(text.size() / 2));
    QTest::newRow("damaged at its end") << test::gzipped(text).chopped(4);
}

void TestReadAhead::a_second_thread_reads_where_it_may() {
    QFETCH(QByteArray, file);
    const QString path = write(file);
    QVERIFY(m_threads >= 1 && has_settled());
    const Read serial = read_stream(path, 4096, false), ahead = read_stream(path, 4096, true);
    QCOMPARE(serial.most_threads, m_threads);
    QCOMPARE(ahead.most_threads, m_threads + 1);
    QVERIFY(has_settled());
    QCOMPARE(ahead.events, int64_t(4000));
    QVERIFY(ahead.said == serial.said);
}

void TestReadAhead::a_second_thread_reads_where_a_core_is_free() {
    const QString path = write(test::gzipped(made_trace(20'000)));
    const auto most_threads = [&](bool read_ahead) {
        TraceOptions options;
        options.window_bytes = 20'000;
        options.read_ahead = read_ahead;
        qsizetype most = 0;
        const auto found = read_traces_with(options, {path.toStdString()}, [&](const TraceProgress&) {
            most = std::max(most, threads_now());
        });
        return found ? most : 0;
    };
    const qsizetype free = std::thread::hardware_concurrency() > 1 ? 1 : 0; // beside the one of the file
    QVERIFY(has_settled());
    QCOMPARE(most_threads(false), m_threads);
    QCOMPARE(most_threads(true), m_threads + free);
}

void TestReadAhead::stopped_at_once_it_ends() {
    const QString path = write(made_trace(20'000));
    for (const int last : {0, 1, 2, 5, 50}) {
        auto source = TextSource::open(path.toStdString(), {});
        QVERIFY(source);
        WarningLog warnings("f");
        Recorder recorder(warnings);
        EventStream stream(*source, "traceEvents", warnings, 4096, true);
        int ticks = 0;
        const auto done = stream.read(recorder, [&] { return ticks++ < last; });
        QVERIFY(!done);
        QCOMPARE(done.error().what, std::string("cancelled"));
    }
}

QTEST_APPLESS_MAIN(TestReadAhead)
#include "test_read_ahead.moc"
