// SPDX-License-Identifier: GPL-3.0-or-later
// cmake/TestGroup.cmake joins tests in one source, and refuses one that it would break.
#include "tests/support/program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr const char* first_test = "#include <QTest>\nint a;\n#include \"test_0.moc\"\n";

/// Joins tests of that text, test_0.cpp, test_1.cpp …; `joined`: what was written.
roofrack::test::ProgramRun join(const QTemporaryDir& folder, const QList<QByteArray>& tests,
                                QByteArray& joined) {
    QStringList paths;
    for (const QByteArray& each : tests) {
        paths << folder.filePath(QStringLiteral("test_%1.cpp").arg(paths.size()));
        QFile file(paths.back());
        if (!file.open(QIODevice::WriteOnly) || file.write(each) != each.size()) qFatal("cannot write");
    }
    QFile out(folder.filePath(QStringLiteral("joined.cpp")));
    const auto answer = roofrack::test::run_program(
        QStringLiteral("cmake"),
        {QStringLiteral("-DOUT=") + out.fileName(), QStringLiteral("-DSOURCES=") + paths.join(u';'),
         QStringLiteral("-P"), QStringLiteral(ROOFRACK_SOURCE_DIR "/cmake/TestGroup.cmake")});
    joined = out.open(QIODevice::ReadOnly) ? out.readAll() : QByteArray();
    return answer;
}

} // namespace

class TestJoinedTests : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void each_stands_behind_what_all_include() {
        const QTemporaryDir folder;
        QByteArray joined;
        const auto answer = join(
            folder, {first_test, "#include <QTest>\n#include <vector>\nint b;\n#include \"test_1.moc\"\n"},
            joined);
        QVERIFY2(answer.exit_code == 0, answer.err.constData());
        QCOMPARE(joined.count("#include <QTest>\n"), 1);
        QVERIFY(joined.indexOf("#include <vector>\n") < joined.indexOf("namespace test_0 {\n"));
        QVERIFY(joined.indexOf("namespace test_0 {\n") < joined.indexOf("namespace test_1 {\n"));
        QVERIFY2(!joined.contains(".moc"), joined.constData()); // each test includes its own
    }

    void an_include_below_the_moc_file_is_refused() {
        const QTemporaryDir folder;
        QByteArray joined;
        const auto answer = join(
            folder, {first_test, "#include <QTest>\nint b;\n#include \"test_1.moc\"\n#include <vector>\n"},
            joined);
        QVERIFY(answer.exit_code > 0);
        const QByteArray said = answer.err.simplified(); // CMake breaks the lines
        QVERIFY2(said.contains(
                     "test_1.cpp: \"#include <vector>\" stands below the include of the test's .moc file"),
                 said.constData());
        QVERIFY2(joined.isEmpty(), joined.constData());
    }
};

QTEST_GUILESS_MAIN(TestJoinedTests)
#include "test_joined_tests.moc"
