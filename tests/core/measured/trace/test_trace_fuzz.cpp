// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is done to a trace, reading it ends soon, without a crash, and never invents time.
#include "core/answers/report/measured/trace_json.h"
#include "core/measured/trace/trace.h"
#include "tests/support/rounds.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <random>

using namespace roofrack;

class TestTraceFuzz : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void truncated_everywhere();
    void mutated_at_random();
    void a_damaged_event_costs_only_itself();
    void nests_and_floods_end_soon_data();
    void nests_and_floods_end_soon();
    void junk_of_100_mb_is_refused_data();
    void junk_of_100_mb_is_refused();

private:
    Result<TraceResult> read(const QByteArray& text, size_t window);

    QTemporaryDir m_folder;
    QList<QByteArray> m_seeds;
};

void TestTraceFuzz::initTestCase() {
    const QDir folder(QString(ROOFRACK_SOURCE_DIR) + "/tests/data/traces");
    for (const char* part : {"", "two_ranks/"})
        for (const QString& name :
             QDir(folder.filePath(part)).entryList({"*.json", "*.gz"}, QDir::Files, QDir::Name)) {
            QFile file(folder.filePath(part + name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            m_seeds << file.readAll();
        }
    QVERIFY(m_seeds.size() > 20);
}

Result<TraceResult> TestTraceFuzz::read(const QByteArray& text, size_t window) {
    const QString path = m_folder.filePath("mutant.json");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return fail(path.toStdString(), "cannot be written");
    file.write(text);
    file.close();
    TraceOptions options;
    options.window_bytes = window;
    QElapsedTimer clock;
    clock.start();
    auto result = read_traces_with(options, {path.toStdString()});
    if (clock.elapsed() > 20000) QTest::qFail("one small file took more than 20 s", __FILE__, __LINE__);
    if (!result) return result;
    for (const TraceRank& rank : result->ranks) {
        if (!rank.times) continue;
        const TraceTimes& t = *rank.times;
        const bool sane = t.compute_ns >= 0 && t.comm_ns >= 0 && t.idle_ns >= 0 && t.exposed_comm_ns >= 0 &&
                          t.exposed_mem_ns >= 0 && t.compute_ns <= t.window_ns && t.comm_ns <= t.window_ns &&
                          t.idle_ns + t.compute_ns + t.exposed_comm_ns + t.exposed_mem_ns == t.window_ns;
        if (!sane) QTest::qFail("the parts of the window do not add up", __FILE__, __LINE__);
    }
    (void)trace_json(*result).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return result;
}

void TestTraceFuzz::truncated_everywhere() {
    for (const QByteArray& seed : std::as_const(m_seeds)) {
        const bool packed = seed.startsWith("\x1f\x8b");
        for (qsizetype size = 0; size < seed.size(); size += packed ? 1 : 3) {
            const auto result = read(seed.left(size), size % 2 ? 4096 : 100);
            if (QTest::currentTestFailed()) {
                qWarning() << seed.left(60) << size;
                return;
            }
            QVERIFY(size > 0 || !result);
        }
    }
}

void TestTraceFuzz::mutated_at_random() {
    std::mt19937 random(20240607); // any seed; fixed so that a failure repeats
    const QByteArray pieces[] = {"\"",
                                 "{",
                                 "}",
                                 "[",
                                 "]",
                                 ",",
                                 ":",
                                 "\\",
                                 "\\u12",
                                 "nan",
                                 "-",
                                 "e",
                                 QByteArray(1, '\0'),
                                 "\xFF",
                                 "{\"ph\": \"X\", ",
                                 "\"ts\": 1e999",
                                 "\n",
                                 "]}",
                                 "99999999999999999999"};
    const int cases = test::rounds(60000, 3000);
    for (int round = 0; round < cases; ++round) {
        QByteArray text = m_seeds[qsizetype(random() % size_t(m_seeds.size()))];
        for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
            const auto at = qsizetype(random() % size_t(text.size() + 1));
            switch (random() % 4) {
            case 0: text.insert(at, pieces[random() % std::size(pieces)]); break;
            case 1: text.remove(at, qsizetype(random() % 20)); break;
            case 2:
                if (at < text.size()) text[at] = char(random() % 256);
                break;
            default: text.insert(at, text.mid(qsizetype(random() % size_t(text.size() + 1)), 80));
            }
        }
        (void)read(text, random() % 2 ? 64 + random() % 500 : size_t{1} << 20);
        if (QTest::currentTestFailed()) {
            qWarning() << "round" << round << text;
            return;
        }
    }
}

void TestTraceFuzz::a_damaged_event_costs_only_itself() {
    std::mt19937 random(3);
    constexpr int count = 40;
    const QByteArray event =
        R"({"ph": "X", "cat": "kernel", "name": "gemm<a, b>", "pid": 0, "tid": 7, "ts": %1, )"
        R"("dur": 2, "args": {"device": 0, "grid": [1, 2], "stream": 7}})";
    const int cases = test::rounds(20000, 1500);
    for (int round = 0; round < cases; ++round) {
        const int victim = int(random() % count);
        QByteArray text = "{\"traceEvents\": [\n";
        for (int i = 0; i < count; ++i) {
            QByteArray next = event;
            next.replace("%1", QByteArray::number(100 + 10 * i));
            if (i == victim) {
                const auto at = qsizetype(random() % size_t(next.size()));
                switch (random() % 4) {
                case 0: next.truncate(at); break;
                case 1: next[at] = "\"{}[],:\\x\n"[random() % 10]; break;
                case 2: next.insert(at, "\"{}[],:\\x\n"[random() % 10]); break;
                default: next.remove(at, 1 + qsizetype(random() % 10)); break;
                }
            }
            const bool comma = i + 1 < count && (i != victim || random() % 4);
            text += next + (comma ? ",\n" : "\n");
        }
        text += "]}";
        const auto result = read(text, random() % 2 ? 300 : size_t{1} << 20);
        QVERIFY2(result && result->ranks[0].times, text);
        int64_t kernels = 0; // a damaged device number makes a device of its own
        for (const TraceRank& rank : result->ranks) kernels += rank.times->device_events;
        if (kernels < count - 1 || kernels > count) qWarning().noquote() << "round" << round << text;
        QVERIFY(kernels >= count - 1 && kernels <= count);
    }
}

void TestTraceFuzz::nests_and_floods_end_soon_data() {
    QTest::addColumn<QByteArray>("text");
    const QByteArray head = "{\"traceEvents\": [";
    const QByteArray event = R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "ts": 1, "dur": 1})";
    const auto times = [](const char* piece, int count) { return QByteArray(piece).repeated(count); };
    QTest::newRow("events in events") << head + times("{\"ph\": [", 200000);
    QTest::newRow("brackets") << head + times("[", 1000000);
    QTest::newRow("braces") << head + times("{", 1000000);
    QTest::newRow("objects of objects") << head + times("{\"args\":", 200000);
    QTest::newRow("commas") << head + times(",", 1000000);
    QTest::newRow("quotes") << head + times("\"", 1000000);
    QTest::newRow("backslashes") << head + "{\"name\": \"" + times("\\", 1000001);
    QTest::newRow("missing commas") << head + QByteArray(event).repeated(20000);
    QTest::newRow("broken events") << head + times("{\"ph\": \"X\", ,},", 100000);
    QTest::newRow("a long name")
        << head + "{\"ph\": \"X\", \"cat\": \"kernel\", \"ts\": 1, \"dur\": 1, \"name\": \"multimem" +
               times("reduc one_shot", 100000) + "\"}]}";
    QTest::newRow("a long event") << head + "{\"ph\": \"X\", \"args\": {\"l\": [" + times("0,", 1000000) +
                                         "0]}}," + event + "]}";
}

void TestTraceFuzz::nests_and_floods_end_soon() {
    QFETCH(QByteArray, text);
    for (const size_t window : {size_t{4096}, size_t{1} << 20}) {
        const auto result = read(text, window);
        QVERIFY(!QTest::currentTestFailed());
        if (result) QVERIFY(result->warnings.size() < 400); // repeats are counted, not listed
    }
    if (QByteArray(QTest::currentDataTag()) == "a long event") {
        const auto result = read(text, 4096);
        QVERIFY(result && result->warnings.empty() && result->ranks[0].events == 2);
    }
}

void TestTraceFuzz::junk_of_100_mb_is_refused_data() {
    QTest::addColumn<QByteArray>("piece");
    QTest::newRow("zeros") << QByteArray(1 << 20, '\0');
    std::mt19937 random(1);
    QByteArray noise(1 << 20, '\0');
    for (char& c : noise) c = char(random());
    QTest::newRow("noise") << noise;
    QTest::newRow("noise behind a brace") << "{" + noise;
    QTest::newRow("objects without events")
        << "{" + QByteArray("\"a\": {\"b\": [1, 2, 3]}, ").repeated(40000);
    QTest::newRow("noise behind a key") << "{\"" + noise;
    QTest::newRow("numbers") << "[" + QByteArray("1, 2, 3, ").repeated(100000);
}

void TestTraceFuzz::junk_of_100_mb_is_refused() {
    QFETCH(QByteArray, piece);
    const QString path = m_folder.filePath("junk.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    while (file.size() < 100'000'000) QVERIFY(file.write(piece) == piece.size());
    file.close();
    QElapsedTimer clock;
    clock.start();
    const auto result = read_traces({path.toStdString()});
    QVERIFY(!result);
    QVERIFY2(clock.elapsed() < 50000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(!result.error().what.empty());
    QCOMPARE(QString::fromStdString(result.error().where), path);
}

QTEST_APPLESS_MAIN(TestTraceFuzz)
#include "test_trace_fuzz.moc"
