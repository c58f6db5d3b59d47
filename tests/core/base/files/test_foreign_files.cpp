// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/csv_table.h"
#include "core/base/files/file_kind.h"
#include "core/base/files/foreign_file.h"
#include "core/measured/interchange/interchange.h"
#include "core/measured/measure/nccl_tests.h"
#include "core/measured/trace/trace.h"
#include "tests/support/project_sample.h"

#include <QTest>
#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace roofrack;
namespace fs = std::filesystem;

/// Files that others made: pipes, devices and folders without end neither block nor flood the program.
class TestForeignFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void only_ordinary_files_are_read_data();
    void only_ordinary_files_are_read();
    void every_reader_refuses_a_pipe();
    void the_limit_is_of_what_is_read();
    void a_folder_is_walked_with_care();
    void the_kernels_own_files_are_left_alone();
    void what_a_file_holds_is_told_by_its_beginning_data();
    void what_a_file_holds_is_told_by_its_beginning();

private:
    fs::path write(const char* name, std::string_view text) {
        const fs::path path = m_path / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path;
};

void TestForeignFiles::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->path().toStdString();
    QCOMPARE(mkfifo((m_path / "pipe").c_str(), 0600), 0);
}

void TestForeignFiles::only_ordinary_files_are_read_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* message) {
        QTest::newRow(qPrintable(QString(name).left(20))) << name << message;
    };
    row("pipe", "is not an ordinary file");
    row("link to pipe", "is not an ordinary file");
    row("socket", "is not an ordinary file");
    row("/dev/zero", "is not an ordinary file");
    row("/dev/tty", nullptr); // there may be none to open
    row("folder", "is a folder");
    row("loop", "is a link that leads back to itself");
    row("none", "there is no such file");
    row("file/none", "there is no such file");
    row(qPrintable(QString(300, 'n')), "the name is too long");
    row("/proc/self/status", "is made up by the kernel");
    row("/proc/kmsg", nullptr);
}

void TestForeignFiles::only_ordinary_files_are_read() {
    QFETCH(QString, name);
    QFETCH(QString, message);
    write("file", "text");
    fs::create_directory(m_path / "folder");
    fs::create_symlink("pipe", m_path / "link to pipe");
    fs::create_symlink("loop", m_path / "loop");
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{AF_UNIX, {}};
    (m_path / "socket").native().copy(address.sun_path, sizeof address.sun_path - 1);
    QCOMPARE(bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);

    const auto text = read_foreign_file(m_path / name.toStdString(), 1 << 20, "a test");
    close(socket);
    QVERIFY(!text);
    if (!message.isNull()) QCOMPARE(QString::fromStdString(text.error().what), message);
    QVERIFY(!text.error().where.empty() && !text.error().fix.empty());
}

void TestForeignFiles::every_reader_refuses_a_pipe() {
    const fs::path pipe = m_path / "pipe";
    QVERIFY(!read_csv(pipe));
    QVERIFY(!read_nccl_tests(pipe));
    QVERIFY(!read_text_file(pipe));
    QVERIFY(!read_traces({pipe}));
    QVERIFY(file_kind(pipe) == FileKind::other);
}

void TestForeignFiles::the_limit_is_of_what_is_read() {
    const fs::path file = write("file", std::string(1000, 'x'));
    QCOMPARE(read_foreign_file(file, 1000, "a test")->size(), size_t(1000));
    QVERIFY(read_foreign_file(file, 999, "a test").error().what.find("more than the 0 MiB of a test") !=
            std::string::npos);
    QCOMPARE(*read_foreign_file(write("empty", ""), 10, "a test"), std::string());
}

void TestForeignFiles::a_folder_is_walked_with_care() {
    write("traces/b/2", "x");
    write("traces/1", "x");
    write("elsewhere/3", "x");
    fs::create_directory_symlink(m_path / "elsewhere", m_path / "traces/away");
    fs::create_directory_symlink(m_path, m_path / "traces/up");
    fs::create_directory_symlink("/proc", m_path / "traces/proc");
    fs::rename(m_path / "pipe", m_path / "traces/pipe");
    const auto all = files_in_folder(m_path / "traces", 10);
    QVERIFY(all && !all->cut);
    QCOMPARE(all->files, (std::vector<fs::path>{m_path / "traces/1", m_path / "traces/b/2"}));
    const auto one = files_in_folder(m_path / "traces", 1);
    QVERIFY(one && one->cut);
    QCOMPARE(one->files.size(), size_t(1));
    QVERIFY(!files_in_folder(m_path / "none", 1));
}

void TestForeignFiles::the_kernels_own_files_are_left_alone() {
    if (!fs::exists("/proc/self")) QSKIP("/proc is not mounted");
    QCOMPARE(files_in_folder("/proc", 10).error().what, std::string("is made up by the kernel"));
    const auto traces = read_traces({"/proc"});
    QVERIFY(!traces);
    QCOMPARE(traces.error().where, std::string("/proc"));
}

void TestForeignFiles::what_a_file_holds_is_told_by_its_beginning_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, const QByteArray& text, FileKind kind) {
        QTest::newRow(name) << text << static_cast<int>(kind);
    };
    row("project", small_project, FileKind::project);
    row("project behind a mark", QByteArray("\xEF\xBB\xBF\n") + small_project, FileKind::project);
    row("project with words before", R"({"name":"\"scenarios\":","x":{"a":[1]},"scenarios" : []})",
        FileKind::project);
    row("trace", R"({"traceEvents":[{"ph":"X","name":"scenarios"}]})", FileKind::other);
    row("trace with an inner key", R"({"meta":{"scenarios":1},"traceEvents":[]})", FileKind::other);
    row("key cut off", R"({"name":"x","scenarios")", FileKind::other);
    row("list", R"([{"scenarios":1}])", FileKind::other);
    row("benchmark", "# all_reduce_perf\n# size algbw busbw\n", FileKind::nccl_tests);
    row("empty", "", FileKind::other);
    row("a quote without end", "{\"scenarios\\", FileKind::other);
}

void TestForeignFiles::what_a_file_holds_is_told_by_its_beginning() {
    QFETCH(QByteArray, text);
    QFETCH(int, kind);
    QCOMPARE(static_cast<int>(file_kind_of_text(text.toStdString())), kind);
    QCOMPARE(static_cast<int>(file_kind(write("any.txt", text.toStdString()))), kind);
    if (file_kind_of_text(text.toStdString()) == FileKind::other)
        QVERIFY(file_kind(write("named.roofrack.json", text.toStdString())) == FileKind::project);
}

QTEST_GUILESS_MAIN(TestForeignFiles)
#include "test_foreign_files.moc"
