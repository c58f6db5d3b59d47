// SPDX-License-Identifier: GPL-3.0-or-later
// tools/comments, which tools/lint asks, finds comments that cannot be read alone or name a source that there
// is not, and none in this tree.
#include "tests/support/program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace {

roofrack::test::ProgramRun comments(const QString& root) {
    return roofrack::test::run_tool("comments", {"--root", root});
}

} // namespace

class TestComments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_fragment_is_found_data();
    void a_fragment_is_found();
    void this_tree_has_none();
};

void TestComments::a_fragment_is_found_data() {
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<bool>("found");
    const auto row = [](const char* what, const char* source, bool found) {
        QTest::newRow(what) << QByteArray(source) << found;
    };
    row("a sentence", "/// The share of the step.\nint share;\n", false);
    row("a whole noun", "int share; ///< share of the step\n", false);
    row("before a function", "/// Of the step.\nint share();\n", true);
    row("behind a member", "int share; ///< of the step\n", true);
    row("in a body", "int a = 1; // of the step\n", true);
    row("after a full stop", "/// The share. Of a step that\n/// runs, nothing.\nint share();\n", true);
    row("after a full stop, in the next line", "/// The share.\n/// Of a step nothing.\nint a();\n", true);
    row("that of", "/// That of the step.\nint share();\n", true);
    row("points", "int b; ///< … and of the others\n", true);
    row("as above", "/// As above, for a pair.\nint b();\n", true);
    row("what goes on", "/// The share\n/// of the step.\nint share();\n", false);
    row("after a closing brace", "} // namespace a\n/// Of the step.\nint share();\n", true);
    row("text", "const char* text = \"// of the step\";\n", false);
    row("a source that there is", "/// The share (share.h, core/base/share.h).\nint share();\n", false);
    row("a source that there is not", "/// The share (core/base/part.h).\nint share();\n", true);
    row("a source from another folder than the root", "/// The share (base/share.h).\nint share();\n", true);
    row("a source across two lines", "/// The share is found by\n/// core/base/part.cpp.\nint share();\n",
        true);
    row("a source of another program", "/// The share (NCCL's device/share.h).\nint share();\n", false);
    row("an address", "/// https://example.org/base/part.h\nint share();\n", false);
    row("an include", "#include \"base/part.h\"\n", false);
    row("a word that begins like it", "/// Often more than one.\nint more();\n", false);
}

void TestComments::a_fragment_is_found() {
    QFETCH(QByteArray, source);
    QFETCH(bool, found);
    const QTemporaryDir folder;
    QVERIFY(QDir().mkpath(folder.filePath("core/base")));
    QFile out(folder.filePath("core/base/share.h"));
    QVERIFY(out.open(QIODevice::WriteOnly) && out.write(source) == source.size());
    out.close();
    const roofrack::test::ProgramRun answer = comments(folder.path());
    QVERIFY2(answer.exit_code == (found ? 1 : 0), answer.err.constData());
    QCOMPARE(answer.err.contains("core/base/share.h:"), found);
}

void TestComments::this_tree_has_none() {
    const roofrack::test::ProgramRun answer = comments(ROOFRACK_SOURCE_DIR);
    QVERIFY2(answer.exit_code == 0, answer.err.constData());
}

QTEST_GUILESS_MAIN(TestComments)
#include "test_comments.moc"
