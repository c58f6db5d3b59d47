// SPDX-License-Identifier: GPL-3.0-or-later
// The scaling study in the window: what it counts, what its curve shows, and when the best plans come;
// measured curves beside it.
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/study_flow.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/pages/verdict_bar.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/workspace_switch.h"
#include "core/answers/measured_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/study/money/money_study.h"
#include "core/study/money/run_cost.h"
#include "core/study/scenario_curve.h"
#include "core/study/verdict.h"
#include "tests/support/drop_files.h"
#include "tests/support/planned_verdict.h"
#include "tests/support/sample_window.h"
#include "widgets/charts/measured_curve/curve_controls.h"
#include "widgets/charts/measured_curve/measured_curve_chart.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/charts/scale/study_controls.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/fields/choice_edit.h"

#include <QFile>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

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
    ChartArea& chart_area() { return page().charts(); }
    /// What the menu of axes and lines switches, Amdahl's law last.
    QList<QAction*> line_actions() {
        QList<QAction*> out =
            controls().findChild<QToolButton*>(QStringLiteral("study-lines"))->menu()->actions();
        out.removeIf([](const QAction* action) { return action->isSeparator(); });
        return out;
    }
    StudyControls& controls() { return *page().charts().findChild<StudyControls*>(); }
    QString write(const char* name, const QByteArray& text) {
        QFile file(m_folder.filePath(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
        return file.fileName();
    }
    void drop(const QStringList& paths) { QVERIFY(test::drop_files(*m_window, paths)); }
    void wait_for_study() {
        QTRY_VERIFY_WITH_TIMEOUT(!page().study().is_busy() && !shown().is_best_awaited(), 30000);
    }

private Q_SLOTS:
    void init() {
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_window = test::shown_window(*m_session, {1600, 1000});
        QVERIFY(m_window);
        QVERIFY(test::open_sample(*m_window, QStringLiteral("ws-8gpu")));
    }
    void cleanup() { m_window.reset(); }

    void the_best_plans_are_found_when_the_chart_is_seen() {
        page().workspaces().enter(QStringLiteral("draw"));
        page().workspaces().show_view(QStringLiteral("step-breakdown"));
        QTest::qWait(400);
        QVERIFY(shown().best().points.empty());
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        QCOMPARE(shown().best().points.size(), shown().given().points.size());
        // The points are those that the command line prints.
        const auto drawn = Prepared::make(m_window->document().scenario(), Catalog::built_in());
        std::vector<double> sizes;
        for (const ScalePoint& point : shown().given().points) sizes.push_back(point.gpus);
        const ScaleResult again = scale(*drawn, sizes, {.replan = true});
        for (size_t i = 0; i < sizes.size(); ++i) {
            QCOMPARE(shown().best().points[i].wall_step.si(), again.points[i].wall_step.si());
            QCOMPARE(shown().best().points[i].regime, again.points[i].regime);
        }
        QCOMPARE(shown().evaluation()->regime, regime_as_drawn(*drawn, ScaleMetric::goodput).regime);
    }

    /// The one switch: verdict, curves, money, findings and mitigations by the same plan, as `--replan` has
    /// it.
    void the_switch_turns_the_whole_window() {
        QVERIFY(m_window->files().open_sample(QStringLiteral("llama3-405b-16k")));
        page().workspaces().enter(QStringLiteral("scale"));
        const auto wait = [&](bool best) {
            QTRY_VERIFY_WITH_TIMEOUT(m_window->page() && page().charts().data() &&
                                         shown().best_plan == best && !page().study().is_busy() &&
                                         !shown().is_best_awaited() && shown().evaluation()->regime,
                                     60000);
        };
        wait(false);
        const Scenario given = m_window->document().scenario();
        const Catalog& catalog = Catalog::built_in();
        auto* button = m_window->verdict().findChild<QPushButton*>(QStringLiteral("verdict-plan"));
        const auto check = [&](bool best) {
            const Scenario asked = planned(given, catalog, best);
            const Evaluation expected = test::planned_verdict(given, asked, best, catalog);
            QCOMPARE(shown().evaluation()->step_time.si(), expected.step_time.si());
            QCOMPARE(shown().evaluation()->regime, expected.regime);
            QCOMPARE(shown().evaluation()->binds, expected.binds);
            QCOMPARE(shown().scale().replanned, best);
            QCOMPARE(shown().other().replanned, !best);
            const ScalePoint* here = shown().scale().at(16384);
            QCOMPARE(here->regime, expected.regime);
            QCOMPARE(here->wall_step.si(), expected.step_time.si());
            // What is not seen is not found.
            page().workspaces().show_view(QStringLiteral("money"));
            QTRY_VERIFY_WITH_TIMEOUT(!page().study().is_busy() && shown().have<MoneyStudy>(), 60000);
            page().workspaces().enter(QStringLiteral("scale"));
            QCOMPARE(shown().have<MoneyStudy>()->run.dollars_per_million,
                     run_cost(*Prepared::make(asked, catalog), expected).dollars_per_million);
            QCOMPARE(button->text(),
                     best ? QStringLiteral("Best plan found") : QStringLiteral("Plan as given"));
            QVERIFY(m_window->verdict().text().contains(button->text()));
            QCOMPARE(m_window->actions().get("study.plan-best")->isChecked(), best);
        };
        check(false);
        if (QTest::currentTestFailed()) return;
        const double as_given = shown().evaluation()->step_time.si();
        m_window->actions().get("study.plan-best")->trigger();
        QVERIFY(m_window->verdict().best_plan());
        wait(true);
        check(true);
        if (QTest::currentTestFailed()) return;
        QVERIFY(shown().evaluation()->step_time.si() < as_given);
        // The scenario keeps its plan.
        QVERIFY(m_window->document().scenario().plan == given.plan && m_window->document().is_clean());
        button->menu()->actions().front()->trigger();
        wait(false);
        check(false);
    }

    /// Where no size of the plan as given has a regime of its own, the best plans tell it a moment later.
    void details_follow_the_evaluation() {
        QVERIFY(m_window->files().open_sample(QStringLiteral("llama3-405b-16k")));
        // With longer sequences fewer replicas do not fit even at the lower end of the band of memory.
        Workload workload = m_window->document().scenario().workload;
        workload.sequence = 10240;
        m_window->document().perform<SetWorkload>(workload, QStringLiteral("sequence"));
        QTRY_VERIFY2_WITH_TIMEOUT(m_window->verdict().text().contains(QStringLiteral("by the best plans")),
                                  qPrintable(m_window->verdict().text()), 30000);
        QCOMPARE(m_window->verdict().text().count(QStringLiteral("by the best plans")), 1);
    }

    void a_change_keeps_the_old_line_until_the_new_one_is_found() {
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        const double before = shown().best().at(8)->wall_step.si();
        Workload workload = m_window->document().scenario().workload;
        workload.sequence /= 2;
        QSignalSpy evaluated(m_window.get(), &MainWindow::settled);
        m_window->document().perform<SetWorkload>(workload, QStringLiteral("sequence"));
        QVERIFY(evaluated.wait(30000));
        QVERIFY(shown().is_best_awaited());
        QCOMPARE(shown().best().at(8)->wall_step.si(), before);
        wait_for_study();
        QVERIFY(shown().best().at(8)->wall_step.si() < before);
    }

    void one_control_sets_what_all_count() {
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        auto* metric = controls().findChild<ChoiceEdit*>();
        QCOMPARE(metric->key(), QStringLiteral("goodput"));
        metric->setFocus();
        QTest::keyClick(metric, Qt::Key_Down);
        QTRY_COMPARE_WITH_TIMEOUT(shown().given().metric, ScaleMetric::fixed_batch, 30000);
        wait_for_study();
        QCOMPARE(shown().best().metric, ScaleMetric::fixed_batch);
        for (const ScalePoint& point : shown().best().points)
            if (point.feasible) QCOMPARE(point.step_time, point.productive_step);
        QCOMPARE(metric->key(), QStringLiteral("fixed-batch"));
    }

    void the_curve_shows_what_is_chosen() {
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        auto* quantity = controls().findChild<ChoiceEdit*>(QStringLiteral("study-quantity"));
        quantity->setFocus();
        QTest::keyClick(quantity, Qt::Key_Home);
        std::vector<QImage> pictures;
        for (const ScaleQuantity each : scale_quantities) {
            QCOMPARE(chart().view().quantity, each);
            pictures.push_back(chart().grab().toImage());
            QTest::keyClick(quantity, Qt::Key_Down);
        }
        // Axes and lines of the last, one after the other.
        for (QAction* action : line_actions()) {
            QCOMPARE(action->isEnabled(), !action->text().contains(QStringLiteral("Amdahl")));
            if (!action->isEnabled()) continue;
            action->trigger();
            pictures.push_back(chart().grab().toImage());
        }
        QTest::keyClick(quantity, Qt::Key_Home); // the rate
        pictures.push_back(chart().grab().toImage());
        line_actions().back()->trigger();
        QVERIFY(chart().view().law);
        pictures.push_back(chart().grab().toImage());
        for (size_t i = 0; i < pictures.size(); ++i)
            for (size_t j = 0; j < i; ++j)
                QVERIFY2(pictures[i] != pictures[j], qPrintable(QStringLiteral("%1 is %2").arg(i).arg(j)));
    }

    void how_it_is_seen_is_kept_for_the_next_start() {
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        chart_area().set_study_view({});
        auto* quantity = controls().findChild<ChoiceEdit*>(QStringLiteral("study-quantity"));
        quantity->setFocus();
        QTest::keyClick(quantity, Qt::Key_Home);
        QVERIFY(chart().view().is_log());
        for (QAction* action : line_actions()) action->trigger();
        const StudyView left = chart().view();
        StudyView expected;
        expected.quantity = ScaleQuantity::rate;
        expected.log_gpus = expected.band = false;
        expected.set_log(false);
        expected.law = true;
        QVERIFY(left == expected);
        expected.quantity = ScaleQuantity::speedup; // each quantity has an axis of its own
        QVERIFY(expected.is_log());
        m_window.reset();
        init();
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        QVERIFY(chart().view() == left);
        QCOMPARE(controls().findChild<ChoiceEdit*>(QStringLiteral("study-quantity"))->key(),
                 QStringLiteral("rate"));
        chart_area().set_study_view({});
        const StudyView odd = StudyView::of_text(
            QStringLiteral(R"({"quantity": 3, "beside": [1, "a"], "band": "x", "log_values": []})"));
        QVERIFY(odd.beside == QStringList{QStringLiteral("a")} && odd.band);
        QVERIFY(StudyView::of_text(QStringLiteral("{")) == StudyView());
    }

    void what_is_not_known_cannot_be_chosen() {
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        auto* quantity = controls().findChild<ChoiceEdit*>(QStringLiteral("study-quantity"));
        const auto is_enabled = [&](ScaleQuantity each) {
            const int row = quantity->findData(QString::fromStdString(std::string(name_of(each))));
            return bool(quantity->model()->flags(quantity->model()->index(row, 0)) & Qt::ItemIsEnabled);
        };
        for (const ScaleQuantity each : scale_quantities) QVERIFY(is_enabled(each));
        Workload workload = m_window->document().scenario().workload;
        workload.token_budget = 0;
        m_window->document().perform<SetWorkload>(workload, QStringLiteral("budget"));
        QTRY_VERIFY_WITH_TIMEOUT(!is_enabled(ScaleQuantity::days), 30000);
        QVERIFY(!is_enabled(ScaleQuantity::energy) && is_enabled(ScaleQuantity::dollars));
        const int days = quantity->findData(QStringLiteral("days"));
        QVERIFY(
            quantity->itemData(days, Qt::ToolTipRole).toString().contains(QStringLiteral("token budget")));
    }

    void other_scenarios_are_put_beside() {
        page().workspaces().enter(QStringLiteral("scale"));
        wait_for_study();
        auto* beside = controls().findChild<QToolButton*>(QStringLiteral("study-beside"));
        QCOMPARE(beside->menu()->actions().size(), 1);
        const Scenario& other = m_window->document().project().scenarios[1];
        QAction& choose = *beside->menu()->actions().front();
        QCOMPARE(choose.text(), QString::fromStdString(other.name));
        QVERIFY(shown().beside.empty());
        choose.trigger();
        QTRY_COMPARE_WITH_TIMEOUT(shown().beside.size(), size_t(1), 60000);
        const auto curve = shown().beside.front();
        QCOMPARE(curve->scenario, other.name);
        // As alone, held against the smallest size of the one that is open.
        const auto drawn = Prepared::make(other, Catalog::built_in());
        std::vector<double> sizes;
        for (const ScalePoint& point : curve->study.points) sizes.push_back(point.gpus);
        const ScaleResult alone = scale(*drawn, sizes); // by the plan that the switch has chosen
        size_t rows = 0;
        const ChartTable table = chart().table();
        for (const auto& cells : table.rows) {
            if (cells[cells.size() - 2] != ChartTable::Cell(other.name)) continue;
            const ScalePoint& point = alone.points[rows++];
            if (point.feasible)
                QCOMPARE(std::get<double>(cells[10]), point.progress / shown().scale().smallest.progress);
        }
        QCOMPARE(rows, alone.points.size());
        // What is counted is counted of both.
        auto* metric = controls().findChild<ChoiceEdit*>();
        metric->setFocus();
        QTest::keyClick(metric, Qt::Key_Down);
        QTRY_VERIFY_WITH_TIMEOUT(shown().given().metric == ScaleMetric::fixed_batch &&
                                     shown().beside.size() == 1 &&
                                     shown().beside.front()->study.metric == ScaleMetric::fixed_batch,
                                 60000);
        // The other one opened, it is not beside itself.
        m_window->document().set_scenario_index(1);
        QTRY_VERIFY_WITH_TIMEOUT(shown().scenario == other.name && shown().beside.empty(), 30000);
        chart_area().set_study_view({});
    }

    void a_dropped_curve_belongs_to_the_project() {
        Document& document = m_window->document();
        drop({write("run.csv", "gpus,tokens_per_s,val_loss\n1,1000,2\n2,1900,2\n4,3300,2.2\n8,5200,2.0\n")});
        QTRY_COMPARE(document.scenario().measured_curves.size(), size_t(1));
        QCOMPARE(document.scenario().measured_curves.front().name, std::string("run"));
        QCOMPARE(page().workspaces().current().id, "scale");
        QCOMPARE(page().charts().current_id(), QLatin1String(MeasuredCurveChart::id_text));
        QTRY_COMPARE_WITH_TIMEOUT(shown().have_or_empty<MeasuredStudies>().curves.size(), size_t(1), 30000);
        QVERIFY(!m_window->traces().is_running());
        // One step to undo, and kept in the file.
        const auto curves = document.scenario().measured_curves;
        m_window->actions().get("edit.undo")->trigger();
        QVERIFY(document.scenario().measured_curves.empty());
        QTRY_VERIFY_WITH_TIMEOUT(shown().have_or_empty<MeasuredStudies>().curves.empty(), 30000);
        m_window->actions().get("edit.redo")->trigger();
        QVERIFY(document.scenario().measured_curves == curves);
        const QString path = m_folder.filePath(QStringLiteral("kept.roofrack.json"));
        QVERIFY(m_window->files().save_to(path.toStdString()));
        QVERIFY(m_window->files().open_sample(QStringLiteral("dgx-h100-su")));
        QVERIFY(document.scenario().measured_curves.empty());
        QVERIFY(m_window->files().open(path.toStdString()));
        QVERIFY(document.scenario().measured_curves == curves);
    }

    void the_charts_show_what_fit_prints() {
        drop({write("run.csv", "gpus,tokens_per_s\n2,1900\n4,3300\n8,5200\n")});
        QTRY_COMPARE_WITH_TIMEOUT(shown().have_or_empty<MeasuredStudies>().curves.size(), size_t(1), 30000);
        const Catalog& catalog = Catalog::built_in();
        const MeasuredCurve& curve = m_window->document().scenario().measured_curves.front();
        const auto drawn = Prepared::make(m_window->document().scenario(), catalog);
        const auto fit = fit_scaling(curve, measured_node(curve, *drawn),
                                     line_counts(curve, catalog.defaults()), catalog.defaults());
        const MeasuredComparison against = measured_against(*drawn, curve, natural_metric(*drawn));
        const ChartTable table = page().charts().current()->table();
        const auto value = [&](size_t row, const char* name) {
            const auto column = std::ranges::find(table.columns, name, &ChartTable::Column::name);
            const ChartTable::Cell& cell =
                table.rows[row][static_cast<size_t>(column - table.columns.begin())];
            return std::holds_alternative<double>(cell) ? std::get<double>(cell) : -1;
        };
        QCOMPARE(table.rows.size(), fit->rows.size() + fit->notes.size() + (against.cause.empty() ? 0 : 1) +
                                        3); // and three questions
        for (size_t i = 0; i < fit->rows.size(); ++i) {
            QCOMPARE(value(i, "gpus"), fit->rows[i].gpus);
            QCOMPARE(value(i, "measured"), fit->rows[i].measured.value_or(-1));
            QCOMPARE(value(i, "forecast"), fit->rows[i].forecast->rate);
            QCOMPARE(value(i, "forecast_high"), fit->rows[i].forecast->high);
            QCOMPARE(value(i, "elasticity"), fit->rows[i].elasticity->rate);
            QCOMPARE(value(i, "amdahl"), fit->rows[i].amdahl);
            QCOMPARE(value(i, "usl"), fit->rows[i].usl);
            QVERIFY(fit->rows[i].gpus <= 32); // four times the largest
        }
        const auto model = std::ranges::find(against.rows, 8.0, &MeasuredComparison::Row::gpus);
        const auto row = static_cast<size_t>(std::ranges::find(fit->rows, 8.0, &ScalingFit::Row::gpus) -
                                             fit->rows.begin());
        QCOMPARE(value(row, "model"), model->predicted);
        // On the scaling chart the points lie at the level of the plan as given.
        page().workspaces().show_view(QLatin1String(ScalingChart::id_text));
        wait_for_study();
        size_t measured = 0;
        const ChartTable scaling = chart().table();
        for (const auto& cells : scaling.rows)
            if (cells[0] == ChartTable::Cell(std::string("measured"))) {
                QCOMPARE(std::get<double>(cells[9]), curve.points[measured].rate / against.factor);
                ++measured;
            }
        QCOMPARE(measured, curve.points.size());
    }

    void curves_dropped_in_a_row_all_come() {
        Document& document = m_window->document();
        const QString a = write("a.csv", "gpus,rate\n1,1\n4,2.5\n"),
                      b = write("b.csv", "gpus,rate\n1,1\n2,2\n");
        drop({a});
        drop({b});
        QTRY_COMPARE(document.scenario().measured_curves.size(), size_t(2));
        // The last is shown; the other one is chosen, then removed by the button.
        QTRY_COMPARE_WITH_TIMEOUT(page().charts().shown_curve(), QStringLiteral("b"), 30000);
        auto* controls = page().charts().findChild<CurveControls*>();
        auto* choice = controls->findChild<ChoiceEdit*>();
        QTRY_VERIFY(choice->isVisible());
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Up);
        QCOMPARE(page().charts().shown_curve(), QStringLiteral("a"));
        for (QPushButton* button : controls->findChildren<QPushButton*>())
            if (button->text() == u"Remove") QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(document.scenario().measured_curves.size(), size_t(1));
        QCOMPARE(document.scenario().measured_curves.front().name, std::string("b"));
        m_window->actions().get("trace.remove-curve")->trigger();
        QVERIFY(document.scenario().measured_curves.empty());
        QVERIFY(!m_window->actions().get("trace.remove-curve")->isEnabled());
    }

    void a_broken_curve_is_said_with_its_line() {
        drop({write("bad.csv", "gpus,rate\n1,1\n4,fast\n")});
        QTRY_VERIFY2(m_window->messages().text().contains(QStringLiteral("bad.csv:3")),
                     qPrintable(m_window->messages().text()));
        QVERIFY(m_window->document().scenario().measured_curves.empty());
        drop({write("one.csv", "gpus,rate\n4,1\n4,1.1\n")});
        QTRY_VERIFY2(m_window->messages().text().contains(QStringLiteral("one.csv:3")),
                     qPrintable(m_window->messages().text()));
    }
};

QTEST_MAIN(TestScalingStudy)
#include "test_scaling_study.moc"
