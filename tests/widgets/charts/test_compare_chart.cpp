// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison says where more racks would be slower, and what the figures of a scenario rest on.
#include "core/answers/report/compare/comparison_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/calendar_date.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/asked_charts.h"
#include "tests/support/painted_chart.h"
#include "tests/support/sample.h"
#include "tests/support/text_recorder.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/column_head.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/compare/compare_hints.h"
#include "widgets/charts/compare/compare_legend.h"
#include "widgets/charts/compare/comparison_controls.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/charts/compare/sizes_text.h"
#include "widgets/charts/compare/way_chart.h"
#include "widgets/charts/decide/design_chart.h"
#include "widgets/charts/decide/design_controls.h"
#include "widgets/charts/decide/design_rows.h"
#include "widgets/charts/decide/design_view.h"
#include "widgets/charts/decide/map_chart.h"
#include "widgets/charts/decide/map_controls.h"
#include "widgets/charts/decide/map_view.h"
#include "widgets/charts/decide/odds_bar.h"
#include "widgets/charts/decide/odds_chart.h"
#include "widgets/charts/decide/odds_view.h"
#include "widgets/charts/decide/tornado_chart.h"
#include "widgets/charts/decide/tornado_view.h"
#include "widgets/charts/decide/tried_chart.h"
#include "widgets/charts/decide/tried_view.h"
#include "widgets/charts/plot/plot_view.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/segments.h"

#include <QFile>
#include <QImage>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace roofrack;

namespace {

EqualSize sized(const Scenario& scenario) {
    EqualSize out;
    out.by = EqualBy::power;
    out.scenario = scenario;
    out.racks = 544;
    out.drawn_racks = 512;
    out.amount = 19.99e6;
    out.limit = 20e6;
    out.step = 12.9;
    out.meets = true;
    out.other_plan = "TP 8";
    return out;
}

} // namespace

class TestCompareChart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }

    /// A design search that asks nothing offers what the comparison can fill in.
    void a_design_search_offers_what_is_compared() {
        DesignControls controls;
        const QList<QPushButton*> buttons = controls.findChildren<QPushButton*>();
        const auto like = std::ranges::find_if(buttons, [](const QPushButton* each) {
            return each->text() == QStringLiteral("Search designs like those compared");
        });
        QVERIFY(like != buttons.end());
        const auto show = [&](size_t scenarios, bool is_compared, const char* goal) {
            auto designs = std::make_shared<DesignView>();
            designs->choice.goal = goal;
            auto compared = std::make_shared<ComparisonView>();
            compared->scenarios.assign(scenarios, "one");
            if (is_compared) compared->study = std::make_shared<const ComparisonStudy>();
            ChartData data;
            data.designs = designs;
            data.comparison = compared;
            controls.show_data(data);
        };
        show(2, true, "");
        QVERIFY(!(*like)->isHidden() && (*like)->isEnabled());
        show(2, false, "");
        QVERIFY(!(*like)->isHidden() && !(*like)->isEnabled());
        show(1, false, "");
        QVERIFY((*like)->isHidden());
        show(2, true, "step.mfu");
        QVERIFY((*like)->isHidden());
    }

    void a_design_search_names_the_buttons_that_start_it() {
        const std::unique_ptr<Chart> chart(find_chart(QLatin1String(DesignChart::id_text))->create(nullptr));
        const auto words = [&](size_t scenarios) {
            ChartData data;
            data.designs = std::make_shared<const DesignView>();
            auto compared = std::make_shared<ComparisonView>();
            compared->scenarios.assign(scenarios, "one");
            data.comparison = compared;
            chart->show(std::make_shared<const ChartData>(data));
            return test::painted_words(*chart, QSize(900, 500));
        };
        const QString like = QStringLiteral("“Search designs like those compared”");
        QVERIFY2(words(1).contains(QStringLiteral("press “Search”")), qPrintable(words(1)));
        QVERIFY2(!words(1).contains(like), qPrintable(words(1)));
        QVERIFY2(words(2).contains(like), qPrintable(words(2)));
    }

    /// The switch shows the kind of way that is shown, though another was asked for.
    void the_switch_shows_the_way_that_is_shown() {
        ComparisonControls controls(ComparisonControls::Of::way);
        const QList<Segments*> all = controls.findChildren<Segments*>();
        const auto way = std::ranges::find_if(
            all, [](const Segments* each) { return each->accessibleName().contains(QStringLiteral("way")); });
        QVERIFY(way != all.end());
        Segments& segments = **way;
        const auto tab = [&](const char* key) {
            for (int row = 0; row < segments.count(); ++row)
                if (segments.tabData(row).toString() == QLatin1String(key)) return row;
            return -1;
        };
        const auto show = [&](std::vector<bool> by_parts, bool averaged, bool is_stale, bool asked_parts) {
            auto study = std::make_shared<ComparisonStudy>();
            for (const bool parts : by_parts) {
                ScenarioWay each;
                each.way.is_by_parts = parts;
                if (parts && !asked_parts) each.way.joined = "these changes cannot be separated";
                study->ways.push_back(each);
            }
            auto view = std::make_shared<ComparisonView>();
            view->scenarios.assign(by_parts.size() + 1, "one");
            view->choice.averaged = averaged;
            view->choice.by_parts = asked_parts;
            view->study = study;
            view->is_stale = is_stale;
            ChartData data;
            data.comparison = view;
            controls.show_data(data);
            return segments.key();
        };
        QSignalSpy chosen(&controls, &ChoiceControls::chosen);
        QCOMPARE(show({false, false}, false, false, false), QStringLiteral("order"));
        QVERIFY(segments.isTabEnabled(tab("order")));
        QCOMPARE(show({true, true}, false, false, false), QStringLiteral("parts"));
        QVERIFY(!segments.isTabEnabled(tab("order")) && segments.isTabEnabled(tab("averaged")));
        QCOMPARE(segments.tabToolTip(tab("order")), QStringLiteral("these changes cannot be separated"));
        QCOMPARE(show({true, true}, true, false, false), QStringLiteral("parts"));
        QVERIFY(segments.isTabEnabled(tab("order")) && !segments.isTabEnabled(tab("averaged")));
        QCOMPARE(show({true, true}, true, true, false), QStringLiteral("averaged")); // being found
        QVERIFY(segments.isTabEnabled(tab("averaged")));
        QCOMPARE(show({true, false}, false, false, false), QStringLiteral("order")); // one of them goes so
        QCOMPARE(show({true, true}, false, false, true), QStringLiteral("parts"));
        QVERIFY(segments.isTabEnabled(tab("order")) && segments.isTabEnabled(tab("averaged")));
        QCOMPARE(chosen.count(), 0); // what is shown changes nothing
    }

    void the_wheel_scrolls_rows_that_do_not_fit() {
        auto study = std::make_shared<ComparisonStudy>();
        study->table.scenarios.resize(2);
        constexpr int rows = 30;
        for (int i = 0; i < rows; ++i) {
            ComparedRow row;
            row.name = row.label = "row-" + std::to_string(i);
            row.values.resize(2);
            for (ComparedValue& value : row.values) value.text = "value";
            study->table.rows.push_back(row);
        }
        auto view = std::make_shared<ComparisonView>();
        view->scenarios = {"a", "b"};
        view->study = study;
        ChartData data;
        data.comparison = view;
        CompareChart chart;
        chart.resize(900, 400);
        chart.show(data);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const auto is_seen = [&](int row) {
            return test::painted_words(chart, QSize(900, 400))
                .split(u' ')
                .contains(QStringLiteral("row-%1").arg(row));
        };
        const auto turn = [&](int notches) {
            for (QWidget* each : chart.findChildren<QWidget*>())
                if (each->inherits("QCustomPlot")) {
                    const QPointF at(200, 200);
                    QWheelEvent event(at, at, {}, {0, -120 * notches}, Qt::NoButton, Qt::NoModifier,
                                      Qt::NoScrollPhase, false);
                    QCoreApplication::sendEvent(each, &event);
                }
        };
        QVERIFY(is_seen(0) && !is_seen(rows - 1));
        turn(1); // a notch is three rows
        QVERIFY(!is_seen(2) && is_seen(3));
        turn(-1);
        QVERIFY(is_seen(0));
        turn(100);
        QVERIFY(!is_seen(0) && is_seen(rows - 1));
        (void)test::painted_words(chart, QSize(900, 1600)); // a picture of another size changes nothing
        turn(-100);
        QVERIFY(is_seen(0));
    }

    /// In a low picture the cautions of the odds, and what a search of designs comes to, stay in sight.
    void sentences_and_cautions_go_last() {
        auto odds = std::make_shared<Odds>();
        odds->scenarios = {"one", "other"};
        odds->sizes.notes = {"first note", "second note", "P50 of metered power is above 20 MW"};
        const Caution announced{CautionKind::announced, "announced", {}},
            memory{CautionKind::memory, "may not fit in memory", {}};
        odds->sizes.cautions = {{"other", {memory}}};
        auto odds_view = std::make_shared<OddsView>();
        odds_view->odds = odds;
        figures::Row row;
        row.label = "$ of the run";
        row.measure = figures::usd;
        auto study = std::make_shared<DesignStudy>();
        study->question.goal.row = &row;
        study->verdict.sentence = "“A” is the best of two that meet all limits";
        study->verdict.ranked = {0};
        study->verdict.standings.resize(1);
        study->verdict.standings[0].is_feasible = true;
        study->verdict.standings[0].rank = 1;
        DesignRow design;
        design.name = "A";
        design.values = {1};
        design.absent.resize(1);
        design.cautions = {announced};
        study->found.rows = {design};
        auto designs = std::make_shared<DesignView>();
        designs->study = study;
        ChartData data;
        data.odds = odds_view;
        data.designs = designs;
        OddsChart odds_chart;
        DesignChart design_chart;
        odds_chart.show(data);
        design_chart.show(data);
        for (int height = 310; height < 500; height += 20) {
            const QString sure = test::painted_words(odds_chart, QSize(1000, height)),
                          found = test::painted_words(design_chart, QSize(1000, height));
            for (const char* each : {"first note", "above 20 MW", "may not fit in memory"})
                QVERIFY2(sure.contains(QLatin1String(each)), qPrintable(sure));
            // A plot has its height first.
            if (height < 450) continue;
            for (const char* each : {"is the best of two", "1 design, of which 0 run and 1 meets all limits",
                                     "less sure than they look: announced"})
                QVERIFY2(found.contains(QString::fromUtf8(each)), qPrintable(found));
        }
    }

    void one_of_what_has_no_room_is_no_plural() {
        QCOMPARE(counted(1, QStringLiteral("1 more row"), QStringLiteral("%1 more rows")),
                 QStringLiteral("1 more row"));
        QCOMPARE(counted(0, QStringLiteral("1 row"), QStringLiteral("%1 rows")), QStringLiteral("0 rows"));
        QCOMPARE(counted(16384, QStringLiteral("1 row"), QStringLiteral("%1 rows")),
                 QStringLiteral("16,384 rows"));
        figures::Row row;
        row.label = "$ of the run";
        row.measure = figures::usd;
        FigureTornado tornado;
        tornado.figure = {"money.run.usd", &row, true};
        tornado.bars.resize(1);
        auto tornados = std::make_shared<TornadoView>();
        tornados->figures = std::make_shared<const std::vector<FigureTornado>>(2, tornado);
        auto study = std::make_shared<ComparisonStudy>();
        study->table.scenarios.resize(2);
        auto compared = std::make_shared<ComparisonView>();
        compared->scenarios = {"a", "b"};
        compared->study = study;
        auto sure = std::make_shared<OddsView>();
        sure->odds = std::make_shared<const Odds>();
        compared->left_out = sure->left_out = {"g"};
        ChartData data;
        data.tornado = tornados;
        data.comparison = compared;
        data.odds = sure;
        for (const auto& [id, said] : {std::pair("tornado", "1 more figure in a wider view"),
                                       {"compare", "1 more scenario has no column: g"},
                                       {"odds", "1 more scenario has no row"}}) {
            const std::unique_ptr<Chart> chart(find_chart(QLatin1String(id))->create(nullptr));
            chart->show(data);
            const QString words = test::painted_words(*chart, QSize(600, 500));
            QVERIFY2(words.contains(QLatin1String(said)), qPrintable(words));
        }
    }

    /// Dates that are cut are all "2026-12-…": bars and names give way to them.
    void dates_of_odds_are_whole() {
        figures::Row row;
        row.label = "when the run is done";
        row.measure = figures::weeks;
        row.better = figures::Better::less;
        FigureOdds date;
        date.figure = {"dates.done_weeks", &row, true};
        auto odds = std::make_shared<Odds>();
        for (int i = 0; i < 3; ++i) {
            odds->scenarios.push_back("Replace by 8 × GB200 NVL72 number " + std::to_string(i));
            FigureSpread each;
            each.as_is.number = 3 + i;
            each.p10 = 2.5 + i;
            each.p50 = 3.2 + i;
            each.p90 = 3.8 + i;
            each.chance_best = 1.0 / 3;
            each.beats.assign(3, 0.5);
            date.scenarios.push_back(each);
        }
        odds->figures = {date};
        auto view = std::make_shared<OddsView>();
        view->odds = odds;
        view->order = std::chrono::sys_days(std::chrono::year(2026) / 11 / 30);
        ChartData data;
        data.odds = view;
        OddsChart chart;
        chart.show(data);
        for (int width = 640; width <= 1000; width += 20) {
            const QString words = test::painted_words(chart, QSize(width, 500));
            for (const FigureSpread& each : date.scenarios)
                for (const double weeks : {each.as_is.number, each.p10, each.p50, each.p90}) {
                    const QString day = qt(date_text(weeks_after(view->order, weeks)));
                    QVERIFY2(words.contains(day), qPrintable(QString::number(width) + u' ' + words));
                }
        }
    }

    /// However narrow the columns are, a value gives up its band before the difference beside it goes.
    void differences_stay_before_bands() {
        auto study = std::make_shared<ComparisonStudy>();
        study->table.scenarios.resize(4);
        const auto row = [&](const char* name, const char* text, double number, const char* difference) {
            ComparedRow out;
            out.name = out.label = name;
            out.differs = true;
            out.values.resize(4);
            for (size_t i = 0; i < out.values.size(); ++i) {
                study->table.scenarios[i].name = std::string(1, char('a' + i));
                ComparedValue& value = out.values[i];
                value.text = text;
                value.number = number;
                value.band = figures::BandValue{number / 2, number, number * 2};
                if (i > 0) value.difference = difference;
            }
            study->table.rows.push_back(out);
        };
        row("money.increment.done_weeks", "38 (18 to 69) weeks", 38, "5 days earlier");
        row("money.run.usd", "$29.1M (24 to 38)", 29.1e6, "−$36.1M, −55.4 %");
        auto view = std::make_shared<ComparisonView>();
        view->scenarios = {"a", "b", "c", "d"};
        view->study = study;
        ChartData data;
        data.comparison = view;
        CompareChart chart;
        chart.show(data);
        const QString date = QStringLiteral("5 days earlier"), share = QStringLiteral("−55.4 %"),
                      dollars = QStringLiteral("−$36.1M"), band = QStringLiteral("(18 to 69)");
        for (int width = 900; width <= 1900; width += 40) {
            const QString words = test::painted_words(chart, QSize(width, 400));
            QCOMPARE(words.count(date), 3);
            QCOMPARE(words.count(share), 3);
        }
        QVERIFY(!test::painted_words(chart, QSize(900, 400)).contains(band));
        const QString wide = test::painted_words(chart, QSize(1900, 400));
        QCOMPARE(wide.count(band), 4);
        QCOMPARE(wide.count(dollars), 3);
    }

    /// Wholes and changes of a way are all said, however thin its rows are, and all panels have one scale.
    void a_way_leaves_out_no_figure() {
        figures::Row row;
        row.label = "step time";
        row.measure = figures::usd;
        row.better = figures::Better::less;
        auto study = std::make_shared<ComparisonStudy>();
        study->table.scenarios.resize(3);
        const char* const names[] = {"first", "second", "third"};
        QStringList said;
        for (size_t i = 0; i < std::size(names); ++i) {
            study->table.scenarios[i].name = names[i];
            ScenarioWay way;
            way.scenario = names[i];
            way.way.row = &row;
            way.way.from = way.way.to = 5.47;
            constexpr int steps = 13;
            for (int step = 0; i > 0 && step < steps; ++step) {
                const double change = (i == 1 ? -0.01 : 0.02) * (step + 1);
                way.way.steps.push_back({{ChangeKind::plan}, change, {}});
                way.way.to += change;
                said << (change < 0 ? QStringLiteral("−") : QStringLiteral("+")) +
                            QString::fromStdString(figures::figure_text(std::abs(change), row.measure));
            }
            said << QString::fromStdString(figures::figure_text(way.way.to, row.measure));
            if (i > 0) study->ways.push_back(way);
        }
        auto view = std::make_shared<ComparisonView>();
        view->scenarios.assign(names, names + std::size(names));
        view->study = study;
        ChartData data;
        data.comparison = view;
        WayChart chart;
        chart.show(data);
        for (int height = 330; height < 600; height += 15) {
            const QStringList words = test::painted_words(chart, QSize(800, height)).split(u' ');
            for (const QString& each : said)
                QVERIFY2(words.contains(each), qPrintable(QStringLiteral("%1 px: %2").arg(height).arg(each)));
            QCOMPARE(words.count(said.front()), 2); // both panels begin with it
        }
        PictureOptions options;
        options.size = QSize(800, 500);
        test::TextRecorder recorder(options.size);
        chart.paint(recorder, options, true);
        std::vector<double> names_end, whole_begins; // px, of the first row of each panel
        for (const test::PaintedText& each : recorder.texts) {
            if (each.text == QLatin1String(names[0])) names_end.push_back(each.rect.right());
            if (each.text == said.front()) whole_begins.push_back(each.rect.left());
        }
        QCOMPARE(names_end.size(), size_t(2));
        QCOMPARE(whole_begins.size(), size_t(2));
        std::ranges::sort(names_end);
        std::ranges::sort(whole_begins);
        const double one = whole_begins[0] - names_end[0], other = whole_begins[1] - names_end[1];
        QVERIFY2(std::abs(one - other) < 3, qPrintable(QStringLiteral("%1, %2 px").arg(one).arg(other)));
    }

    /// A way of one change beside one of many, as a window of 1,280 × 800 has them: both panels are as high,
    /// every row has its name, one that is long in two lines, and the reasons are those of the comparison.
    void a_way_of_few_rows_does_not_hold_down_its_neighbour() {
        figures::Row row;
        row.label = "step time";
        row.measure = figures::seconds;
        row.better = figures::Better::less;
        auto study = std::make_shared<ComparisonStudy>();
        study->table.scenarios.resize(3);
        const char* const names[] = {"first", "second", "third"};
        for (size_t i = 0; i < std::size(names); ++i) study->table.scenarios[i].name = names[i];
        study->table.scenarios[1].sentence = "1.55 × faster, of which compute 86 %";
        ScenarioWay few, many;
        few.scenario = names[1];
        many.scenario = names[2];
        for (ScenarioWay* each : {&few, &many}) {
            each->way.figure = figure_of_parts;
            each->way.row = &row;
            each->way.from = 3.75;
        }
        few.way.steps = {{{ChangeKind::drawing}, -1.33, {}, "+8 GB200 NVL72, −64 DGX H100"}};
        few.way.to = 2.42;
        many.way.is_by_parts = true;
        many.way.to = many.way.from;
        for (size_t i = 0; i < step_part_count; ++i) {
            many.way.steps.push_back({{}, -0.1, static_cast<StepPart>(i)});
            many.way.to -= 0.1;
        }
        study->ways = {few, many};
        auto view = std::make_shared<ComparisonView>();
        view->scenarios.assign(names, names + std::size(names));
        view->study = study;
        ChartData data;
        data.comparison = view;
        WayChart chart;
        chart.show(data);
        PictureOptions options;
        options.size = QSize(1280, 523);
        test::TextRecorder recorder(options.size);
        chart.paint(recorder, options, true);
        const auto place_of = [&](const QString& text) {
            const auto found = std::ranges::find(recorder.texts, text, &test::PaintedText::text);
            return found == recorder.texts.end() ? std::nan("") : found->rect.center().y();
        };
        for (const WaterfallStep& step : many.way.steps)
            QVERIFY2(std::isfinite(place_of(QString::fromStdString(label_of(step)))), label_of(step).c_str());
        QVERIFY(place_of(QStringLiteral("second")) - place_of(QStringLiteral("first")) > 150);
        QVERIFY(place_of(QStringLiteral("third")) - place_of(QStringLiteral("first")) > 240);
        const QString words = test::painted_words(chart, options.size).simplified();
        for (const char* each : {"second: 1.55 × faster, of which compute 86 %", "+8 GB200 NVL72", "−64 DGX"})
            QVERIFY2(words.contains(QString::fromUtf8(each)), qPrintable(words));
        // A count stays with what it counts.
        for (const test::PaintedText& each : recorder.texts)
            for (const QString& line : each.text.split(u'\n'))
                QVERIFY2(!line.endsWith(QStringLiteral("−64")), qPrintable(each.text));
    }

    /// On a slide nobody can point at a row: the smallest parts share one, so that each row has its name.
    void a_low_picture_names_all_its_rows() {
        figures::Row row;
        row.label = "step time";
        row.measure = figures::seconds;
        row.better = figures::Better::less;
        auto study = std::make_shared<ComparisonStudy>();
        study->table.scenarios.resize(2);
        study->table.scenarios[0].name = "first";
        study->table.scenarios[1].name = "second";
        ScenarioWay many;
        many.scenario = "second";
        many.way.row = &row;
        many.way.from = many.way.to = 10;
        many.way.is_by_parts = true;
        for (size_t i = 0; i < step_part_count; ++i) { // the last one is the largest
            many.way.steps.push_back({{}, -0.01 * double(i + 1), static_cast<StepPart>(i)});
            many.way.to += many.way.steps.back().change;
        }
        study->ways = {many};
        auto view = std::make_shared<ComparisonView>();
        view->scenarios = {"first", "second"};
        view->study = study;
        ChartData data;
        data.comparison = view;
        const auto words = [&](bool keeps) {
            WayChart chart;
            if (keeps) chart.keep_texts();
            chart.show(data);
            return test::painted_words(chart, QSize(900, 270)).simplified();
        };
        const QString kept = words(true);
        const auto said =
            QRegularExpression(QStringLiteral("(\\d+) smaller parts")).match(kept).captured(1).toInt();
        QVERIFY2(said > 1 && said < int(step_part_count), qPrintable(kept));
        for (size_t i = 0; i < step_part_count; ++i) {
            const QString name = QString::fromStdString(label_of(many.way.steps[i]));
            QVERIFY2(kept.contains(name) == (int(i) >= said), qPrintable(name + QStringLiteral(": ") + kept));
        }
        QVERIFY2(!words(false).contains(QStringLiteral("smaller parts")), qPrintable(words(false)));
    }

    /// Low is blue and high is orange, wherever both ends of an input stand.
    void both_tornados_have_one_colour_for_low_and_one_for_high() {
        figures::Row row;
        row.label = "$ of the run";
        row.measure = figures::usd;
        FigureTornado tornado;
        tornado.figure = {"money.run.usd", &row, true};
        tornado.now.number = 1e6;
        tornado.bars.resize(1);
        tornado.bars[0].at_low.number = 0.5e6;
        tornado.bars[0].at_high.number = 2e6;
        auto view = std::make_shared<TornadoView>();
        view->figures =
            std::make_shared<const std::vector<FigureTornado>>(std::vector<FigureTornado>{tornado});
        ChartData data;
        data.tornado = view;
        TornadoChart chart;
        chart.show(data);
        const std::unique_ptr<Chart> money(find_chart(QStringLiteral("money"))->create(nullptr));
        money->show(test::asked_charts(test::sample("llama3-405b-16k"), {QStringLiteral("money")}));
        const Theme theme = Theme::light();
        const auto has = [](const Chart& of, const QColor& colour) {
            PictureOptions options;
            options.size = QSize(1200, 600);
            QImage image(options.size, QImage::Format_RGB32);
            image.fill(Qt::white);
            of.paint(image, options, false, 1);
            int pixels = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) pixels += image.pixelColor(x, y) == colour;
            return pixels > 300;
        };
        for (const InputEnd end : {InputEnd::low, InputEnd::high})
            QVERIFY(has(chart, theme.input_end(end)) && has(*money, theme.input_end(end)));
        QVERIFY(!has(chart, theme.part(StepPart::compute)));
    }

    /// The tables of the charts say where a price is missing, of the input's row, value or cell alone.
    void tables_say_what_lacks_a_price() {
        figures::Row row;
        row.label = "$ of the run";
        row.measure = figures::usd;
        const ProbedFigure figure{"money.run.usd", &row, true};
        ProbedValue priced;
        priced.number = 1e6;
        ProbedValue lacking = priced;
        lacking.missing = "no price for “x”";
        FigureTornado tornado;
        tornado.figure = figure;
        tornado.now = priced;
        tornado.bars.resize(2);
        tornado.bars[0].at_low = tornado.bars[0].at_high = tornado.bars[1].at_low = priced;
        tornado.bars[1].at_high = lacking;
        auto tornado_view = std::make_shared<TornadoView>();
        tornado_view->figures =
            std::make_shared<const std::vector<FigureTornado>>(std::vector<FigureTornado>{tornado});
        auto family = std::make_shared<TriedFamily>();
        family->figures = {figure};
        family->as_it_is = {priced};
        family->asked = 2;
        family->points.resize(2);
        family->points[1].value = 1;
        family->points[0].figures = {priced};
        family->points[1].figures = {lacking};
        auto tried_view = std::make_shared<TriedView>();
        tried_view->family = family;
        auto map = std::make_shared<InputMap>();
        map->figure = figure;
        map->x.values = {1, 2};
        map->x.texts = {"1", "2"};
        map->y.values = {0};
        map->y.texts = {""};
        map->scenarios = {"one"};
        map->cells = {{priced, lacking}};
        map->winners.resize(2);
        map->shares = {0};
        auto map_view = std::make_shared<MapView>();
        map_view->map = map;
        const auto data = std::make_shared<ChartData>();
        data->tornado = tornado_view;
        data->tried = tried_view;
        data->map = map_view;
        for (const char* id : {TornadoChart::id_text, TriedChart::id_text, MapChart::id_text}) {
            const std::unique_ptr<Chart> chart(find_chart(QLatin1String(id))->create(nullptr));
            chart->show(data);
            const ChartTable table = chart->table();
            const auto column = std::ranges::find_if(table.columns, [](const ChartTable::Column& each) {
                return std::string_view(each.name).ends_with("missing price");
            });
            QVERIFY2(column != table.columns.end(), id);
            const auto place = static_cast<size_t>(column - table.columns.begin());
            QCOMPARE(table.rows.size(), size_t(2));
            for (const auto& cells : table.rows) QCOMPARE(cells.size(), table.columns.size());
            QCOMPARE(ChartTable::text(table.rows[0][place]), std::string());
            QCOMPARE(ChartTable::text(table.rows[1][place]), std::string("no price for “x”"));
        }
    }

    /// The hint of a value with which nothing runs says so once, and why.
    void a_tried_value_that_does_not_run_says_so_once() {
        figures::Row row;
        row.label = "$ of the run";
        row.measure = figures::usd;
        ProbedValue there;
        there.number = 1e6;
        ProbedValue refused;
        refused.runs = false;
        refused.absent = "This plan does not run: 256 GPUs are not a multiple of 96";
        auto family = std::make_shared<TriedFamily>();
        family->figures = {{"money.run.usd", &row, true}};
        family->as_it_is = {there};
        family->asked = 2;
        family->points.resize(2);
        family->points[0].figures = {there};
        family->points[1].value = 1;
        family->points[1].figures = {refused};
        auto view = std::make_shared<TriedView>();
        view->family = family;
        ChartData data;
        data.tried = view;
        TriedChart chart;
        chart.resize(1000, 500);
        chart.show(data);
        static_cast<QWidget&>(chart).show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        chart.grab();
        QStringList said;
        for (const ChartHit& hit : chart.findChild<PlotView*>()->ink().hits)
            if (hit.readout.contains(QStringLiteral("not a multiple"))) said << hit.readout;
        QCOMPARE(said.size(), qsizetype(1));
        QVERIFY2(said.front().endsWith(QStringLiteral("\ndoes not run: 256 GPUs are not a multiple of 96")),
                 qPrintable(said.front()));
    }

    /// In a window of 1280 px the fields of a map say all that they usually say; a narrow bar keeps its row.
    void fields_of_a_map_are_as_wide_as_the_bar() {
        const auto family = std::make_shared<MapView>();
        family->choice.map_by = "money.run.usd_per_million";
        family->axes = {"/site/electricity_price=0.0431..0.172:24", "/site/book_life=2..8:24"};
        ChartData data;
        data.map = family;
        MapControls controls;
        controls.show_data(data);
        controls.resize(1280, 60);
        controls.show();
        QVERIFY(QTest::qWaitForWindowExposed(&controls));
        const auto* const values = controls.findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
        const QList<ChoiceEdit*> choices = controls.findChildren<ChoiceEdit*>();
        QVERIFY(values && choices.size() == 3);
        const auto has_room = [](const QWidget& field, const QString& text, int taken) {
            return field.fontMetrics().horizontalAdvance(text) + taken <= field.width();
        };
        constexpr int frame = 12, arrow = 40; // px, of a field and of one with an arrow
        QVERIFY(has_room(*values, QStringLiteral("0.0431 to 0.172 in 24"), frame));
        const QString figure = choices.back()->currentText();
        QVERIFY(figure.startsWith(QStringLiteral("$ per million")));
        QVERIFY2(has_room(*choices.back(), figure, arrow), qPrintable(figure));
        QVERIFY(controls.layout()->heightForWidth(1280) < 60);
        controls.resize(960, 60);
        QTRY_VERIFY(values->width() < 150);
        QVERIFY(controls.layout()->heightForWidth(960) < 60);
    }

    /// The title of the tornado names the scenario, and no name of an input is cut where it has room.
    void a_tornado_names_its_scenario_and_its_inputs() {
        const Answers answers({.scenario = std::make_shared<const Scenario>(test::sample("dgx-h100-su"))},
                              Catalog::built_in());
        const auto view = std::make_shared<const TornadoView>(tornado_view_of(answers, {}));
        QVERIFY(view->figures);
        ChartData data;
        data.scenario = "A";
        data.tornado = view;
        const std::unique_ptr<Chart> chart(find_chart(QLatin1String(TornadoChart::id_text))->create(nullptr));
        chart->show(data);
        const QSize size(1400, 900);
        test::TextRecorder recorder(size);
        chart->paint(recorder, {.size = size, .theme = Theme::light()}, true);
        QStringList texts;
        for (const auto& each : recorder.texts) texts << each.text.trimmed();
        const QString all = texts.join(u'\n');
        QVERIFY2(all.contains(QStringLiteral("What figures of “A” depend on")), qPrintable(all));
        size_t named = 0;
        for (const FigureTornado& figure : *view->figures)
            for (const InputBar& bar : figure.bars) {
                const QString label = QString::fromStdString(bar.label);
                for (const QString& text : texts) {
                    QVERIFY2(text.size() < 4 || !text.endsWith(u'…') || !label.startsWith(text.chopped(1)),
                             qPrintable(text));
                    named += text == label || text == QString::fromStdString(bar.short_label);
                }
            }
        QVERIFY2(named > 10, qPrintable(all));
    }

    /// Bars of odds have ticks: round values of the figure, of weeks from the order months.
    void bars_of_odds_have_ticks() {
        using namespace std::chrono;
        figures::Row row;
        row.label = "$ of the run";
        row.measure = figures::usd;
        const sys_days order(year(2027) / 1 / 1);
        const QFontMetricsF metrics{QFont()};
        FigureOdds odds;
        odds.figure = {"money.run.usd", &row, true};
        odds.scenarios.resize(2);
        odds.scenarios[0].p10 = odds.scenarios[0].p90 = odds.scenarios[0].as_is.number = 2;
        odds.scenarios[1] = odds.scenarios[0];
        QVERIFY(!scale_of(odds).is_known()); // one value is no scale
        odds.scenarios[1].p10 = 1.8;
        odds.scenarios[1].p90 = 5.1;
        const OddsScale scale = scale_of(odds);
        QVERIFY(scale.is_known() && scale.low == 1.8 && scale.high == 5.1);
        const auto ticks = scale_ticks(odds.figure, scale, order, 220, metrics);
        QVERIFY(ticks.size() >= 2);
        for (const Tick& tick : ticks) {
            QVERIFY(tick.at >= scale.low && tick.at <= scale.high);
            QVERIFY2(tick.label.isEmpty() || tick.label.startsWith(u'$'), qPrintable(tick.label));
        }
        // Energy as its values are written, in watt-hours.
        row.measure = figures::joules;
        for (const Tick& tick : scale_ticks(odds.figure, {7.2e13, 1.8e14}, order, 220, metrics)) {
            QVERIFY(tick.at >= 7.2e13 && tick.at <= 1.8e14);
            QVERIFY2(tick.label.isEmpty() || tick.label.endsWith(QStringLiteral(" GWh")),
                     qPrintable(tick.label));
        }
        row.measure = figures::usd;
        odds.figure.name = "dates.done_weeks";
        QStringList months;
        for (const Tick& tick : scale_ticks(odds.figure, {30, 58}, order, 220, metrics)) months << tick.label;
        QCOMPARE(months, (QStringList{QStringLiteral("2027-09"), QStringLiteral("2027-11"),
                                      QStringLiteral("2028-01")}));
        const auto ends = scale_ticks(odds.figure, {30, 30.2}, order, 220, metrics);
        QCOMPARE(ends.size(), size_t(2)); // no month begins there
        QCOMPARE(ends[0].at, 30.0);
    }

    /// A mark before some designs tells them from the others; before all it would say nothing.
    void what_holds_for_all_designs_is_said_once() {
        const Caution price{CautionKind::unconfirmed_price, "its price is not confirmed", {}},
            memory{CautionKind::memory, "may not fit in memory", {}};
        DesignStudy study;
        study.found.rows.resize(3);
        study.verdict.ranked = {0, 1};
        QCOMPARE(caution_line(study), QString());
        study.found.rows[2].cautions = {memory}; // which is not listed
        study.found.rows[0].cautions = {price};
        QVERIFY(caution_line(study).startsWith(QStringLiteral("(!)")));
        study.found.rows[1].cautions = {price};
        QCOMPARE(caution_line(study),
                 QStringLiteral("all of them are less sure than they look: its price is not confirmed"));
        study.found.rows[1].cautions = {memory};
        QCOMPARE(caution_line(study),
                 QStringLiteral("all of them are less sure than they look; point at one to see why"));
    }

    /// Servers have a colour each, unless there are too many of them, or one.
    void servers_of_designs_have_colours() {
        DesignStudy study;
        study.found.rows.resize(3);
        QVERIFY(coloured_servers(study).empty());
        for (size_t i = 0; i < 3; ++i) study.found.rows[i].server = i == 1 ? "GB200 NVL72" : "DGX H100";
        QCOMPARE(coloured_servers(study), (std::vector<std::string>{"DGX H100", "GB200 NVL72"}));
        QVERIFY(server_colour(Theme::light(), 0) != server_colour(Theme::light(), 1));
        study.found.rows.resize(9);
        for (size_t i = 0; i < 9; ++i) study.found.rows[i].server = std::to_string(i);
        QVERIFY(coloured_servers(study).empty());
    }

    void a_unit_stays_on_the_line_of_its_number() {
        ColumnHead head;
        head.size = QStringLiteral("544 racks instead of 512");
        head.rest = QStringLiteral("16 % faster than the reference, at 19.9 MW instead of 20 MW");
        const QFontMetricsF metrics{QFont()};
        for (double width = 60; width < 500; width += 7)
            for (const ColumnHead::Line& line : head.lines(metrics, width, 12))
                for (const char* unit : {"%", "MW", "racks"})
                    QVERIFY2(!line.text.startsWith(QLatin1String(unit)), qPrintable(line.text));
        QString all;
        for (const ColumnHead::Line& line : head.lines(metrics, 2000, 12)) all += line.text;
        QVERIFY2(all.contains(QStringLiteral("16") + QChar(QChar::Nbsp) + u'%'), qPrintable(all));
    }

    /// The value of a power that the site may not draw has the colour of a warning, and says why at its cell.
    void what_is_above_the_limit_of_the_site_is_marked() {
        const QString above = QStringLiteral("1.0 % above the site's limit of 2 MW");
        const QColor warning = above_limit_colour(Theme::light());
        for (const bool is_above : {false, true}) {
            auto study = std::make_shared<ComparisonStudy>();
            study->table.scenarios.resize(2);
            study->table.scenarios[1].name = "other";
            ComparedRow row;
            row.name = "power.peak_w";
            row.label = "peak power";
            row.values.resize(2);
            for (ComparedValue& value : row.values) value.text = "2.02 MW";
            if (is_above) row.values[1].above = above.toStdString();
            study->table.rows.push_back(row);
            auto view = std::make_shared<ComparisonView>();
            view->scenarios = {"a", "b"};
            view->study = study;
            ChartData data;
            data.comparison = view;
            CompareChart chart;
            chart.resize(1000, 500);
            chart.show(data);
            static_cast<QWidget&>(chart).show();
            QVERIFY(QTest::qWaitForWindowExposed(&chart));
            chart.grab();
            const auto is_said = [&](const ChartHit& hit) { return hit.readout.contains(above); };
            const auto& hits = chart.findChild<PlotView*>()->ink().hits;
            QCOMPARE(int(std::ranges::count_if(hits, is_said)), int(is_above));
            const QSize size(1000, 500);
            QCOMPARE(test::painted_words(chart, size).contains(QStringLiteral("above the site's limit")),
                     is_above);
            QImage image(size, QImage::Format_RGB32);
            image.fill(Qt::white);
            chart.paint(image, {.size = size, .theme = Theme::light()}, false);
            bool has_colour = false;
            for (int y = 0; y < size.height(); ++y)
                for (int x = 0; x < size.width(); ++x) has_colour |= image.pixelColor(x, y) == warning;
            QCOMPARE(has_colour, is_above);
        }
    }

    void one_rack_is_no_plural() {
        EqualSize size;
        size.racks = size.drawn_racks = 1;
        QCOMPARE(resized_racks_text(size), QStringLiteral("1 rack, as drawn"));
        size.drawn_racks = 8;
        QCOMPARE(resized_racks_text(size), QStringLiteral("1 rack instead of 8"));
        size.racks = 2;
        QCOMPARE(resized_racks_text(size), QStringLiteral("2 racks instead of 8"));
    }

    /// In the head of its column, and at each of its values.
    void what_vanishes_says_so() {
        ComparisonStudy study;
        study.table.scenarios.resize(2);
        ComparedScenario& emptied = study.table.scenarios[1];
        emptied.name = "Add 32";
        emptied.vanished = emptied.sentence = "nothing of what it adds fits: the same as “Baseline”";
        QCOMPARE(column_text(study, 1), qt(emptied.vanished));
        study.table.reference = 1;
        QCOMPARE(column_text(study, 1), QStringLiteral("the reference; ") + qt(emptied.vanished));
        EqualSize size;
        size.scenario.name = "Add 32";
        size.racks = 16;
        size.drawn_racks = 32;
        size.meets = size.adds_nothing = true;
        ComparedSizes sizes;
        sizes.resized = {size};
        QVERIFY2(sizes_lines(sizes).contains(QStringLiteral("nothing of what it adds fits: never the best")),
                 qPrintable(sizes_lines(sizes)));
    }

    void what_stays_unused_says_why() {
        EqualSize size;
        size.by = EqualBy::power;
        size.racks = size.drawn_racks = 72;
        size.amount = 16.4e6;
        size.limit = 20e6;
        size.unused = "more cannot be cabled: Leaf needs 152 ports and has 144";
        QCOMPARE(resized_racks_text(size), QStringLiteral("72 racks, as drawn; 3.6 MW unused: more cannot be "
                                                          "cabled: Leaf needs 152 ports and has 144"));
        // The head of a column has little room: what stops it stands there in few words, all at its hint.
        size.scenario.name = "A";
        size.stopped_by = "Leaf needs 152 ports and has 144";
        size.meets = true;
        ComparisonStudy study;
        study.table.scenarios.resize(1);
        study.table.scenarios[0].name = "A";
        study.sizes = {size};
        QCOMPARE(column_head(study, 0).size,
                 QStringLiteral("72 racks, as drawn; 3.6 MW unused: Leaf needs 152 ports and has 144"));
        QVERIFY(column_hint(study, 0).contains(qt(size.unused)));
    }

    /// The reason for the number of racks that the command line gives.
    void what_more_racks_would_take_is_said() {
        EqualSize size;
        size.by = EqualBy::power;
        size.racks = 4;
        size.drawn_racks = 8;
        size.amount = 546e3;
        size.limit = 582e3;
        size.meets = true;
        size.next_racks = 5;
        size.next_amount = 669e3;
        QCOMPARE(resized_racks_text(size),
                 QStringLiteral("4 racks instead of 8; 36 kW unused: 5 racks take 669 kW"));
        QVERIFY(size_sentence(size).ends_with("; 5 racks take 669 kW"));
        size.next_is_held = true;
        QCOMPARE(resized_racks_text(size), QStringLiteral("4 racks instead of 8; 36 kW unused: with 5 racks "
                                                          "the supply of the place holds the clocks down"));
        size.next_is_held = false;
        // What is left is said of what each may use up, and in the head of the column, too.
        size.scenario.name = "A";
        ComparisonStudy study;
        study.table.scenarios.resize(1);
        study.table.scenarios[0].name = "A";
        study.sizes = {size};
        QVERIFY(column_head(study, 0).size.contains(QStringLiteral("36 kW unused")));
        size.amount = size.limit;
        QVERIFY(!resized_racks_text(size).contains(QStringLiteral("unused")));
        size.amount = 546e3;
        size.by = EqualBy::gpus;
        QVERIFY(!resized_racks_text(size).contains(QStringLiteral("unused")));
    }

    /// A scenario that stops below the amount is named in the headline, in its column and at its value.
    void what_stops_is_in_the_headline() {
        const Catalog& catalog = Catalog::built_in();
        const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", catalog);
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        Scenario one = loaded->project.scenarios.front(), other = one;
        one.name = "one";
        other.name = "other";
        std::vector<std::shared_ptr<const Answers>> columns;
        for (const Scenario& each : {one, other})
            columns.push_back(std::make_shared<const Answers>(
                Snapshot{.scenario = std::make_shared<const Scenario>(each)}, catalog));
        const ComparisonView compared = comparison_view_of(columns, {}, false, false);
        QVERIFY(compared.study);
        EqualSize size = sized(other);
        size.amount = 12.7e6;
        size.unused = "more cannot be cabled: Spine needs 96 ports and has 64";
        size.stopped_by = "Spine needs 96 ports and has 64";
        auto study = std::make_shared<ComparisonStudy>(*compared.study);
        study->sizes = {size};
        auto view = std::make_shared<ComparisonView>(compared);
        view->study = study;
        ChartData data;
        data.comparison = view;
        const std::unique_ptr<Chart> chart(find_chart(QLatin1String(CompareChart::id_text))->create(nullptr));
        chart->show(std::make_shared<const ChartData>(data));
        const QString text = test::painted_words(*chart, QSize(1200, 600));
        QVERIFY2(text.contains(QStringLiteral("“other” stops at 12.7 MW: Spine needs 96 ports and has 64")),
                 qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("at most 20 MW of power at the meter each")), qPrintable(text));
        study->sizes.front().unused.clear();
        chart->show(std::make_shared<const ChartData>(data));
        const QString all = test::painted_words(*chart, QSize(1200, 600));
        QVERIFY2(!all.contains(QStringLiteral("stops at")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("at equal power at the meter, 20 MW")), qPrintable(all));
    }

    /// The file of the window is that of the command line: dates, ends of bands and cautions stand in both.
    void a_saved_comparison_is_what_the_command_line_prints() {
        const Scenario one = test::sample("decisions/owned-h100", 0),
                       other = test::sample("decisions/owned-h100", 2);
        std::vector<std::shared_ptr<const Answers>> columns;
        for (const Scenario& each : {one, other})
            columns.push_back(std::make_shared<const Answers>(
                Snapshot{.scenario = std::make_shared<const Scenario>(each)}, Catalog::built_in()));
        const auto view =
            std::make_shared<const ComparisonView>(comparison_view_of(columns, {}, false, false));
        QVERIFY(view->study);
        ChartData data;
        data.comparison = view;
        data.order_day = std::chrono::sys_days(std::chrono::year(2031) / 3 / 3);
        const std::unique_ptr<Chart> chart(find_chart(QLatin1String(CompareChart::id_text))->create(nullptr));
        chart->show(data);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("compare.csv"));
        QVERIFY(chart->save(path, PictureFormat::csv, {}));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string saved = file.readAll().toStdString();
        QCOMPARE(saved, comparison_csv(*view->study, *data.order_day));
        for (const char* each : {".low,", ": date", ",2031-", " days", "scenario."})
            QVERIFY2(saved.find(each) != std::string::npos, each);
    }

    void that_more_racks_would_be_slower_is_said_everywhere() {
        const Catalog& catalog = Catalog::built_in();
        const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", catalog);
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        Scenario one = loaded->project.scenarios.front(), other = one;
        one.name = "one";
        other.name = "other";
        std::vector<std::shared_ptr<const Answers>> columns;
        for (const Scenario& each : {one, other})
            columns.push_back(std::make_shared<const Answers>(
                Snapshot{.scenario = std::make_shared<const Scenario>(each)}, catalog));
        const ComparisonView compared = comparison_view_of(columns, {}, false, false);
        QVERIFY(compared.study);
        const std::unique_ptr<Chart> chart(find_chart(QLatin1String(CompareChart::id_text))->create(nullptr));
        for (const bool is_slower : {true, false}) {
            EqualSize size = sized(other);
            if (is_slower) size.most_racks = 571, size.most_step = 12.9;
            auto study = std::make_shared<ComparisonStudy>(*compared.study);
            study->sizes = {size};
            const Caution announced{CautionKind::announced, "announced", {}},
                price{CautionKind::unconfirmed_price, "86 % of its price is not confirmed", {}},
                memory{CautionKind::memory, "may not fit in memory", {}};
            study->table.scenarios[1].cautions = {announced, price};
            auto view = std::make_shared<ComparisonView>(compared);
            view->study = study;
            QVERIFY2(comparison_plan_text(view.get())
                         .endsWith(QStringLiteral("; in one the best plan found, as its own does not suit so "
                                                  "many GPUs")),
                     qPrintable(comparison_plan_text(view.get())));
            ChartData data;
            data.comparison = view;
            chart->show(std::make_shared<const ChartData>(data));
            for (const QSize picture : {QSize(1200, 600), QSize(760, 480)}) {
                const QString text = test::painted_words(*chart, picture);
                QVERIFY2(text.contains(QStringLiteral("544 racks instead of 512, another plan")),
                         qPrintable(text));
                QVERIFY2(text.contains(QStringLiteral("(571 would be slower)")) == is_slower,
                         qPrintable(text));
                QVERIFY2(text.contains(QStringLiteral("announced, 86 % of its price is not confirmed")),
                         qPrintable(text));
            }
            // Odds and map say it below their headings.
            ComparedSizes sizes;
            sizes.resized = {size};
            sizes.cautions = {{"other", {announced, memory}}};
            QVERIFY(sizes_lines(sizes).contains(QStringLiteral("“other”: announced, may not fit in memory")));
            QCOMPARE(sizes_lines(sizes).contains(QStringLiteral("(571 would be slower)")), is_slower);
        }
    }
};

QTEST_MAIN(TestCompareChart)
#include "test_compare_chart.moc"
