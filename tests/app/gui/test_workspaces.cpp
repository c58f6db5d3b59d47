// SPDX-License-Identifier: GPL-3.0-or-later
// The workspaces: what each shows, that each keeps its own layout, and what leads from one to another.
#include "app/gui/commands/command_search.h"
#include "app/gui/decide/decide_flow.h"
#include "app/gui/flows/study_flow.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/window/main_toolbar.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "core/study/money/side_by_side.h"
#include "core/study/money/site_alternative.h"
#include "tests/support/layout_check.h"
#include "tests/support/sample_window.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/drawing_tile.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/money/running_chart.h"
#include "widgets/charts/plot/plot_view.h"
#include "widgets/editor/commands/add_scenario.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/editor/document.h"
#include "widgets/fields/segments.h"
#include "widgets/findings/findings_line.h"
#include "widgets/findings/findings_view.h"
#include "widgets/inspector/inspector.h"
#include "widgets/present/deck_view.h"

#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <ctime>
#include <malloc.h>
#include <map>
#include <memory>

using namespace roofrack;
using namespace roofrack::test;

class TestWorkspaces : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    ProjectPage& page() { return *m_window->page(); }
    WorkspaceSwitch& workspaces_of_page() { return page().workspaces(); }
    QString current() { return QLatin1String(workspaces_of_page().current().id); }
    QDockWidget* dock(const char* name) { return page().findChild<QDockWidget*>(QLatin1String(name)); }
    void enter(const char* id) {
        workspaces_of_page().enter(QLatin1String(id));
        QCOMPARE(current(), QLatin1String(id));
        QTest::qWait(20);
    }
    QStringList shown_panels() {
        QStringList names;
        for (const QDockWidget* each : page().panels().docks())
            if (each->isVisible()) names << each->objectName();
        names.sort();
        return names;
    }
    int views_height() { return page().charts().height(); }
    FindingsLine& small_findings() { return *page().findChild<FindingsLine*>(); }
    /// The one that is seen.
    DrawingTile* tile() {
        for (auto* each : page().findChildren<DrawingTile*>())
            if (each->isVisible()) return each;
        return nullptr;
    }
    void press(const char* button) {
        for (auto* each : page().findChildren<QToolButton*>())
            if (each->isVisible() && each->text() == QLatin1String(button)) {
                QTest::mouseClick(each, Qt::LeftButton);
                QTest::qWait(20);
                return;
            }
        QFAIL(button);
    }
    void start(QSize size = {1600, 1000}, const QString& sample = QStringLiteral("dgx-h100-su")) {
        m_window.reset();
        m_session = std::make_unique<Session>(m_settings);
        m_session->set_appearance(Session::Appearance::light);
        m_window = test::shown_window(*m_session, size);
        QVERIFY(m_window);
        QVERIFY(test::open_sample(*m_window, sample));
        QTest::qWait(50);
    }
    std::map<QByteArray, int> kinds() {
        std::map<QByteArray, int> counts;
        for (const QObject* object : m_window->findChildren<QObject*>())
            ++counts[object->metaObject()->className()];
        return counts;
    }
    void choose_overlay(Overlay overlay) {
        auto* action = m_window->findChild<QAction*>(QStringLiteral("view.overlay-") + id_of(overlay));
        QVERIFY(action);
        action->trigger();
    }
    /// As a hand at the line between drawing and views does.
    void move_splitter(int by) {
        auto* splitter = qobject_cast<QSplitter*>(page().charts().parentWidget());
        QVERIFY(splitter);
        QWidget* handle = splitter->handle(1);
        const QPoint from = handle->rect().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, from);
        QTest::mouseMove(handle, from + QPoint(0, by));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, from + QPoint(0, by));
        QTest::qWait(20);
    }

private Q_SLOTS:
    void init() {
        static int number = 0;
        m_settings = m_folder.filePath(QStringLiteral("settings-%1.ini").arg(++number));
    }
    void cleanup() { m_window.reset(); }

    /// From the welcome page to two clusters side by side: a sample, what else its power feeds, a click.
    void a_cluster_that_could_be_had_becomes_a_scenario() {
        start({1600, 1000}, QStringLiteral("llama3-405b-16k"));
        const auto data = [this] { return page().charts().data(); };
        workspaces_of_page().show_view(QStringLiteral("running-by"));
        QTRY_VERIFY_WITH_TIMEOUT(data()->have<SiteAlternatives>() && !are_fills_awaited(*data()), 30000);
        const SiteAlternatives fills = *data()->have<SiteAlternatives>();
        QVERIFY(fills.clusters.size() > 10);
        QCOMPARE(data()->columns.size(), size_t(2)); // the sample's own, to be found once they are seen
        QVERIFY(!data()->columns.front());
        Q_EMIT page().charts().mark_chosen(QStringLiteral("fill:gb200"));
        QTRY_COMPARE(page().charts().current_id(), QStringLiteral("scenarios"));
        const auto all_found = [&] {
            return data()->columns.size() == 3 &&
                   std::ranges::all_of(data()->columns, [](const auto& column) { return column != nullptr; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(all_found(), 30000);
        const auto gb200 = std::ranges::find(fills.clusters, "gb200", &SiteAlternative::accelerator);
        // Behind the open one, which it takes the place of.
        const ScenarioColumn& added = *data()->columns[1];
        QCOMPARE(added.scenario, data()->scenario);
        QCOMPARE(added.evaluation.gpus, gb200->gpus);
        QCOMPARE(added.run.useful_rate, gb200->useful_rate);
        QVERIFY(work_differences(data()->columns[0]->work, added.work).empty());
        Q_EMIT page().charts().mark_chosen(QStringLiteral("fill:tpu-v5p")); // does not run: nothing happens
        QCOMPARE(data()->columns.size(), size_t(3));
    }

    /// What the site of one project could have is not shown under the name of another, nor where nothing
    /// runs.
    void what_another_project_could_have_is_gone_with_it() {
        start({1600, 1000}, QStringLiteral("llama3-405b-16k"));
        const auto data = [this] { return page().charts().data(); };
        workspaces_of_page().show_view(QStringLiteral("running-by"));
        QTRY_VERIFY_WITH_TIMEOUT(data()->have<SiteAlternatives>() && !are_fills_awaited(*data()), 30000);
        Scenario broken = m_window->document().scenario();
        broken.name = "feeds in a circle";
        for (const char* id : {"one", "two"}) {
            Element feed;
            feed.id = id;
            feed.kind = ElementKind::feed;
            broken.cluster.elements.push_back(feed);
        }
        for (const auto& [id, from, to] : {std::tuple{"there", "one", "two"}, {"back", "two", "one"}}) {
            Link link;
            link.id = id;
            link.from = from;
            link.to = to;
            broken.cluster.links.push_back(link);
        }
        m_window->document().perform<AddScenario>(std::move(broken));
        QVERIFY(!data()->have<SiteAlternatives>() || data()->scenario == "As published");
        QTRY_COMPARE_WITH_TIMEOUT(data()->scenario, std::string("feeds in a circle"), 10000);
        QTest::qWait(600); // longer than it waits before it looks
        QVERIFY(!data()->have<SiteAlternatives>() && !are_fills_awaited(*data()));
        const auto& findings = data()->evaluation()->findings;
        const auto circle = std::ranges::find(findings, "not-evaluable", &Finding::id);
        QVERIFY(circle != findings.end());
        QCOMPARE(circle->where, std::vector<std::string>{"one"});
        QVERIFY2(circle->message.find("supply each other in a circle") != std::string::npos,
                 circle->message.c_str());
    }

    /// A view that a workspace was left with is seen again when it is entered, as by a click on its tab.
    void scenarios_changed_in_another_workspace_are_found_anew() {
        start({1600, 1000}, QStringLiteral("llama3-405b-16k"));
        const auto data = [this] { return page().charts().data(); };
        const auto all_found = [&] {
            return data()->columns.size() == 2 && data()->columns[0] && data()->columns[1];
        };
        workspaces_of_page().show_view(QStringLiteral("scenarios"));
        QTRY_VERIFY_WITH_TIMEOUT(all_found(), 30000);
        const double before = data()->columns[0]->run.dollars_per_million;
        QVERIFY(data()->columns[0]->runs());
        const auto changed = [&](const auto& change) {
            enter("facility");
            Site site = m_window->document().scenario().site;
            change(site);
            QSignalSpy settled(m_window.get(), &MainWindow::settled);
            m_window->document().perform<SetSite>(site, QStringLiteral("site"));
            QVERIFY(settled.count() > 0 || settled.wait(30000));
            QVERIFY(!data()->columns[0]); // it is another scenario now, and no one looks
            enter("decide");
            QCOMPARE(page().charts().current_id(), QStringLiteral("scenarios"));
            QTRY_VERIFY_WITH_TIMEOUT(all_found(), 30000);
        };
        changed([](Site& site) { site.electricity_price *= 2; });
        if (QTest::currentTestFailed()) return;
        QVERIFY(data()->columns[0]->run.dollars_per_million > before);
        changed([](Site& site) { site.power_limit = Watts(1); });
        if (QTest::currentTestFailed()) return;
        QVERIFY(!data()->columns[0]->runs());
        const auto* view = page().charts().current()->findChild<PlotView*>();
        const auto tells_why = [](const ChartHit& hit) {
            return hit.readout.contains(QStringLiteral("As published does not run: The site draws"));
        };
        QTRY_VERIFY(std::ranges::any_of(view->ink().hits, tells_why));
    }

    void every_chart_lives_in_one_workspace() {
        for (const ChartEntry& entry : chart_catalog()) {
            int homes = 0;
            for (const Workspace& each : workspaces())
                for (const auto* some : {&each.views, &each.more, &each.research})
                    homes += static_cast<int>(std::ranges::count(*some, std::string_view(entry.id)));
            QVERIFY2(homes == 1, entry.id);
            QVERIFY(home_of(QLatin1String(entry.id)));
        }
        for (const Workspace& each : workspaces())
            for (const char* id : each.charts()) QVERIFY2(find_chart(QLatin1String(id)), id);
    }

    void each_shows_its_views_and_its_panels() {
        start();
        for (const Workspace& each : workspaces()) {
            workspaces_of_page().enter(QLatin1String(each.id));
            QTest::qWait(20);
            ChartArea& charts = page().charts();
            QCOMPARE(page().deck().isVisible(), each.shows_deck);
            if (each.shows_deck) continue;
            std::vector<const char*> tabs = each.tabs();
            if (each.shows_run) tabs = {"run-ranks", "step-breakdown"}; // no run is open
            QCOMPARE(charts.count(), static_cast<int>(tabs.size()));
            for (int tab = 0; tab < charts.count(); ++tab) {
                charts.setCurrentIndex(tab);
                QCOMPARE(charts.current()->id(), QLatin1String(tabs[static_cast<size_t>(tab)]));
                QTRY_VERIFY(charts.current()->isVisible()); // one just made takes a turn
            }
            QCOMPARE(charts.tabBar()->isVisible(), charts.count() > 1);
            QStringList panels;
            for (const char* name : each.panels) panels << QLatin1String(name);
            for (const char* name : each.wide_panels) panels << QLatin1String(name);
            panels.sort();
            QCOMPARE(shown_panels(), panels);
            QCOMPARE(page().canvas().isVisible(), each.is_drawing);
            QCOMPARE(small_findings().isVisible(), !panels.contains(QStringLiteral("findings")));
            QCOMPARE(tile() != nullptr, !each.is_drawing);
            QCOMPARE(page().canvas().shown().overlay(), each.overlay);
            QCOMPARE(m_window->findChild<MainToolbar*>()->overlay(), each.overlay);
        }
        const std::pair<const char*, std::vector<const char*>> wanted[] = {
            {"draw", {"parts", "outline", "inspector"}},
            {"step", {"inspector"}},
            {"scale", {"inspector"}},
            {"facility", {"inspector"}},
        };
        for (const auto& [id, panels] : wanted) {
            enter(id);
            for (const char* name : panels) QVERIFY2(dock(name)->isVisible(), name);
        }
        enter("draw");
        QVERIFY(page().canvas().height() > 1.9 * views_height());
    }

    /// Each leads from what is small to what it stands for, and back.
    void the_drawing_the_findings_and_the_inspector_open_from_where_they_are_small() {
        start({1280, 800});
        enter("scale");
        QVERIFY(dock("inspector")->isHidden() && dock("findings")->isHidden());
        const int whole = views_height();
        QVERIFY(tile());
        QTest::mouseClick(tile(), Qt::LeftButton);
        QTest::qWait(20);
        QVERIFY(page().canvas().isVisible() && !page().charts().isVisible() && !tile());
        press("Back to the views (F4)");
        QVERIFY(!page().canvas().isVisible() && page().charts().isVisible());
        QCOMPARE(views_height(), whole);
        const auto& findings = page().charts().data()->evaluation()->findings;
        QVERIFY(!findings.empty());
        // The line says what the list begins with.
        QCOMPARE(small_findings().text(), QString::fromStdString(findings.front().message));
        QTest::mouseClick(&small_findings(), Qt::LeftButton, {}, {30, 10});
        QTest::qWait(20);
        QVERIFY(dock("findings")->isVisible() && !small_findings().isVisible());
        dock("findings")->close();
        QTest::qWait(20);
        QVERIFY(small_findings().isVisible());
        press("Mitigations");
        QVERIFY(dock("reliefs")->isVisible());
        dock("reliefs")->close();
        press("Inspector");
        QVERIFY(dock("inspector")->isVisible());
        QVERIFY(tile() && dock("inspector")->isAncestorOf(tile()));
        // What was opened in a narrow window stays open there.
        enter("step");
        enter("scale");
        QVERIFY(dock("inspector")->isVisible());
    }

    void the_inspector_folds_and_unfolds_with_the_width() {
        start({1600, 1000});
        enter("step");
        QVERIFY(dock("inspector")->isVisible());
        m_window->resize(1280, 800);
        QTRY_VERIFY(dock("inspector")->isHidden());
        enter("facility"); // which was never seen
        QVERIFY(dock("inspector")->isHidden());
        m_window->resize(1600, 1000);
        QTRY_VERIFY(dock("inspector")->isVisible());
        enter("step"); // left while the window was narrow
        QVERIFY(dock("inspector")->isVisible());
        // Closed by hand, it stays closed.
        dock("inspector")->close();
        m_window->resize(1280, 800);
        QTest::qWait(50);
        m_window->resize(1600, 1000);
        QTest::qWait(50);
        QVERIFY(dock("inspector")->isHidden());
        enter("draw"); // where the drawing is the work, nothing folds
        m_window->resize(1280, 800);
        QTest::qWait(50);
        QVERIFY(dock("inspector")->isVisible());
    }

    void what_is_asked_less_often_is_behind_more() {
        start({1280, 800});
        enter("scale");
        ChartArea& charts = page().charts();
        QCOMPARE(charts.count(), 4);
        auto* more = charts.cornerWidget()->findChild<QMenu*>();
        QVERIFY(more && charts.cornerWidget()->isVisible());
        const auto texts = [](const QMenu& menu) {
            QStringList all;
            for (const QAction* entry : menu.actions()) all << entry->text();
            return all;
        };
        Q_EMIT more->aboutToShow();
        QCOMPARE(texts(*more), QStringList({"Measured curve", "Network balance", "Research"}));
        QMenu* research = more->actions().last()->menu();
        QCOMPARE(texts(*research), QStringList({"Gradient exchange", "Memory wall", "Reduction order"}));
        research->actions()[1]->trigger();
        QCOMPARE(charts.current_id(), QStringLiteral("memory-wall"));
        QCOMPARE(charts.count(), 5);
        enter("draw");
        enter("scale");
        QCOMPARE(charts.current_id(), QStringLiteral("memory-wall")); // as it was left
        Q_EMIT more->aboutToShow();
        more->actions().first()->trigger(); // takes its place
        QCOMPARE(charts.current_id(), QStringLiteral("measured-curve"));
        QCOMPARE(charts.count(), 5);
        enter("facility");
        QCOMPARE(charts.count(), 4);
        enter("step");
        QVERIFY(!charts.cornerWidget()->isVisible());
        // What does not fit is there too, and no name is cut.
        charts.setFixedWidth(320);
        QTest::qWait(20);
        QVERIFY(charts.cornerWidget()->isVisible());
        QVERIFY(charts.tabBar()->sizeHint().width() <= charts.width());
        int seen = 0;
        for (int tab = 0; tab < charts.count(); ++tab) seen += charts.tabBar()->isTabVisible(tab);
        Q_EMIT more->aboutToShow();
        QCOMPARE(seen + static_cast<int>(more->actions().size()), charts.count());
        more->actions().last()->trigger();
        QVERIFY(charts.tabBar()->isTabVisible(charts.currentIndex()));
    }

    void nothing_is_clipped_data() {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(1600, 1000), QSize(1280, 800), QSize(1280, 720), QSize(1024, 700)})
            QTest::addRow("%d x %d", size.width(), size.height()) << size;
    }
    void nothing_is_clipped() {
        QFETCH(QSize, size);
        start(size, QStringLiteral("shared-a100-hot-rack"));
        QStringList faults;
        for (const Workspace& each : workspaces()) {
            workspaces_of_page().enter(QLatin1String(each.id));
            QTest::qWait(50);
            QCOMPARE(m_window->size(), size); // no panel makes it larger
            for (int tab = 0; tab < page().charts().count(); ++tab) {
                page().charts().setCurrentIndex(tab);
                QTest::qWait(10);
                for (const QString& fault : layout_faults(*m_window))
                    faults << QLatin1String(each.id) + QStringLiteral(": ") + fault;
            }
        }
        faults.removeDuplicates();
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    /// Rack and inspector beside each other would leave a small window's views no width.
    void the_rack_stands_behind_the_inspector_in_a_narrow_window() {
        start({1024, 700}, QStringLiteral("shared-a100-hot-rack"));
        enter("facility");
        page().panels().show(QStringLiteral("inspector"));
        page().panels().show(QStringLiteral("elevation"));
        QTest::qWait(50);
        QCOMPARE(m_window->size(), QSize(1024, 700));
        const auto is_behind = [&] {
            return page().tabifiedDockWidgets(dock("elevation")).contains(dock("inspector"));
        };
        QVERIFY(is_behind() && !dock("elevation")->visibleRegion().isEmpty());
        const int narrow = page().charts().width();
        page().panels().show(QStringLiteral("inspector"));
        QTest::qWait(20);
        QVERIFY(dock("elevation")->visibleRegion().isEmpty());
        QCOMPARE(page().charts().width(), narrow);
        m_window->resize(1500, 900);
        QTest::qWait(50);
        QVERIFY(!is_behind());
        QVERIFY(dock("elevation")->x() < dock("inspector")->x());
        QVERIFY(page().tabifiedDockWidgets(dock("inspector")).contains(dock("own-part")));
        m_window->resize(1024, 700);
        QTRY_VERIFY(dock("inspector")->isHidden() && dock("elevation")->isHidden()); // folded
        page().panels().show(QStringLiteral("elevation"));
        page().panels().show(QStringLiteral("inspector"));
        QTRY_VERIFY(is_behind() && dock("elevation")->visibleRegion().isEmpty());
        QCOMPARE(m_window->size(), QSize(1024, 700));
    }

    void the_layout_of_one_does_not_move_another() {
        start();
        enter("step");
        const QStringList panels = shown_panels();
        const int height = views_height(), width = dock("inspector")->width();
        page().charts().show_chart(QStringLiteral("memory"));
        enter("draw");
        dock("outline")->close();
        page().resizeDocks({dock("inspector")}, {420}, Qt::Horizontal);
        move_splitter(-80);
        choose_overlay(Overlay::link_load);
        const int drawn = page().canvas().height();
        enter("step");
        QCOMPARE(shown_panels(), panels);
        QCOMPARE(views_height(), height);
        QCOMPARE(dock("inspector")->width(), width);
        QCOMPARE(page().charts().current()->id(), QStringLiteral("memory"));
        QCOMPARE(page().canvas().shown().overlay(), Overlay::bottleneck);
        enter("facility");
        page().panels().show(QStringLiteral("elevation")); // beside the inspector
        enter("draw");
        QVERIFY(dock("outline")->isHidden());
        QCOMPARE(dock("inspector")->width(), 420);
        QCOMPARE(page().canvas().height(), drawn);
        QCOMPARE(page().canvas().shown().overlay(), Overlay::link_load);
    }

    void all_of_it_is_there_after_a_restart() {
        start();
        enter("facility");
        dock("inspector")->close();
        page().panel_layout().show_drawing(true);
        QTest::qWait(20);
        move_splitter(60);
        choose_overlay(Overlay::chip);
        const int drawn = page().canvas().height();
        enter("step");
        page().charts().show_chart(QStringLiteral("roofline"));
        page().panels().show(QStringLiteral("outline"));
        QVERIFY(m_window->close());
        start();
        QCOMPARE(current(), QStringLiteral("step"));
        QCOMPARE(page().charts().current()->id(), QStringLiteral("roofline"));
        QVERIFY(dock("outline")->isVisible());
        enter("facility");
        QVERIFY(dock("inspector")->isHidden());
        QCOMPARE(page().canvas().height(), drawn);
        QCOMPARE(page().canvas().shown().overlay(), Overlay::chip);
        enter("draw");
        QVERIFY(dock("parts")->isVisible());
    }

    void what_cannot_be_read_is_as_at_first() {
        QSettings(m_settings, QSettings::IniFormat)
            .setValue(QStringLiteral("window/layout"), QByteArray("old"));
        {
            QSettings broken(m_settings, QSettings::IniFormat);
            broken.setValue(QStringLiteral("window/splitter"), QByteArray("older"));
            broken.setValue(QStringLiteral("view/overlay"), QStringLiteral("chip"));
            broken.setValue(QStringLiteral("workspaces-2/current"), QStringLiteral("nowhere"));
            broken.setValue(QStringLiteral("workspaces-2/draw/panels"), QByteArray("no layout"));
            broken.setValue(QStringLiteral("workspaces-2/draw/views-share"), QStringLiteral("much"));
            broken.setValue(QStringLiteral("workspaces-2/draw/overlay"), QStringLiteral("no overlay"));
            broken.setValue(QStringLiteral("workspaces-2/draw/view"), QStringLiteral("no chart"));
        }
        start();
        QCOMPARE(current(), QStringLiteral("draw"));
        QVERIFY(dock("parts")->isVisible() && dock("inspector")->isVisible());
        QCOMPARE(page().canvas().shown().overlay(), Overlay::bottleneck);
        QVERIFY(page().canvas().height() > 1.9 * views_height());
    }

    void reset_layout_resets_the_present_one() {
        start();
        enter("scale");
        dock("inspector")->close();
        enter("draw");
        const int drawn = page().canvas().height();
        dock("parts")->close();
        move_splitter(-100);
        QVERIFY(page().canvas().height() < drawn);
        m_window->actions().get("view.reset-layout")->trigger();
        QTest::qWait(20);
        QVERIFY(dock("parts")->isVisible());
        QCOMPARE(page().canvas().height(), drawn);
        enter("scale");
        QVERIFY(dock("inspector")->isHidden());
    }

    void the_command_search_leads_to_a_view_of_another() {
        start();
        m_window->actions().get("view.search")->trigger();
        auto* search = m_window->findChild<CommandSearch*>();
        auto* field = search->findChild<QLineEdit*>();
        auto* list = search->findChild<QListWidget*>();
        QTest::keyClicks(field, QStringLiteral("scaling"));
        QCOMPARE(list->item(0)->text(), QStringLiteral("Scaling · in Scale"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(current(), QStringLiteral("scale"));
        QTRY_VERIFY(page().charts().current()->isVisible());
        // What stands here stays here.
        m_window->actions().get("chart.step-breakdown")->trigger();
        QCOMPARE(current(), QStringLiteral("step"));
        enter("draw");
        m_window->actions().get("chart.step-breakdown")->trigger();
        QCOMPARE(current(), QStringLiteral("draw"));
        m_window->actions().get("view.search")->trigger();
        QTest::keyClicks(field, QStringLiteral("workspace fac"));
        QCOMPARE(list->item(0)->text(), QStringLiteral("Workspace: Facility"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(current(), QStringLiteral("facility"));
    }

    void keys_and_the_control_lead_to_each() {
        start();
        auto* control = m_window->findChild<MainToolbar*>()->findChild<Segments*>();
        QCOMPARE(control->count(), static_cast<int>(workspaces().size()));
        QVERIFY(!control->accessibleName().isEmpty());
        for (int i = 0; i < control->count(); ++i) {
            QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
            QCOMPARE(current(), QLatin1String(workspaces()[static_cast<size_t>(i)].id));
            QCOMPARE(control->key(), current());
        }
        for (int i = 0; i < control->count(); ++i) {
            QTest::mouseClick(control, Qt::LeftButton, {}, control->tabRect(i).center());
            QCOMPARE(current(), QLatin1String(workspaces()[static_cast<size_t>(i)].id));
        }
        control->setFocus(Qt::TabFocusReason);
        QTest::keyClick(control, Qt::Key_Left);
        QCOMPARE(current(), QLatin1String(workspaces()[workspaces().size() - 2].id));
        QVERIFY(control->hasFocus()); // the next arrow goes on
    }

    void nothing_is_selected_on_the_way() {
        const auto at_the_chart = [this] {
            const QWidget* focus = m_window->focusWidget();
            const Chart* chart = page().charts().current();
            return focus && (chart == focus || chart->isAncestorOf(focus));
        };
        start();
        page().canvas().setFocus();
        for (const Workspace& each : workspaces()) workspaces_of_page().enter(QLatin1String(each.id));
        workspaces_of_page().enter(QStringLiteral("measured")); // which hides the drawing
        QTest::qWait(20);
        QVERIFY(m_window->document().selection().is_empty());
        QVERIFY(at_the_chart());
        enter("draw");
        m_window->resize(1024, 700);
        QTRY_VERIFY(!page().charts().isVisible());
        page().canvas().setFocus();
        page().panel_layout().show_views();
        QTest::qWait(20);
        QVERIFY(m_window->document().selection().is_empty());
        QVERIFY(at_the_chart());
    }

    void a_trace_leads_to_measured() {
        start();
        QSignalSpy done(&m_window->traces(), &TraceFlow::read_done);
        m_window->open_paths({QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/traces/good.json")});
        QVERIFY(done.count() > 0 || done.wait(30000));
        QCOMPARE(current(), QStringLiteral("measured"));
        QVERIFY(dock("ranks")->isVisible());
        QVERIFY(!page().canvas().isVisible());
        QCOMPARE(page().charts().current()->id(), QStringLiteral("run-ranks"));
        // The drawing comes when it is asked for.
        m_window->actions().get("view.drawing")->trigger();
        QVERIFY(page().canvas().isVisible() && page().charts().isVisible());
        m_window->actions().get("view.drawing")->trigger();
        QVERIFY(!page().canvas().isVisible());
        m_window->actions().get("edit.find")->trigger();
        QVERIFY(page().canvas().isVisible());
    }

    void a_plan_search_leads_to_step() {
        start();
        Q_EMIT m_window->findChild<Inspector*>()->search_requested();
        QCOMPARE(current(), QStringLiteral("step"));
        QCOMPARE(page().charts().current()->id(), QStringLiteral("plan-search"));
    }

    void a_finding_on_a_feed_or_a_cooler_leads_to_facility() {
        start();
        auto* findings = m_window->findChild<FindingsView*>();
        const auto element = [&](std::initializer_list<ElementKind> kinds) {
            for (const Element& each : m_window->document().cluster().elements)
                if (std::ranges::count(kinds, each.kind)) return each.id;
            return std::string();
        };
        enter("step");
        Q_EMIT findings->located({element({ElementKind::switch_})});
        QCOMPARE(current(), QStringLiteral("step"));
        for (const ElementKind kind : {ElementKind::feed, ElementKind::cooling}) {
            enter("step");
            const std::string id = element({kind});
            QVERIFY(!id.empty());
            Q_EMIT findings->located({id});
            QCOMPARE(current(), QStringLiteral("facility"));
            QCOMPARE(m_window->document().selection().primary(), id);
        }
    }

    void the_bill_opens_where_one_is() {
        start();
        enter("scale");
        m_window->actions().get("study.bill")->trigger();
        QCOMPARE(current(), QStringLiteral("scale"));
        QVERIFY(dock("bill")->isVisible());
        enter("draw");
        QVERIFY(!dock("bill")->isVisible());
    }

    void a_small_window_shows_one_view() {
        start({1024, 700});
        QCOMPARE(m_window->size(), QSize(1024, 700));
        const auto only = [&](bool drawing) {
            return page().canvas().isVisible() == drawing && page().charts().isVisible() != drawing;
        };
        QVERIFY(only(true));
        auto* choice = page().findChild<Segments*>();
        QVERIFY(choice->isVisible());
        QCOMPARE(choice->key(), QStringLiteral("drawing"));
        QTest::mouseClick(choice, Qt::LeftButton, {}, choice->tabRect(1).center());
        QVERIFY(only(false));
        QTRY_VERIFY(page().charts().current()->isVisible());
        enter("step");
        QVERIFY(only(false));
        QVERIFY(!choice->isVisible() && tile()); // which leads to the drawing
        QTest::keyClick(m_window.get(), Qt::Key_F4);
        QVERIFY(only(true));
        QVERIFY(!small_findings().isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_F4);
        QVERIFY(only(false));
        QVERIFY(small_findings().isVisible());
        // What asks for the drawing gets it, and what asks for a chart that.
        m_window->actions().get("view.fit")->trigger();
        QVERIFY(only(true));
        QVERIFY(choice->isVisible());
        m_window->actions().get("chart.memory")->trigger();
        QVERIFY(only(false));
        enter("draw");
        QVERIFY(only(false)); // as it was left
        m_window->resize(1600, 1000);
        QTRY_VERIFY(page().canvas().isVisible() && page().charts().isVisible());
        QVERIFY(!choice->isVisible());
    }

    void f4_gives_the_drawing_everything_and_stays_behind() {
        start();
        const int before = page().canvas().height();
        QTest::keyClick(m_window.get(), Qt::Key_F4);
        QVERIFY(!page().charts().isVisible() && !dock("findings")->isVisible());
        QTRY_VERIFY(page().canvas().height() > before + 300);
        enter("scale");
        QVERIFY(page().charts().isVisible() && small_findings().isVisible());
        enter("draw");
        QVERIFY(page().charts().isVisible() && dock("findings")->isVisible());
        QCOMPARE(page().canvas().height(), before);
    }

    void going_back_and_forth_is_quick_and_keeps_nothing() {
        start({1600, 1000}, QStringLiteral("llama3-405b-16k"));
        const auto visit_all = [this] {
            double longest = 0; // ms of work, whatever else the machine does
            for (const Workspace& each : workspaces()) {
                const std::clock_t before = std::clock();
                workspaces_of_page().enter(QLatin1String(each.id));
                QCoreApplication::processEvents(); // its painting
                longest =
                    std::max(longest, 1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
                QTest::qWait(1); // what it deletes later
            }
            return longest;
        };
        visit_all();
        // They add panels to their charts.
        QTRY_VERIFY_WITH_TIMEOUT(!page().is_finding(), 60000);
        visit_all();
        std::map<QByteArray, int> before = kinds();
        double longest = 0;
        for (int round = 0; round < 10; ++round) longest = std::max(longest, visit_all());
        qInfo("the slowest change took %.0f ms", longest);
        QVERIFY2(longest < 1000, qPrintable(QString::number(longest))); // none stalls, whatever the machine
        for (const auto& [kind, count] : kinds())
            QVERIFY2(count <= before[kind],
                     qPrintable(QStringLiteral("%1 %2").arg(count).arg(QString::fromLatin1(kind))));
    }

    /// Nor do the pictures that Qt's style makes of arrows and frames while they are painted.
    void going_back_and_forth_keeps_no_memory() {
        start();
        const auto held_after = [this](int rounds) { // bytes of the heap; 0 under a sanitizer
            for (int round = 0; round < rounds; ++round)
                for (const Workspace& each : workspaces()) {
                    workspaces_of_page().enter(QLatin1String(each.id));
                    if (round % 2) workspaces_of_page().reset();
                    QTest::qWait(1);
                }
            QTest::qWait(100);
            const auto heap = mallinfo2();
            return static_cast<double>(heap.uordblks + heap.hblkhd);
        };
        constexpr int rounds = 20;
        const double before = held_after(6);
        const double kept =
            (held_after(rounds) - before) / (rounds * static_cast<double>(workspaces().size()));
        qInfo("a change keeps %.0f bytes", kept);
        QVERIFY2(kept < 1024, qPrintable(QString::number(kept)));
    }
};

QTEST_MAIN(TestWorkspaces)
#include "test_workspaces.moc"
