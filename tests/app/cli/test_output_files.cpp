// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cli_options.h"
#include "tests/support/project_sample.h"

#include <QJsonDocument>
#include <QTest>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace {

const QString good_trace = QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/traces/good.json");
const QString nccl_output = QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/nccl/all_reduce_2x8.txt");
const QString published_runs = QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/published_runs.csv");
const QByteArray gpt2_config =
    R"({"model_type": "gpt2", "n_layer": 12, "n_embd": 768, "n_head": 12, "n_positions": 1024, "vocab_size": 50257})";

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool takes_all_memory = true;
#else
constexpr bool takes_all_memory = false;
#endif

/// Leaves a process room for about `threads` threads besides its first.
void make_room_for(int threads) {
    constexpr rlim_t stack = rlim_t{1} << 30;
    for (const auto& [what, most] :
         {std::pair(RLIMIT_STACK, stack), std::pair(RLIMIT_AS, static_cast<rlim_t>(threads + 1) * stack)}) {
        rlimit limit{};
        getrlimit(what, &limit);
        limit.rlim_cur = most;
        setrlimit(what, &limit);
    }
}

} // namespace

/// What commands write, and what they refuse to write over.
class TestOutputFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_project = write("p.roofrack.json", small_project);
        m_config = write("config.json", gpt2_config);
    }

    void an_existing_file_needs_force_data() {
        QTest::addColumn<QStringList>(
            "call"); // P: the project, C: a config.json, O: what is written, X: a workbook
        QTest::newRow("new") << QStringList{"new", "workstation", "-o", "O"};
        QTest::newRow("import") << QStringList{"import", "--format", "huggingface", "C", "-o", "O"};
        QTest::newRow("runs") << QStringList{"runs", "P", "--add", good_trace, "-o", "O"};
        QTest::newRow("calibrate") << QStringList{"calibrate", "P", "--nccl", nccl_output, "-o", "O"};
        QTest::newRow("split") << QStringList{"split", "P", "rack", "-o", "O"};
        QTest::newRow("merge") << QStringList{"merge", "P", "-o", "O"};
        QTest::newRow("bom") << QStringList{"bom", "P", "--csv", "O"};
        QTest::newRow("cables") << QStringList{"cables", "P", "--csv", "O"};
        QTest::newRow("p2p") << QStringList{"export", "--format", "p2p", "P", "-o", "X"};
        QTest::newRow("workbook") << QStringList{"export", "--format", "xlsx", "P", "-o", "X"};
        QTest::newRow("validate") << QStringList{"validate", published_runs, "--write-spreads", "O"};
        QTest::newRow("predictions") << QStringList{"validate", published_runs, "--write-predictions", "O"};
    }
    void an_existing_file_needs_force() {
        QFETCH(QStringList, call);
        const QString out = write(call.contains("X") ? "out.xlsx" : "out.json", "precious");
        for (QString& word : call)
            word = word == "P" ? m_project : word == "C" ? m_config : word == "O" || word == "X" ? out : word;
        QCOMPARE(run(call), 3);
        QCOMPARE(m_said.err,
                 "error: " + out.toUtf8() + ": exists already: choose another name, or pass --force\n");
        QCOMPARE(read(out), QByteArray("precious"));
        call << "--force";
        QVERIFY2(run(call) == 0, m_said.err.constData());
        QVERIFY(read(out) != "precious");
        QVERIFY(QFile::remove(out));
        call.removeLast();
        QVERIFY2(run(call) == 0, m_said.err.constData());
    }

    void the_input_is_not_replaced_unasked() {
        for (const QStringList& call : {QStringList{"split", m_project, "rack", "-o", m_project},
                                        {"merge", m_project, "-o", m_project},
                                        {"calibrate", m_project, "--nccl", nccl_output, "-o", m_project}}) {
            QCOMPARE(run(call), 3);
            QCOMPARE(read(m_project), QByteArray(small_project));
        }
        QVERIFY(QFile::link(m_project, m_folder->filePath("link.csv")));
        for (const QString& csv :
             {m_project, m_folder->filePath("./p.roofrack.json"), m_folder->filePath("link.csv")})
            for (const QStringList& force : {QStringList{}, {"--force"}}) {
                QCOMPARE(run(QStringList{"bom", m_project, "--csv", csv} + force), 3);
                QVERIFY2(m_said.err.contains("is what is read"), m_said.err.constData());
                QVERIFY(m_said.out.isEmpty());
                QCOMPARE(read(m_project), QByteArray(small_project));
            }
        QCOMPARE(run({"split", m_project, "rack", "-o", m_project, "--force"}), 0);
        QVERIFY(read(m_project) != small_project);
    }

    void an_empty_name_is_a_usage_error() {
        for (const QStringList& call : {QStringList{"new", "workstation", "-o", ""},
                                        {"new", "workstation", "--out="},
                                        {"bom", m_project, "--csv", ""},
                                        {"split", m_project, "rack", "-o", ""},
                                        {"merge", m_project, "-o", ""},
                                        {"calibrate", m_project, "--nccl", nccl_output, "-o", ""},
                                        {"import", "--format", "huggingface", m_config, "-o", ""},
                                        {"export", "--format", "calculon", m_project, "-o", ""},
                                        {"validate", "runs.csv", "--write-spreads", ""}}) {
            QVERIFY2(run(call) == 2, qPrintable(call.join(' ') + ": " + m_said.err));
            QVERIFY2(m_said.out.isEmpty(), qPrintable(call.join(' ')));
        }
    }

    void a_full_disk_is_said_data() {
        QTest::addColumn<QStringList>("call"); // P: the project
        QTest::newRow("version") << QStringList{"--version"};
        for (const QString& command : roofrack::test::cli_commands())
            QTest::newRow(qPrintable(command)) << QStringList{command, "--help"};
        for (const char* command : {"bom", "check", "evaluate", "links", "power"})
            for (const QStringList& json : {QStringList{}, {"--json"}})
                QTest::addRow("%s P %s", command, qPrintable(json.join(' ')))
                    << (QStringList{command, "P"} << json);
        QTest::newRow("more than is kept back") << QStringList{"schema", "project"};
        QTest::newRow("new") << QStringList{"new", "workstation"};
    }
    void a_full_disk_is_said() {
        QFETCH(QStringList, call);
        call.replaceInStrings(QRegularExpression("^P$"), m_project);
        const auto said = run_with([] { dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO); }, call);
        QCOMPARE(said.exit_code, 3);
        QCOMPARE(said.err, "error: standard output: cannot be written: No space left on device: make room, "
                           "or write to another place\n");
    }
    void a_reader_that_leaves_is_no_error() {
        const auto leave = [] {
            int ends[2];
            if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0) _exit(127);
            close(ends[0]);
            close(ends[1]);
            std::signal(SIGPIPE, SIG_IGN); // as under many a script; the shell lets it end the program
        };
        for (const char* schema : {"project", "path"}) {
            const auto said = run_with(leave, {"schema", schema});
            QCOMPARE(said.exit_code, 0);
            QCOMPARE(said.err, QByteArray());
        }
    }

    void fewer_threads_than_asked_for_do_the_work() {
        if (takes_all_memory) QSKIP("a sanitizer takes all addresses");
        const QStringList call{"search", m_project, "--threads", "256", "--json"};
        const auto few = run_with([] { make_room_for(8); }, call);
        QVERIFY2(few.exit_code == run(call), few.err.constData());
        QCOMPARE(few.err, QByteArray());
        QCOMPARE(QJsonDocument::fromJson(few.out)["best"], QJsonDocument::fromJson(m_said.out)["best"]);
    }
    void a_machine_without_threads_is_said() {
        if (takes_all_memory) QSKIP("a sanitizer takes all addresses");
        const auto said = run_with([] { make_room_for(0); }, {"search", m_project});
        QCOMPARE(said.exit_code, 3);
        QVERIFY2(said.err.startsWith("error: the work was broken off: "), said.err.constData());
    }

    void names_that_lead_nowhere_are_said() {
        QVERIFY(QFile::link("loop.json", m_folder->filePath("loop.json")));
        const QString long_name = m_folder->filePath(QString(300, 'x'));
        for (const QString& out : {m_folder->filePath("loop.json"), long_name, m_project + "/p.json",
                                   m_folder->filePath("no/p.json")})
            for (const QStringList& call : {QStringList{"new", "workstation"},
                                            {"import", "--format", "huggingface", m_config},
                                            {"calibrate", m_project, "--nccl", nccl_output},
                                            {"split", m_project, "rack"}}) {
                QVERIFY2(run(call + QStringList{"-o", out}) == 3,
                         qPrintable(call.first() + ' ' + out + ": " + m_said.err));
                QVERIFY2(m_said.err.startsWith("error: " + out.toUtf8()) && m_said.err.count('\n') == 1,
                         m_said.err.constData());
                QVERIFY2(m_said.out.isEmpty(), m_said.out.constData());
            }
    }

    void nothing_is_said_to_be_done_that_is_not() {
        const QString newer =
            write("newer.roofrack.json", QByteArray(small_project).insert(1, "\"schema\": 999, "));
        QVERIFY(read(newer).contains("999"));
        for (const QString& project : {newer, m_project})
            for (const QStringList& call : {QStringList{"merge", project}, {"split", project, "rack"}})
                for (const QStringList& json : {QStringList{}, {"--json"}}) {
                    const QString out = m_folder->filePath(project == newer ? "out.json" : "no/out.json");
                    QCOMPARE(run(call + QStringList{"-o", out} + json), 3);
                    QVERIFY2(m_said.out.isEmpty(), m_said.out.constData());
                    QVERIFY2(m_said.err.contains("error: "), m_said.err.constData());
                    QVERIFY(!QFile::exists(out));
                }
    }

    void what_is_no_file_is_left_as_it_is() {
        const QString pipe = m_folder->filePath("pipe");
        QCOMPARE(mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        for (const QString& out : {pipe, QStringLiteral("/dev/null"), m_folder->path()})
            for (const QStringList& call : {QStringList{"new", "workstation", "-o"},
                                            {"import", "--format", "huggingface", m_config, "-o"},
                                            {"split", m_project, "rack", "-o"},
                                            {"bom", m_project, "--csv"},
                                            {"cables", m_project, "--csv"},
                                            {"export", "--format", "xlsx", m_project, "-o"}}) {
                QVERIFY2(run(call + QStringList{out, "--force"}) == 3, qPrintable(call.join(' ')));
                QVERIFY2(m_said.out.isEmpty(), m_said.out.constData());
                QVERIFY2(m_said.err.contains("is not an ordinary file") || m_said.err.contains("is a folder"),
                         m_said.err.constData());
            }
        struct stat look {};
        QVERIFY(stat(pipe.toLocal8Bit().constData(), &look) == 0 && S_ISFIFO(look.st_mode));
        QVERIFY(stat("/dev/null", &look) == 0 && S_ISCHR(look.st_mode));
    }

private:
    int run(const QStringList& arguments) {
        m_said = roofrack::test::run_cli(arguments);
        return m_said.exit_code;
    }
    /// After `prepare` was done to the new process.
    static roofrack::test::ProgramRun run_with(const std::function<void()>& prepare,
                                               const QStringList& arguments) {
        QProcess process;
        process.setChildProcessModifier(prepare);
        process.start(roofrack::test::cli_path(), arguments);
        if (!process.waitForFinished(120000) || process.exitStatus() != QProcess::NormalExit)
            return {-1, {}, process.errorString().toUtf8()};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
    QString write(const char* name, const QByteArray& text) const {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }
    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unread");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_project, m_config;
    roofrack::test::ProgramRun m_said;
};

QTEST_GUILESS_MAIN(TestOutputFiles)
#include "test_output_files.moc"
