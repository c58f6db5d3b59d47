// SPDX-License-Identifier: GPL-3.0-or-later
// tools/uncalled, which tools/lint asks, finds functions that no program calls in small trees made for it,
// and none in this one.
#include "tests/support/program.h"

#include <QTest>

namespace {

roofrack::test::ProgramRun uncalled(const QString& root) {
    return roofrack::test::run_tool("uncalled", {"--root", root});
}

constexpr char no_call[] = "no program calls ";

} // namespace

class TestUncalled : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_no_program_calls_is_found_data();
    void what_no_program_calls_is_found();
    void this_tree_has_none();
};

void TestUncalled::what_no_program_calls_is_found_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("body"); // what main() does
    QTest::addColumn<QByteArray>("name"); // the function that is found; empty: none
    const auto row = [](const char* what, const char* header, const char* source, const char* body,
                        const char* name) {
        QTest::newRow(what) << QByteArray(header) << QByteArray(source) << QByteArray(body)
                            << QByteArray(name);
    };
    const char* twice = "int twice(int of);";
    const char* defined = "int twice(int of) { return 2 * of; }";
    row("a function that main calls", twice, defined, "twice(1);", "");
    row("one that nobody calls", twice, defined, "", "twice");
    row("an inline one", "inline int twice(int of) { return 2 * of; }", "", "", "twice");
    row("one that only calls itself", twice, "int twice(int of) { return of ? twice(of - 1) : 0; }", "",
        "twice");
    row("one that only another calls which nobody calls", "int twice(int of);\nint four(int of);",
        "int twice(int of) { return 2 * of; }\nint four(int of) { return twice(twice(of)); }", "", "four");
    row("a comment calls it", twice, defined, "// twice(1);", "twice");
    row("a text names it", twice, defined, "print(\"twice(1)\");", "twice");
    row("a variable has its name", twice, defined, "int twice = 1; print(twice);", "twice");
    row("an overload is called", "int twice(int of);\nint twice(int of, int by);", defined, "twice(1);",
        "twice");
    row("with its default argument", "int twice(int of, int by = 1);",
        "int twice(int of, int by) { return 2 * of * by; }", "twice(1);", "");
    row("in a table", twice, "constexpr int (*all[])(int) = {twice};", "", "");
    row("handed on", twice, defined, "apply(list, twice);", "");
    row("by a macro", twice, "#define TWICE(of) \\\n    twice(of)", "", "");
    row("a member", "class Scale {\npublic:\n    int of();\n};", "int Scale::of() { return 1; }",
        "Scale().of();", "");
    row("a member that nobody calls", "class Scale {\npublic:\n    int of();\n};",
        "int Scale::of() { return 1; }", "", "Scale::of");
    row("a free function has its name", "struct Scale {\n    int of();\n};", "int Scale::of() { return 1; }",
        "of();", "Scale::of");
    row("what Qt calls", "struct Scale : QWidget {\n    void paintEvent(QPaintEvent* event) override;\n};",
        "", "", "");
    row("a constructor", "struct Scale {\n    explicit Scale(int by);\n};",
        "Scale::Scale(int by) : m_by{by} {}", "", "");
}

void TestUncalled::what_no_program_calls_is_found() {
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, name);
    const QTemporaryDir folder;
    const auto write = [&](const char* path, const QByteArray& text) {
        QDir().mkpath(QFileInfo(folder.filePath(path)).path());
        QFile file(folder.filePath(path));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(write("core/base/scale.h", "#pragma once\nnamespace roofrack {\n" + header + "\n}\n"));
    QVERIFY(write("core/base/scale.cpp",
                  "#include \"core/base/scale.h\"\nnamespace roofrack {\n" + source + "\n}\n"));
    QVERIFY(write("app/cli/main.cpp", "int main() {\n    " + body + "\n    return 0;\n}\n"));
    QVERIFY(write("tests/core/test_scale.cpp", "void test() { twice(1); four(1); Scale().of(); }\n"));
    const roofrack::test::ProgramRun answer = uncalled(folder.path());
    QVERIFY2(answer.exit_code == (name.isEmpty() ? 0 : 1), answer.err.constData());
    QVERIFY2(answer.err.contains(no_call + name + ":") == !name.isEmpty(), answer.err.constData());
}

void TestUncalled::this_tree_has_none() {
    const roofrack::test::ProgramRun answer = uncalled(ROOFRACK_SOURCE_DIR);
    QVERIFY2(answer.exit_code == 0, answer.err.constData());
}

QTEST_GUILESS_MAIN(TestUncalled)
#include "test_uncalled.moc"
