// SPDX-License-Identifier: GPL-3.0-or-later
// `roofrack report`: a report as a file, without a display, and from the window.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/cli.h"
#include "tests/support/machine_messages.h"
#include "tests/support/sample.h"
#include "tests/support/style_sample.h"

#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;
using namespace roofrack::test;

class TestReportFiles : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_project;

    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    ProgramRun report(const QStringList& arguments) const {
        return run_program(gui_path(), QStringList{QStringLiteral("report")} + arguments);
    }
    QByteArray bytes_of(const char* name) const {
        QFile out(path(name));
        return out.open(QIODevice::ReadOnly) ? out.readAll() : QByteArray();
    }
    static qsizetype pages_of(const QByteArray& pdf) { return pdf.count("/Type /Page\n"); }

private Q_SLOTS:
    void initTestCase() {
        m_project = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
    }

    void each_format_is_written() {
        const ProgramRun pdf = report({m_project, "--out", path("a.pdf")});
        QVERIFY2(pdf.exit_code == 0, pdf.err.constData());
        for (const QByteArray& line : pdf.err.split('\n'))
            QVERIFY2(line.isEmpty() || test::is_of_machine(QString::fromUtf8(line)), line.constData());
        QVERIFY(bytes_of("a.pdf").startsWith("%PDF-1.6"));
        QCOMPARE(report({m_project, "--out", path("a.report"), "--format", "pdf"}).exit_code, 0);
        QVERIFY(bytes_of("a.report").startsWith("%PDF-1.6"));
        QCOMPARE(report({m_project, "--out", path("b.pdf"), "--paper", "letter"}).exit_code, 0);
        QVERIFY(bytes_of("b.pdf").contains("/MediaBox [0 0 612"));
    }

    /// The other program writes the same.
    void a_web_page_is_the_same() {
        for (const char* name : {"a.html", "a.md"}) {
            QCOMPARE(report({m_project, "--out", path(name)}).exit_code, 0);
            const QByteArray here = bytes_of(name);
            QVERIFY(here.size() > 1000);
            QCOMPARE(run_cli({"report", m_project, "-o", path(name), "--force"}).exit_code, 0);
            QCOMPARE(bytes_of(name), here);
        }
    }

    void the_style_of_the_house_is_that_of_the_project() {
        Project project;
        project.scenarios = {test::sample("ws-8gpu")};
        project.style = test::house_style();
        project.style.logo = to_base64(small_png());
        const QString file = path("styled.roofrack.json");
        QVERIFY(write_project(project, file.toStdString(), Catalog::built_in()).has_value());
        QCOMPARE(report({file, "--out", path("s.pdf")}).exit_code, 0);
        QCOMPARE(report({file, "--out", path("plain.pdf"), "--style", "none"}).exit_code, 0);
        QVERIFY(bytes_of("s.pdf").count("/Subtype /Image") > bytes_of("plain.pdf").count("/Subtype /Image"));
        QCOMPARE(report({file, "--out", path("s.html")}).exit_code, 0);
        const QByteArray page = bytes_of("s.html");
        QVERIFY(page.contains("background:#102030"));
        QCOMPARE(run_cli({"report", file, "-o", path("s.html"), "--force"}).exit_code, 0);
        QCOMPARE(bytes_of("s.html"), page);
        QCOMPARE(report({file, "--out", path("s.md")}).exit_code, 0);
        QCOMPARE(report({file, "--out", path("n.md"), "--style", "none"}).exit_code, 2);
        QCOMPARE(report({file, "--out", path("g.pdf"), "--style", path("gone.json")}).exit_code, 3);
    }

    void sections_are_chosen() {
        QCOMPARE(report({m_project, "--out", path("all.pdf")}).exit_code, 0);
        QCOMPARE(report({m_project, "--out", path("one.pdf"), "--section", "money", "--section", "bill"})
                     .exit_code,
                 0);
        QVERIFY(pages_of(bytes_of("one.pdf")) < pages_of(bytes_of("all.pdf")));
        QCOMPARE(bytes_of("one.pdf").count(" /XYZ null "), qsizetype{2});
        const ProgramRun none = report({m_project, "--out", path("none.pdf"), "--section", "bills"});
        QCOMPARE(none.exit_code, 2);
        QVERIFY(none.err.contains("verdict"));
        QVERIFY(!QFile::exists(path("none.pdf")));
    }

    void what_is_wrong_is_said() {
        QCOMPARE(report({}).exit_code, 2);
        QCOMPARE(report({m_project}).exit_code, 2);
        QCOMPARE(report({m_project, "--out", path("a.doc")}).exit_code, 2);
        QCOMPARE(report({m_project, "--out", path("c.pdf"), "--format", "doc"}).exit_code, 2);
        QCOMPARE(report({m_project, "--out", path("c.pdf"), "--format", "notes.pdf"}).exit_code, 2);
        QCOMPARE(report({m_project, "--out", path("c.pdf"), "--paper", "a3"}).exit_code, 2);
        QCOMPARE(report({m_project, "--out", path("c.html"), "--paper", "letter"}).exit_code, 2);
        QCOMPARE(report({m_project, "--out", path("c.html"), "--order", "someday"}).exit_code, 2);
        QCOMPARE(report({m_project, "--out", path("c.pdf"), "--scenario", "=none"}).exit_code, 3);
        QCOMPARE(report({path("none.json"), "--out", path("n.pdf")}).exit_code, 3);
        QCOMPARE(report({m_project, "--out", path("no/where.pdf")}).exit_code, 3);
        QCOMPARE(report({m_project, "--out", m_project, "--format", "pdf", "--force"}).exit_code, 3);
        QFile there(path("there.pdf"));
        QVERIFY(there.open(QIODevice::WriteOnly));
        QCOMPARE(report({m_project, "--out", path("there.pdf")}).exit_code, 3);
        QCOMPARE(bytes_of("there.pdf"), QByteArray());
        QCOMPARE(report({m_project, "--out", path("there.pdf"), "--force"}).exit_code, 0);
    }

    /// The project's scenarios stand side by side, held against the one that is named.
    void scenarios_are_compared() {
        const QString file =
            QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json");
        const QStringList asked{"report",    file,         "--scenario", "Add 32 × DGX B200",
                                "--section", "comparison", "--order",    "2031-03-03"};
        const ProgramRun run = run_program(gui_path(), asked + QStringList{"--out", path("c.md")});
        QVERIFY2(run.exit_code == 0, run.err.constData());
        const QByteArray text = bytes_of("c.md");
        QVERIFY2(text.contains("| Figure | Add 32 × DGX B200 (this report) | 64 × DGX H100, ours |"), text);
        QVERIFY2(text.contains("| Peak power | 982 kW |"), text);
        QVERIFY2(text.contains("an order on 2031-03-03"), text);
        QCOMPARE(run_cli(asked + QStringList{"-o", path("c.md"), "--force"}).exit_code, 0);
        QCOMPARE(bytes_of("c.md"), text);
        QCOMPARE(run_cli({"compare", file, "--reference", "Add 32 × DGX B200"}).out.contains("1 MW"), true);
    }

    /// What a scenario has not is said in its section.
    void an_empty_drawing_has_a_report() {
        Project project;
        project.scenarios.resize(1);
        const QString file = path("empty.roofrack.json");
        QVERIFY(write_project(project, file.toStdString(), Catalog::built_in()).has_value());
        const ProgramRun run = report({file, "--out", path("empty.pdf")});
        QVERIFY2(run.exit_code == 0, run.err.constData());
        QVERIFY(pages_of(bytes_of("empty.pdf")) >= 2);
    }

    void a_large_run_has_a_report() {
        const QString file = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json");
        const ProgramRun run = report({file, "--out", path("large.pdf")});
        QVERIFY2(run.exit_code == 0, run.err.constData());
        const qsizetype pages = pages_of(bytes_of("large.pdf"));
        QVERIFY2(pages >= 10, QByteArray::number(pages).constData());
    }

    /// A report says which plan it is of, and all of it is of that one.
    void the_plan_is_named() {
        const QStringList some{"--section", "verdict", "--section", "scaling"};
        QCOMPARE(report(QStringList{m_project, "--out", path("given.html")} + some).exit_code, 0);
        QCOMPARE(bytes_of("given.html").count("By the plan as given."), qsizetype{2});
        const ProgramRun best = report(QStringList{m_project, "--out", path("best.html"), "--replan"} + some);
        QVERIFY2(best.exit_code == 0, best.err.constData());
        QVERIFY(bytes_of("best.html").contains("By the best plan found."));
        QVERIFY(bytes_of("best.html").contains("By the best plan at each size."));
        QVERIFY(!bytes_of("best.html").contains("plan as given"));
        QCOMPARE(report(QStringList{m_project, "--out", path("best.pdf"), "--replan"} + some).exit_code, 0);
        QVERIFY(bytes_of("best.pdf").startsWith("%PDF-1.6"));
    }
};

QTEST_GUILESS_MAIN(TestReportFiles)
#include "test_report_files.moc"
