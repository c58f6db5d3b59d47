// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/workbook.h"
#include "core/base/spreadsheet/workbook_reader.h"
#include "tests/support/every_drawing.h"
#include "tests/support/rounds.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace roofrack;
using namespace roofrack::test;

/// LibreOffice calculates our workbooks anew and finds the values that stand beside the formulas.
class TestLibreoffice : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_office;

    /// A profile in which every file is calculated when it is loaded.
    void write_profile() {
        QDir(m_folder.path()).mkpath("profile/user");
        QFile file(m_folder.filePath("profile/user/registrymodifications.xcu"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<oor:items "
            "xmlns:oor=\"http://openoffice.org/2001/registry\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "
            "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
            "<item oor:path=\"/org.openoffice.Office.Calc/Formula/Load\"><prop oor:name=\"OOXMLRecalcMode\" "
            "oor:op=\"fuse\"><value>0</value></prop></item>\n</oor:items>\n");
    }

private Q_SLOTS:
    void initTestCase() {
        if (!is_long_run()) QSKIP("LibreOffice calculates workbooks under tools/test --long alone");
        m_office = QStandardPaths::findExecutable("soffice");
        if (m_office.isEmpty()) QSKIP("LibreOffice is not installed: apt install libreoffice-calc-nogui");
        write_profile();
    }

    void it_finds_the_same_values_data() { add_every_drawing(); }
    void it_finds_the_same_values() {
        QFETCH(QByteArray, name);
        const Answers answers{Snapshot{std::make_shared<const Scenario>(*scenario_of(name))},
                              Catalog::built_in()};
        std::vector<Diagnostic> warnings;
        const auto bytes = project_workbook({answers, "Project", {}}, warnings);
        QVERIFY(bytes);
        QFile file(m_folder.filePath("ours.xlsx"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes->data(), static_cast<qint64>(bytes->size()));
        file.close();
        QProcess office;
        office.start(m_office, {"-env:UserInstallation=file://" + m_folder.filePath("profile"), "--headless",
                                "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir",
                                m_folder.filePath("out"), m_folder.filePath("ours.xlsx")});
        QVERIFY2(office.waitForFinished(300'000), "LibreOffice does not end");
        QFile back(m_folder.filePath("out/ours.xlsx"));
        QVERIFY2(back.open(QIODevice::ReadOnly), office.readAllStandardError().constData());
        const QByteArray converted = back.readAll();
        const auto theirs =
            read_workbook({converted.data(), static_cast<size_t>(converted.size())}, "theirs");
        const auto ours = read_workbook(*bytes, "ours");
        QVERIFY(theirs && ours);
        int compared = 0;
        for (const ReadSheet& sheet : ours->sheets) {
            const ReadSheet* const other = theirs->sheet(sheet.name);
            QVERIFY(other);
            QCOMPARE(other->formulas.size(), sheet.formulas.size());
            for (const auto& [place, formula] : sheet.formulas) {
                const std::string &own = sheet.at(place.first, place.second),
                                  &found = other->at(place.first, place.second);
                const double a = own.empty() ? 0 : std::stod(own), b = found.empty() ? 0 : std::stod(found);
                QVERIFY2(std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}),
                         (sheet.name + " " + formula + ": " + own + ", LibreOffice: " + found).c_str());
                ++compared;
            }
        }
        QVERIFY(compared > 10);
    }
};

QTEST_GUILESS_MAIN(TestLibreoffice)
#include "test_libreoffice.moc"
