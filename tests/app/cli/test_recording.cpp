// SPDX-License-Identifier: GPL-3.0-or-later
// tools/recording: that one program answers twice the same, that a difference of any kind is found and one
// that is meant is told apart, and that nothing is written over.
#include "tests/support/cli.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

namespace {

/// Answers as text, as JSON, on the error channel, in a file, and one that is large enough to be gzipped.
constexpr char few[] = "^(evaluate/(ws-8gpu|cut-off)/1[.]|wall/one-gpu/1[.]|split/ws-8gpu|scale/ws-8gpu/"
                       "1-dense[.]json|wrong/no-such-unit|schema/cost|digest/|moved/keeps-figures/)";

roofrack::test::ProgramRun recording(const QStringList& arguments) {
    return roofrack::test::run_program(QStringLiteral("python3"),
                                       QStringList{ROOFRACK_SOURCE_DIR "/tools/recording"} + arguments);
}

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool write(const QString& path, const QByteArray& text) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

} // namespace

class TestRecording : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void one_program_answers_twice_the_same();
    void an_answer_holds_what_was_said();
    void every_command_is_asked();
    void a_difference_is_found_data();
    void a_difference_is_found();
    void what_only_one_was_asked_is_told();
    void what_is_no_recording_stays();

private:
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;
};

void TestRecording::initTestCase() {
    for (const char* name : {"old", "new"}) {
        const auto run =
            recording({"record", path(name), "--cli", roofrack::test::cli_path(), "--only", few});
        QVERIFY2(run.exit_code == 0, run.err.constData());
    }
}

void TestRecording::one_program_answers_twice_the_same() {
    const auto run = recording({"compare", path("old"), path("new")});
    QVERIFY2(run.exit_code == 0, (run.out + run.err).constData());
    QVERIFY2(run.out.contains(" 0 differ, 0 in order alone, 0 as expected"), run.out.constData());
}

void TestRecording::an_answer_holds_what_was_said() {
    QVERIFY(contents(path("old/evaluate/ws-8gpu/1.txt")).contains("PCIe boards"));
    QVERIFY(QJsonDocument::fromJson(contents(path("old/evaluate/ws-8gpu/1.json"))).isObject());
    const QByteArray fault = contents(path("old/wrong/no-such-unit.txt.err"));
    QVERIFY2(fault.startsWith("exit 3\nerror: /site/power_limit"), fault.constData());
    QVERIFY(contents(path("old/split/ws-8gpu/feed.txt.OUTPUT")).contains("feed-2"));
    QVERIFY(contents(path("old/scale/ws-8gpu/1-dense.json.gz")).startsWith("\x1f\x8b"));
    const QByteArray calls = contents(path("old/calls.tsv"));
    QVERIFY2(calls.contains(
                 "evaluate/ws-8gpu/1.json\troofrack-cli evaluate samples/ws-8gpu.roofrack.json --json\n"),
             calls.constData());
    QVERIFY(contents(path("old/projects/odd/one-gpu.roofrack.json")).contains("\"gpus\": 1,"));
}

/// A command that nobody gave calls is named, and recorded by its help alone.
void TestRecording::every_command_is_asked() {
    const auto run =
        recording({"calls", "--cli", roofrack::test::cli_path(), "--only", "^(digest/two|moved/keeps)"});
    QVERIFY2(run.exit_code == 0 && run.err.isEmpty(), run.err.constData());
    QVERIFY2(run.out.contains("roofrack-cli digest data/traces/two_ranks -o out/"), run.out.constData());
    QVERIFY2(run.out.contains("roofrack-cli moved odd/keeps-figures.roofrack.json --json\n"),
             run.out.constData());
    // What is kept has moved, whatever the program finds: it was another constant then.
    const QByteArray moved = contents(path("old/moved/keeps-figures/1.txt"));
    QVERIFY2(moved.contains("a100-pcie-40gb/hbm_rate"), moved.constData());
    QCOMPARE(contents(path("old/moved/keeps-figures/1.txt.err")), QByteArray("exit 1\n"));
    QVERIFY(contents(path("old/digest/two-ranks.txt.OUTPUT")).startsWith("{\"roofrack_digest\":"));
}

void TestRecording::a_difference_is_found_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("before"); // empty: the file goes
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("exit_code");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* what, const char* file, const char* before, const char* after,
                        int exit_code, const char* said, const QStringList& options = {}) {
        QTest::newRow(what) << QString(file) << QByteArray(before) << QByteArray(after) << options
                            << exit_code << QByteArray(said);
    };
    const char* const text = "evaluate/ws-8gpu/1.txt";
    const char* const json = "evaluate/ws-8gpu/1.json";
    const char* const schema = "schema/cost.json";
    row("a word", text, "PCIe boards", "PCI boards", 1, "    +PCI boards");
    row("a value", json, "\"feasible\": true", "\"feasible\": 1", 1, " 1 differ, 0 in order");
    row("an exit code", "wrong/no-such-unit.txt.err", "exit 3", "exit 2", 1, "+exit 2");
    row("a file that was written", "split/ws-8gpu/feed.txt.OUTPUT", "feed-2", "feed-3", 1, "split: 1 of ");
    row("a missing answer", text, "", "", 1, "only in the old recording");
    row("the order of keys", schema, "", "sorted", 1, "schema: 1 of 1 answers are equal as values");
    row("the order of keys, which is free", schema, "", "sorted", 0, " 1 in order alone", {"--values"});
    row("a key beside the order", schema, "\"type\"", "\"kind\"", 1, " 1 differ", {"--values"});
    row("one that is meant", text, "PCIe boards", "PCI boards", 0, "expected: 1 answers by evaluate/",
        {"--expect", "evaluate/ :: PCIe? boards"});
    row("one that is meant, and one that is not", text, "PCIe boards", "PCI boards\nmore", 1, " 1 differ",
        {"--expect", "evaluate/ :: PCIe? boards"});
    row("one that is meant elsewhere", text, "PCIe boards", "PCI boards", 1, "nothing differs so any more",
        {"--expect", "cost/"});
    row("one that is not asked for", text, "PCIe boards", "PCI boards", 0, " 0 differ",
        {"--only", "^schema/"});
}

void TestRecording::a_difference_is_found() {
    QFETCH(QString, file);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QStringList, options);
    QFETCH(int, exit_code);
    QFETCH(QByteArray, said);
    const QString changed = path("new/") + file;
    const QByteArray kept = contents(changed);
    QVERIFY(!kept.isEmpty());
    if (after == "sorted") {
        // Qt writes keys in the order of the alphabet.
        QVERIFY(write(changed, QJsonDocument::fromJson(kept).toJson()));
    } else if (before.isEmpty()) {
        QVERIFY(QFile::remove(changed));
    } else {
        QVERIFY2(kept.contains(before), kept.constData());
        QVERIFY(write(changed, QByteArray(kept).replace(before, after)));
    }
    const auto run = recording(QStringList{"compare", path("old"), path("new")} + options);
    QVERIFY(write(changed, kept));
    QVERIFY2(run.exit_code == exit_code, (run.out + run.err).constData());
    QVERIFY2(run.out.contains(said), run.out.constData());
}

void TestRecording::what_only_one_was_asked_is_told() {
    const auto run =
        recording({"record", path("less"), "--cli", roofrack::test::cli_path(), "--only", "^schema/cost"});
    QVERIFY2(run.exit_code == 0, run.err.constData());
    const auto all = recording({"compare", path("old"), path("less")});
    QVERIFY2(all.exit_code == 1 && all.out.contains("only in the old recording"), all.out.constData());
    const auto shared = recording({"compare", path("old"), path("less"), "--shared"});
    QVERIFY2(shared.exit_code == 0 && shared.out.contains(" 0 differ"),
             (shared.out + shared.err).constData());
}

void TestRecording::what_is_no_recording_stays() {
    QVERIFY(QDir().mkpath(path("other")) && write(path("other/letter.txt"), "dear"));
    const auto run =
        recording({"record", path("other"), "--cli", roofrack::test::cli_path(), "--only", few, "--force"});
    QVERIFY2(run.exit_code == 2 && run.err.contains("it exists"), run.err.constData());
    QCOMPARE(contents(path("other/letter.txt")), QByteArray("dear"));
    const auto none = recording({"compare", path("old"), path("other")});
    QVERIFY2(none.exit_code == 2 && none.err.contains("no recording"), none.err.constData());
    const auto nobody = recording({"record", path("third"), "--cli", path("nobody")});
    QVERIFY2(nobody.exit_code == 2 && nobody.err.contains("build it first"), nobody.err.constData());
}

QTEST_GUILESS_MAIN(TestRecording)
#include "test_recording.moc"
