// SPDX-License-Identifier: GPL-3.0-or-later
// The scaling study in the window: what it counts, what its curve shows, and when the best plans come.
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/study_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/verdict_bar.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/workspace_switch.h"
#include "core/catalog/catalog.h"
#include "core/study/verdict.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/charts/scale/study_controls.h"
#include "widgets/editor/commands/set_workload.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/segments.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace roofrack;

class TestScalingStudy : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    ProjectPage& page() { return *m_window->page(); }
    const ChartData& shown() { return *page().charts().data(); }
    ScalingChart& chart() { return *page().charts().findChild<ScalingChart*>(); }
    StudyControls& controls() { return *page().charts().findChild<StudyControls*>(); }
    void wait_for_study() {
        QTRY_VERIFY_WITH_TIMEOUT(!page().study().is_busy() && !shown().best_is_stale, 30000);
    }

private Q_SLOTS:
    void init() {
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->resize(1600, 1000);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        QVERIFY(m_window->files().open_sample(QStringLiteral("ws-8gpu")));
        QVERIFY(settled.count() > 0 || settled.wait(30000));
    }
    void cleanup() { m_window.reset(); }

    void the_best_plans_are_found_when_the_chart_is_seen() {
        page().workspaces().enter(QStringLiteral("draw"));
        page().workspaces().show_view(QStringLiteral("step-breakdown"));
        QTest::qWait(400);
        QVERIFY(shown().best.points.empty());
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        QCOMPARE(shown().best.points.size(), shown().given.points.size());
        // The same as the command line's.
        const auto drawn = Prepared::make(m_window->document().scenario(), Catalog::built_in());
        std::vector<double> sizes;
        for (const ScalePoint& point : shown().given.points) sizes.push_back(point.gpus);
        const ScaleResult again = scale(*drawn, sizes, {.replan = true});
        for (size_t i = 0; i < sizes.size(); ++i) {
            QCOMPARE(shown().best.points[i].wall_step.si(), again.points[i].wall_step.si());
            QCOMPARE(shown().best.points[i].regime, again.points[i].regime);
        }
        QCOMPARE(shown().evaluation->regime, regime_as_drawn(*drawn, ScaleMetric::goodput).regime);
    }

    void a_change_keeps_the_old_line_until_the_new_one_is_found() {
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        const double before = shown().best.at(8)->wall_step.si();
        Workload workload = m_window->document().scenario().workload;
        workload.sequence /= 2;
        QSignalSpy evaluated(m_window.get(), &MainWindow::settled);
        m_window->document().perform<SetWorkload>(workload, QStringLiteral("sequence"));
        QVERIFY(evaluated.wait(30000));
        QVERIFY(shown().best_is_stale);
        QCOMPARE(shown().best.at(8)->wall_step.si(), before);
        wait_for_study();
        QVERIFY(shown().best.at(8)->wall_step.si() < before);
    }

    void one_control_sets_what_all_count() {
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        auto* metric = controls().findChild<ChoiceEdit*>();
        QCOMPARE(metric->key(), QStringLiteral("goodput"));
        metric->setFocus();
        QTest::keyClick(metric, Qt::Key_Down);
        QTRY_COMPARE_WITH_TIMEOUT(shown().given.metric, ScaleMetric::fixed_batch, 30000);
        wait_for_study();
        QCOMPARE(shown().best.metric, ScaleMetric::fixed_batch);
        for (const ScalePoint& point : shown().best.points)
            if (point.feasible) QCOMPARE(point.step_time, point.productive_step);
        QCOMPARE(metric->key(), QStringLiteral("fixed-batch"));
    }

    void the_curve_shows_what_is_chosen() {
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        auto* value = controls().findChild<Segments*>();
        value->setFocus();
        const QImage speedup = chart().grab().toImage();
        QTest::keyClick(value, Qt::Key_Right);
        QTest::qWait(50);
        const QImage rate = chart().grab().toImage();
        QTest::keyClick(value, Qt::Key_Right);
        QTest::qWait(50);
        const QImage efficiency = chart().grab().toImage();
        QVERIFY(speedup != rate && rate != efficiency && efficiency != speedup);
    }
};

QTEST_MAIN(TestScalingStudy)
#include "test_scaling_study.moc"
