// SPDX-License-Identifier: GPL-3.0-or-later
// A report of the window: chosen sections, as PDF and as a web page, and what is said when it is not written.
#include "app/gui/commands/actions.h"
#include "app/gui/flows/export_flow.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/report/report_dialog.h"
#include "app/gui/report/report_flow.h"
#include "app/gui/window/main_window.h"
#include "core/answers/handover/report.h"
#include "core/base/catalog/catalog.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "tests/support/sample_window.h"
#include "tests/support/style_sample.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/fields/text.h"

#include <QAction>
#include <QCheckBox>
#include <QFile>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <memory>

using namespace roofrack;

class TestReportWindow : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    std::filesystem::path path(const char* name) const { return m_folder.filePath(name).toStdString(); }
    QByteArray bytes_of(const char* name) const {
        QFile out(m_folder.filePath(QLatin1String(name)));
        return out.open(QIODevice::ReadOnly) ? out.readAll() : QByteArray();
    }
    ReportFlow& flow() { return *m_window->findChild<ReportFlow*>(); }

private Q_SLOTS:
    void initTestCase() {
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(!m_window->actions().get("file.export-report")->isEnabled());
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        QVERIFY(m_window->actions().get("file.export-report")->isEnabled());
    }

    void a_report_is_written() {
        QVERIFY(flow().export_report(path("r.pdf"), {}, ReportPaper::letter, false));
        QVERIFY(bytes_of("r.pdf").startsWith("%PDF-1.6"));
        QVERIFY(bytes_of("r.pdf").contains("/MediaBox [0 0 612"));
        QVERIFY(m_window->messages().text().contains(QStringLiteral("was written to")));
        QVERIFY(flow().export_report(path("r.html"), {"bill"}, ReportPaper::a4, false));
        QCOMPARE(bytes_of("r.html").count("<h2>"), qsizetype{1});
    }

    void a_report_has_the_style_of_the_project() {
        Document& document = m_window->document();
        QVERIFY(document.perform<SetStyle>(test::house_style(), QStringLiteral("style")));
        QVERIFY(flow().export_report(path("styled.html"), {"bill"}, ReportPaper::a4, false));
        QVERIFY(bytes_of("styled.html").contains("background:#102030"));
        HouseStyle elsewhere = test::house_style();
        elsewhere.font = "No Such Family";
        QVERIFY(document.perform<SetStyle>(elsewhere, QStringLiteral("style")));
        QVERIFY(flow().export_report(path("styled.pdf"), {"bill"}, ReportPaper::a4, false));
        QVERIFY(m_window->messages().text().contains(QStringLiteral("No Such Family")));
        document.undo();
        document.undo();
        QVERIFY(flow().export_report(path("plain.html"), {"bill"}, ReportPaper::a4, false));
        QVERIFY(!bytes_of("plain.html").contains("background:#102030"));
    }

    void what_cannot_be_written_is_said() {
        QVERIFY(!flow().export_report(path("no/such/r.pdf"), {}, ReportPaper::a4, false));
        QVERIFY(m_window->messages().text().contains(QStringLiteral("could not be written")));
    }

    /// The dialog that asks for a name has asked about the one without the ending only.
    void an_added_ending_replaces_nothing_unasked() {
        const QString name = m_folder.filePath(QStringLiteral("kept")), file = name + QStringLiteral(".pdf");
        QFile there(file);
        QVERIFY(there.open(QIODevice::WriteOnly));
        there.close();
        for (const auto answer : {QMessageBox::No, QMessageBox::Yes}) {
            QTimer::singleShot(0, m_window.get(), [this, answer] {
                auto* box = m_window->findChild<QMessageBox*>();
                QVERIFY(box);
                box->button(answer)->click();
            });
            const QString path =
                with_ending(name, QStringLiteral("pdf"), QStringLiteral("t"), m_window.get());
            QCOMPARE(path, answer == QMessageBox::Yes ? file : QString());
        }
        const QString other = with_ending(name, QStringLiteral("md"), QStringLiteral("t"), m_window.get());
        QCOMPARE(other, QString(name + QStringLiteral(".md")));
        QCOMPARE(ending_of(QString(), QStringLiteral("pdf")), QStringLiteral("pdf"));
        QCOMPARE(ending_of(QStringLiteral("Markdown (*.md)"), QStringLiteral("pdf")), QStringLiteral("md"));
    }

    void it_can_be_stopped() {
        QTimer::singleShot(0, m_window.get(), [this] {
            auto* progress = m_window->findChild<QProgressDialog*>();
            QVERIFY(progress);
            progress->cancel();
        });
        QVERIFY(!flow().export_report(path("stopped.pdf"), {}, ReportPaper::a4, true));
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("stopped.pdf"))));
        QVERIFY(m_window->messages().text().contains(QStringLiteral("Stopped")));
    }

    void sections_are_chosen() {
        ReportDialog dialog(m_window.get(), true);
        dialog.show();
        if (const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES"); !folder.isEmpty())
            dialog.grab().save(folder + QStringLiteral("/report-dialog.png"));
        QVERIFY(dialog.sections().empty()); // all
        const QList<QCheckBox*> boxes = dialog.findChildren<QCheckBox*>();
        QCOMPARE(static_cast<size_t>(boxes.size()), report_sections().size());
        for (QCheckBox* box : boxes) box->setChecked(box->objectName() == u"bill");
        QCOMPARE(dialog.sections(), std::vector<std::string>{"bill"});
        dialog.findChild<QCheckBox*>(QStringLiteral("bill"))->setChecked(false);
        bool goes_on = false; // a report of nothing
        for (const QPushButton* each : dialog.findChildren<QPushButton*>())
            goes_on |= each->isDefault() && each->isEnabled();
        QVERIFY(!goes_on);
    }

    /// From the first section on, as they are read.
    void the_keyboard_goes_through_the_dialog_from_above() {
        ReportDialog dialog(m_window.get(), true);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QStringList wanted, found;
        for (const ReportSection& each : report_sections()) wanted << to_qt(each.name);
        wanted << QStringLiteral("ChoiceEdit") << QStringLiteral("StyleButton") << QStringLiteral("goes on");
        const QWidget* first = dialog.focusWidget();
        QVERIFY(first);
        for (const QWidget* each = first; found.size() < wanted.size(); each = each->nextInFocusChain()) {
            if (!each->isVisible() || !(each->focusPolicy() & Qt::TabFocus)) continue;
            const auto* const button = qobject_cast<const QPushButton*>(each);
            const QString type = QString::fromLatin1(each->metaObject()->className()).section(u':', -1);
            found << (qobject_cast<const QCheckBox*>(each) ? each->objectName()
                      : button && button->isDefault()      ? QStringLiteral("goes on")
                                                           : type);
        }
        QCOMPARE(found, wanted);
    }

    /// Sections about several scenarios are offered, and written, where there are several.
    void several_scenarios_are_compared() {
        QVERIFY(m_window->document().project().scenarios.size() > 1);
        QVERIFY(flow().export_report(path("c.html"), {"comparison", "odds"}, ReportPaper::a4, false));
        const QByteArray page = bytes_of("c.html");
        QVERIFY(page.contains("<h2>Scenarios compared</h2>") &&
                page.contains("<h2>Odds of the scenarios</h2>"));
        for (const Scenario& each : m_window->document().project().scenarios)
            QVERIFY2(page.contains(xml_text(each.name).c_str()), each.name.c_str());
        ReportDialog alone(m_window.get(), false);
        QVERIFY(!alone.findChild<QCheckBox*>(QStringLiteral("odds")));
        QVERIFY(alone.findChild<QCheckBox*>(QStringLiteral("verdict")));
        QVERIFY(alone.sections().empty()); // all that are offered
    }
};

QTEST_MAIN(TestReportWindow)
#include "test_report_window.moc"
