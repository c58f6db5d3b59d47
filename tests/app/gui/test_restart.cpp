// SPDX-License-Identifier: GPL-3.0-or-later
// What a window looks like after the program was left and started again, and how a closed panel is found.
#include "app/gui/commands/command_search.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "core/base/catalog/catalog.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace roofrack;

class TestRestart : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    QDockWidget* dock(const char* name) {
        return m_window->page()->findChild<QDockWidget*>(QLatin1String(name));
    }
    /// Waits until what was queued for the first look is done.
    void start(bool project_first) {
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        if (m_session->geometry().isEmpty()) m_window->resize(1400, 950);
        const auto open = [&] {
            QSignalSpy settled(m_window.get(), &MainWindow::settled);
            QVERIFY(m_window->files().open_sample(QStringLiteral("dgx-h100-su")));
            if (!project_first) QVERIFY(settled.count() > 0 || settled.wait(30000));
        };
        if (project_first) open();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        if (!project_first) open();
        QTest::qWait(50);
    }
    std::map<QString, QSize> sizes() {
        std::map<QString, QSize> all;
        for (const char* name : {"parts", "outline", "inspector", "findings"})
            if (!dock(name)->isHidden()) all[QLatin1String(name)] = dock(name)->size();
        all[QStringLiteral("charts")] = m_window->page()->charts().size();
        return all;
    }

private Q_SLOTS:
    void init() {
        static int number = 0;
        m_window.reset();
        m_session =
            std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings-%1.ini").arg(++number)));
        m_session->set_appearance(Session::Appearance::light);
    }

    void panels_keep_their_sizes_data() {
        QTest::addColumn<bool>("project_first");
        QTest::addColumn<bool>("maximised");
        QTest::newRow("opened with a project") << true << false;
        QTest::newRow("the project is opened in the window") << false << false;
        QTest::newRow("maximised") << true << true;
    }
    void panels_keep_their_sizes() {
        QFETCH(bool, project_first);
        QFETCH(bool, maximised);
        start(project_first);
        if (maximised) {
            const QSize usual = m_window->size();
            m_window->showMaximized();
            QTRY_VERIFY(m_window->size() != usual);
            QTest::qWait(50);
        }
        ProjectPage* page = m_window->page();
        page->resizeDocks({dock("parts"), dock("inspector")}, {312, 431}, Qt::Horizontal);
        page->resizeDocks({dock("parts"), dock("outline")}, {520, 280}, Qt::Vertical);
        page->resizeDocks({dock("findings")}, {203}, Qt::Vertical);
        QTest::qWait(50);
        const auto before = sizes();
        if (!maximised) { // the screen may be small
            QVERIFY(std::abs(before.at("parts").width() - 312) < 4);
            QVERIFY(std::abs(before.at("inspector").width() - 431) < 4);
        }
        QVERIFY(m_window->close());
        start(project_first);
        QTRY_COMPARE(sizes(), before);
        // Only once: what is moved afterwards stays when the page is left and comes back.
        QTest::qWait(600);
        m_window->page()->resizeDocks({dock("inspector")}, {360}, Qt::Horizontal);
        QTest::qWait(50);
        const auto moved = sizes();
        m_window->actions().get("file.welcome")->trigger();
        QTest::qWait(50);
        m_window->actions().get("file.welcome")->trigger();
        QTest::qWait(50);
        QCOMPARE(sizes(), moved);
    }

    void a_panel_opened_at_once_stays_open() {
        start(true);
        dock("outline")->hide();
        QVERIFY(m_window->close());
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        QVERIFY(m_window->files().open_sample(QStringLiteral("dgx-h100-su")));
        QVERIFY(dock("outline")->isHidden());
        QVERIFY(dock("history")->isHidden());
        dock("history")->show();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTest::qWait(50);
        QVERIFY(dock("outline")->isHidden());
        QVERIFY(dock("history")->isVisible());
    }

    void a_closed_panel_is_found_by_its_name_data() {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("shown");
        QTest::newRow("parts") << "panel parts"
                               << "Panel: Parts";
        for (const auto& [name, shown] :
             {std::pair("inspector", "Panel: Inspector"), std::pair("outline", "Panel: Outline"),
              std::pair("findings", "Panel: Findings")})
            QTest::newRow(name) << name << shown;
    }
    void a_closed_panel_is_found_by_its_name() {
        QFETCH(QString, wanted);
        QFETCH(QString, shown);
        start(false);
        QDockWidget* panel = dock(QTest::currentDataTag());
        panel->close();
        QVERIFY(panel->isHidden());
        m_window->actions().get("view.search")->trigger();
        auto* search = m_window->findChild<CommandSearch*>();
        auto* field = search->findChild<QLineEdit*>();
        auto* list = search->findChild<QListWidget*>();
        QTest::keyClicks(field, wanted);
        QCOMPARE(list->item(0)->text(), shown);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!search->isVisible());
        QVERIFY(panel->isVisible());
    }
};

QTEST_MAIN(TestRestart)
#include "test_restart.moc"
