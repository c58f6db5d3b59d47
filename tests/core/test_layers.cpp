// SPDX-License-Identifier: GPL-3.0-or-later
// Who may include whom: the core knows no Qt and no layer above it, and the command line links no Qt.
#include "tests/support/cli.h"

#include <QtTest>
#include <filesystem>
#include <fstream>
#include <regex>

namespace fs = std::filesystem;

namespace {

/// "FILE:LINE: what it includes" of every #include below `directory` that matches.
QStringList includes(const fs::path& directory, const std::regex& forbidden, int& files) {
    static const std::regex include("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]");
    QStringList found;
    if (!fs::exists(directory)) return found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
        if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
        ++files;
        std::ifstream in(entry.path());
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            std::smatch match;
            if (!std::regex_search(line, match, include) || !std::regex_search(match[1].str(), forbidden))
                continue;
            found << QString("%1:%2: %3").arg(entry.path().c_str()).arg(number).arg(match[1].str().c_str());
        }
    }
    return found;
}

constexpr const char* qt = "^(Q[A-Zt]\\w*(\\.h|/.*)?|q[a-z]+\\.h|qcustomplot.*)$";

} // namespace

class TestLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rules_data();
    void rules();
    void scan_sees_what_it_forbids();
    void command_line_links_no_qt();
};

void TestLayers::rules_data() {
    QTest::addColumn<QString>("directory");
    QTest::addColumn<QString>("forbidden");
    QTest::newRow("core knows no Qt") << "core" << qt;
    QTest::newRow("core knows no layer above it") << "core"
                                                  << "^(\\.\\./)*(widgets|app)/";
    QTest::newRow("widgets do not know the programs") << "widgets"
                                                      << "^(\\.\\./)*app/";
    QTest::newRow("the command line knows no Qt") << "app/cli" << qt;
    QTest::newRow("the command line knows no widgets") << "app/cli"
                                                       << "^(\\.\\./)*widgets/";
}

void TestLayers::rules() {
    QFETCH(QString, directory);
    QFETCH(QString, forbidden);
    int files = 0;
    const QStringList found = includes(fs::path(ROOFRACK_SOURCE_DIR) / directory.toStdString(),
                                       std::regex(forbidden.toStdString()), files);
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    QVERIFY(files > 0 || directory == "widgets");
}

void TestLayers::scan_sees_what_it_forbids() {
    const std::regex pattern(qt);
    for (const char* name : {"QtTest", "QString", "QtCore/QString", "qglobal.h", "qcustomplot.h"})
        QVERIFY2(std::regex_search(name, pattern), name);
    for (const char* name : {"units/quantity.h", "queue", "Eigen/Dense", "sqlite3.h", "catalog/part.h"})
        QVERIFY2(!std::regex_search(name, pattern), name);
    int files = 0; // this very file includes Qt
    QVERIFY(!includes(fs::path(ROOFRACK_SOURCE_DIR) / "tests" / "core", pattern, files).isEmpty());
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
