// SPDX-License-Identifier: GPL-3.0-or-later
// `digest` and `draft`, and the scripts that digest on a cluster.
#include "tests/support/cli.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using Json = nlohmann::json;
using namespace roofrack::test;

namespace {

QString source(const QString& name) { return QString(ROOFRACK_SOURCE_DIR) + '/' + name; }

QByteArray rank_trace(int rank, int ranks) {
    return QStringLiteral(
               R"({"schemaVersion":1,"distributedInfo":{"rank":%1,"world_size":%2},"traceEvents":[)"
               R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":%3,)"
               R"("args":{"device":0,"stream":7}},)"
               R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":9,"ts":%4,"dur":%5,)"
               R"("args":{"device":0,"stream":9}}]})")
        .arg(rank)
        .arg(ranks)
        .arg(100 + rank)
        .arg(120 + rank)
        .arg(80 - rank)
        .toUtf8();
}

} // namespace

class TestDigestCli : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void digests_of_ranks_answer_as_their_traces();
    void nothing_is_written_of_what_is_no_trace();
    void scripts_merge_all_but_the_broken_rank_data();
    void scripts_merge_all_but_the_broken_rank();
    void digests_of_another_list_are_not_merged();
    void a_draft_is_written_and_evaluated();
    void a_setting_without_a_value();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString write(const QString& name, const QByteArray& text) const {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        return file.fileName();
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestDigestCli::digests_of_ranks_answer_as_their_traces() {
    QDir().mkpath(path("digests"));
    QStringList traces;
    for (int rank = 0; rank < 8; ++rank) {
        traces << write(QString("rank%1.json").arg(rank), rank_trace(rank, 8));
        const ProgramRun run =
            run_cli({"digest", traces.back(), "-o", path(QString("digests/%1.digest.json").arg(rank))});
        QCOMPARE(run.exit_code, 0);
        QVERIFY(run.out.contains("1 rank of 1 file"));
    }
    const ProgramRun direct = run_cli(QStringList{"trace", "--json"} + traces);
    const ProgramRun merged = run_cli({"trace", "--json", path("digests")});
    QCOMPARE(direct.exit_code, 0);
    QCOMPARE(merged.out, direct.out);
    const Json answer = Json::parse(direct.out.toStdString());
    QCOMPARE(answer["stragglers"].size(), size_t(8));
    QCOMPARE(answer["stragglers"][0]["rank"].get<int>(), 7); // it came last, and did not wait
    // A file that stands there is not written over.
    const ProgramRun again = run_cli({"digest", traces[0], "-o", path("digests/0.digest.json")});
    QCOMPARE(again.exit_code, 3);
    QCOMPARE(run_cli({"digest", traces[0], "-o", path("digests/0.digest.json"), "--force"}).exit_code, 0);
}

void TestDigestCli::nothing_is_written_of_what_is_no_trace() {
    const ProgramRun run = run_cli({"digest", write("note.txt", "no trace"), "-o", path("note.digest.json")});
    QCOMPARE(run.exit_code, 3);
    QVERIFY(run.err.contains("not a trace in any known format"));
    QVERIFY(!QFile::exists(path("note.digest.json")));
}

void TestDigestCli::scripts_merge_all_but_the_broken_rank_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("script");
    QTest::newRow("GNU parallel") << "parallel"
                                  << "digest-parallel";
    QTest::newRow("a launcher of MPI") << "bash"
                                       << "digest-mpi";
}

void TestDigestCli::scripts_merge_all_but_the_broken_rank() {
    QFETCH(QString, program);
    QFETCH(QString, script);
    if (QStandardPaths::findExecutable(program).isEmpty()) QSKIP("not installed: tools/packages.sh names it");
    constexpr int ranks = 6, broken = 2;
    QByteArray list;
    QStringList whole;
    for (int rank = 0; rank < ranks; ++rank) {
        const QString trace = write(QString("a rank's %1.json").arg(rank),
                                    rank == broken ? QByteArray("no trace") : rank_trace(rank, ranks));
        list += trace.toUtf8() + '\n';
        if (rank != broken) whole << trace;
    }
    write("list.txt", list);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("ROOFRACK_CLI", QFileInfo(cli_path()).absoluteFilePath());
    const QString scripts = source("packaging/cluster/");
    ProgramRun run;
    if (program == "parallel") {
        run = run_program(scripts + script, {path("list.txt"), path("out"), path("run.json")}, environment);
    } else {
        // What mpirun of Open MPI tells each of its processes.
        for (int process = 0; process < 4; ++process) {
            environment.insert("OMPI_COMM_WORLD_RANK", QString::number(process));
            environment.insert("OMPI_COMM_WORLD_SIZE", "4");
            QCOMPARE(run_program(scripts + script, {path("list.txt"), path("out")}, environment).exit_code,
                     0);
        }
        run = run_program(scripts + "digest-merge", {path("list.txt"), path("out"), path("run.json")},
                          environment);
    }
    QCOMPARE(run.exit_code, 1); // one is missing
    QVERIFY2(run.err.contains("line 3, ") && run.err.contains("a rank's 2.json: error: "),
             run.err.constData());
    QVERIFY2(run.err.contains("5 of 6 traces are merged"), run.err.constData());
    QFile answer(path("run.json"));
    QVERIFY(answer.open(QIODevice::ReadOnly));
    QCOMPARE(answer.readAll(), run_cli(QStringList{"trace", "--json"} + whole).out);
}

void TestDigestCli::digests_of_another_list_are_not_merged() {
    const QByteArray trace = write("rank0.json", rank_trace(0, 1)).toUtf8();
    write("list.txt", trace + '\n');
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("ROOFRACK_CLI", QFileInfo(cli_path()).absoluteFilePath());
    const QString scripts = source("packaging/cluster/");
    const QStringList merge{path("list.txt"), path("out"), path("run.json")};
    QCOMPARE(
        run_program(scripts + "digest-rank", {path("list.txt"), path("out"), "1"}, environment).exit_code, 0);
    QCOMPARE(run_program(scripts + "digest-merge", merge, environment).exit_code, 0);
    for (const char* other : {"out/000002.digest.json", "out/rank7.digest.json"}) {
        QVERIFY(QFile::copy(path("out/000001.digest.json"), path(other)));
        QFile::remove(path("run.json"));
        const ProgramRun run = run_program(scripts + "digest-merge", merge, environment);
        QCOMPARE(run.exit_code, 3);
        QVERIFY2(run.err.contains(other), run.err.constData());
        QVERIFY(!QFile::exists(path("run.json")));
        QVERIFY(QFile::remove(path(other)));
    }
    // Where there is no GNU parallel, nothing was digested, and nothing is merged.
    QDir().mkpath(path("bin"));
    for (const char* program : {"bash", "dirname", "realpath", "mkdir", "grep", "seq", "env"})
        QVERIFY(QFile::link(QStandardPaths::findExecutable(program), path(QString("bin/") + program)));
    environment.insert("PATH", path("bin"));
    const ProgramRun run =
        run_program(path("bin/bash"), QStringList{scripts + "digest-parallel"} + merge, environment);
    QCOMPARE(run.exit_code, 127);
    QVERIFY2(run.err.contains("GNU parallel is not installed"), run.err.constData());
}

void TestDigestCli::a_draft_is_written_and_evaluated() {
    const QString log = write("run.log", "-------------------- arguments --------------------\n"
                                         "  bf16 ............................................ True\n"
                                         "  global_batch_size ............................... 64\n"
                                         "  hidden_size ..................................... 2048\n"
                                         "  micro_batch_size ................................ 2\n"
                                         "  num_attention_heads ............................. 16\n"
                                         "  num_layers ...................................... 24\n"
                                         "  seq_length ...................................... 2048\n"
                                         "  tensor_model_parallel_size ...................... 2\n"
                                         "  world_size ...................................... 16\n"
                                         "---------------- end of arguments ----------------\n"
                                         " iteration 1/ 9 | elapsed time per iteration (ms): 900.0 |\n"
                                         " iteration 2/ 9 | elapsed time per iteration (ms): 700.0 |\n");
    const QString project = path("run.roofrack.json");
    const ProgramRun open = run_cli({"draft", log, "-o", project, "--json"});
    QCOMPARE(open.exit_code, 0);
    const Json asked = Json::parse(open.out.toStdString());
    QCOMPARE(asked["not_compared"].get<std::string>(),
             std::string("GPU is not told: what is drawn may be another job"));
    QVERIFY(asked["error"].is_null());
    const ProgramRun told = run_cli({"draft", log, "-o", project, "--json", "--force", "--set",
                                     "gpu=h100-sxm5", "--set", "gpus_per_server=8"});
    QCOMPARE(told.exit_code, 0);
    const Json draft = Json::parse(told.out.toStdString());
    QVERIFY(draft["not_compared"].is_null());
    QCOMPARE(draft["measured_step_s"].get<double>(), 0.7);
    const ProgramRun evaluated = run_cli({"evaluate", project, "--json"});
    QCOMPARE(evaluated.exit_code, 0);
    const Json step = Json::parse(evaluated.out.toStdString());
    QCOMPARE(step["gpus"].get<double>(), 16.0);
    QCOMPARE(step["published"]["step_s"].get<double>(), 0.7);
    QCOMPARE(step["published"]["error"].get<double>(), draft["error"].get<double>());
}

void TestDigestCli::a_setting_without_a_value() {
    const ProgramRun run = run_cli({"draft", write("t.json", rank_trace(0, 1)), "--set", "gpu"});
    QCOMPARE(run.exit_code, 2);
    QVERIFY(run.err.contains("there is no '='"));
}

QTEST_GUILESS_MAIN(TestDigestCli)
#include "test_digest_cli.moc"
