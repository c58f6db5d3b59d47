// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/comparison.h"
#include "core/answers/matrix_answers.h"
#include "core/answers/measured_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/study/money/side_by_side.h"
#include "core/study/money/site_alternative.h"
#include "tests/support/asked_charts.h"
#include "tests/support/chart_samples.h"
#include "tests/support/colour_vision.h"
#include "tests/support/painted_chart.h"
#include "tests/support/run_samples.h"
#include "tests/support/sample.h"
#include "tests/support/text_recorder.h"

#include "core/study/losses/blast_radius.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/charts/decide/design_view.h"
#include "widgets/charts/decide/map_view.h"
#include "widgets/charts/decide/odds_view.h"
#include "widgets/charts/decide/tornado_view.h"
#include "widgets/charts/decide/tried_view.h"
#include "widgets/charts/measured/row_list.h"
#include "widgets/charts/measured_step.h"
#include "widgets/charts/money/scenario_measure.h"
#include "widgets/charts/plot/area_stack.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/plot_view.h"
#include "widgets/charts/plot/shared_room.h"
#include "widgets/charts/plot/ticks.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/charts/scale/study_text.h"
#include "widgets/charts/scale/study_view.h"
#include "widgets/charts/step_rows.h"
#include "widgets/charts/step_words.h"
#include "widgets/theme/theme.h"

#include <QClipboard>
#include <QImage>
#include <QMimeData>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;

namespace {

std::unique_ptr<Chart> make(const QString& id, const ChartData& data) {
    std::unique_ptr<Chart> chart(find_chart(id)->create(nullptr));
    chart->show(data);
    return chart;
}

ChartData traced() {
    ChartData data = test_samples::large();
    data.trace = test_samples::trace();
    return data;
}

ChartData infeasible() {
    ChartData data = test_samples::small();
    test_samples::make_infeasible(data, {{Severity::critical,
                                          "memory-exceeded",
                                          "the model needs 31 GB, a GPU has 24 GB",
                                          "",
                                          "micro-batch 1 instead of 4",
                                          {}}});
    return data;
}

} // namespace

class TestCharts : public QObject {
    Q_OBJECT

    /// Scenarios of servers that are there already, others beside them, and others in their place.
    static ChartData servers_of_ours() {
        const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json",
                                         Catalog::built_in());
        if (!loaded) qFatal("%s", loaded.error().text().c_str());
        ChartData data = test_samples::small();
        for (ScenarioColumn& column : compare_scenarios(loaded->project, Catalog::built_in()))
            data.columns.push_back(std::make_shared<const ScenarioColumn>(std::move(column)));
        return data;
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }

    void catalog_names_every_chart_once() {
        QStringList ids;
        for (const ChartEntry& entry : chart_catalog()) {
            const std::unique_ptr<Chart> chart(entry.create(nullptr));
            QCOMPARE(chart->id(), QLatin1String(entry.id));
            QCOMPARE(chart->title(), QLatin1String(entry.title));
            ids << chart->id();
        }
        for (const char* id : {"step-breakdown", "scaling", "levels", "memory", "roofline"})
            QCOMPARE(ids.count(QLatin1String(id)), 1);
        QVERIFY(!find_chart(QStringLiteral("pie")));
    }

    void utilisation_of_fp8_says_its_peak() {
        Evaluation evaluation;
        evaluation.mfu = 1.048;
        const auto said = [&](bool is_plain) { return StepWords{is_plain}.utilisation(evaluation); };
        evaluation.plan.precision = Precision::bf16;
        QVERIFY(!said(false).contains(QStringLiteral("BF16")) && !said(true).contains(QStringLiteral("16")));
        evaluation.plan.precision = Precision::fp8;
        QVERIFY2(said(false).startsWith(QStringLiteral("MFU 10")) &&
                     said(false).endsWith(QStringLiteral(" against the BF16 peak")),
                 qPrintable(said(false)));
        QVERIFY2(
            said(true).endsWith(QStringLiteral(" of the GPUs' peak arithmetic in 16-bit numbers used (MFU)")),
            qPrintable(said(true)));
    }

    void no_text_is_clipped_or_overlaps_another_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("sample");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        for (const ChartEntry& entry : chart_catalog())
            for (const char* sample : {"large", "small", "traced", "infeasible", "empty"})
                for (const QSize size : {QSize(360, 240), QSize(480, 320), QSize(640, 212), QSize(1050, 230),
                                         QSize(800, 460), QSize(1100, 400), QSize(1600, 900)})
                    QTest::addRow("%s %s %dx%d", entry.id, sample, size.width(), size.height())
                        << QString::fromLatin1(entry.id) << QString::fromLatin1(sample) << size << 1.0;
        for (const ChartEntry& entry : chart_catalog())
            QTest::addRow("%s presentation", entry.id)
                << QString::fromLatin1(entry.id) << QStringLiteral("large") << QSize(1600, 900) << 1.6;
    }
    void no_text_is_clipped_or_overlaps_another() {
        QFETCH(QString, id);
        QFETCH(QString, sample);
        QFETCH(QSize, size);
        QFETCH(double, scale);
        ChartData data = sample == u"large"        ? test_samples::large()
                         : sample == u"small"      ? test_samples::small()
                         : sample == u"traced"     ? traced()
                         : sample == u"infeasible" ? infeasible()
                                                   : ChartData{};
        if (sample != u"empty") data.run = test_samples::run_with_log();
        const auto chart = make(id, data);
        test::TextRecorder recorder(size);
        chart->paint(recorder, {.size = size, .theme = Theme::light().scaled(scale)}, true);
        const auto& texts = recorder.texts;
        // In a low picture subtitle, legend and source give way before the plot does.
        const bool is_low = size.height() < 400;
        QVERIFY2(texts.size() >= (is_low               ? 2u
                                  : sample == u"empty" ? 3u
                                                       : 4u),
                 qPrintable(QString::number(texts.size())));
        const QRectF picture = QRectF(QPointF(0, 0), QSizeF(size));
        for (size_t i = 0; i < texts.size(); ++i) {
            QVERIFY2(picture.contains(texts[i].rect),
                     qPrintable(QStringLiteral("'%1' leaves the picture").arg(texts[i].text)));
            // Boxes of lines that follow each other share an edge; a glyph never fills the outermost pixel of
            // its line.
            const QRectF ink = texts[i].rect.adjusted(0.5, 1.5, -0.5, -1.5);
            for (size_t k = 0; k < i; ++k)
                QVERIFY2(!ink.intersects(texts[k].rect.adjusted(0.5, 1.5, -0.5, -1.5)),
                         qPrintable(QStringLiteral("'%1' lies on '%2'").arg(texts[i].text, texts[k].text)));
        }
    }

    /// An axis without the numbers on it is a picture and not a chart.
    void axes_carry_their_numbers_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("label");
        QTest::newRow("step breakdown, share") << "step-breakdown"
                                               << "^\\d+ %$";
        QTest::newRow("step breakdown, GPUs") << "step-breakdown"
                                              << "^\\d[\\d,]*k?$";
        QTest::newRow("scaling, speed-up") << "scaling"
                                           << "^\\d[\\d,]*k?×$";
        QTest::newRow("scaling, GPUs") << "scaling"
                                       << "^\\d[\\d,]*k?$";
        QTest::newRow("levels") << "levels"
                                << "^\\d+ %$";
        QTest::newRow("power over a step") << "step-power"
                                           << "^\\d+ [kM]?W$";
        QTest::newRow("roofline, rate") << "roofline"
                                        << "^\\d+ [TP]FLOP/s$";
        QTest::newRow("roofline, intensity") << "roofline"
                                             << "^\\d[\\d,]*k?$";
        QTest::newRow("memory") << "memory"
                                << "^\\d+ GB$";
    }
    void axes_carry_their_numbers() {
        QFETCH(QString, id);
        QFETCH(QString, label);
        const auto chart = make(id, test_samples::large());
        test::TextRecorder recorder({900, 420});
        chart->paint(recorder, {.size = {900, 420}}, true);
        const QRegularExpression pattern(label);
        const auto numbers = std::ranges::count_if(recorder.texts, [&](const test::PaintedText& text) {
            // Another pattern a row: clazy's is for one that stays.
            return text.text.trimmed().contains(pattern); // clazy:exclude=use-static-qregularexpression
        });
        QStringList all;
        for (const auto& text : recorder.texts) all << text.text;
        QVERIFY2(numbers >= 2, qPrintable(all.join(QStringLiteral(" | "))));
    }

    void a_gpu_count_is_written_in_one_way() {
        ChartData data = test_samples::large();
        ScaleResult scale = data.given();
        // A border beside a computed count is at that count; the most stands there too.
        const double at = scale.points[scale.points.size() - 2].gpus;
        QCOMPARE(at, 65536.0);
        scale.borders = {
            {Regime::diminishing, Regime::degrading, at * 1.004, "pipeline_bubble", ThrottleCause::none, {}}};
        scale.peak_gpus = at;
        data.put(ScaleOfGiven{scale});
        test::TextRecorder recorder({1100, 460});
        make(QStringLiteral("scaling"), data)
            ->paint(recorder, {.size = {1100, 460}, .theme = Theme::light()}, true);
        QStringList texts;
        for (const auto& text : recorder.texts) texts << text.text;
        const QString all = texts.join(u'|');
        QVERIFY2(all.contains(QStringLiteral("65,536")), qPrintable(all));
        for (const char* other : {"66,000", "66k", "65.5k", "most at"})
            QVERIFY2(!all.contains(QLatin1String(other)), qPrintable(all));
    }

    void the_scaling_chart_says_what_moves_its_borders_and_what_is_assumed() {
        ChartData data = test_samples::large();
        ScaleResult scale = data.given();
        const double at = scale.points[scale.points.size() / 2].gpus;
        const auto painted = [&] {
            data.put(ScaleOfGiven{scale});
            test::TextRecorder recorder({1100, 640});
            make(QStringLiteral("scaling"), data)
                ->paint(recorder, {.size = {1100, 640}, .theme = Theme::light()}, true);
            QStringList texts;
            for (const auto& text : recorder.texts) texts << text.text;
            return texts.join(u'|');
        };
        scale.drawn_gpus = scale.points[scale.points.size() / 3].gpus;
        scale.beyond = {"Spine", scale.drawn_gpus, ByteRate(6.25e9), 4};
        scale.borders = {{Regime::linear,
                          Regime::diminishing,
                          at,
                          "failure",
                          ThrottleCause::none,
                          {{"half the failure rate", "", 2 * at}, {"twice the batch", "", 1.5 * at}}}};
        scale.gaps.clear();
        QVERIFY(!painted().contains(QStringLiteral("cannot run")));
        scale.gaps = {{1, 2, "does not fit: 3 of 2"}};
        const QString there = painted();
        // The legend names what is dashed and what is hatched.
        QVERIFY2(there.split(u'|').contains(QStringLiteral("assumed beyond the drawing")), qPrintable(there));
        QVERIFY2(there.split(u'|').contains(QStringLiteral("plan as given cannot run")), qPrintable(there));
        QVERIFY2(there.contains(QStringLiteral("What moves it: ")), qPrintable(there));
        QVERIFY2(there.contains(QStringLiteral("with half the failure rate")), qPrintable(there));
        QVERIFY2(!there.contains(QStringLiteral("twice the batch")), qPrintable(there)); // moves it less
        QVERIFY2(there.contains(QStringLiteral("joined 4:1")), qPrintable(there));
        scale.borders.front().mitigations = {{"half the failure rate", "", at * 1.01},
                                             {"twice the batch", "", 0}};
        QVERIFY2(painted().contains(QStringLiteral("beyond")), qPrintable(painted()));
        QVERIFY2(painted().contains(QStringLiteral("with twice the batch")), qPrintable(painted()));
        scale.borders.front().mitigations.pop_back();
        QVERIFY2(painted().contains(QStringLiteral("stays with half the failure rate")),
                 qPrintable(painted()));
    }

    void a_low_memory_chart_names_all_its_rows() {
        const ChartData data = test_samples::large();
        const auto chart = make(QStringLiteral("memory"), data);
        for (const QSize size : {QSize(470, 200), QSize(900, 250), QSize(900, 600)}) {
            test::TextRecorder recorder(size);
            chart->paint(recorder, {.size = size, .theme = Theme::light()}, true);
            QStringList texts;
            for (const auto& text : recorder.texts) texts << text.text.trimmed();
            const std::vector<MemoryPart> parts = data.evaluation()->memory.parts;
            qsizetype named = 0, shared = 0;
            for (const MemoryPart& part : parts)
                named += texts.contains(QString::fromStdString(part.name)) ? 1 : 0;
            static const QRegularExpression more(QStringLiteral("^(\\d+) more$"));
            for (const QString& text : texts)
                if (const auto match = more.match(text); match.hasMatch()) shared = match.captured(1).toInt();
            QCOMPARE(named + shared, static_cast<qsizetype>(parts.size()));
            QVERIFY(texts.contains(QStringLiteral("together")));
        }
    }

    void one_layer_is_no_plural() {
        ChartData data = test_samples::large();
        const auto heading = [&data](int layers, double in_flight) {
            test_samples::change_evaluation(data, [&](Evaluation& evaluation) {
                for (StageFit& stage : evaluation.memory.stages) {
                    stage.layers = layers;
                    stage.in_flight = in_flight;
                }
            });
            return test::painted_words(*make(QStringLiteral("memory"), data), QSize(900, 600));
        };
        const QString one = heading(1, 1), many = heading(8, 1.5);
        QVERIFY2(one.contains(QStringLiteral("1 layer, 1 micro-batch in flight")), qPrintable(one));
        QVERIFY2(many.contains(QStringLiteral("8 layers, 1.5 micro-batches in flight")), qPrintable(many));
    }

    void empty_charts_say_what_would_fill_them() {
        for (const ChartEntry& entry : chart_catalog()) {
            const auto chart = make(QLatin1String(entry.id), {});
            test::TextRecorder recorder({800, 500});
            chart->paint(recorder, {.size = {800, 500}}, true);
            QStringList all;
            for (const auto& text : recorder.texts) all << text.text;
            QVERIFY2(all.join(u' ').contains(QStringLiteral("appear here")) ||
                         all.join(u' ').contains(QStringLiteral("appears here")),
                     entry.id);
            QVERIFY(chart->table().rows.empty());
        }
    }

    void infeasible_plans_say_why() {
        const auto chart = make(QStringLiteral("step-breakdown"), infeasible());
        test::TextRecorder recorder({800, 500});
        chart->paint(recorder, {.size = {800, 500}}, true);
        QStringList all;
        for (const auto& text : recorder.texts) all << text.text;
        QVERIFY2(all.join(u' ').contains(QStringLiteral("needs 31 GB")), qPrintable(all.join(u'|')));
    }

    void tables_hold_the_numbers_they_are_given() {
        const ChartData data = test_samples::large();
        const ChartTable table = make(QStringLiteral("scaling"), data)->table();
        const auto column = [&](const char* name) {
            return static_cast<size_t>(std::ranges::find(table.columns, name, &ChartTable::Column::name) -
                                       table.columns.begin());
        };
        const size_t speedup = column("speedup"), gpus = column("gpus"), plan = column("plan");
        size_t measured = 0;
        for (const MeasuredStudy& study : data.have_or_empty<MeasuredStudies>().curves)
            measured += study.fit.curve.points.size();
        QVERIFY(measured > 0);
        const auto& given = data.given().points;
        QCOMPARE(table.rows.size(), given.size() + measured);
        for (size_t i = 0; i < table.rows.size(); ++i) {
            const auto& row = table.rows[i];
            QCOMPARE(row.size(), table.columns.size());
            QCOMPARE(std::get<std::string>(row[plan]), std::string(i < given.size() ? "given" : "measured"));
            if (i >= given.size()) continue;
            QCOMPARE(std::get<double>(row[gpus]), given[i].gpus);
            QCOMPARE(std::get<double>(row[speedup]),
                     quantity_of(ScaleQuantity::speedup, given[i], data.scale()));
        }
        // A project as evaluated; what needs a search or a measurement has it in the sample.
        const Catalog& catalog = Catalog::built_in();
        const Scenario sample = test::sample("dgx-h100-su");
        ChartData evaluated = test::asked_charts(sample);
        // What is found of several clusters, when its view is seen.
        evaluated.put(site_fills(*Prepared::make(sample, catalog), *evaluated.evaluation(), catalog));
        evaluated.columns = {std::make_shared<const ScenarioColumn>(scenario_column(sample, catalog))};
        ChartData measured_run;
        measured_run.run = test_samples::run_with_log();
        const Answers answers({.scenario = std::make_shared<const Scenario>(sample)}, catalog);
        Scenario other = sample;
        other.name = "other";
        const std::vector<std::shared_ptr<const Answers>> columns = {
            std::make_shared<const Answers>(Snapshot{.scenario = std::make_shared<const Scenario>(sample)},
                                            catalog),
            std::make_shared<const Answers>(Snapshot{.scenario = std::make_shared<const Scenario>(other)},
                                            catalog)};
        evaluated.comparison =
            std::make_shared<const ComparisonView>(comparison_view_of(columns, {}, false, true));
        evaluated.odds = std::make_shared<const OddsView>(odds_view_of(columns, {}, false, {}));
        ComparisonChoice choice;
        choice.map = {"/site/electricity_price=0.05,0.2", "/plan/tp=4,8"};
        choice.goal = "step.tokens_per_s";
        choice.vary = {"gpus=128,256"};
        evaluated.tornado = std::make_shared<const TornadoView>(tornado_view_of(answers, choice));
        evaluated.tried = std::make_shared<const TriedView>(
            tried_view_of(answers, {"/workload/global_batch", "256..1024 by 256", {}}));
        evaluated.map = std::make_shared<const MapView>(map_view_of(columns, choice, false));
        evaluated.designs = std::make_shared<const DesignView>(design_view_of(answers, choice, {}));
        evaluated.limits = {std::make_shared<const LimitRow>(limit_row_or_reason(answers))};
        // Numbers of the odds, whose unit is that of a row, have their text behind them.
        const ChartTable odds = make(QStringLiteral("odds"), evaluated)->table();
        const auto read = std::ranges::find(odds.columns, "regret, as read", &ChartTable::Column::name);
        QVERIFY(read != odds.columns.end());
        size_t texts = 0;
        for (const auto& row : odds.rows)
            if (const auto* const text =
                    std::get_if<std::string>(&row[static_cast<size_t>(read - odds.columns.begin())])) {
                QVERIFY2(!text->empty() && text->size() < 14, text->c_str());
                ++texts;
            }
        QVERIFY(texts > 0);
        for (const ChartEntry& entry : chart_catalog()) {
            size_t rows = 0;
            for (const ChartData* each : {&data, &std::as_const(evaluated), &std::as_const(measured_run)}) {
                const ChartTable twin = make(QLatin1String(entry.id), *each)->table();
                rows += twin.rows.size();
                for (const auto& row : twin.rows) QCOMPARE(row.size(), twin.columns.size());
            }
            QVERIFY2(rows > 0, entry.id);
        }
    }

    /// The number of a tried value stands in the unit in which it is stored, which its column names.
    void tried_values_name_their_unit() {
        const Answers answers({.scenario = std::make_shared<const Scenario>(test::sample("dgx-h100-su"))},
                              Catalog::built_in());
        const std::tuple<const char*, const char*, double, std::string> cases[] = {
            {"/site/electricity_price", "0.1", 0.1, "$/kWh"},
            {"/cluster/links/0/bandwidth", "400 Gb/s", 50e9, "B/s"},
            {"/site/wet_bulb", "20", 20, "°C"},
            {"/plan/tp", "8", 8, ""}};
        for (const auto& [address, values, number, unit] : cases) {
            ChartData data;
            data.tried = std::make_shared<const TriedView>(tried_view_of(answers, {address, values, {}}));
            const ChartTable table = make(QStringLiteral("tried"), data)->table();
            QVERIFY2(table.rows.size() == 1, address);
            QCOMPARE(std::get<double>(table.rows[0][0]), number);
            QCOMPARE(table.columns[0].unit, unit);
        }
    }

    /// One count has one name: 512 drawn GPUs are not called 504, which is close to them, too.
    void a_place_is_named_by_the_nearest_size() {
        ScaleResult study;
        for (const double gpus : {448.0, 504.0, 512.0, 576.0}) {
            study.points.emplace_back();
            study.points.back().gpus = gpus;
        }
        for (const auto& [gpus, name] :
             {std::pair{512.0, "512"}, {509.0, "512"}, {505.0, "504"}, {504.0, "504"}})
            QCOMPARE(place_text(study, gpus), QLatin1String(name));
        QCOMPARE(place_text(study, 540), QStringLiteral("540"));
        QCOMPARE(gpus_text(study, 512), QStringLiteral("512 GPUs"));
    }

    /// The plan as given at sizes it was not made for does not press the line of interest to the ground, and
    /// every size is written in one way.
    void a_scaling_axis_is_of_its_own_line() {
        ChartData data = test_samples::large();
        data.put(MeasuredStudies());
        data.best_plan = true;
        test_samples::change_answer<ScaleOfBest>(data, [&](ScaleOfBest& best) {
            best.study = data.given();
            best.study.replanned = true;
        });
        double most = 0;
        test_samples::change_answer<ScaleOfGiven>(data, [&](ScaleOfGiven& given) {
            for (ScalePoint& point : given.study.points) {
                most = std::max(most, quantity_of(ScaleQuantity::speedup, point, data.scale()));
                if (point.gpus > given.study.drawn_gpus) point.progress *= 50;
            }
        });
        const auto chart = make(QStringLiteral("scaling"), data);
        StudyView view;
        view.band = false;
        for (const bool is_log : {false, true}) {
            view.set_log(is_log);
            qobject_cast<ScalingChart*>(chart.get())->show_view(view);
            test::TextRecorder recorder({700, 460});
            chart->paint(recorder, {.size = {700, 460}, .theme = Theme::light()}, true);
            static const QRegularExpression tick(QStringLiteral("^([\\d,]+)×$"));
            double highest = 0;
            QStringList texts;
            for (const auto& text : recorder.texts) {
                texts << text.text.trimmed();
                if (const auto match = tick.match(texts.back()); match.hasMatch())
                    highest = std::max(highest, match.captured(1).remove(u',').toDouble());
            }
            QVERIFY2(is_log ? highest > most : highest > most / 3 && highest < most * 1.2,
                     qPrintable(QString::number(highest)));
            QVERIFY2(texts.contains(QStringLiteral("16,384")),
                     qPrintable(texts.join(u'|'))); // drawn: it stays
            QVERIFY2(!texts.contains(QStringLiteral("16k")), qPrintable(texts.join(u'|')));
        }
    }

    void the_plan_now_is_marked_where_it_stands() {
        ChartData data = test_samples::large();
        const RankedPlan& third = data.search->result.best[2];
        Evaluation evaluation = *data.evaluation();
        evaluation.gpus = data.search->gpus();
        evaluation.plan = third.plan;
        const auto texts = [&] {
            data.put(Verdict{evaluation});
            test::TextRecorder recorder({1100, 460});
            make(QStringLiteral("plan-search"), data)
                ->paint(recorder, {.size = {1100, 460}, .theme = Theme::light()}, true);
            QStringList out;
            for (const auto& text : recorder.texts) out << text.text.trimmed();
            return out;
        };
        const QString mark = QStringLiteral("the plan now"), elsewhere = QStringLiteral("not in the picture");
        QVERIFY(texts().contains(mark));
        QVERIFY(texts().filter(elsewhere).isEmpty());
        evaluation.plan.schedule = Schedule::interleaved; // what vpp says already
        QVERIFY(texts().contains(mark));
        evaluation.plan.micro_batch *= 2; // on none of the axes
        QVERIFY(!texts().contains(mark));
        QCOMPARE(texts().filter(elsewhere).size(), 1);
        evaluation.plan = third.plan;
        evaluation.gpus /= 2; // another machine's
        QVERIFY(!texts().contains(mark));
    }

    void what_one_failure_takes_is_what_the_core_says() {
        const Scenario scenario = test::sample("gb200-nvl72-x8");
        const ChartData data = test::asked_charts(scenario, {QStringLiteral("goodput")});
        const auto radii = blast_radii(test::prepared(scenario));
        QVERIFY(radii.all.size() >= 4);
        const auto chart = make(QStringLiteral("goodput"), data);
        const ChartTable table = chart->table();
        const auto column = [&](const char* name) {
            return static_cast<size_t>(std::ranges::find(table.columns, name, &ChartTable::Column::name) -
                                       table.columns.begin());
        };
        size_t found = 0;
        for (const auto& row : table.rows) {
            const auto* kind = std::get_if<std::string>(&row[column("domain")]);
            if (!kind || *kind == "others") continue;
            const BlastRadius& radius = radii.all[found++];
            QCOMPARE(*kind, std::string(name_of(radius.domain.kind)));
            QCOMPARE(std::get<double>(row[column("gpus_out")]), radius.out);
            QCOMPARE(std::get<double>(row[column("hours_lost")]), radius.hours);
        }
        QCOMPARE(found, radii.all.size());
        // A GPU takes its whole rack along.
        test::TextRecorder recorder({1000, 480});
        chart->paint(recorder, {.size = {1000, 480}, .theme = Theme::light()}, true);
        QStringList texts;
        for (const auto& text : recorder.texts) texts << text.text.trimmed();
        QVERIFY2(texts.contains(QStringLiteral("27.9 h per year · 72 GPUs out")),
                 qPrintable(texts.join(u'|')));
    }

    void csv_is_exact_and_quoted() {
        ChartTable table;
        table.columns = {{"name", ""}, {"power", "W"}};
        table.rows = {{std::string("rack, \"hot\""), 0.1},
                      {std::string("b"), 1.0 / 3},
                      {std::string("c"), std::monostate{}},
                      {std::string("d"), std::nan("")},
                      {std::string("e"), 16384.0}};
        QCOMPARE(table.csv(),
                 std::string("name,power [W],power [kW]\r\n\"rack, \"\"hot\"\"\",0.1,0.0001\r\n"
                             "b,0.3333333333333333,0.0003333\r\nc,,\r\nd,,\r\ne,16384,16.38\r\n"));
        // What is small in SI units has no others beside it.
        table.rows.pop_back();
        QVERIFY(table.csv().starts_with("name,power [W]\r\n"));
    }

    void text_is_no_formula_and_numbers_stay() {
        ChartTable table;
        table.columns = {{"name", ""}, {"change", "%"}};
        table.rows = {{std::string("=cmd|'/c calc'!A1"), -1.5}};
        QCOMPARE(table.csv(), std::string("name,change [%]\r\n'=cmd|'/c calc'!A1,-1.5\r\n"));
        QCOMPARE(table.tsv(), std::string("name\tchange [%]\n'=cmd|'/c calc'!A1\t-1.5\n"));
    }

    void saves_every_format() {
        const QTemporaryDir folder;
        const auto chart = make(QStringLiteral("scaling"), test_samples::large());
        PictureOptions options{.size = {800, 450}, .dpi = 192, .theme = Theme::dark()};
        for (const char* end : {"png", "svg", "pdf", "csv"}) {
            const auto saved =
                chart->save(folder.filePath(QStringLiteral("a.") + QLatin1String(end)), options);
            QVERIFY2(saved.has_value(), saved ? "" : saved.error().text().c_str());
        }
        const QImage png(folder.filePath(QStringLiteral("a.png")));
        QCOMPARE(png.size(), QSize(1600, 900));
        QCOMPARE(png.dotsPerMeterX(), 7559); // 192 / 0.0254
        QCOMPARE(png.pixelColor(2, 2), Theme::dark().panel);
        QFile svg(folder.filePath(QStringLiteral("a.svg")));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray drawing = svg.readAll();
        QVERIFY(drawing.contains("viewBox=\"0 0 800 450\"") && drawing.contains("\"Speed-up against GPUs"));
        // Drawn by another renderer it is the picture, whatever type is installed there.
        QVERIFY(!drawing.contains("<text"));
        QSvgRenderer renderer(drawing);
        QVERIFY(renderer.isValid());
        QImage other(png.size(), QImage::Format_RGB32);
        QPainter painter(&other);
        renderer.render(&painter);
        painter.end();
        int apart = 0;
        for (int y = 0; y < png.height(); ++y)
            for (int x = 0; x < png.width(); ++x)
                if (std::abs(qGreen(png.pixel(x, y)) - qGreen(other.pixel(x, y))) > 96) ++apart;
        QVERIFY2(apart < png.width() * png.height() / 200, qPrintable(QString::number(apart)));
        QVERIFY(drawing.trimmed().endsWith("</svg>"));
        QFile pdf(folder.filePath(QStringLiteral("a.pdf")));
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        const QByteArray bytes = pdf.readAll();
        QVERIFY(bytes.startsWith("%PDF-"));
        QVERIFY2(
            bytes.contains("/MediaBox [0 0 600"),
            bytes.mid(bytes.indexOf("/MediaBox"), 40).constData()); // 800 px at 96 to the inch are 600 pt
        QFile csv(folder.filePath(QStringLiteral("a.csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readLine().startsWith("plan,metric,gpus,"));
    }

    void cannot_save_says_why() {
        const auto chart = make(QStringLiteral("memory"), test_samples::large());
        const auto no_folder = chart->save(QStringLiteral("/nonexistent/a.png"), {});
        QVERIFY(!no_folder && no_folder.error().where == "/nonexistent/a.png" &&
                !no_folder.error().fix.empty());
        const auto no_format = chart->save(QStringLiteral("a.gif"), {});
        QVERIFY(!no_format && no_format.error().fix.find(".svg") != std::string::npos);
        const QTemporaryDir folder;
        const auto too_large =
            chart->save(folder.filePath(QStringLiteral("a.png")), {.size = {20000, 20000}, .dpi = 2400});
        QVERIFY(!too_large && !too_large.error().fix.empty());
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("a.png"))));
    }

    void screen_and_file_are_the_same_picture() {
        const auto chart = make(QStringLiteral("step-breakdown"), test_samples::large());
        chart->resize(900, 480);
        static_cast<QWidget&>(*chart).show();
        QVERIFY(QTest::qWaitForWindowExposed(chart.get()));
        const QImage screen = chart->grab().toImage().convertToFormat(QImage::Format_RGB32);
        QImage file(screen.size(), QImage::Format_RGB32);
        chart->paint(file, {.size = {900, 480}}, false);
        int different = 0;
        for (int y = 0; y < file.height(); ++y)
            for (int x = 0; x < file.width(); ++x) {
                const QColor a = screen.pixelColor(x, y), b = file.pixelColor(x, y);
                different += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
                                 std::abs(a.blue() - b.blue()) >
                             48;
            }
        QVERIFY2(different < file.width() * file.height() / 200, qPrintable(QString::number(different)));
    }

    void a_low_breakdown_lies_down() {
        const auto chart = make(QStringLiteral("step-breakdown"), test_samples::large());
        for (const QSize size : {QSize(640, 212), QSize(1050, 230), QSize(1050, 400)}) {
            test::TextRecorder recorder(size);
            chart->paint(recorder, {.size = size, .theme = Theme::light()}, true);
            QString all;
            for (const auto& text : recorder.texts) all += text.text.trimmed() + u'\n';
            QVERIFY2(all.contains(QStringLiteral("compute\n")), qPrintable(all));
            QCOMPARE(all.contains(QStringLiteral("Share of the step")), size.height() > 300);
        }
    }

    /// What has no name of its own stands in one row, so that the rows sum to the step; what takes nothing
    /// stands below all that takes time.
    void parts_without_a_name_are_the_others() {
        ChartData data = test_samples::large();
        test_samples::change_evaluation(data, [](Evaluation& evaluation) {
            evaluation.parts = {};
            const auto take = [&](StepPart part, double seconds) {
                evaluation.parts[static_cast<size_t>(part)] = seconds;
            };
            take(StepPart::compute, 9);
            take(StepPart::tensor_comm, 0.973);
            take(StepPart::context_comm, 0.015);
            take(StepPart::checkpoint, 0.010);
            take(StepPart::input, 0.002);
            evaluation.step_time = Seconds(10);
        });
        const auto chart = make(QStringLiteral("step-breakdown"), data);
        for (const QSize size : {QSize(1200, 700), QSize(1050, 230)}) {
            test::TextRecorder recorder(size);
            chart->paint(recorder, {.size = size, .theme = Theme::light()}, true);
            QStringList texts;
            double others = 0, compute = 0;
            std::vector<double> nothing;
            for (const auto& each : recorder.texts) {
                texts << each.text.trimmed();
                if (texts.back() == QStringLiteral("3 others")) others = each.rect.center().y();
                if (texts.back() == QStringLiteral("compute")) compute = each.rect.center().y();
                if (texts.back() == QStringLiteral("–")) nothing.push_back(each.rect.center().y());
            }
            QVERIFY2(others > 0 && compute > 0, qPrintable(texts.join(u'\n')));
            QVERIFY2(std::ranges::any_of(
                         texts, [](const QString& text) { return text.startsWith(QStringLiteral("27 ms")); }),
                     qPrintable(texts.join(u'\n')));
            QCOMPARE(nothing.empty(), size.height() < 300); // a low one has no place for them
            for (const double y : nothing) QVERIFY(y > others && y > compute);
        }
        // With room for three the least part joins the others.
        const StepParts& parts = data.evaluation()->parts;
        const StepRows rows = step_rows(
            parts, {StepPart::compute, StepPart::tensor_comm, StepPart::context_comm, StepPart::straggler},
            3);
        QCOMPARE(rows.taken, (std::vector{StepPart::compute, StepPart::tensor_comm}));
        QVERIFY(rows.none.empty());
        QCOMPARE(rows.others.size(), size_t(3));
        QVERIFY(std::abs(rows.others_seconds(parts) - 0.027) < 1e-12);
        // Several bars have those parts that are wide in any of them.
        StepParts other{};
        other[static_cast<size_t>(StepPart::throttle)] = 3;
        other[static_cast<size_t>(StepPart::launch)] = 0.1;
        QCOMPARE(widest_parts({parts, other}, {StepPart::compute, StepPart::launch, StepPart::tensor_comm,
                                               StepPart::context_comm, StepPart::throttle}),
                 (std::vector{StepPart::compute, StepPart::tensor_comm, StepPart::throttle}));
    }

    /// The lowest place has its name where neither what it loses nor what is lost above it goes over it.
    void no_loss_crosses_the_name_of_the_lowest_place() {
        const auto loaded =
            read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", Catalog::built_in());
        QVERIFY(loaded.has_value());
        const auto chart =
            make(QStringLiteral("energy-flow"),
                 test::asked_charts(loaded->project.scenarios.front(), {QStringLiteral("energy-flow")}));
        for (const QSize shown : {QSize(1200, 700), QSize(700, 420)}) {
            chart->resize(shown);
            static_cast<QWidget&>(*chart).show();
            chart->grab();
            const auto* plot = chart->findChild<PlotView*>();
            test::TextRecorder recorder(plot->size());
            chart->paint(recorder, {.size = plot->size()}, true);
            const auto name = std::ranges::find_if(recorder.texts, [](const test::PaintedText& text) {
                return text.text.startsWith(QStringLiteral("lighting, controls"));
            });
            QVERIFY(name != recorder.texts.end());
            int losses = 0;
            for (const ChartHit& hit : plot->ink().hits) {
                if (!hit.readout.contains(QStringLiteral(" to outdoors\n"))) continue;
                ++losses;
                QVERIFY2(!hit.area.intersects(name->rect), qPrintable(hit.readout));
            }
            QVERIFY(losses > 2);
        }
    }

    /// A bottleneck that holds from the first size to the last is not said to move.
    void the_title_of_the_bottlenecks_says_what_binds_throughout() {
        ChartData data = test_samples::large();
        data.subject = "A model";
        const auto gain = [](ResourceKind kind, const char* label) {
            Gain out;
            out.resource.kind = kind;
            out.label = label;
            out.tenth = 0.08;
            out.twice = 0.5;
            return out;
        };
        const auto size = [](double gpus, const Gain& binds) {
            Bottleneck out;
            out.gpus = gpus;
            out.gains = {binds};
            return out;
        };
        const Gain compute = gain(ResourceKind::flops, "GPU arithmetic"),
                   memory = gain(ResourceKind::hbm, "HBM bandwidth");
        const auto words = [&](const std::vector<Bottleneck>& sizes) {
            data.put(BottlenecksOfGiven{sizes});
            data.put(BottlenecksOfBest{sizes});
            return test::painted_words(*make(QStringLiteral("bottlenecks"), data), QSize(1100, 640));
        };
        Bottleneck too_small;
        too_small.gpus = 32;
        too_small.reason = "does not fit";
        const QString held = words({too_small, size(64, compute), size(128, compute), size(4096, compute)});
        QVERIFY2(held.contains(QStringLiteral("What binds from 64 to 4,096 GPUs, A model: GPU arithmetic")),
                 qPrintable(held));
        QVERIFY2(!held.contains(QStringLiteral("moves")), qPrintable(held));
        // A name in the plural reads as well.
        const Gain scale_up = gain(ResourceKind::scale_up, "Scale-up links");
        const QString links = words({size(64, scale_up), size(128, scale_up)});
        QVERIFY2(links.contains(QStringLiteral("What binds from 64 to 128 GPUs, A model: scale-up links")),
                 qPrintable(links));
        const QString moved = words({size(64, compute), size(128, memory)});
        QVERIFY2(moved.contains(QStringLiteral("The bottleneck moves")), qPrintable(moved));
        QVERIFY2(moved.contains(QStringLiteral("GPU arithmetic at 64 GPUs, then HBM bandwidth at 128 GPUs")),
                 qPrintable(moved));
    }

    void sizes_that_cannot_run_are_named_once() {
        ChartData data = test_samples::large();
        ScaleResult scale = data.given();
        const double at = scale.points[scale.points.size() / 2].gpus;
        const auto readouts = [&](double from, double to) {
            scale.gaps = {{from, to, "does not fit: 3 of 2"}};
            data.put(ScaleOfGiven{scale});
            const auto chart = make(QStringLiteral("scaling"), data);
            chart->resize(1100, 640);
            static_cast<QWidget&>(*chart).show();
            chart->grab();
            QStringList out;
            for (const ChartHit& hit : chart->findChild<PlotView*>()->ink().hits)
                if (hit.readout.contains(QStringLiteral("cannot run"))) out << hit.readout;
            out.removeDuplicates();
            return out;
        };
        const QString size = QString::fromStdString(format_count(at)),
                      next = QString::fromStdString(format_count(at + 1));
        QCOMPARE(readouts(at, at),
                 QStringList{QStringLiteral("%1 GPUs cannot run\ndoes not fit: 3 of 2").arg(size)});
        QCOMPARE(
            readouts(at, at + 1),
            QStringList{QStringLiteral("%1 to %2 GPUs cannot run\ndoes not fit: 3 of 2").arg(size, next)});
    }

    void clicks_explain_and_toggle_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("upright") << QSize(900, 480);
        QTest::newRow("lying down") << QSize(900, 220);
    }
    void clicks_explain_and_toggle() {
        QFETCH(QSize, size);
        const auto chart = make(QStringLiteral("step-breakdown"), test_samples::large());
        chart->resize(size);
        static_cast<QWidget&>(*chart).show();
        QVERIFY(QTest::qWaitForWindowExposed(chart.get()));
        auto* view = chart->findChild<PlotView*>();
        QWidget* plot = view->childAt(view->rect().center());
        QVERIFY(plot);
        const auto click = [&](auto matches) {
            for (const ChartHit& hit : view->ink().hits)
                if (matches(hit))
                    return QTest::mouseClick(plot, Qt::LeftButton, {},
                                             hit.area.boundingRect().center().toPoint()),
                           true;
            return false;
        };
        QSignalSpy explained(chart.get(), &Chart::explainRequested);
        QVERIFY(click([](const ChartHit& hit) { return hit.explain == u"data_comm"; }));
        QCOMPARE(explained.size(), 1);
        QCOMPARE(explained[0][0].toString(), QStringLiteral("data_comm"));
        const auto bars = [&] {
            return std::ranges::count_if(view->ink().hits,
                                         [](const ChartHit& hit) { return hit.explain == u"data_comm"; });
        };
        const auto before = bars();
        QVERIFY(click([](const ChartHit& hit) { return hit.toggle == u"data_comm"; }));
        QVERIFY(bars() < before);
        QVERIFY(click([](const ChartHit& hit) { return hit.toggle == u"data_comm"; }));
        QCOMPARE(bars(), before);
        // The keys reach the marks too; the first of a low picture may be one that explains nothing.
        for (int mark = 0; mark < 20 && explained.size() < 2 && bars() == before; ++mark) {
            QTest::keyClick(view, Qt::Key_Right);
            QTest::keyClick(view, Qt::Key_Return);
        }
        QVERIFY(explained.size() == 2 || bars() != before);
    }

    void wheel_zooms_and_double_click_shows_all() {
        const auto chart = make(QStringLiteral("scaling"), test_samples::large());
        chart->resize(800, 460);
        static_cast<QWidget&>(*chart).show();
        QVERIFY(QTest::qWaitForWindowExposed(chart.get()));
        auto* view = chart->findChild<PlotView*>();
        QWidget* plot = view->childAt(view->rect().center());
        const auto marks = [&] {
            double left = 1e9, right = 0;
            for (const ChartHit& hit : view->ink().hits)
                if (hit.explain == u"step_time")
                    left = std::min(left, hit.area.boundingRect().left()),
                    right = std::max(right, hit.area.boundingRect().right());
            return right - left;
        };
        const auto texts = [&] {
            test::TextRecorder recorder({800, 460});
            chart->paint(recorder, {.size = {800, 460}}, true);
            QStringList all;
            for (const auto& text : recorder.texts) all << text.text;
            return all;
        };
        const QStringList whole = texts();
        const double before = marks();
        QVERIFY(before > 400);
        const QPointF centre = plot->rect().center();
        QWheelEvent wheel(centre, plot->mapToGlobal(centre), {}, {0, 480}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot, &wheel);
        QVERIFY(texts() != whole); // what is exported is what is seen
        QTest::mouseDClick(plot, Qt::LeftButton, {}, centre.toPoint());
        QCOMPARE(texts(), whole);
    }

    void copies_picture_and_table() {
        const auto chart = make(QStringLiteral("memory"), test_samples::large());
        chart->copyToClipboard();
        const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
        QVERIFY(mime->hasImage());
        QVERIFY(mime->text().startsWith(
            QStringLiteral("stage\tpart\tbytes [B]\tbytes [GB]\n1\tweights\t6330000000\t6.33\n")));
    }

    void measured_steps_are_means() {
        const auto step = measured_step(*test_samples::trace());
        QVERIFY(step);
        // Two ranks, two steps each: idle 0.8 s and 1.0 s, the rest alike.
        QCOMPARE(step->idle, 0.9);
        QCOMPARE(step->compute, 3.9);
        QCOMPARE(step->total(), 3.9 + 1.8 + 0.1 + 0.9);
        QVERIFY(!measured_step({}));
        QCOMPARE(step->origin, QStringLiteral("mean of 2 ranks, 4 steps"));
        TraceResult one = *test_samples::trace();
        one.ranks.resize(1);
        one.ranks.front().steps.resize(1);
        QCOMPARE(measured_step(one)->origin, QStringLiteral("mean of 1 rank, 1 step"));
        TraceResult log; // tells how long a step took, and no more
        MeasuredFile& file = log.files.emplace_back();
        file.program = "Megatron-LM";
        file.median_step_s = 2.5;
        const auto logged = measured_step(log);
        QVERIFY(logged);
        QCOMPARE(logged->total(), 2.5);
        QCOMPARE(logged->pieces().size(), size_t(1));
        QVERIFY(logged->origin.contains(QStringLiteral("Megatron-LM")));
    }

    /// Timers of every rank: 0.45 + 0.9 + 0.4 + 0.1 + 0.05 s of the 2 s of a step.
    void timers_of_a_log_are_parts() {
        const auto named = [](const TraceResult& trace) {
            QString out;
            const auto step = measured_step(trace);
            if (!step) return out;
            for (const MeasuredStep::Piece& piece : step->pieces())
                out += QStringLiteral("%1 %2, ").arg(piece.name).arg(piece.seconds);
            return out + QString::number(step->total());
        };
        TraceResult trace = *test_samples::logged_run();
        StepTimers& timers = *trace.files.front().timers;
        QCOMPARE(named(trace),
                 QStringLiteral("forward 0.45, backward 0.9, gradients between ranks 0.4, optimizer "
                                "0.1, reading the batch 0.05, not told 0.1, 2"));
        const auto step = measured_step(trace);
        QVERIFY(step->origin.contains(QStringLiteral("mean of all ranks over 11 steps, by their timers")));
        QVERIFY(step->pieces().front().part == StepPart::compute);
        QVERIFY(!step->pieces().front().note.isEmpty());
        QVERIFY(!step->pieces().back().part);
        // Backward is told from forward in the legend, by everyone.
        constexpr double told_apart = 15;
        for (const Theme& theme : {Theme::light(), Theme::dark()})
            for (int vision = 0; vision < 3; ++vision)
                QVERIFY(test::difference(piece_colour(step->pieces().at(0), theme),
                                         piece_colour(step->pieces().at(1), theme), vision) > told_apart);
        // The table has them, too.
        ChartData data;
        data.trace = std::make_shared<const TraceResult>(trace);
        const auto chart = make(QStringLiteral("step-breakdown"), data);
        QCOMPARE(chart->table().rows.size(), size_t(6));
        // Timers that are each of their slowest rank need not add up, nor where one runs beside another.
        timers.ranks = TimedRanks::slowest;
        const QString whole = QStringLiteral("whole step %1, %1").arg(*trace.files.front().median_step_s);
        QCOMPARE(named(trace), whole);
        timers.ranks = TimedRanks::one;
        timers.step_s = 1.8;
        QCOMPARE(named(trace), whole);
        // What holds computation and waiting alike is no part of a prediction.
        timers.step_s = 2;
        timers.parts = {{"forward-backward", LoggedWork::forward_backward, "", 1.5, 1.5, 0.75, 1.5, 1.5}};
        QCOMPARE(named(trace), whole);
    }

    void another_jobs_trace_has_an_axis_of_its_own() {
        ChartData data = test_samples::large();
        auto trace = std::make_shared<TraceResult>(*test_samples::trace());
        for (TraceRank& rank : trace->ranks)
            for (TraceStep& step : rank.steps)
                for (int64_t TraceTimes::*part : {&TraceTimes::compute_ns, &TraceTimes::exposed_comm_ns,
                                                  &TraceTimes::exposed_mem_ns, &TraceTimes::idle_ns})
                    (*step.times).*part /= 1000;
        data.trace = trace;
        const auto tallest = [&] {
            const auto chart = make(QStringLiteral("step-breakdown"), data);
            chart->resize(1200, 500);
            static_cast<QWidget&>(*chart).show();
            chart->grab();
            double out = 0;
            for (const ChartHit& hit : chart->findChild<PlotView*>()->ink().hits)
                if (hit.readout.startsWith(QStringLiteral("measured")))
                    out = std::max(out, hit.area.boundingRect().height());
            return out;
        };
        QVERIFY2(tallest() < 30, qPrintable(QString::number(tallest())));
        const auto drawn = Prepared::make(test::sample("dgx-h100-su"), Catalog::built_in()); // draws H100
        QVERIFY(drawn);
        data.put(AsAsked{*drawn});
        for (TraceRank& rank : trace->ranks) rank.gpu = "Tesla V100-SXM2-16GB";
        QVERIFY2(tallest() > 100, qPrintable(QString::number(tallest())));
        // A trace by itself is shown, nothing being drawn.
        data = ChartData();
        data.trace = trace;
        QVERIFY2(tallest() > 100, qPrintable(QString::number(tallest())));
    }

    void names_that_begin_alike_are_told_apart() {
        const QString begin =
            QStringLiteral("void at::native::vectorized_elementwise_kernel<4, at::native::");
        const QString end = QStringLiteral("(at::TensorIteratorBase&)::{lambda()#1}::operator()() const>");
        RowList list;
        list.unit = QStringLiteral("%");
        for (const char* what : {"AddFunctor<float>", "MulFunctor<float>", "AddFunctor<half>"}) {
            ListRow& row = list.rows.emplace_back();
            row.name = begin + QLatin1String(what) + end;
            row.pieces.push_back({1, Qt::blue, {}});
        }
        const QStringList names = row_list_panel(list, Theme::light(), {900, 400}).y.categories;
        QCOMPARE(names.size(), 3);
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), 3);
        for (const QString& name : names) QVERIFY2(name.contains(u'…'), qPrintable(name));
        QVERIFY2(names[1].contains(QStringLiteral("Mul")), qPrintable(names[1]));
        QCOMPARE(cut_name(QStringLiteral("kernel"), 6), QStringLiteral("kernel"));
        QCOMPARE(cut_name(QStringLiteral("kernels"), 6), QStringLiteral("kerne…"));
    }

    /// The whisker is the band that the verdict says of the whole step, also beside a published step without
    /// checkpoints and failures.
    void the_whisker_is_the_band_of_the_whole_step() {
        ChartData data = test_samples::large();
        test_samples::change_evaluation(data, [](Evaluation& evaluation) {
            evaluation.step_time_low = 0.9 * evaluation.step_time;
            evaluation.step_time_high = 1.2 * evaluation.step_time;
            evaluation.productive_step = 0.5 * evaluation.step_time;
        });
        const auto evaluation = data.evaluation();
        PublishedRun run;
        run.id = "row";
        run.source = "a paper";
        run.step = 0.4 * evaluation->step_time;
        Scenario scenario;
        scenario.published = run;
        data.put(PublishedRunAnswer{published_against(scenario, *evaluation)});
        const auto chart = make(QStringLiteral("step-breakdown"), data);
        chart->resize(1200, 500);
        static_cast<QWidget&>(*chart).show();
        chart->grab();
        const ChartInk& ink = chart->findChild<PlotView*>()->ink();
        const auto compute = std::ranges::find_if(
            ink.hits, [](const ChartHit& hit) { return hit.readout.startsWith(QStringLiteral("compute")); });
        QVERIFY(compute != ink.hits.end());
        const double px_a_second = compute->area.boundingRect().height() /
                                   evaluation->parts[static_cast<size_t>(StepPart::compute)],
                     whisker = 0.3 * evaluation->step_time.si() * px_a_second;
        QVERIFY(std::ranges::any_of(ink.lines, [&](const QLineF& line) {
            return std::abs(line.dx()) < 0.1 && std::abs(line.length() - whisker) < 1;
        }));
        // The published bar has to be held against the predicted one without checkpoints and failures.
        const QRectF first = compute->area.boundingRect();
        const double like_for_like = first.bottom() - 0.5 * evaluation->step_time.si() * px_a_second;
        QVERIFY(std::ranges::any_of(ink.lines, [&](const QLineF& line) {
            return std::abs(line.dy()) < 0.1 && std::abs(line.y1() - like_for_like) < 1 &&
                   line.x1() < first.left() && std::abs(line.x2() - first.right()) < 1;
        }));
        test::TextRecorder recorder({1200, 500});
        chart->paint(recorder, {.size = {1200, 500}}, true);
        QString said;
        for (const test::PaintedText& text : recorder.texts) said += text.text + u' ';
        QVERIFY2(said.contains(QStringLiteral("dashes: as published")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("without checkpoints and failures: published")) &&
                     said.contains(QStringLiteral("(25.0 %)")),
                 qPrintable(said));
    }

    /// The open scenario is blue among the project's also while a what-if is shown, which is called
    /// otherwise.
    void the_open_scenario_is_marked_beside_a_what_if() {
        ChartData data;
        Scenario scenario = test::sample("dgx-h100-su");
        for (const char* name : {"first", "second"}) {
            scenario.name = name;
            data.columns.push_back(
                std::make_shared<const ScenarioColumn>(scenario_column(scenario, Catalog::built_in())));
        }
        data.scenario = "second, what if";
        const auto blue_pixels = [&](const std::string& open) {
            data.open = open;
            const auto chart = make(QLatin1String("scenarios"), data);
            chart->resize(900, 500);
            static_cast<QWidget&>(*chart).show();
            const QImage image = chart->grab().toImage();
            const QRgb blue = Theme::light().part(StepPart::compute).rgb();
            int out = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) out += (image.pixel(x, y) | 0xff000000) == blue;
            return out;
        };
        QCOMPARE(blue_pixels("neither"), 0);
        QVERIFY(blue_pixels("second") > 100);
    }

    /// A bar names the way that it is had in, where the site names another one; the subtitle what holds the
    /// others.
    void what_is_ready_names_its_way() {
        Scenario scenario = test::sample("dgx-h100-su");
        scenario.workload.token_budget = 1e12;
        scenario.site.power_limit = Watts(2e6);
        scenario.site.room.rack_positions = 30;
        const auto words_of = [&](Deployment own) {
            scenario.site.money.deployment = own;
            ChartData data = test::asked_charts(scenario);
            data.put(site_fills(*Prepared::make(scenario, Catalog::built_in()), *data.evaluation(),
                                Catalog::built_in()));
            return test::painted_words(*make(QStringLiteral("running-by"), data), QSize(1280, 700));
        };
        const QString hall = words_of(Deployment::own_hall);
        QVERIFY2(hall.contains(QStringLiteral("T, colocation")), qPrintable(hall));
        QVERIFY2(hall.contains(QStringLiteral("the room's rack positions (")), qPrintable(hall));
        QVERIFY(!words_of(Deployment::colocation).contains(QStringLiteral("T, colocation")));
    }

    void ticks_are_few_round_and_apart() {
        QCOMPARE(tick_text(16384, {}, 16384, 16384), QStringLiteral("16,384"));
        QCOMPARE(tick_text(2e6, QStringLiteral("/s"), 2e6, 1e6), QStringLiteral("2M/s"));
        QCOMPARE(tick_text(40, QStringLiteral("$"), 60, 20), QStringLiteral("$40"));
        QCOMPARE(tick_text(20000, QStringLiteral("MWh"), 60000, 20000), QStringLiteral("20,000 MWh"));
        QCOMPARE(tick_text(2048, {}, 2048, 2048), QStringLiteral("2,048"));
        QCOMPARE(tick_text(131072, {}, 131072, 131072), QStringLiteral("131,072"));
        QCOMPARE(tick_text(0.5, QStringLiteral("s"), 2, 0.5), QStringLiteral("0.5 s"));
        // A share between two steps of 2.5 % is not rounded to a whole percent.
        QCOMPARE(tick_text(0.125, QStringLiteral("%"), 0.15, 0.025), QStringLiteral("12.5 %"));
        QCOMPARE(tick_text(0.05, QStringLiteral("%"), 0.2, 0.05), QStringLiteral("5 %"));
        QCOMPARE(tick_text(1e-6, QStringLiteral("%"), 1, 1e-6), QStringLiteral("0.0001 %"));
        QCOMPARE(tick_text(2, QStringLiteral("s"), 2, 0.5), QStringLiteral("2.0 s"));
        // Nobody reads kiloseconds.
        QCOMPARE(tick_text(500, QStringLiteral("s"), 500, 100), QStringLiteral("500 s"));
        QCOMPARE(tick_text(1200, QStringLiteral("s"), 1200, 600), QStringLiteral("20 min"));
        QCOMPARE(tick_text(36e6, QStringLiteral("s"), 36e6, 36e6), QStringLiteral("10,000 h"));
        QCOMPARE(tick_text(0.25, QStringLiteral("%"), 1, 0.25), QStringLiteral("25 %"));
        QCOMPARE(tick_text(3e4, QStringLiteral("W"), 5e4, 1e4), QStringLiteral("30 kW"));
        const QFontMetricsF metrics(Theme::light().font(Theme::Role::secondary));
        for (const double pixels : {120.0, 300.0, 900.0})
            for (const double high : {3e-6, 0.7, 41.0, 8.8e12}) {
                AxisSpec axis{.unit = QStringLiteral("s"), .high = high};
                const auto ticks = choose_ticks(axis, 0, high, pixels, true, metrics,
                                                [&](double v) { return v / high * pixels; });
                QVERIFY(ticks.size() >= 2 && ticks.size() <= 14);
                double end = -1e9;
                for (const Tick& tick : ticks) {
                    if (tick.label.isEmpty()) continue;
                    const double centre = tick.at / high * pixels,
                                 half = metrics.horizontalAdvance(tick.label) / 2;
                    QVERIFY(centre - half > end);
                    end = centre + half;
                }
            }
        const AxisSpec decades{
            .scale = AxisSpec::Scale::logarithmic, .unit = QStringLiteral("GPUs"), .low = 1, .high = 1e6};
        for (const double pixels : {0.0, -3.0}) // a view that its neighbours left no room
            QVERIFY(choose_ticks(decades, 1, 1e6, pixels, true, metrics, [](double) { return 0.0; }).empty());
    }

    /// Texts of that pattern that a chart of this size has.
    static QStringList texts_like(const Chart& chart, QSize size, double scale, const QString& pattern) {
        test::TextRecorder recorder(size);
        chart.paint(recorder, {.size = size, .theme = Theme::light().scaled(scale)}, true);
        const QRegularExpression wanted(pattern);
        QStringList found;
        for (const auto& each : recorder.texts)
            if (wanted.match(each.text).hasMatch()) found << each.text;
        return found;
    }

    /// The largest of them has the longest bar, and the least room beside it.
    void every_part_of_an_hour_has_its_value() {
        const Catalog& catalog = Catalog::built_in();
        const auto loaded =
            read_project(ROOFRACK_SOURCE_DIR "/samples/llama3-405b-16k.roofrack.json", catalog);
        QVERIFY(loaded);
        const auto chart = make(QStringLiteral("money"), test::asked_charts(loaded->project.scenarios.front(),
                                                                            {QStringLiteral("money")}));
        const QString values = QStringLiteral("^\\$[\\d.]+[kM]? · [\\d.]+ %$");
        const QStringList all = texts_like(*chart, {1600, 900}, 1, values);
        QVERIFY(all.size() > 4);
        QCOMPARE(texts_like(*chart, {1024, 480}, 1.5, values), all);
        QCOMPARE(texts_like(*chart, {1092, 620}, 1.5, values), all);
    }

    /// What matters most has the longest bar, and the least room beside it.
    void every_resource_has_its_two_values() {
        const QString values = QStringLiteral("^([−+]\\d\\S* %|0)( · ([−+]\\d\\S* %|0))?$");
        for (const char* const sample : {"gb200-nvl72-x8", "dgx-h100-su", "shared-a100-hot-rack"}) {
            const ChartData data = test::asked_charts(test::sample(sample), {QStringLiteral("what-binds")});
            const auto chart = make(QStringLiteral("what-binds"), data);
            for (const auto& [size, scale] :
                 {std::pair(QSize(1600, 900), 1.0), std::pair(QSize(760, 460), 1.0),
                  std::pair(QSize(640, 460), 1.0), std::pair(QSize(560, 420), 1.0),
                  std::pair(QSize(1024, 620), 1.5)}) {
                const auto rows = chart->table().rows.size();
                const QStringList said = texts_like(*chart, size, scale, values);
                QVERIFY2(said.size() >= qsizetype(2 * rows),
                         qPrintable(QStringLiteral("%1, %2 px: %3 of %4 values")
                                        .arg(QLatin1String(sample))
                                        .arg(size.width())
                                        .arg(said.size())
                                        .arg(2 * rows)));
            }
        }
    }

    /// Rows of one name differ in what is carried: long names give way to it.
    void levels_say_what_they_carry() {
        ChartData data = test_samples::large();
        qsizetype kinds = 0;
        test_samples::change_answer<FacilityStudy>(data, [&](FacilityStudy& study) {
            for (Level& level : study.levels)
                level.name = "A long name of racks in the east wing of the hall";
            kinds = static_cast<qsizetype>(study.levels.size());
        });
        const auto chart = make(QStringLiteral("levels"), data);
        const QString named = QStringLiteral(
            " · (one rack, power|one rack, heat|inlet air|air|coolant|heat|at the meter|feeds)$");
        const QStringList whole = texts_like(*chart, {1600, 900}, 1, named);
        QVERIFY(whole.size() > 3 && whole.size() <= kinds);
        QCOMPARE(texts_like(*chart, {760, 900}, 1.5, named).size(), whole.size());
        // Peaks of a second and means of minutes are told apart.
        const QStringList windows = texts_like(
            *chart, {1600, 900}, 1, QStringLiteral("^bars: highest mean (at once|over \\S+ \\S+): "));
        QCOMPARE(windows.size(), 1);
        QVERIFY2(windows.front().count(QStringLiteral("over ")) > 1, qPrintable(windows.front()));
    }

    /// The legend names the tick of the compute phase where a level has one.
    void levels_name_the_tick_they_draw() {
        ChartData data = test_samples::large();
        const auto named = [&](double peak_of_load, bool has_limit) {
            test_samples::change_answer<FacilityStudy>(data, [&](FacilityStudy& study) {
                study.assumed.reset();
                for (Level& level : study.levels) {
                    level.peak = peak_of_load * level.load;
                    if (!has_limit) level.limit = level.secured = std::nullopt;
                }
            });
            const auto chart = make(QStringLiteral("levels"), data);
            const QString words = QStringLiteral("^in the compute phase$");
            return !texts_like(*chart, {1600, 900}, 1, words).empty();
        };
        QVERIFY(named(1.2, true));
        QVERIFY(!named(1, true));
        QVERIFY(!named(1.2, false)); // a level without a limit has no bar
    }

    /// A name lies in its own area alone, also where that is steep between two points.
    void names_of_areas_stay_inside_them() {
        const auto named = [](const std::vector<double>& from, const std::vector<double>& to) {
            QImage image(400, 200, QImage::Format_ARGB32);
            QPainter painter(&image);
            ChartInk ink;
            const QRectF all(0, 0, 400, 200);
            const Theme theme = Theme::light();
            ChartCanvas canvas(
                painter, theme, all, all, [](double x) { return 200 * x; }, [](double y) { return 200 - y; },
                ink);
            name_area(canvas, {0, 1, 2},
                      {.name = QStringLiteral("data comm"),
                       .colour = Qt::white,
                       .from = from,
                       .to = to,
                       .widest = 30},
                      0.1);
            return !ink.texts.empty();
        };
        QVERIFY(named({0, 0, 0}, {30, 30, 30}));
        QVERIFY(!named({0, 0, 150}, {30, 30, 180}));
    }

    /// One that is not whole is at least what is known of it, so that a larger one may still be the least.
    void the_least_is_told_among_what_can_be_compared() {
        const std::vector<ScenarioMeasure> measures = scenario_measures();
        const ScenarioMeasure& capital = *std::ranges::find(measures, std::string_view("capital"),
                                                            [](const auto& each) { return each.explain; });
        const auto with = [](double dollars, const char* gaps = "") {
            auto out = std::make_shared<ScenarioColumn>();
            out->path.capital = {dollars, dollars, dollars};
            out->run.gaps = gaps;
            return out;
        };
        const auto least = [&](ScenarioColumns columns) { return smallest_complete(capital, columns); };
        const auto bought = with(20.5e6), owned = with(0), rented = with(0);
        rented->path.deployment = Deployment::reserved_cloud;
        QCOMPARE(least({bought, with(30e6)}), 20.5e6);
        QCOMPARE(least({bought, owned, nullptr}), 0.0);
        QCOMPARE(texts_without_bar(comparable(capital, *owned), *owned).front(),
                 QStringLiteral("none: all is there already"));
        QCOMPARE(texts_without_bar(comparable(capital, *rented), *rented).front(),
                 QStringLiteral("none: rented"));
        const char* const gaps = "without the price of 2 parts";
        QCOMPARE(least({bought, with(30e6, gaps)}), 20.5e6);
        QVERIFY(std::isnan(least({bought, with(10e6, gaps)})));
        const auto unknown = with(0, gaps);
        QVERIFY(std::isnan(least({bought, unknown})));
        QCOMPARE(texts_without_bar(comparable(capital, *unknown), *unknown).front(),
                 QStringLiteral("not known"));
        const auto standing = with(1);
        standing->reason = "does not fit";
        QCOMPARE(least({bought, standing}), 20.5e6);
    }

    /// As in a comparison: who adds nothing has no wait, and no other wait loses against that.
    void who_adds_nothing_is_never_the_first_to_run() {
        const ChartData data = servers_of_ours();
        const std::vector<ScenarioMeasure> measures = scenario_measures();
        const ScenarioMeasure& wait = *std::ranges::find(measures, std::string_view("lead_time"),
                                                         [](const auto& each) { return each.explain; });
        QCOMPARE(wait.value(*data.columns[0]), 0.0);
        QCOMPARE(int(comparable(wait, *data.columns[0])), int(Comparable::no_wait));
        double least = wait.value(*data.columns[1]);
        for (size_t i = 1; i < data.columns.size(); ++i) {
            QCOMPARE(int(comparable(wait, *data.columns[i])), int(Comparable::complete));
            least = std::min(least, wait.value(*data.columns[i]));
        }
        QVERIFY(least > 0);
        QCOMPARE(smallest_complete(wait, data.columns), least);
        QVERIFY(std::isnan(smallest_complete(wait, {data.columns[0]})));
        const QString words =
            test::painted_words(*make(QStringLiteral("scenarios"), data), QSize(1200, 1000));
        QVERIFY2(words.contains(QStringLiteral("0 weeks: nothing is added")), qPrintable(words));
    }

    void scenarios_say_why_there_is_no_capital() {
        const ChartData data = servers_of_ours();
        const auto chart = make(QStringLiteral("scenarios"), data);
        // Panels below each other, and beside each other.
        for (const auto& [size, none] : {std::pair(QSize(1200, 1000), "none: all is there already"),
                                         std::pair(QSize(1100, 600), "none: owned")}) {
            test::TextRecorder recorder(size);
            chart->paint(recorder, {.size = size}, true);
            QStringList said;
            for (const test::PaintedText& text : recorder.texts) said << text.text;
            const QString all = said.join(u'\n');
            QVERIFY2(all.contains(QLatin1String(none)), qPrintable(all));
            QVERIFY2(all.contains(QStringLiteral("dollars and weeks of the deployment “own hall”")),
                     qPrintable(all));
        }
    }

    /// The date on which the run is done is that of Compare; against the first scenario it is told in weeks.
    void scenarios_say_when_the_run_is_done() {
        const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json",
                                         Catalog::built_in());
        QVERIFY(loaded.has_value());
        const std::chrono::sys_days order{std::chrono::year{2026} / 11 / 30};
        ChartData data = test_samples::small();
        data.order_day = order;
        std::vector<std::shared_ptr<const Answers>> scenarios;
        std::vector<const Answers*> compared;
        for (const Scenario& scenario : loaded->project.scenarios) {
            scenarios.push_back(std::make_shared<const Answers>(
                Snapshot{.scenario = std::make_shared<const Scenario>(scenario)}, Catalog::built_in()));
            compared.push_back(scenarios.back().get());
            data.columns.push_back(
                std::make_shared<const ScenarioColumn>(scenario_column(scenario, Catalog::built_in())));
        }
        const auto found = compare(compared, {"money.increment.done_weeks"});
        QVERIFY(found.has_value());
        const auto chart = make(QStringLiteral("scenarios"), data);
        const QString wide = test::painted_words(*chart, QSize(1248, 600)),
                      tall = test::painted_words(*chart, QSize(1200, 1000));
        QVERIFY2(wide.contains(QStringLiteral("Done on")), qPrintable(wide));
        const ComparedRow& row = found->rows.front();
        for (const ComparedValue& value : row.values) {
            const QString date = QString::fromStdString(date_of(row, value, order));
            QVERIFY(!date.isEmpty());
            QVERIFY2(wide.contains(date), qPrintable(wide));
            QVERIFY2(tall.contains(QStringLiteral(" weeks, ") + date), qPrintable(tall));
        }
        const QString later = QString::fromStdString(row.values.back().difference);
        QVERIFY2(later.endsWith(QStringLiteral(" weeks later")) &&
                     tall.contains(QStringLiteral(" (") + later + u')'),
                 qPrintable(tall));
    }

    /// Without a token budget there are no days, whose band is that of the step; where all is there already,
    /// no band of a price or of weeks either.
    void scenarios_name_whiskers_where_there_are_some() {
        const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json",
                                         Catalog::built_in());
        QVERIFY(loaded.has_value());
        const auto all = compare_scenarios(loaded->project, Catalog::built_in());
        const auto words = [&](const std::vector<size_t>& shown) {
            ChartData data = test_samples::small();
            for (const size_t i : shown) {
                ScenarioColumn column = all[i];
                column.run.time = Seconds(0);
                data.columns.push_back(std::make_shared<const ScenarioColumn>(std::move(column)));
            }
            return test::painted_words(*make(QStringLiteral("scenarios"), data), QSize(1200, 1000));
        };
        const QString named = QStringLiteral("whiskers: how far it may lie");
        const QString owned = words({0, 0}), added = words({0, 1, 2});
        QVERIFY2(owned.contains(QStringLiteral("bold: the least")) && !owned.contains(named),
                 qPrintable(owned));
        QVERIFY2(added.contains(named), qPrintable(added));
    }

    /// In a narrow picture the figure that the site limits has no room, so nothing is red.
    void scenarios_name_the_limit_where_it_is_drawn() {
        const auto loaded = read_project(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json",
                                         Catalog::built_in());
        QVERIFY(loaded.has_value());
        const auto all = compare_scenarios(loaded->project, Catalog::built_in());
        QVERIFY(all.size() > 1 && all[0].site.power_limit);
        ChartData data = test_samples::small();
        for (size_t i = 0; i < 2; ++i) data.columns.push_back(std::make_shared<const ScenarioColumn>(all[i]));
        const auto words = [&](QSize size) {
            return test::painted_words(*make(QStringLiteral("scenarios"), data), size);
        };
        const QString wide = words({1200, 500}), narrow = words({500, 500});
        QVERIFY2(wide.contains(QStringLiteral("red: the site's limit")) &&
                     wide.contains(QStringLiteral("At the meter")),
                 qPrintable(wide));
        QVERIFY2(narrow.contains(QStringLiteral("bold: the least")) &&
                     !narrow.contains(QStringLiteral("At the meter")),
                 qPrintable(narrow));
        QVERIFY2(!narrow.contains(QStringLiteral("red:")), qPrintable(narrow));
    }

    void spreading_keeps_order_and_distance() {
        std::vector<double> centres = {10, 11, 12, 50, 98, 99};
        spread(centres, 15, 0, 100);
        for (size_t i = 1; i < centres.size(); ++i) QVERIFY(centres[i] - centres[i - 1] >= 15 - 1e-9);
        QVERIFY(centres.front() >= 0 && centres.back() <= 100);
    }
};

QTEST_MAIN(TestCharts)
#include "test_charts.moc"
