// SPDX-License-Identifier: GPL-3.0-or-later
// tools/index, which tools/lint asks, finds rows of CONTRIBUTING's table that send to a place where the file
// or the function is not.
#include "tests/support/program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace {

roofrack::test::ProgramRun index_of(const QString& root) {
    return roofrack::test::run_tool("index", {"--root", root});
}

bool write_text(const QString& path, const QByteArray& text) {
    QFile out(path);
    return out.open(QIODevice::WriteOnly) && out.write(text) == text.size();
}

} // namespace

class TestIndex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_row_that_sends_elsewhere_is_found_data();
    void a_row_that_sends_elsewhere_is_found();
    void this_tree_has_none();
};

void TestIndex::a_row_that_sends_elsewhere_is_found_data() {
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("fault"); // empty: none
    const auto row = [](const char* where, const char* fault = "") {
        QTest::newRow(where) << QByteArray(where) << QByteArray(fault);
    };
    row("`core/base/share.cpp`, `part.cpp` there");
    row("`core/base/share.cpp`, `sum.cpp` there", "sum.cpp");
    row("`core/base/share.cpp`, `sum.cpp` and `part.cpp` there", "sum.cpp");
    row("`core/base/share.cpp`; `core/study/sum.cpp`, `part.cpp` there", "part.cpp");
    row("`core/base/`, its parts `part.cpp` there");
    row("`share()` of `core/base/share.cpp`");
    row("`Part::share()` of `core/base/share.cpp`");
    row("`sum()` of `core/base/share.cpp`", "sum,");
    row("`sum()` and `share()` of `core/base/share.cpp`", "sum,");
    row("`shares()` of `core/base/share.cpp`", "shares,");
    row("`share()` of `share.cpp`");
    row("`sum()` of `share.cpp`", "sum,");
    row("`core/base/share.cpp`; `part()` of `part.cpp` there");
    row("`core/base/share.cpp`; `sum()` of `sum.cpp` there", "sum,");
    row("`core/base/share.cpp`, `part()` there");
    row("`core/base/share.cpp`, `sum()` there", "sum,");
    row("`share` of `sums`");
}

void TestIndex::a_row_that_sends_elsewhere_is_found() {
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, fault);
    const QTemporaryDir folder;
    QVERIFY(QDir().mkpath(folder.filePath("core/base")) && QDir().mkpath(folder.filePath("core/study")));
    QVERIFY(write_text(folder.filePath("core/base/share.cpp"), "int share();\n"));
    QVERIFY(write_text(folder.filePath("core/base/part.cpp"), "int part();\n"));
    QVERIFY(write_text(folder.filePath("core/study/sum.cpp"), "int sum();\n"));
    QVERIFY(write_text(folder.filePath("CONTRIBUTING.md"), "| a share | " + where + " |\n"));
    const roofrack::test::ProgramRun answer = index_of(folder.path());
    QVERIFY2(answer.exit_code == (fault.isEmpty() ? 0 : 1), answer.err.constData());
    if (!fault.isEmpty())
        QVERIFY2(answer.err.startsWith("CONTRIBUTING.md:1: names " + fault), answer.err.constData());
}

void TestIndex::this_tree_has_none() {
    const roofrack::test::ProgramRun answer = index_of(ROOFRACK_SOURCE_DIR);
    QVERIFY2(answer.exit_code == 0, answer.err.constData());
}

QTEST_GUILESS_MAIN(TestIndex)
#include "test_index.moc"
