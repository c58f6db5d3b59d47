// SPDX-License-Identifier: GPL-3.0-or-later
// Gzip files of several members, whole and with faults between and within them, give what zlib gives; a
// cancel is answered while they are read, by every reader.
#include "core/measured/trace/text/text_source.h"
#include "core/measured/trace/trace.h"
#include "tests/support/gzip.h"
#include "tests/support/protobuf_writer.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>
#include <zlib.h>

#include <random>

using namespace roofrack;
using test::ProtobufWriter;

namespace {

QByteArray packed(const std::string& text, int level = 6) {
    return test::gzipped(QByteArray::fromStdString(text), level);
}

/// Digits that pack to half their size, so that a member is longer than what is read of it at once.
std::string digits(unsigned seed) {
    std::mt19937 random(seed);
    std::string out;
    while (out.size() < 600'000) out += fmt::format("{:08x}\n", unsigned(random()));
    return out;
}

QByteArray with_flipped_bit(QByteArray file, qsizetype at) {
    file[at] = char(file[at] ^ 4);
    return file;
}

struct Answer {
    std::string text;
    bool is_whole = false;
};

/// What zlib gives of one member after the other, all at once.
Answer by_zlib(QByteArray file, size_t most) {
    Answer out{std::string(most, '\0'), false};
    z_stream stream{};
    inflateInit2(&stream, 31);
    stream.next_in = reinterpret_cast<Bytef*>(file.data());
    stream.avail_in = uInt(file.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.text.data());
    stream.avail_out = uInt(most);
    int status = inflate(&stream, Z_NO_FLUSH);
    while (status == Z_STREAM_END && stream.avail_in >= 2 && stream.next_in[0] == 0x1f &&
           stream.next_in[1] == 0x8b) {
        inflateReset(&stream);
        status = inflate(&stream, Z_NO_FLUSH);
    }
    out.is_whole = status == Z_STREAM_END;
    out.text.resize(most - stream.avail_out);
    inflateEnd(&stream);
    return out;
}

Answer by_steps(const QString& path, size_t step) {
    Answer out;
    auto source = TextSource::open(path.toStdString(), {});
    if (!source) return out;
    std::string piece(step, '\0');
    for (size_t got = step; got == step;) {
        got = source->read(piece.data(), step);
        out.text.append(piece, 0, got);
    }
    out.is_whole = source->fault().empty();
    return out;
}

std::string repeated(const std::string& piece, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += piece;
    return out;
}

} // namespace

class TestGzipFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void members_are_read_as_zlib_reads_them_data();
    void members_are_read_as_zlib_reads_them();
    void bits_flipped_at_random();
    void a_stop_ends_what_is_unpacked_once_more();
    void every_reader_answers_a_cancel_data();
    void every_reader_answers_a_cancel();

private:
    QString write(const QByteArray& bytes) {
        QFile file(m_folder.filePath("some.gz"));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot be written");
        return file.fileName();
    }
    QTemporaryDir m_folder;
};

void TestGzipFaults::members_are_read_as_zlib_reads_them_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<qlonglong>("members"); ///< whose text is whole; below 0: at least so many, and more text
    QTest::addColumn<bool>("is_whole");
    const std::string text = digits(2);
    const QByteArray a = packed(digits(1)), b = packed(text), c = packed(digits(3)), stored = packed(text, 0);
    const QByteArray all = a + b + c;
    QTest::newRow("three members") << all << qlonglong(3) << true;
    QTest::newRow("one that is stored") << a + stored + c << qlonglong(3) << true;
    QTest::newRow("zeros behind") << all + QByteArray(512, '\0') << qlonglong(3) << true;
    QTest::newRow("text behind") << all + "padding of a tape" << qlonglong(3) << true;
    QTest::newRow("one byte behind") << all + "\x1f" << qlonglong(3) << true;
    QTest::newRow("a header that is cut off") << all + "\x1f\x8b" << qlonglong(3) << false;
    QTest::newRow("a header of nothing") << all + "\x1f\x8bnothing at all" << qlonglong(3) << false;
    QTest::newRow("cut within the second") << a + b.left(b.size() / 2) << qlonglong(-1) << false;
    QTest::newRow("cut before the checksum") << a + b.left(b.size() - 8) << qlonglong(2) << false;
    QTest::newRow("cut within the length") << a + b.left(b.size() - 2) << qlonglong(2) << false;
    QTest::newRow("checksum of the first") << with_flipped_bit(a, a.size() - 8) + b << qlonglong(1) << false;
    QTest::newRow("checksum of the second")
        << a + with_flipped_bit(b, b.size() - 6) + c << qlonglong(2) << false;
    QTest::newRow("length of the second")
        << a + with_flipped_bit(b, b.size() - 1) + c << qlonglong(2) << false;
    QTest::newRow("a bit of stored text")
        << a + with_flipped_bit(stored, stored.size() / 2) + c << qlonglong(2) << false;
    QTest::newRow("a bit of the second")
        << a + with_flipped_bit(b, b.size() / 2) + c << qlonglong(-1) << false;
    QTest::newRow("a bit of the third")
        << a + b + with_flipped_bit(c, c.size() / 3) << qlonglong(-2) << false;
}

void TestGzipFaults::members_are_read_as_zlib_reads_them() {
    QFETCH(QByteArray, file);
    QFETCH(qlonglong, members);
    QFETCH(bool, is_whole);
    const auto size = qlonglong(digits(1).size()); // each member unpacked
    const Answer expected = by_zlib(file, size_t(4 * size));
    QCOMPARE(expected.is_whole, is_whole);
    const auto length = qlonglong(expected.text.size());
    if (members >= 0)
        QCOMPARE(length, members * size);
    else
        QVERIFY(length > -members * size);
    // By small steps much was given before the fault, where zlib goes on; at once nothing was.
    const QString path = write(file);
    for (const size_t step : {size_t(7), size_t(4096), size_t(300'001), size_t(4 * size)}) {
        const Answer found = by_steps(path, step);
        QCOMPARE(found.is_whole, is_whole);
        QVERIFY2(found.text == expected.text, qPrintable(QString("steps of %1 B").arg(step)));
    }
}

/// What igzip gave before it met the fault stays given, and begins with what zlib gives. An igzip may take a
/// table of codes that zlib refuses, as long as the text needs none of what is wrong in it: then the
/// checksums hold.
void TestGzipFaults::bits_flipped_at_random() {
    std::mt19937 random(23); // any seed; fixed so that a failure repeats
    const std::string text = digits(4).substr(0, 60'000), sound = text + text.substr(100) + text;
    const QByteArray member = packed(text), all = member + packed(text.substr(100)) + member;
    const size_t most = 40 * text.size(); // more only where garbage expands without end
    int damaged = 0, taken = 0;
    for (int round = 0; round < 200; ++round) {
        // The header of the first stays: without it the file is no gzip.
        const auto at = qsizetype(10 + random() % size_t(all.size() - 10));
        QByteArray file = with_flipped_bit(all, at);
        if (random() % 3 == 0) file.truncate(qsizetype(size_t(at) + random() % size_t(all.size() - at)));
        const Answer expected = by_zlib(file, most);
        if (expected.text.size() == most) continue;
        const QString path = write(file), name = QString("round %1").arg(round);
        const Answer at_once = by_steps(path, most), found = by_steps(path, 1 + random() % 20'000);
        if (!expected.is_whole && at_once.is_whole) {
            QVERIFY2(sound.starts_with(at_once.text), qPrintable(name));
            ++taken;
            continue;
        }
        damaged += !expected.is_whole;
        QVERIFY2(at_once.text == expected.text, qPrintable(name));
        QVERIFY2(found.text.starts_with(expected.text), qPrintable(name));
        QCOMPARE(at_once.is_whole, expected.is_whole);
        QCOMPARE(found.is_whole, expected.is_whole);
    }
    QVERIFY2(damaged > 100 && taken < 20,
             qPrintable(QString("%1 damaged, %2 taken").arg(damaged).arg(taken)));
}

/// zlib unpacks a damaged file from its beginning up to where igzip was, which takes long in a large one.
void TestGzipFaults::a_stop_ends_what_is_unpacked_once_more() {
    const std::string text = repeated("what is said again and again\n", 400'000);
    const QByteArray good = packed(text);
    const QString path = write(with_flipped_bit(good, good.size() - 8));
    for (const bool stopped : {false, true}) {
        std::stop_source stop;
        auto source = TextSource::open(path.toStdString(), stop.get_token());
        QVERIFY(source);
        std::string half(text.size() / 2, '\0'), rest(text.size(), '\0');
        QCOMPARE(source->read(half.data(), half.size()), half.size());
        if (stopped) stop.request_stop();
        const size_t got = source->read(rest.data(), rest.size());
        QCOMPARE(got, stopped ? size_t(0) : text.size() - half.size());
        QCOMPARE(source->fault(), std::string(stopped ? "" : "the gzip data is damaged"));
    }
}

void TestGzipFaults::every_reader_answers_a_cancel_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kind"); ///< as it is read to its end; empty: it cannot be
    constexpr int many = 200'000;
    const auto row = [](const char* name, const std::string& text, MeasuredKind kind) {
        QTest::newRow(name) << QByteArray::fromStdString(text)
                            << QString::fromStdString(std::string(name_of(kind)));
    };
    const std::string event = R"(,{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1,"dur":2})";
    row("PyTorch profile", R"({"schemaVersion":1,"traceEvents":[)" + repeated(event, many).substr(1) + "]}",
        MeasuredKind::pytorch_profile);
    row("execution trace",
        R"({"schema":"1.0.1","nodes":[)" + repeated(R"(,{"id":1,"name":"aten::mm"})", many).substr(1) + "]}",
        MeasuredKind::execution_trace);
    row("rocprofv3", R"({"rocprofiler-sdk-tool":[)" + repeated(",123456789", many).substr(1) + "]}",
        MeasuredKind::rocprof);
    const ProtobufWriter plane = ProtobufWriter().number(1, 2).bytes(2, "/host:CPU of some machine");
    row("XLA", repeated(ProtobufWriter().message(1, plane).text(), many), MeasuredKind::xplane);
    const ProtobufWriter node = ProtobufWriter().number(1, 1).bytes(2, "COMP_NODE_OF_A_LAYER").number(3, 4);
    row("Chakra",
        ProtobufWriter().delimited(ProtobufWriter().bytes(1, "0.0.4")).text() +
            repeated(ProtobufWriter().delimited(node).text(), many),
        MeasuredKind::execution_trace);
    row("log",
        repeated(" iteration 5/ 10 | elapsed time per iteration (ms): 1500.0 | lm loss: 2.5 |\n", many),
        MeasuredKind::training_log);
    QTest::newRow("digest") << QByteArray::fromStdString(R"({"roofrack_digest":1,"files":")" +
                                                         repeated("0123456789", 5 * many) + "\"}")
                            << QString();
}

void TestGzipFaults::every_reader_answers_a_cancel() {
    QFETCH(QByteArray, text);
    QFETCH(QString, kind);
    const QByteArray good = packed(text.toStdString());
    const QString path = write(with_flipped_bit(good, good.size() - 8));
    int reports = 0;
    const auto whole = read_traces({path.toStdString()}, [&](const TraceProgress&) { ++reports; });
    QCOMPARE(whole.has_value(), !kind.isEmpty());
    if (whole) QCOMPARE(QString::fromStdString(std::string(name_of(whole->files.at(0).kind))), kind);
    // One as it is read, and one of the file's end, which a stopped reader gives as well.
    constexpr int most_after = 3;
    QVERIFY2(reports > most_after + 1, qPrintable(QString::number(reports)));

    std::stop_source stop;
    int after = 0;
    const auto stopped = read_traces(
        {path.toStdString()},
        [&](const TraceProgress&) {
            if (stop.stop_requested()) ++after;
            stop.request_stop();
        },
        stop.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().what, std::string("cancelled"));
    QVERIFY2(after <= most_after, qPrintable(QString::number(after)));
}

QTEST_APPLESS_MAIN(TestGzipFaults)
#include "test_gzip_faults.moc"
