// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cli.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

namespace {

using RunsJson = nlohmann::json;

struct RunsAnswer {
    int exit = -1;
    QByteArray out, err;
    RunsJson json;
};

RunsAnswer ask_runs(const QStringList& arguments) {
    const roofrack::test::ProgramRun run = roofrack::test::run_cli(QStringList{"runs"} + arguments);
    return {run.exit_code, run.out, run.err, RunsJson::parse(run.out.toStdString(), nullptr, false)};
}

} // namespace

class TestRunsCli : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }

private Q_SLOTS:
    void initTestCase() {
        QDir(m_folder.path()).mkdir("profile");
        for (const char* name : {"good.json", "legacy.json"})
            QVERIFY(QFile::copy(QString(ROOFRACK_SOURCE_DIR "/tests/data/traces/") + name,
                                path(QString("profile/") + name)));
        QVERIFY(QFile::copy(ROOFRACK_SOURCE_DIR "/samples/ws-8gpu.roofrack.json", path("p.roofrack.json")));
    }

    void a_run_is_added_listed_and_removed() {
        const QString kept = path("kept.roofrack.json");
        const RunsAnswer added =
            ask_runs({path("p.roofrack.json"), "--add", path("profile"), "--name", "first", "-o", kept});
        QVERIFY2(added.exit == 0, added.err.constData());
        QVERIFY2(added.out.startsWith("first\n  PyTorch profile of 2 ranks"), added.out.constData());
        const RunsAnswer listed = ask_runs({kept, "--read", "--json"});
        QCOMPARE(listed.exit, 0);
        const RunsJson& run = listed.json["runs"][0];
        QCOMPARE(run["name"].get<std::string>(), std::string("first"));
        QVERIFY(run["fault"].is_null());
        QCOMPARE(run["files"].size(), size_t(2));
        // Named from the project's folder, which may move with its traces.
        QCOMPARE(run["files"][0]["path"].get<std::string>(), std::string("profile/good.json"));
        QCOMPARE(run["files"][0]["place"].get<std::string>(), path("profile/good.json").toStdString());
        QCOMPARE(run["files"][0]["digest"].get<std::string>().size(), size_t(16));
        QCOMPARE(run["files"][0]["state"].get<std::string>(), std::string("there"));

        const RunsAnswer renamed =
            ask_runs({kept, "--add", path("profile"), "--name", "second", "-o", path("n.roofrack.json")});
        QCOMPARE(renamed.exit, 3);
        QVERIFY2(renamed.err.contains("these files are the run 'first' already"), renamed.err.constData());
        QVERIFY(!QFile::exists(path("n.roofrack.json")));

        const QString moved = path("sub/moved.roofrack.json");
        QDir(m_folder.path()).mkdir("sub");
        const RunsAnswer again = ask_runs({kept, "--add", path("profile/good.json"), "-o", moved, "--json"});
        QVERIFY2(again.exit == 0, again.err.constData());
        QCOMPARE(again.json["runs"].size(), size_t(2));
        QCOMPARE(again.json["runs"][0]["files"][0]["path"].get<std::string>(),
                 path("profile/good.json").toStdString());

        const RunsAnswer removed = ask_runs({kept, "--remove", "first", "-o", path("none.roofrack.json")});
        QCOMPARE(removed.exit, 0);
        QVERIFY(removed.out.startsWith("No measured run"));
        const RunsAnswer unknown = ask_runs({kept, "--remove", "second", "-o", path("n.roofrack.json")});
        QCOMPARE(unknown.exit, 3);
        QVERIFY2(unknown.err.contains("the project has no run 'second': it has 'first'"),
                 unknown.err.constData());
    }

    void a_changed_file_exits_1() {
        const QString kept = path("changed.roofrack.json");
        QCOMPARE(ask_runs({path("p.roofrack.json"), "--add", path("profile"), "-o", kept}).exit, 0);
        QFile file(path("profile/legacy.json"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray before = file.readAll();
        QByteArray other = before;
        other[other.size() / 2] = static_cast<char>(other[other.size() / 2] ^ 1);
        file.seek(0);
        file.write(other);
        file.flush();
        QCOMPARE(ask_runs({kept}).exit, 0); // its size is the same
        const RunsAnswer read = ask_runs({kept, "--read"});
        QCOMPARE(read.exit, 1);
        QVERIFY2(read.out.contains("1 of 2 files has changed (legacy.json)"), read.out.constData());
        file.resize(before.size() / 2);
        QCOMPARE(ask_runs({kept}).exit, 1);
        QVERIFY(file.remove());
        const RunsAnswer gone = ask_runs({kept, "--json"});
        QCOMPARE(gone.exit, 1);
        QCOMPARE(gone.json["runs"][0]["files"][1]["state"].get<std::string>(), std::string("missing"));
        QCOMPARE(gone.json["runs"][0]["fault"].get<std::string>(),
                 std::string("1 of 2 files is missing (legacy.json)"));
    }

    void wrong_calls_are_said() {
        const QString project = path("p.roofrack.json");
        QCOMPARE(ask_runs({project, "--add", path("profile")}).exit, 2); // where to?
        QCOMPARE(ask_runs({project, "--remove", "x"}).exit, 2);
        QCOMPARE(ask_runs({project, "-o", path("x.json")}).exit, 2);
        QCOMPARE(ask_runs({project, "--name", "x"}).exit, 2);
        const RunsAnswer none = ask_runs({project, "--add", path("no.json"), "-o", path("no.roofrack.json")});
        QCOMPARE(none.exit, 3);
        QVERIFY(!QFile::exists(path("no.roofrack.json")));
        const RunsAnswer no_trace = ask_runs({project, "--add", project, "-o", path("no.roofrack.json")});
        QCOMPARE(no_trace.exit, 3);
    }
};

QTEST_GUILESS_MAIN(TestRunsCli)
#include "test_runs_cli.moc"
