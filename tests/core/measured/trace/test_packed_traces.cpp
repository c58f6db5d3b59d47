// SPDX-License-Identifier: GPL-3.0-or-later
// Traces that are compressed or packed together: as they are read, what is left behind, what is refused.
#include "core/measured/trace/archive/unpacked_archive.h"
#include "core/measured/trace/text/archive_stream.h"
#include "core/measured/trace/trace.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace roofrack;

namespace {

const QByteArray one_kernel = R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,)"
                              R"("ts":10,"dur":5,"args":{"device":0}}]})";

class Folder {
public:
    Folder()
        : m_before(qgetenv("TMPDIR")) {
        qputenv("TMPDIR", m_folder.filePath("unpacked").toUtf8()); // so that what is left there is seen
        QDir(m_folder.path()).mkdir("unpacked");
    }
    ~Folder() { qputenv("TMPDIR", m_before); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    void write(const QString& name, const QByteArray& bytes) const {
        QDir(m_folder.path()).mkpath(QFileInfo(name).path());
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly)) file.write(bytes);
    }
    bool run(const QString& program, const QStringList& arguments) const {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program, arguments);
        return process.waitForFinished() && process.exitCode() == 0;
    }
    std::string path(const QString& name) const { return m_folder.filePath(name).toStdString(); }
    QStringList left_behind() const {
        return QDir(m_folder.filePath("unpacked")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    }

private:
    QTemporaryDir m_folder;
    QByteArray m_before;
};

} // namespace

class TestPackedTraces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void compressed_files_data();
    void compressed_files();
    void archives_data();
    void archives();
    void a_name_cannot_lead_out_of_the_folder();
    void what_is_cut_off_is_said();
    void files_that_are_too_many_are_said();
    void an_archive_of_nothing_is_refused();
    void what_expands_beyond_reason_is_refused();
    void a_stopped_reading_leaves_nothing();
    void settings_beside_traces_are_passed_over();
};

void TestPackedTraces::settings_beside_traces_are_passed_over() {
    const Folder folder;
    folder.write("run/rank0.json", one_kernel);
    folder.write("run/config.json", "{\"world_size\": 8, \"tp_size\": 1}\n");
    const auto all = read_traces({folder.path("run")});
    QVERIFY2(all, all ? "" : all.error().what.c_str());
    QCOMPARE(all->files.size(), size_t(1));
    QCOMPARE(all->warnings.size(), size_t(0));
    // One that is named, and one that is cut off, is said.
    const auto named = read_traces({folder.path("run/rank0.json"), folder.path("run/config.json")});
    QVERIFY(named && named->warnings.size() == 1);
    folder.write("run/rank1.json", "{\"schemaVersion\": 1, \"trace");
    const auto cut = read_traces({folder.path("run")});
    QVERIFY(cut && !cut->warnings.empty());
}

void TestPackedTraces::compressed_files_data() {
    QTest::addColumn<QString>("program");
    for (const char* program : {"gzip", "xz", "bzip2", "zstd", "lz4"}) QTest::newRow(program) << program;
}

void TestPackedTraces::compressed_files() {
    QFETCH(QString, program);
    if (QStandardPaths::findExecutable(program).isEmpty()) QSKIP("the program that packs it is not there");
    const Folder folder;
    folder.write("rank0.json", one_kernel);
    QVERIFY(folder.run("sh", {"-c", program + " -c rank0.json > packed"}));
    const auto result = read_traces({folder.path("packed")});
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QVERIFY(result->warnings.empty());
    QCOMPARE(result->ranks.at(0).times->compute_ns, int64_t(5'000));
    QCOMPARE(result->ranks[0].bytes, int64_t(one_kernel.size()));
}

void TestPackedTraces::archives_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("option");
    QTest::newRow("tar") << "run.tar"
                         << "-cf";
    QTest::newRow("tar.gz") << "run.tgz"
                            << "-czf";
    QTest::newRow("tar.xz") << "run.tar.xz"
                            << "-cJf";
}

void TestPackedTraces::archives() {
    QFETCH(QString, name);
    QFETCH(QString, option);
    const Folder folder;
    folder.write("run/rank0.json", one_kernel);
    folder.write("run/deeper/rank1.json", one_kernel);
    folder.write("run/notes.md", "what was tried");
    folder.write("run/.hidden.json", one_kernel);
    QVERIFY(folder.run("tar", {option, name, "run"}));
    const auto result = read_traces({folder.path(name)});
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QCOMPARE(result->ranks.size(), size_t(2)); // notes are passed over as in a folder
    std::vector<std::string> names{result->ranks[0].file, result->ranks[1].file};
    std::ranges::sort(names);
    QCOMPARE(names[0], folder.path(name) + "/run/deeper/rank1.json");
    QCOMPARE(names[1], folder.path(name) + "/run/rank0.json");
    QCOMPARE(folder.left_behind(), QStringList());
}

void TestPackedTraces::a_name_cannot_lead_out_of_the_folder() {
    const Folder folder;
    folder.write("inside/rank0.json", one_kernel);
    folder.write("secret", "not for others");
    QVERIFY(QFile::link("../secret", QString::fromStdString(folder.path("inside/link.json"))));
    QVERIFY(folder.run("tar", {"-cPf", "run.tar", "--transform", "s,^inside/rank0,../../rank0,", "inside"}));
    const auto result = read_traces({folder.path("run.tar")});
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QCOMPARE(result->ranks.size(), size_t(1)); // the link is no file
    QVERIFY(!QFile::exists(QString::fromStdString(folder.path("rank0.json"))));
    QCOMPARE(folder.left_behind(), QStringList());
}

void TestPackedTraces::what_is_cut_off_is_said() {
    const Folder folder;
    folder.write("run/a.json", one_kernel);
    folder.write("run/b.json", one_kernel + QByteArray(100'000, ' '));
    QVERIFY(folder.run("tar", {"-cf", "run.tar", "run/a.json", "run/b.json"}));
    QVERIFY(QFile::resize(QString::fromStdString(folder.path("run.tar")), 20'000));
    const auto result = read_traces({folder.path("run.tar")});
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QVERIFY(!result->warnings.empty());
    QCOMPARE(result->ranks.at(0).times->compute_ns, int64_t(5'000));
    QCOMPARE(folder.left_behind(), QStringList());
}

void TestPackedTraces::files_that_are_too_many_are_said() {
    const Folder folder;
    for (const char* name : {"run/rank0.json", "run/rank1.json", "run/rank2.json"})
        folder.write(name, one_kernel);
    QVERIFY(folder.run("tar", {"-cf", "run.tar", "run"}));
    const auto tick = [](int64_t) { return true; };
    const auto three = UnpackedArchive::open(folder.path("run.tar"), tick, 3);
    QVERIFY(three && *three);
    QCOMPARE((*three)->files().size(), size_t{3});
    QVERIFY2((*three)->fault().empty(), (*three)->fault().c_str());
    const auto two = UnpackedArchive::open(folder.path("run.tar"), tick, 2);
    QVERIFY(two && *two);
    QCOMPARE((*two)->files().size(), size_t{2});
    QVERIFY2((*two)->fault().find("more than the 2 files") != std::string::npos, (*two)->fault().c_str());
}

void TestPackedTraces::an_archive_of_nothing_is_refused() {
    const Folder folder;
    QDir(QString::fromStdString(folder.path("."))).mkdir("run");
    QVERIFY(folder.run("tar", {"-cf", "run.tar", "run"}));
    const auto result = read_traces({folder.path("run.tar")});
    QVERIFY(!result);
    QVERIFY2(result.error().what.find("holds no file") != std::string::npos, result.error().text().c_str());
}

void TestPackedTraces::what_expands_beyond_reason_is_refused() {
    const Folder folder;
    QVERIFY(folder.run("sh", {"-c", "truncate -s 300M zeros.json && tar -czf bomb.tar.gz zeros.json"}));
    const auto result = read_traces({folder.path("bomb.tar.gz")});
    QVERIFY(!result);
    QVERIFY2(result.error().what.find("200 times its size") != std::string::npos,
             result.error().text().c_str());
    QCOMPARE(folder.left_behind(), QStringList());
}

void TestPackedTraces::a_stopped_reading_leaves_nothing() {
    const Folder folder;
    folder.write("run/a.json", one_kernel);
    QVERIFY(folder.run("tar", {"-cf", "run.tar", "run"}));
    std::stop_source stop;
    stop.request_stop();
    const auto result = read_traces({folder.path("run.tar")}, {}, stop.get_token());
    QVERIFY(!result);
    QCOMPARE(result.error().what, std::string("cancelled"));
    QCOMPARE(folder.left_behind(), QStringList());
}

QTEST_APPLESS_MAIN(TestPackedTraces)
#include "test_packed_traces.moc"
