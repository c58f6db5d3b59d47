// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/search_flow.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/layout_check.h"
#include "tests/support/search_samples.h"
#include "tests/support/text_recorder.h"
#include "widgets/charts/plan_map.h"
#include "widgets/charts/plan_search_chart.h"
#include "widgets/charts/plan_text.h"
#include "widgets/charts/plot/plot_view.h"
#include "widgets/editor/commands/move_elements.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/editor/document.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/plan_search/plan_table.h"
#include "widgets/plan_search/plan_table_model.h"
#include "widgets/plan_search/search_controls.h"
#include "widgets/plan_search/search_view.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyleOptionViewItem>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

#include <atomic>
#include <thread>

using namespace roofrack;
using namespace roofrack::test;

namespace {

/// A document, a search that a test holds by the reins, and the view on it.
struct Bench {
    Document document{Catalog::built_in()};
    std::atomic<bool> may_end = true;
    std::atomic<int> stopped = 0;
    SearchOptions asked;
    SearchFlow flow;
    PlanSearchChart* chart = new PlanSearchChart(nullptr);
    SearchView view{chart};
    ChartData shown;

    Bench()
        : flow(document,
               [this](const PlanSearchRequest& request, SearchProgress& progress,
                      const std::stop_token& stop) -> Result<SearchResult> {
                   asked = request.options;
                   if (request.options.gpus == 13)
                       return fail("gpus", "13 GPUs are too many", "search for fewer");
                   progress.done = 0.37;
                   while (!may_end && !stop.stop_requested())
                       std::this_thread::sleep_for(std::chrono::milliseconds(1));
                   if (stop.stop_requested()) ++stopped;
                   return test_samples::plans(request.scenario->plan);
               }) {
        flow.attach(view);
        QObject::connect(&flow, &SearchFlow::search_changed, &view, [this] { show(); });
        view.resize(900, 420);
        view.show();
        show();
    }
    void show() {
        shown.search = flow.search();
        shown.search_is_stale = flow.is_stale();
        chart->show(shown);
    }
    template<class W>
    W* find(const char* name) {
        return view.findChild<W*>(QLatin1String(name));
    }
    bool search() {
        QTest::mouseClick(find<QPushButton>("search-start"), Qt::LeftButton);
        return QTest::qWaitFor([this] { return !flow.is_running(); }, 5000) && settle();
    }
    /// The chart has painted what it was given.
    bool settle() {
        return QTest::qWaitFor([this] { return hit(8, 8) != nullptr || !flow.search(); }, 5000);
    }
    PlotView* plot() { return chart->findChild<PlotView*>(); }
    const ChartHit* hit(int tp, int pp) {
        const QString key = QStringLiteral("%1x%2").arg(tp).arg(pp);
        for (const ChartHit& candidate : plot()->ink().hits)
            if (candidate.choose == key) return &candidate;
        return nullptr;
    }
    void click_cell(int tp, int pp) {
        const QPoint at = hit(tp, pp)->area.boundingRect().center().toPoint();
        QTest::mouseClick(plot()->childAt(at), Qt::LeftButton, {}, at);
    }
    QString text(int row, int column) { return view.table().model()->index(row, column).data().toString(); }
};

} // namespace

class TestSearchView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }

    void start_shows_progress_and_then_the_plans() {
        Bench bench;
        QVERIFY(QTest::qWaitForWindowExposed(&bench.view));
        QVERIFY(!bench.view.table().isVisible());
        bench.may_end = false;
        QTest::mouseClick(bench.find<QPushButton>("search-start"), Qt::LeftButton);
        QVERIFY(bench.flow.is_running());
        auto* bar = bench.view.findChild<QProgressBar*>();
        QTRY_COMPARE(bar->value(), 370);
        QVERIFY(bar->isVisible() && bench.find<QPushButton>("search-cancel")->isVisible());
        QVERIFY(!bench.find<QPushButton>("search-start")->isVisible());
        QCOMPARE(bench.view.controls().line(), QStringLiteral("37 % of the space"));
        bench.may_end = true;
        QTRY_VERIFY(!bench.flow.is_running());
        QVERIFY(bench.settle());
        QVERIFY(!bar->isVisible());
        QCOMPARE(bench.view.controls().line(),
                 QStringLiteral(
                     "7.1 M candidates in 2.1 s · 2.4 M costed (1.14 M/s) · 2.3 M feasible · 4.6 M pruned"));
        QCOMPARE(bench.view.table().model()->rowCount(), 10);
        QCOMPARE(bench.text(0, PlanTableModel::step_time), QStringLiteral("5.310 s"));
        QCOMPARE(bench.text(0, PlanTableModel::reason), QStringLiteral("the fastest"));
        QCOMPARE(bench.text(0, PlanTableModel::mfu), QStringLiteral("42.0 %"));
        QVERIFY(bench.text(1, PlanTableModel::reason).contains(QStringLiteral("pipeline bubble")));
    }

    void cancel_keeps_what_was_there() {
        Bench bench;
        QVERIFY(bench.search());
        const auto before = bench.flow.search();
        bench.may_end = false;
        auto* start = bench.find<QPushButton>("search-start");
        start->setFocus();
        QTest::keyClick(start, Qt::Key_Space);
        QVERIFY(bench.flow.is_running());
        auto* cancel = bench.find<QPushButton>("search-cancel");
        QVERIFY(cancel->hasFocus() || !bench.view.isActiveWindow()); // the keyboard stays on the pair
        QTest::keyClick(cancel, Qt::Key_Space);
        QVERIFY(!bench.flow.is_running());
        QTRY_COMPARE(bench.stopped.load(), 1);
        QTest::qWait(20);
        QCOMPARE(bench.flow.search(), before);
        QVERIFY(bench.view.controls().line().startsWith(QStringLiteral("Cancelled")));
    }

    void escape_cancels() {
        Bench bench;
        bench.may_end = false;
        auto* start = bench.find<QPushButton>("search-start");
        start->setFocus();
        QTest::keyClick(start, Qt::Key_Space);
        QVERIFY(bench.flow.is_running());
        QTest::keyClick(bench.find<QPushButton>("search-cancel"), Qt::Key_Escape);
        QVERIFY(!bench.flow.is_running());
        QCOMPARE(bench.view.controls().line(), QStringLiteral("The search was cancelled"));
    }

    void tab_reaches_everything() {
        Bench bench;
        QVERIFY(QTest::qWaitForWindowActive(&bench.view));
        QVERIFY(bench.search());
        auto* start = bench.find<QPushButton>("search-start");
        start->setFocus();
        QWidgetList reached;
        for (int i = 0; i < 12 && !reached.contains(start); ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            reached << QApplication::focusWidget();
        }
        QStringList order;
        for (const QWidget* widget : reached) order << QLatin1String(widget->metaObject()->className());
        const QString text = order.join(u' ');
        for (QWidget* wanted :
             QWidgetList{bench.plot(), bench.view.findChild<QTabBar*>(), &bench.view.table(),
                         bench.find<QPushButton>("use-plan"), bench.view.findChild<QuantityEdit*>(), start})
            QVERIFY2(reached.contains(wanted), qPrintable(text));
        QVERIFY2(reached.indexOf(bench.plot()) < reached.indexOf(&bench.view.table()), qPrintable(text));
    }

    void no_feasible_plan_is_an_answer() {
        Bench bench;
        auto search = std::make_shared<PlanSearch>(*test_samples::search());
        search->result.best.clear();
        search->result.pareto.clear();
        search->result.base.reset();
        for (SearchCell& cell : search->result.map) {
            if (cell.best) cell.reason = "does not fit: 131 GB of 80 GB";
            cell.best.reset();
        }
        bench.shown.search = search;
        bench.chart->show(bench.shown);
        bench.view.show_search(search);
        test::TextRecorder recorder({900, 460});
        bench.chart->paint(recorder, {.size = {900, 460}}, true);
        QStringList all;
        for (const auto& text : recorder.texts) all << text.text;
        QVERIFY2(all.join(u'|').contains(QStringLiteral("no plan is feasible · TP 8 × PP 32 does not fit")),
                 qPrintable(all.join(u'|')));
        QVERIFY(!bench.find<QPushButton>("use-plan")->isEnabled());
    }

    void a_failure_says_what_to_do() {
        Bench bench;
        auto* gpus = bench.view.findChild<QuantityEdit*>();
        gpus->setFocus();
        QTest::keyClicks(gpus, QStringLiteral("13"));
        QTest::keyClick(gpus, Qt::Key_Return);
        QTest::mouseClick(bench.find<QPushButton>("search-start"), Qt::LeftButton);
        QTRY_COMPARE(bench.view.controls().line(),
                     QStringLiteral("gpus: 13 GPUs are too many: search for fewer"));
        QVERIFY(!bench.flow.is_running() && !bench.flow.search());
    }

    void options_restrict_the_space() {
        Bench bench;
        QVERIFY(bench.search());
        QVERIFY(bench.asked.space.sequence_parallel.empty() && bench.asked.space.recompute.empty());
        QTest::mouseClick(bench.view.findChild<QToolButton*>(), Qt::LeftButton);
        for (QCheckBox* box : bench.view.findChildren<QCheckBox*>())
            if (box->text() == u"Sequence parallelism" || box->text() == u"Selective recompute") {
                QVERIFY(box->isVisible());
                QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
            }
        QCOMPARE(bench.view.findChild<QToolButton*>()->text(), QStringLiteral(" Options: 7 of 9 used"));
        QVERIFY(bench.search());
        QCOMPARE(bench.asked.space.sequence_parallel, std::vector<bool>{false});
        QCOMPARE(bench.asked.space.recompute, (std::vector<Recompute>{Recompute::none, Recompute::full}));
        QVERIFY(bench.asked.space.tp.empty() && bench.asked.space.vpp.empty());
    }

    void a_cell_selects_its_plan() {
        Bench bench;
        QVERIFY(bench.search());
        bench.click_cell(8, 4);
        QCOMPARE(bench.view.selected()->plan.tp, 8);
        QCOMPARE(bench.view.selected()->plan.pp, 4);
        QCOMPARE(bench.view.findChild<QTabBar*>()->currentIndex(), 0); // it is one of the fastest
        QVERIFY(bench.settle());
        bench.click_cell(1, 32); // not among the ten: the list of the cells has it
        QCOMPARE(bench.view.findChild<QTabBar*>()->currentIndex(), 2);
        QCOMPARE(bench.view.selected()->plan.pp, 32);
        QVERIFY(bench.find<QPushButton>("use-plan")->isEnabled());
        QVERIFY(bench.settle());
        bench.click_cell(2, 5);
        QVERIFY(!bench.find<QPushButton>("use-plan")->isEnabled()); // there is no such plan
        QCOMPARE(bench.view.selected()->reason, std::string("96 layers do not divide into 5 stages"));
    }

    void keys_walk_the_map() {
        Bench bench;
        QVERIFY(bench.search());
        auto* plot = bench.plot();
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_Right); // the first cell: TP 1, PP 1
        QTest::keyClick(plot, Qt::Key_Up);
        QTest::keyClick(plot, Qt::Key_Up);
        QTest::keyClick(plot, Qt::Key_Right);
        QTest::keyClick(plot, Qt::Key_Right);
        QTest::keyClick(plot, Qt::Key_Return);
        QCOMPARE(bench.view.selected()->plan.tp, 4);
        QCOMPARE(bench.view.selected()->plan.pp, 4);
        QVERIFY(bench.settle());
        QTest::keyClick(plot, Qt::Key_Up); // goes on from there
        QTest::keyClick(plot, Qt::Key_Return);
        QCOMPARE(bench.view.selected()->plan.tp, 8);
        QCOMPARE(bench.view.selected()->plan.pp, 4);
    }

    void use_is_one_step_and_undo_takes_it_back() {
        Bench bench;
        Plan before = bench.document.scenario().plan;
        before.tp = 2;
        before.software = "nemo";
        bench.document.perform<SetPlan>(before, QStringLiteral("plan"));
        const int steps = bench.document.undo_stack().index();
        QVERIFY(bench.search());
        bench.click_cell(4, 16);
        QTest::mouseClick(bench.find<QPushButton>("use-plan"), Qt::LeftButton);
        const Plan used = bench.document.scenario().plan;
        QCOMPARE(bench.document.undo_stack().index(), steps + 1);
        QCOMPARE(used.tp, 4);
        QCOMPARE(used.pp, 16);
        QCOMPARE(used.dp, 0); // still whatever the GPUs leave
        QVERIFY(used.recompute == Recompute::selective && used.software == "nemo");
        QVERIFY(!bench.flow.is_stale()); // the question is the same
        bench.document.undo_stack().undo();
        QVERIFY(bench.document.scenario().plan == before);
        // Enter on a row does the same.
        bench.view.table().setFocus();
        for (int i = 0; i < 30; ++i) QTest::keyClick(&bench.view.table(), Qt::Key_Up);
        QTest::keyClick(&bench.view.table(), Qt::Key_Return);
        QCOMPARE(bench.document.scenario().plan.tp, 8);
        QCOMPARE(bench.document.scenario().plan.pp, 8);
        bench.document.undo_stack().undo();
        QVERIFY(bench.document.scenario().plan == before);
    }

    void an_edit_makes_the_answer_stale_and_undo_true_again() {
        Bench bench;
        QVERIFY(bench.search());
        Site site = bench.document.scenario().site;
        site.altitude_m = 2000;
        bench.document.perform<SetSite>(site, QStringLiteral("altitude"));
        QVERIFY(bench.flow.is_stale() && bench.shown.search_is_stale);
        QCOMPARE(bench.view.controls().line(), QStringLiteral("Drawing changed: search again"));
        bench.document.undo_stack().undo();
        QVERIFY(!bench.flow.is_stale());
        QVERIFY(bench.view.controls().line().contains(QStringLiteral("candidates")));
        Plan plan = bench.document.scenario().plan;
        plan.software = "nemo"; // no axis of the search
        bench.document.perform<SetPlan>(plan, QStringLiteral("software"));
        QVERIFY(bench.flow.is_stale());
        QVERIFY(bench.search());
        QVERIFY(!bench.flow.is_stale());
    }

    void an_edit_while_it_runs_makes_its_answer_stale() {
        Bench bench;
        bench.may_end = false;
        QTest::mouseClick(bench.find<QPushButton>("search-start"), Qt::LeftButton);
        Site site = bench.document.scenario().site;
        site.altitude_m = 2000;
        bench.document.perform<SetSite>(site, QStringLiteral("altitude"));
        QVERIFY(bench.flow.is_running());
        bench.may_end = true;
        QTRY_VERIFY(!bench.flow.is_running());
        QVERIFY(bench.flow.is_stale());
        QCOMPARE(bench.view.controls().line(), QStringLiteral("Drawing changed: search again"));
    }

    void tables_sort_and_copy() {
        Bench bench;
        QVERIFY(bench.search());
        PlanTable& table = bench.view.table();
        auto* header = table.horizontalHeader();
        const auto click_header = [&](int column) {
            table.scrollTo(table.model()->index(0, column));
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(column) + 12, header->height() / 2));
        };
        const auto at = [&](int row, int column) {
            return table.model()->index(row, column).data(Qt::UserRole).toDouble();
        };
        click_header(PlanTableModel::memory);
        for (int row = 1; row < table.model()->rowCount(); ++row)
            QVERIFY(at(row, PlanTableModel::memory) >= at(row - 1, PlanTableModel::memory));
        click_header(PlanTableModel::memory);
        QVERIFY(at(0, PlanTableModel::memory) > at(9, PlanTableModel::memory));
        QTest::mouseClick(bench.find<QPushButton>("copy-plans"), Qt::LeftButton);
        const QString text = QGuiApplication::clipboard()->text();
        QCOMPARE(text.count(u'\n'), 11);
        QVERIFY2(text.startsWith(QStringLiteral("list\trank\ttp\tpp\tvpp")), qPrintable(text));
        QVERIFY(text.section(u'\n', 1, 1).startsWith(QStringLiteral("fastest\t")));
        QVERIFY(table.csv().find("step_time [s]") != std::string::npos);
        bench.view.findChild<QTabBar*>()->setCurrentIndex(1);
        QCOMPARE(table.model()->rowCount(), 3);
        QVERIFY(bench.view.selected()->plan ==
                test_samples::plans(bench.document.scenario().plan).pareto[0].plan);
        QVERIFY(table.isColumnHidden(PlanTableModel::cp)); // all 1
    }

    /// By the map's words: "the plan now".
    void the_scenarios_plan_is_called_now() {
        const SearchResult result = test_samples::plans();
        PlanTableModel model;
        model.show("fastest", result.best, true, result.base); // it is one of them
        const auto rank = [&](int row) { return model.index(row, PlanTableModel::rank).data().toString(); };
        QCOMPARE(rank(8), QStringLiteral("9"));
        QCOMPARE(rank(9), QStringLiteral("10 now"));
        model.show("fastest", {result.best[0], result.best[1]}, true, result.base);
        QCOMPARE(rank(1), QStringLiteral("2"));
        QCOMPARE(rank(2), QStringLiteral("now"));
        const auto now = result.base->plan;
        PlanMapMarks marks;
        marks.present = std::pair{now.tp, now.pp};
        QVERIFY(
            std::ranges::any_of(plan_map_legend(result, marks, Theme::light()), [](const LegendEntry& entry) {
                return entry.text.split(u' ').contains(QStringLiteral("now"));
            }));
    }

    void what_may_not_fit_is_marked() {
        SearchResult result = test_samples::plans();
        for (RankedPlan* each : {&result.best[0], &result.best[1]})
            each->memory_verdict = MemoryVerdict::may_not_fit;
        PlanTableModel model;
        model.show("fastest", result.best, true, result.base);
        const auto why = [&](int row) { return model.index(row, PlanTableModel::reason).data().toString(); };
        QCOMPARE(why(0), QStringLiteral("the fastest · may not fit"));
        QVERIFY2(why(1).endsWith(QStringLiteral("tensor communication · may not fit")), qPrintable(why(1)));
        QCOMPARE(why(2), QString::fromStdString(result.best[2].reason));
        // A list without reasons still has the mark.
        RankedPlan alone = result.best[0];
        model.show("pareto", {alone}, false);
        QVERIFY(model.says_something(PlanTableModel::reason));
        QCOMPARE(why(0), QStringLiteral("may not fit"));
        alone.memory_verdict = MemoryVerdict::fits;
        model.show("pareto", {alone}, false);
        QVERIFY(!model.says_something(PlanTableModel::reason));
        const ChartTable table = plan_search_table(result);
        const auto column = std::ranges::find(table.columns, "may_not_fit", &ChartTable::Column::name);
        QVERIFY(column != table.columns.end());
        const auto marked = [&](size_t row) {
            return std::get<std::string>(
                table.rows[row][static_cast<size_t>(column - table.columns.begin())]);
        };
        QCOMPARE(marked(1), std::string("yes"));
        QCOMPARE(marked(2), std::string("no"));
    }

    /// A reason of two parts is wider than its column.
    void the_mark_is_seen_where_the_reason_has_no_room() {
        RankedPlan tight = test_samples::plans().best[1];
        tight.memory_verdict = MemoryVerdict::may_not_fit;
        PlanTable table;
        table.show_plans("pareto", {tight}, false);
        const QModelIndex cell = table.model()->index(0, PlanTableModel::reason);
        const auto painted = [&](int width) {
            test::TextRecorder recorder({1000, 24});
            QPainter painter(&recorder);
            QStyleOptionViewItem option;
            option.initFrom(&table);
            option.widget = &table;
            option.rect = QRect(0, 0, width, 24);
            table.itemDelegate()->paint(&painter, option, cell);
            painter.end();
            QString all;
            for (const auto& text : recorder.texts) all += text.text;
            return all;
        };
        const QString whole = cell.data().toString();
        QCOMPARE(painted(1000), whole);
        const QString narrow = painted(216);
        QVERIFY2(narrow.size() < whole.size() && narrow.startsWith(QStringLiteral("+0.4")) &&
                     narrow.endsWith(QStringLiteral(" · may not fit")),
                 qPrintable(narrow));
    }

    void the_table_twin_has_every_cell() {
        const SearchResult result = test_samples::plans();
        const ChartTable table = plan_search_table(result);
        QCOMPARE(table.rows.size(), result.best.size() + result.pareto.size() + result.map.size() + 1);
        for (const auto& row : table.rows) QCOMPARE(row.size(), table.columns.size());
        QCOMPARE(std::get<double>(table.rows[0][13]), result.best[0].step_time.si());
    }

    void nothing_is_clipped_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide") << QSize(1100, 420);
        QTest::newRow("usual") << QSize(880, 360);
        QTest::newRow("narrow") << QSize(560, 300);
        QTest::newRow("tall") << QSize(560, 700);
    }
    void nothing_is_clipped() {
        QFETCH(QSize, size);
        Bench bench;
        bench.view.resize(size);
        QTest::mouseClick(bench.view.findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(bench.search());
        QTest::qWait(30);
        QStringList faults = layout_faults(bench.view);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }
};

QTEST_MAIN(TestSearchView)
#include "test_search_view.moc"
