// SPDX-License-Identifier: GPL-3.0-or-later
// tools/where names the file in which a thing stands within its first lines, by whatever word it is asked
// for.
#include "tests/support/program.h"

#include <QTest>

namespace {

roofrack::test::ProgramRun where_is(const QStringList& words) {
    return roofrack::test::run_tool("where", words);
}

} // namespace

class TestWhere : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_word_leads_to_the_file_data();
    void a_word_leads_to_the_file();
    void few_lines_are_printed();
    void a_word_that_nothing_has_is_said();
    void a_call_without_words_is_said();
};

void TestWhere::a_word_leads_to_the_file_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("file");
    const auto row = [](const char* name, const QStringList& words, const char* file) {
        QTest::newRow(name) << words << QByteArray(file);
    };
    row("a function", {"capital_recovery"}, "core/facility/economics/economics.h");
    row("a function, written apart", {"state-pieces"}, "core/step/cost/memory_model.h");
    row("a function in capitals", {"hoverText"}, "widgets/canvas/text/hover_text.h");
    row("a type before its constructor", {"LatestWorker"}, "widgets/editor/latest_worker.h");
    row("words of a comment", {"destruction", "joins"}, "widgets/editor/latest_worker.h");
    row("a word of the table alone", {"touchpad"}, "widgets/canvas/view/canvas.cpp");
    row("a word of the table with another end", {"depreciated"}, "core/facility/economics/economics.cpp");
    row("a plural", {"tooltips"}, "widgets/canvas/text/hover_text.cpp");
    row("a word of the glossary", {"goodput"}, "docs/glossary.md");
    row("a text of the window", {"Keyboard", "shortcuts"}, "app/gui/pages/help_dialogs.cpp");
    row("two words", {"checkpoint", "interval"}, "core/step/cost/failures.cpp");
    row("a question", {"where", "is", "the", "tornado"}, "core/answers/decide/input_tornado.cpp");
    row("another word for the same", {"matmul"}, "core/step/cost/roofline.cpp");
    row("a struct with its comment", {"LayerSlice"}, "struct LayerSlice  – How");
    row("the American spelling", {"economizers"}, "core/facility/plant.cpp");
    row("a word of the trade", {"MTTR"}, "core/step/cost/failures.cpp");
    row("what a chart says at the pointer", {"hover", "chart"}, "widgets/charts/plot/chart_canvas.h");
    row("an older file", {"migrate", "project"}, "core/drawing/project/project_reader.cpp");
    row("what is added in steps", {"add", "collective"}, "## Add a collective");
    row("an option", {"--set"}, "core/drawing/project/address/set_value.cpp");
}

void TestWhere::a_word_leads_to_the_file() {
    QFETCH(QStringList, words);
    QFETCH(QByteArray, file);
    const roofrack::test::ProgramRun answer = where_is(words);
    QVERIFY2(answer.exit_code == 0, answer.err.constData());
    const QByteArray first = answer.out.split('\n').mid(0, 3).join('\n');
    QVERIFY2(first.contains(file), first.constData());
}

void TestWhere::few_lines_are_printed() {
    const roofrack::test::ProgramRun answer = where_is({"plan"});
    QVERIFY2(answer.exit_code == 0, answer.err.constData());
    QVERIFY(answer.out.count('\n') <= 25);
    QVERIFY2(answer.out.contains(" more: a second word narrows it down\n"), answer.out.constData());
}

void TestWhere::a_word_that_nothing_has_is_said() {
    const roofrack::test::ProgramRun answer = where_is({"zyzzyva"});
    QCOMPARE(answer.exit_code, 1);
    QCOMPARE(answer.out, QByteArray());
    QCOMPARE(answer.err,
             QByteArray("where: nothing has “zyzzyva”: try another word for it, or a shorter one\n"));
}

void TestWhere::a_call_without_words_is_said() {
    const roofrack::test::ProgramRun answer = where_is({});
    QCOMPARE(answer.exit_code, 1);
    QVERIFY2(answer.err.startsWith("where: name a word"), answer.err.constData());
}

QTEST_GUILESS_MAIN(TestWhere)
#include "test_where.moc"
