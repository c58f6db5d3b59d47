// SPDX-License-Identifier: GPL-3.0-or-later
// What is exported is whole: an export waits for what no chart on the screen has asked for yet.
#include "app/gui/flows/export_flow.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/search_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/export_memory.h"
#include "app/gui/pages/file_name.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/present/deck_flow.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/editor/document.h"
#include "widgets/present/deck_view.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QProgressDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <functional>
#include <memory>

using namespace roofrack;

namespace {

/// Does what asks for a file, and `work` in the dialog and its field of the name; the dialog is then
/// accepted, or rejected where that says false.
void with_file_dialog(const std::function<void()>& ask,
                      const std::function<bool(QFileDialog&, QLineEdit&)>& work) {
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &look, [&] {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        auto* const name = dialog ? dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit")) : nullptr;
        if (!name) return;
        look.stop();
        QMetaObject::invokeMethod(dialog, work(*dialog, *name) ? "accept" : "reject", Qt::QueuedConnection);
    });
    look.start(10);
    ask();
}

} // namespace

class TestExport : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    ProjectPage& page() { return *m_window->page(); }
    IsFinding is_finding() {
        return [this] { return page().is_finding(); };
    }

private Q_SLOTS:
    void init() {
        m_window.reset();
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_session->set_appearance(Session::Appearance::light);
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->resize(1280, 800);
        m_window->show();
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        QVERIFY(m_window->files().open_sample(QStringLiteral("dgx-h100-su")));
        QVERIFY(settled.count() > 0 || settled.wait(60000));
        page().workspaces().enter(QStringLiteral("step")); // where no chart needs the best plans
        QTRY_VERIFY(!page().is_finding());
    }
    void cleanup() { m_window.reset(); }

    /// Names of projects and scenarios are sentences; a share of Windows takes no colon.
    void a_suggested_name_is_one_that_every_system_takes() {
        QCOMPARE(as_file_name("64 DGX H100 are ours: add B200, or replace them?"),
                 QStringLiteral("64 DGX H100 are ours- add B200, or replace them-"));
        QCOMPARE(as_file_name("a/b\\c|d<e>f\"g*h"), QStringLiteral("a-b-c-d-e-f-g-h"));
        QCOMPARE(as_file_name("32 × DGX H100 …"), QStringLiteral("32 × DGX H100 …"));
        QCOMPARE(as_file_name(" ends in dots.. "), QStringLiteral("ends in dots"));
        QCOMPARE(as_file_name(""), QString());
    }

    void all_charts_wait_for_what_they_show() {
        QVERIFY(page().charts().data()->is_best_awaited());
        QVERIFY(find_what_charts_lack(page().charts(), is_finding(), m_window.get()));
        QVERIFY(!page().charts().data()->is_best_awaited());
        QVERIFY(!page().charts().data()->is_beside_stale);
        QVERIFY(!page().charts().is_seen(QStringLiteral("scaling"))); // they are as before
        QVERIFY(export_charts_to(page().charts(), m_folder.path(), QStringLiteral("csv"), m_window->theme(),
                                 m_window->messages()) > 12);
        QVERIFY2(!m_window->messages().text().contains(QStringLiteral("Missing")),
                 qPrintable(m_window->messages().text()));
        QFile table(m_folder.filePath(QStringLiteral("bottlenecks.csv"))); // which has no plan but the best
        QVERIFY(table.open(QFile::ReadOnly));
        QVERIFY(table.readAll().count('\n') > 3);
    }

    void a_search_of_the_drawing_before_is_left_out() {
        page().workspaces().show_view(QStringLiteral("plan-search"));
        page().search().start();
        QTRY_VERIFY_WITH_TIMEOUT(page().search().search() && !page().search().is_running(), 60000);
        const auto write = [&](const QString& folder) {
            QVERIFY(QDir(m_folder.path()).mkpath(folder));
            export_charts_to(page().charts(), m_folder.filePath(folder), QStringLiteral("csv"),
                             m_window->theme(), m_window->messages());
        };
        const QString file = QStringLiteral("/plan-search.csv");
        write(QStringLiteral("now"));
        QVERIFY(QFile::exists(m_folder.filePath(QStringLiteral("now")) + file));
        QVERIFY(!m_window->messages().text().contains(QStringLiteral("Left out")));
        Workload workload = m_window->document().scenario().workload;
        workload.global_batch *= 2;
        m_window->document().perform<SetWorkload>(workload, QStringLiteral("batch"));
        QTRY_VERIFY(page().charts().data()->search_is_stale);
        write(QStringLiteral("stale"));
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("stale")) + file));
        QVERIFY(m_window->messages().text().contains(QStringLiteral("Left out: the plan search")));
    }

    void the_last_export_is_offered_again() {
        const ExportQuestion chart{QStringLiteral("chart"), QStringLiteral("scaling"),
                                   QStringLiteral("P, scaling"),
                                   QStringLiteral("Picture (*.png);;Document (*.pdf);;Table (*.csv)")};
        ExportQuestion other = chart;
        other.what = QStringLiteral("money");
        other.name = QStringLiteral("P, money");
        ExportMemory memory;
        const QString at_first = m_folder.path(), folder = m_folder.filePath(QStringLiteral("out.d"));
        QVERIFY(QDir().mkpath(folder));
        const auto offered = [&](const char* project, const ExportQuestion& question) {
            return memory.file(QLatin1String(project), question, at_first);
        };
        QCOMPARE(offered("a", chart), at_first + QStringLiteral("/P, scaling.png"));
        QCOMPARE(memory.filter(QStringLiteral("a"), chart), QStringLiteral("Picture (*.png)"));
        memory.keep(QStringLiteral("a"), chart, folder + QStringLiteral("/v1.2 of it.PDF"));
        QCOMPARE(offered("a", chart), folder + QStringLiteral("/v1.2 of it.pdf"));
        QCOMPARE(memory.filter(QStringLiteral("a"), chart), QStringLiteral("Document (*.pdf)"));
        // Another chart has its own name in the same folder, of the same type; another project nothing of it.
        QCOMPARE(offered("a", other), folder + QStringLiteral("/P, money.pdf"));
        QCOMPARE(offered("b", chart), at_first + QStringLiteral("/P, scaling.png"));
        // A type that this kind has not is not offered, nor a folder that is gone.
        other.kind = QStringLiteral("slides");
        other.filters = QStringLiteral("PowerPoint (*.pptx)");
        QCOMPARE(offered("a", other), folder + QStringLiteral("/P, money.pptx"));
        QVERIFY(QDir().rmdir(folder));
        QCOMPARE(offered("a", chart), at_first + QStringLiteral("/v1.2 of it.pdf"));
    }

    /// The dialog begins with what it was left with.
    void the_dialog_remembers_folder_type_and_name() {
        const QString folder = m_folder.filePath(QStringLiteral("exports"));
        QVERIFY(QDir().mkpath(folder));
        m_session->set_last_folder(m_folder.path());
        QStringList names, filters, folders;
        const auto export_as = [&](const QString& type, const QString& file) {
            const auto ask = [this] {
                export_chart(*page().charts().current(), is_finding(), m_window->theme(),
                             m_window->document(), *m_session, m_window->messages(), m_window.get());
            };
            with_file_dialog(ask, [&](QFileDialog& dialog, QLineEdit& name) {
                names << name.text();
                filters << dialog.selectedNameFilter();
                folders << dialog.directory().absolutePath();
                if (!type.isEmpty()) dialog.selectNameFilter(type);
                if (!file.isEmpty()) name.setText(file);
                return true;
            });
        };
        const QString table = QStringLiteral("Table (*.csv)");
        export_as(table, folder + QStringLiteral("/board"));
        QVERIFY(QFile::exists(folder + QStringLiteral("/board.csv")));
        QCOMPARE(QFileInfo(folders.front()).canonicalFilePath(),
                 QFileInfo(m_folder.path()).canonicalFilePath());
        const QString first_name = export_name(m_window->document(), page().charts().current()->id());
        QCOMPARE(names.front(), first_name + QStringLiteral(".png"));
        QVERIFY(first_name.contains(QStringLiteral("32 × DGX H100 scalable unit, Non-blocking")));
        QVERIFY(QFile::remove(folder + QStringLiteral("/board.csv"))); // or it asks
        export_as({}, {});
        QCOMPARE(names.back(), QStringLiteral("board.csv"));
        QCOMPARE(filters.back(), table);
        QCOMPARE(QFileInfo(folders.back()).canonicalFilePath(), QFileInfo(folder).canonicalFilePath());
        QVERIFY(QFile::exists(folder + QStringLiteral("/board.csv")));
    }

    /// What slides are written as is chosen at the button: the dialog asks where.
    void slides_are_exported_as_chosen() {
        page().workspaces().enter(QStringLiteral("present"));
        QTRY_VERIFY_WITH_TIMEOUT(!page().slides().is_busy(), 60000);
        const auto* const button = page().deck().findChild<QPushButton*>(QStringLiteral("export-slides"));
        QVERIFY(button && button->menu());
        QAction* power_point = nullptr;
        for (QAction* each : button->menu()->actions())
            if (each->text().contains(QStringLiteral("PowerPoint"))) power_point = each;
        QVERIFY(power_point);
        QStringList filters;
        const auto answer = [&](const std::function<void()>& ask) {
            with_file_dialog(ask, [&](QFileDialog& dialog, QLineEdit& name) {
                filters = dialog.nameFilters();
                name.setText(m_folder.filePath(QStringLiteral("board")));
                return filters.size() == 1;
            });
        };
        answer([&] { power_point->trigger(); });
        QCOMPARE(filters, QStringList{QStringLiteral("PowerPoint (*.pptx)")});
        QVERIFY(QFile::exists(m_folder.filePath(QStringLiteral("board.pptx"))));
        // From the menu it asks as what, too.
        answer([&] { m_window->actions().get("file.export-slides")->trigger(); });
        QCOMPARE(filters.size(), 4);
    }

    void an_export_can_be_stopped() {
        QVERIFY(page().charts().data()->is_best_awaited());
        QTimer::singleShot(0, m_window.get(), [this] {
            auto* progress = m_window->findChild<QProgressDialog*>();
            QVERIFY(progress);
            progress->cancel();
        });
        QVERIFY(!find_what_charts_lack(page().charts(), is_finding(), m_window.get()));
    }

    void what_is_not_found_is_named() {
        QVERIFY(page().charts().data()->is_best_awaited());
        export_charts_to(page().charts(), m_folder.path(), QStringLiteral("csv"), m_window->theme(),
                         m_window->messages());
        QVERIFY(m_window->messages().text().contains(QStringLiteral("Missing in them: the best plans")));
    }
};

QTEST_MAIN(TestExport)
#include "test_export.moc"
