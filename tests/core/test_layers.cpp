// SPDX-License-Identifier: GPL-3.0-or-later
// Who may include whom: that tools/modules, which tools/lint asks, finds what breaks the rules in small trees
// made for it, and nothing in this one; and that the command line links no Qt.
#include "tests/support/cli.h"

#include <QTest>

namespace {

/// Files and their contents.
using Tree = QMap<QString, QByteArray>;

constexpr char architecture[] = "docs/architecture.md";

/// Four layers, two subsystems of the core, and nothing wrong.
Tree sound() {
    return {
        {"core/base/units/quantity.h", "#pragma once\n#include <vector>\nclass Scale {\n    int of();\n};\n"},
        {"core/base/model/cluster.h",
         "#pragma once\n#include \"core/base/units/quantity.h\"\n#include <fmt/format.h>\n"},
        {"core/base/model/cluster.cpp",
         "#include \"core/base/model/cluster.h\"\n// #include \"widgets/theme/theme.h\"\n"},
        {"core/drawing/ports.h", "#pragma once\n#include \"core/base/units/quantity.h\"\n"},
        {"validation/fit.h", "#pragma once\n#include \"core/base/model/cluster.h\"\n"},
        {"widgets/theme/theme.h",
         "#pragma once\n#include \"core/base/model/cluster.h\"\n#include <QColor>\n"},
        {"app/cli/main.cpp", "#include \"core/base/model/cluster.h\"\n#include \"validation/fit.h\"\n"},
        {"app/gui/main.cpp", "#include \"widgets/theme/theme.h\"\n#include \"core/base/model/cluster.h\"\n"},
        {architecture, "# Modules\n```dependencies\ncore/base/model -> core/base/units\n"
                       "core/drawing -> core/base/units"}};
}

roofrack::test::ProgramRun modules(const QString& root) {
    return roofrack::test::run_tool("modules", {"--check", "--root", root});
}

} // namespace

class TestLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_broken_rule_is_found_data();
    void a_broken_rule_is_found();
    void this_tree_breaks_none();
    void command_line_links_no_qt();
};

void TestLayers::a_broken_rule_is_found_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("added"); // a line
    QTest::addColumn<QByteArray>("fault"); // empty: none
    const auto row = [](const char* what, const char* file, const char* added, const char* fault) {
        QTest::newRow(what) << QString(file) << QByteArray(added) << QByteArray(fault);
    };
    row("nothing", "core/base/model/cluster.h", "", "");
    const char* qt = "core/ knows no Qt";
    row("Qt in the core", "core/base/model/cluster.cpp", "#include <QString>", qt);
    row("Qt in the core, by module", "core/base/model/cluster.h", "#include <QtCore/QString>", qt);
    row("Qt in the core, indented", "core/base/model/cluster.h", "  #  include <QtGlobal>", qt);
    row("a lower-case header of Qt", "core/base/model/cluster.h", "#include <qglobal.h>", qt);
    row("QCustomPlot in the core", "core/base/model/cluster.cpp", "#include \"qcustomplot.h\"", qt);
    row("Qt in the command line", "app/cli/main.cpp", "#include <QCoreApplication>", "app/cli/ knows no Qt");
    row("no Qt, but like it", "core/base/model/cluster.h", "#include <queue>", "");
    row("widgets in the core", "core/base/model/cluster.cpp", "#include \"widgets/theme/theme.h\"",
        "core/ does not know widgets/");
    row("widgets in the command line", "app/cli/main.cpp", "#include \"widgets/theme/theme.h\"",
        "app/cli/ does not know widgets/");
    row("the window in widgets", "widgets/theme/theme.h", "#include \"app/gui/main.cpp\"",
        "widgets/ does not know app/gui/");
    row("the validation in the window", "app/gui/main.cpp", "#include \"validation/fit.h\"",
        "app/gui/ does not know validation/");
    row("the validation in the core", "core/base/model/cluster.cpp", "#include \"validation/fit.h\"",
        "core/ does not know validation/");
    row("Qt in the validation", "validation/fit.h", "#include <QString>", "validation/ knows no Qt");
    row("not from the top folder on", "core/base/model/cluster.cpp", "#include \"cluster.h\"",
        "from the top folder on");
    row("a class cut over sources", "core/base/model/cluster.cpp", "int Scale::of() { return 1; }",
        "core/base/model/cluster.cpp: has members of Scale");
    row("a subsystem that looks up", "core/base/model/cluster.cpp", "#include \"core/drawing/ports.h\"",
        "core/base/model stands below core/drawing");
    row("a module of no subsystem", "core/other/thing.h", "#pragma once",
        "core/other: no subsystem of the core");
    row("a source that is too long", "core/base/model/cluster.cpp", QByteArray(401, '\n').constData(),
        "lines, at most 400");
    row("a circle", "core/base/units/quantity.h", "#include \"core/base/model/cluster.h\"",
        "a circle of includes");
    row("a dependency that is not allowed", "core/base/units/quantity.h",
        "#include \"core/base/model/cluster.h\"", "does not allow core/base/units -> core/base/model");
    row("an allowed dependency that nothing needs", architecture, " core/step/cost",
        "which no include needs");
}

void TestLayers::a_broken_rule_is_found() {
    QFETCH(QString, file);
    QFETCH(QByteArray, added);
    QFETCH(QByteArray, fault);
    Tree tree = sound();
    tree[file] += added + "\n";
    tree[architecture] += "\n```\n";
    const QTemporaryDir folder;
    for (auto entry = tree.cbegin(); entry != tree.cend(); ++entry) {
        const QString path = folder.filePath(entry.key());
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(entry.value()) == entry.value().size());
    }
    const roofrack::test::ProgramRun answer = modules(folder.path());
    QVERIFY2(answer.exit_code == (fault.isEmpty() ? 0 : 1), answer.err.constData());
    QVERIFY2(answer.err.contains(fault), answer.err.constData());
}

void TestLayers::this_tree_breaks_none() {
    const roofrack::test::ProgramRun answer = modules(ROOFRACK_SOURCE_DIR);
    QVERIFY2(answer.exit_code == 0, answer.err.constData());
}

void TestLayers::command_line_links_no_qt() {
    const roofrack::test::ProgramRun ldd =
        roofrack::test::run_program(QStringLiteral("ldd"), {roofrack::test::cli_path()});
    const QString libraries = QString::fromUtf8(ldd.out + ldd.err);
    QVERIFY2(libraries.contains("libc."), qPrintable(libraries)); // ldd did look
    QVERIFY2(!libraries.contains("Qt", Qt::CaseInsensitive), qPrintable(libraries));
}

QTEST_GUILESS_MAIN(TestLayers)
#include "test_layers.moc"
