// SPDX-License-Identifier: GPL-3.0-or-later
// The views get the room of the window: plots have a height that can be read, at every size of the window and
// of the text, and no name of a tab is cut.
#include "app/gui/decide/decide_flow.h"
#include "app/gui/flows/search_flow.h"
#include "app/gui/flows/study_flow.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/runs/runs_flow.h"
#include "app/gui/window/main_toolbar.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/drop_files.h"
#include "tests/support/sample_window.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/decide/design_chart.h"
#include "widgets/charts/decide/design_view.h"
#include "widgets/charts/plot/plot_view.h"
#include "widgets/editor/commands/rename_scenario.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/elided_label.h"
#include "widgets/findings/findings_view.h"
#include "widgets/measured/run_bar.h"
#include "widgets/present/deck_view.h"

#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <map>
#include <memory>

using namespace roofrack;

class TestRoomForWork : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    ProjectPage& page() { return *m_window->page(); }
    void start(QSize size, int text, bool dark = false) {
        static int number = 0;
        m_window.reset();
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("s%1.ini").arg(++number)));
        m_session->set_appearance(dark ? Session::Appearance::dark : Session::Appearance::light);
        m_session->set_text_size(text);
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->resize(size);
        m_window->show();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        QTest::qWait(50);
    }
    void save_picture(const QString& name) {
        const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
        if (!folder.isEmpty()) m_window->grab().save(folder + u'/' + name + QStringLiteral(".png"));
    }
    /// What needs a study, and is not there at once.
    void wait_for_studies() {
        QTRY_VERIFY_WITH_TIMEOUT(!page().is_finding(), 120000);
        QTest::qWait(30);
    }

    void check_plots(QSize size, int text, int least) {
        QStringList faults;
        int measured = 0;
        std::map<int, QString> lowest;
        for (const Workspace& each : workspaces()) {
            if (each.is_drawing) continue;
            page().workspaces().enter(QLatin1String(each.id));
            ChartArea& charts = page().charts();
            for (const QString& id : charts.offered()) {
                page().workspaces().show_view(id);
                QTest::qWait(20);
                wait_for_studies();
                if (QTest::currentTestFailed()) return;
                QCOMPARE(charts.current_id(), id);
                for (int tab = 0; tab < charts.count(); ++tab) {
                    const QString name = charts.tabText(tab);
                    if (charts.tabBar()->isTabVisible(tab) && charts.count() > 1 &&
                        charts.tabBar()->tabRect(tab).width() <
                            charts.tabBar()->fontMetrics().horizontalAdvance(name))
                        faults << QStringLiteral("%1: the tab %2 is cut").arg(QLatin1String(each.id), name);
                }
                const auto* view = charts.current()->findChild<PlotView*>();
                const int height = view ? view->plot_height() : 0;
                save_picture(QStringLiteral("%1-%2-%3-%4")
                                 .arg(size.width())
                                 .arg(text)
                                 .arg(QLatin1String(each.id), id));
                if (height == 0) continue; // nothing to show yet
                ++measured;
                lowest[height] = id;
                if (height < least) faults << QStringLiteral("%1 is %2 px high").arg(id).arg(height);
            }
        }
        QCOMPARE(m_window->size(), size); // nothing pushed its sides out
        QVERIFY2(measured > 12, qPrintable(QString::number(measured)));
        qInfo("%d plots, the lowest %d px: %s", measured, lowest.begin()->first,
              qPrintable(lowest.begin()->second));
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

private Q_SLOTS:
    void cleanup() { m_window.reset(); }

    void plots_are_high_enough_data() {
        QTest::addColumn<int>("text");
        for (const int text : {100, 150}) QTest::addRow("text %d %%", text) << text;
    }
    /// One window is made larger step by step, so that its studies are made once.
    void plots_are_high_enough() {
        QFETCH(int, text);
        start({1024, 700}, text);
        for (const auto& [size, least] : {std::pair{QSize(1024, 700), 180},
                                          {QSize(1280, 800), 240},
                                          {QSize(1440, 900), 240},
                                          {QSize(1920, 1080), 240}}) {
            m_window->resize(size);
            QTest::qWait(50);
            check_plots(size, text, least);
            if (QTest::currentTestFailed()) return;
        }
    }

    /// What is said of a run yields: its headline stands in one line where the window is low, the rest behind
    /// a button.
    void a_measured_run_leaves_its_plots_their_room_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("text");
        QTest::addColumn<int>("least");
        for (const int text : {100, 150})
            for (const auto& [size, least] : {std::pair{QSize(1024, 700), 180},
                                              {QSize(1280, 800), 240},
                                              {QSize(1440, 900), 240},
                                              {QSize(1920, 1080), 240}})
                QTest::addRow("%d x %d, text %d %%", size.width(), size.height(), text)
                    << size << text << least;
    }
    void a_measured_run_leaves_its_plots_their_room() {
        QFETCH(QSize, size);
        QFETCH(int, text);
        QFETCH(int, least);
        start(size, text);
        QVERIFY(test::drop_files(
            *m_window, {QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/traces/two_devices.json")}));
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->traces().is_running() && !m_window->runs().is_busy(), 60000);
        RunBar& bar = page().run_bar();
        QTRY_VERIFY(bar.isVisible());
        RunHeadline headline;
        headline.why =
            "no single cause explains four fifths of the idle time on the critical path; the largest, small "
            "kernels, makes 72 % (64 % of the critical path)";
        headline.where = "in 84.5 ms the GPUs idle 86 %, compute 10 % and wait for communication 2.5 %";
        headline.who = "one rank alone does not tell who was late";
        bar.show_headline(headline, QStringLiteral("3 of 16 files could not be read"), {});
        bar.show_apart(QStringLiteral("it ran on B200, drawn is H100"));
        QTest::qWait(50);
        save_picture(QStringLiteral("run-%1-%2").arg(size.width()).arg(text));
        const auto* view = page().charts().current()->findChild<PlotView*>();
        QVERIFY(view);
        QVERIFY2(view->plot_height() >= least, qPrintable(QString::number(view->plot_height())));
        QCOMPARE(m_window->size(), size);
        auto* details = bar.findChild<QPushButton*>(QStringLiteral("run-details"));
        auto* whole = bar.findChild<QLabel*>(QStringLiteral("run-headline"));
        const auto* brief = bar.findChild<QLabel*>(QStringLiteral("run-brief"));
        QVERIFY(details->isVisible() != whole->isVisible());
        QCOMPARE(brief->isVisible(), details->isVisible());
        if (text > 100 && size.height() <= 900) QVERIFY(details->isVisible());
        if (text == 100 && size.height() >= 1000) QVERIFY(!details->isVisible());
        if (!details->isVisible()) return;
        QTest::mouseClick(details, Qt::LeftButton);
        auto* all = bar.findChild<QLabel*>(QStringLiteral("run-all"));
        QVERIFY(all && all->isVisible());
        QCOMPARE(all->text(), bar.text());
        QVERIFY(all->text().startsWith(QStringLiteral("3 of 16 files")));
        QVERIFY(all->height() >= all->heightForWidth(all->width()));
        save_picture(QStringLiteral("run-details-%1-%2").arg(size.width()).arg(text));
        const QPointer<QWidget> popup = all->window();
        if (!qEnvironmentVariableIsEmpty("ROOFRACK_PICTURES"))
            popup->grab().save(qEnvironmentVariable("ROOFRACK_PICTURES") + QStringLiteral("/popup.png"));
        QTest::keyClick(popup, Qt::Key_Escape);
        QTRY_VERIFY(!popup);
    }

    /// The controls of the search and the findings take of the same window.
    void findings_leave_the_plan_search_its_plot() {
        start({1280, 800}, 100);
        page().workspaces().show_view(QStringLiteral("plan-search"));
        m_window->actions().get("search.start")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(page().search().search(), 120000);
        page().panels().show(QStringLiteral("findings"));
        QTRY_VERIFY(page().panels().findings().isVisible());
        QTest::qWait(100);
        const auto* view = page().charts().current()->findChild<PlotView*>();
        QVERIFY(view);
        QTRY_VERIFY2(view->plot_height() >= 240, qPrintable(QString::number(view->plot_height())));
        QVERIFY(page().panels().findings().height() > 40);
        QCOMPARE(m_window->size(), QSize(1280, 800));
    }

    /// What was found is a plot and a table, below the controls of what was asked.
    void found_designs_leave_their_plot_its_room() {
        start({1280, 800}, 100);
        page().workspaces().show_view(QStringLiteral("designs"));
        ComparisonChoice choice = m_window->document().project().comparison;
        choice.goal = "step.tokens_per_s";
        choice.limits = {"power.metered_w<=600 kW", "money.capital.needed_usd<=60M"};
        choice.vary = {"gpus=64:512", "plan=best"};
        Q_EMIT page().charts().comparison_chosen(choice);
        QTRY_COMPARE(m_window->document().project().comparison.vary, choice.vary);
        Q_EMIT page().charts().mark_chosen(QLatin1String(DesignChart::start_key));
        const auto is_found = [&] {
            const auto& designs = page().charts().data()->designs;
            return designs && designs->study && !designs->is_busy && !designs->is_stale;
        };
        QTRY_VERIFY_WITH_TIMEOUT(is_found(), 120000);
        QVERIFY(page().charts().data()->designs->study->found.rows.size() > 2);
        for (const auto& [size, least] :
             {std::pair{QSize(1280, 800), 240}, {QSize(1024, 700), 180}, {QSize(1920, 1080), 240}}) {
            m_window->resize(size);
            QTest::qWait(100);
            save_picture(QStringLiteral("designs-found-%1").arg(size.width()));
            const auto* view = page().charts().current()->findChild<PlotView*>();
            QVERIFY(view);
            QVERIFY2(view->plot_height() >= least,
                     qPrintable(QStringLiteral("%1: %2 px").arg(size.width()).arg(view->plot_height())));
            // Each design is a row that can be pointed at, and a dot.
            QVERIFY(view->ink().hits.size() >= 4);
        }
    }

    void the_largest_text_leaves_the_window_its_size() {
        start({1280, 800}, 200);
        for (const Workspace& each : workspaces()) {
            page().workspaces().enter(QLatin1String(each.id));
            QTest::qWait(50);
            QVERIFY2(
                m_window->size() == QSize(1280, 800),
                qPrintable(
                    QStringLiteral("%1: %2 px high").arg(QLatin1String(each.id)).arg(m_window->height())));
        }
    }

    void what_the_toolbar_has_no_room_for_is_behind_more_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("text");
        for (const int text : {100, 150, 200})
            for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080)})
                QTest::addRow("%d × %d, text %d %%", size.width(), size.height(), text) << size << text;
    }
    void what_the_toolbar_has_no_room_for_is_behind_more() {
        QFETCH(QSize, size);
        QFETCH(int, text);
        start(size, text);
        auto* toolbar = m_window->findChild<MainToolbar*>();
        auto* more = toolbar->findChild<QToolButton*>(QStringLiteral("toolbar-more"));
        const auto* extension = toolbar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
        QVERIFY(!extension || !extension->isVisible()); // which would hide what stands there last
        QStringList behind;
        if (more->isVisible()) {
            Q_EMIT more->menu()->aboutToShow();
            for (const QAction* action : more->menu()->actions())
                behind << action->text().remove(u'&') + (action->menu() ? QStringLiteral("…") : QString());
        }
        const QStringList choices = {QStringLiteral("Overlay"), QStringLiteral("Scenario")};
        for (ChoiceEdit* choice : toolbar->findChildren<ChoiceEdit*>()) {
            const bool is_behind = !behind.filter(choice->accessibleName() + QStringLiteral("…")).isEmpty();
            QVERIFY2(choices.contains(choice->accessibleName()) && choice->isVisible() != is_behind,
                     qPrintable(choice->accessibleName() + u':' + behind.join(u',')));
            if (choice->isVisible()) QVERIFY(choice->geometry().right() < toolbar->width());
        }
        const QAction* link = m_window->actions().get("tool.link");
        int links = 0; // buttons for it
        for (const QToolButton* button : toolbar->findChildren<QToolButton*>())
            links += button->isVisible() && button->defaultAction() == link;
        QCOMPARE(links + static_cast<int>(more->menu()->actions().contains(const_cast<QAction*>(link))), 1);
        QVERIFY(text > 100 || !more->isVisible());
    }

    /// It ends in "…"; its tooltip says all of it.
    void a_long_name_of_a_scenario_leaves_undo_its_button() {
        start({1280, 800}, 100);
        const std::string name = "64 × DGX H100 as they stand, with 32 × DGX B200 in the hall beside them";
        m_window->document().perform<RenameScenario>(name);
        QTest::qWait(50);
        auto* toolbar = m_window->findChild<MainToolbar*>();
        for (const char* id : {"edit.undo", "edit.redo", "tool.link"}) {
            const QAction* action = m_window->actions().get(id);
            int buttons = 0;
            for (const QToolButton* button : toolbar->findChildren<QToolButton*>())
                buttons += button->isVisible() && button->defaultAction() == action;
            QVERIFY2(buttons == 1, id);
        }
        for (const ChoiceEdit* choice : toolbar->findChildren<ChoiceEdit*>()) {
            QVERIFY2(choice->isVisible(), qPrintable(choice->accessibleName()));
            if (choice->accessibleName() == QStringLiteral("Scenario"))
                QCOMPARE(choice->toolTip(), QString::fromStdString(name));
        }
    }

    /// What it has no room for it leaves out whole.
    void the_verdict_ends_with_a_word() {
        start({1280, 800}, 100);
        const auto* line = m_window->findChild<ElidedLabel*>(QStringLiteral("verdict-line"));
        QVERIFY(line);
        QTRY_VERIFY(line->text().size() > 20);
        QVERIFY2(!line->text().contains(u'…'), qPrintable(line->text()));
        QVERIFY2(line->full_text().startsWith(line->text()) && line->text() != line->full_text(),
                 qPrintable(line->full_text()));
        QVERIFY(QStringView(line->full_text())
                    .sliced(line->text().size())
                    .startsWith(ElidedLabel::part_separator));
        QVERIFY(line->toolTip().contains(line->full_text()));
    }

    void the_text_grows_in_the_window_and_in_the_charts() {
        start({1440, 900}, 100);
        const auto title_height = [&] {
            const auto* view = page().charts().current()->findChild<PlotView*>();
            return view->ink().texts.front().height();
        };
        QTRY_VERIFY(!page().charts().current()->findChild<PlotView*>()->ink().texts.empty());
        const int menu = m_window->fontMetrics().height();
        const double title = title_height();
        for (int i = 0; i < 3; ++i) m_window->actions().get("view.text-larger")->trigger();
        QCOMPARE(m_session->text_size(), 150);
        QVERIFY(m_window->actions().get("view.text-150")->isChecked());
        QTRY_VERIFY(!page().charts().current()->findChild<PlotView*>()->ink().texts.empty());
        QVERIFY(m_window->fontMetrics().height() > 1.4 * menu);
        QTRY_VERIFY(title_height() > 1.4 * title);
        for (int i = 0; i < 9; ++i) m_window->actions().get("view.text-larger")->trigger();
        QCOMPARE(m_session->text_size(), 200);
        for (int i = 0; i < 9; ++i) m_window->actions().get("view.text-smaller")->trigger();
        QCOMPARE(m_session->text_size(), 90);
        m_window->actions().get("view.theme-dark")->trigger(); // which keeps the size
        QCOMPARE(m_window->theme().scale, 0.9);
    }

    /// The room that the drawing had goes to the views.
    void nothing_is_left_empty_when_the_drawing_goes() {
        start({1600, 1000}, 100);
        const auto toggle = [&] {
            QTest::keyClick(m_window.get(), Qt::Key_F4, Qt::ShiftModifier);
            QTest::qWait(30);
        };
        for (const Workspace& each : workspaces()) {
            page().workspaces().enter(QLatin1String(each.id));
            for (int round = 0; round < 4; ++round) {
                toggle();
                const Canvas& canvas = page().canvas();
                ChartArea& charts = page().charts();
                const QWidget& views = each.shows_deck ? static_cast<QWidget&>(page().deck()) : charts;
                const int taken = (canvas.isVisible() ? canvas.height() + 1 : 0) + views.height();
                const QWidget* halves = views.parentWidget();
                QVERIFY2(std::abs(taken - halves->height()) <= 2, qPrintable(QStringLiteral("%1: %2 of %3")
                                                                                 .arg(QLatin1String(each.id))
                                                                                 .arg(taken)
                                                                                 .arg(halves->height())));
                if (each.shows_deck) continue;
                const auto* view = charts.current()->findChild<PlotView*>();
                QVERIFY(view->height() > charts.height() / 2);
            }
        }
    }

    void dialogs_show_their_whole_title_and_the_signs_of_the_theme() {
        start({1280, 800}, 150, true);
        const QString title = QStringLiteral("A title that is a good deal longer than what the dialog says");
        const int needed = QFontMetrics(QApplication::font()).horizontalAdvance(title);
        for (const auto icon :
             {QMessageBox::Information, QMessageBox::Question, QMessageBox::Warning, QMessageBox::Critical}) {
            QMessageBox box(icon, title, QStringLiteral("Yes?"), QMessageBox::Ok, m_window.get());
            box.show();
            QTest::qWait(20);
            QVERIFY(box.width() > needed);
            const QImage sign = box.iconPixmap().toImage();
            const QColor colour = icon == QMessageBox::Warning    ? m_window->theme().warning
                                  : icon == QMessageBox::Critical ? m_window->theme().critical
                                                                  : m_window->theme().accent;
            QCOMPARE(sign.pixelColor(sign.width() / 5, sign.height() * 3 / 4).rgb(), colour.rgb());
        }
        QInputDialog input(m_window.get());
        input.setWindowTitle(title);
        input.show();
        QVERIFY(input.width() > needed);
    }
};

QTEST_MAIN(TestRoomForWork)
#include "test_room_for_work.moc"
