// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts of measured runs say of rows, of their rest, and where nothing is known.
#include "tests/support/run_samples.h"
#include "tests/support/text_recorder.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/measured/row_list.h"
#include "widgets/charts/plot/chart_frame.h"
#include "widgets/charts/plot/plot_view.h"
#include "widgets/theme/theme.h"

#include <QFontMetricsF>
#include <QImage>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

using namespace roofrack;

namespace {

std::unique_ptr<Chart> chart_of(const char* id, std::shared_ptr<const OpenRun> run) {
    ChartData data;
    data.trace = run->trace;
    data.run = std::move(run);
    std::unique_ptr<Chart> chart(find_chart(QLatin1String(id))->create(nullptr));
    chart->show(data);
    return chart;
}

QStringList painted(const Chart& chart, QSize size) {
    test::TextRecorder recorder(size);
    chart.paint(recorder, {.size = size, .theme = Theme::light()}, true);
    QStringList out;
    for (const auto& text : recorder.texts) out << text.text.trimmed();
    return out;
}

/// What the marks of a chart that is seen say.
QStringList readouts(const char* id, std::shared_ptr<const OpenRun> run) {
    const auto chart = chart_of(id, std::move(run));
    chart->resize(1000, 500);
    static_cast<QWidget&>(*chart).show();
    chart->grab();
    QStringList out;
    for (const ChartHit& hit : chart->findChild<PlotView*>()->ink().hits) out << hit.readout;
    return out;
}

RowList numbered_rows(int count) {
    RowList list;
    list.columns = {QStringLiteral("time"), QStringLiteral("calls")};
    for (int i = 1; i <= count; ++i) {
        ListRow& row = list.rows.emplace_back();
        row.name = QStringLiteral("part %1").arg(i);
        row.pieces.push_back({static_cast<double>(i), Qt::blue, {}});
        row.cells = {QStringLiteral("%1 s").arg(i), QStringLiteral("7")};
    }
    return list;
}

} // namespace

class TestMeasuredCharts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(load_fonts()); }

    void rows_without_room_are_summed_and_named() {
        RowList list = numbered_rows(7);
        size_t asked_from = 0;
        fold_rest(list, 6, [&asked_from](size_t from) -> QStringList {
            asked_from = from;
            return {QStringLiteral("13 s"), {}};
        });
        QCOMPARE(asked_from, size_t(5));
        QCOMPARE(list.rows.size(), size_t(6));
        const ListRow& rest = list.rows.back();
        QCOMPARE(rest.name, QStringLiteral("2 more: part 6, part 7"));
        QCOMPARE(rest.cells, (QStringList{QStringLiteral("13 s"), {}}));
        QCOMPARE(rest.pieces.front().value, 13.0);
        for (const char* line : {"time: 13 s, all together", "part 6: 6 s", "part 7: 7 s"})
            QVERIFY2(rest.readout.contains(QLatin1String(line)), qPrintable(rest.readout));
        list = numbered_rows(30);
        cut_rest(list, 4);
        QCOMPARE(list.rows.back().name, QStringLiteral("27 more")); // too many to be named in the row
        QVERIFY(list.rows.back().pieces.empty());
        QVERIFY2(list.rows.back().readout.contains(QStringLiteral("and 17 others")),
                 qPrintable(list.rows.back().readout));
        list = numbered_rows(14);
        cut_rest(list, 4);
        QVERIFY2(list.rows.back().readout.contains(QStringLiteral("and 1 other\n")),
                 qPrintable(list.rows.back().readout));
        list = numbered_rows(4);
        fold_rest(list, 4, {});
        QCOMPARE(list.rows.back().name, QStringLiteral("part 4")); // all have room
    }

    /// Title, legend and source stand in a picture once, however many lists it stacks.
    void two_lists_of_a_picture_have_room_for_their_rows() {
        const Theme theme = Theme::light();
        const QSize picture(1248, 442);
        QCOMPARE(stacked_size(theme, picture, 1, 1), picture);
        QVERIFY(rows_that_fit(theme, stacked_size(theme, picture, 11, 17)) >= 7);
        const auto chart = chart_of("run-parts", test_samples::run_of_log());
        const QStringList texts = painted(*chart, picture);
        for (const char* part : {"backward", "forward", "gradients between ranks", "optimizer",
                                 "reading the batch", "rank 0", "rank 3"})
            QVERIFY2(texts.contains(QLatin1String(part)), qPrintable(texts.join(u'|')));
    }

    /// A name that was shortened is told in full where the pointer is on it.
    void pointing_at_the_name_of_a_row_explains_it() {
        OpenRun run = *test_samples::run_with_log();
        std::string& name = run.analysis->kernels.front().name;
        name = "void at::native::vectorized_elementwise_kernel<4, ";
        for (int i = 0; i < 20; ++i) name += fmt::format("at::detail::Array<char*, {}>, ", i);
        name += "the_end>";
        const auto chart = chart_of("run-kernels", std::make_shared<const OpenRun>(run));
        chart->resize(1000, 400);
        static_cast<QWidget&>(*chart).show();
        chart->grab();
        const auto& hits = chart->findChild<PlotView*>()->ink().hits;
        const auto row = std::ranges::find_if(hits, [&name](const ChartHit& hit) {
            return hit.readout.startsWith(QString::fromStdString(name));
        });
        QVERIFY(row != hits.end());
        const QRectF area = row->area.boundingRect();
        QVERIFY2(area.left() < 40, qPrintable(QString::number(area.left()))); // where names begin
        QVERIFY2(area.right() > 960, qPrintable(QString::number(area.right())));
        const QFontMetricsF metrics(Theme::light().font(Theme::Role::strong));
        const std::vector<QString> lines = broken(QString::fromStdString(name), metrics, 300);
        QVERIFY(lines.size() > 3);
        for (const QString& line : lines) QVERIFY(metrics.horizontalAdvance(line) <= 300);
        QCOMPARE(QStringList(lines.begin(), lines.end()).join(u' '), QString::fromStdString(name));
        const QString word(100, u'x');
        const std::vector<QString> parts = broken(word, metrics, 100);
        QCOMPARE(QStringList(parts.begin(), parts.end()).join(QString()), word);
        for (const QString& part : parts) QVERIFY(metrics.horizontalAdvance(part) <= 100);
    }

    /// Short iterations among many leave no room right beside the line of the median.
    void the_median_of_many_iterations_is_named() {
        auto trace = std::make_shared<TraceResult>(*test_samples::logged_run());
        MeasuredFile& log = trace->files.front();
        log.steps.clear();
        for (int i = 1; i <= 340; ++i) {
            LoggedStep step;
            step.iteration = i;
            step.step_s = 2 + 0.03 * (i % 3 - 1) + (i % 17 == 0 ? 0.1 : 0);
            log.steps.push_back(step);
        }
        complete(log);
        const auto run = std::make_shared<const OpenRun>(open_run("train.log", trace));
        const QStringList texts = painted(*chart_of("run-steps", run), {1248, 442});
        QVERIFY2(std::ranges::any_of(texts, [](const QString& text) { return text.startsWith(u"median "); }),
                 qPrintable(texts.join(u'|')));
    }

    void columns_and_legends_without_anything_are_left_out() {
        RowList list = numbered_rows(2);
        list.columns << QStringLiteral("slowest rank");
        list.rows[0].cells << QString();
        list.rows[1].cells << QStringLiteral("–");
        const Theme theme = Theme::light();
        const int with = row_list_panel(list, theme, {900, 400}).right_margin;
        list.rows[1].cells.last() = QStringLiteral("rank 3");
        QVERIFY(row_list_panel(list, theme, {900, 400}).right_margin > with + 20);
        // Two devices of a database, which tells no ranks, and of which none communicates.
        auto trace = std::make_shared<TraceResult>(*test_samples::late_rank());
        trace->ranks.resize(2);
        trace->stragglers.clear();
        for (TraceRank& rank : trace->ranks) {
            rank.rank.reset();
            rank.world_size.reset();
            rank.file = "/traces/h100.sqlite";
            rank.steps.clear();
            rank.times->idle_ns += rank.times->exposed_comm_ns;
            rank.times->exposed_comm_ns = 0;
        }
        const auto run = std::make_shared<const OpenRun>(open_run("h100", trace));
        const QString told = painted(*chart_of("run-ranks", run), {1000, 400}).join(u'|');
        for (const char* text : {"h100.sqlite, devices 0, 1", "Where the time of each device went",
                                 "2 devices", "exposed copies", "window"})
            QVERIFY2(told.contains(QLatin1String(text)), qPrintable(told));
        for (const char* text : {"wait caused", "exposed communication", "rank"})
            QVERIFY2(!told.contains(QLatin1String(text)), qPrintable(told));
    }

    void events_that_show_a_cause_say_whose_they_are_and_when() {
        OpenRun run = *test_samples::run_with_log();
        VerdictEvidence copy;
        copy.name = "Memcpy HtoD";
        copy.device = 1;
        copy.start_ns = 3'040'117;
        copy.duration_ns = 152'000'000;
        copy.why = "what follows waits for it";
        run.verdict->causes.front().evidence = {copy};
        const QStringList told = readouts("run-causes", std::make_shared<const OpenRun>(run));
        QVERIFY2(told.join(u'|').contains(QStringLiteral(
                     "shown by Memcpy HtoD, device 1, 152 ms from 3040117 ns: what follows waits for it")),
                 qPrintable(told.join(u'|')));
    }

    /// Backward is a shade of forward's colour; gradients and what is thinner have no room for their names.
    void parts_of_a_measured_step_are_told_apart() {
        const auto chart = chart_of("step-breakdown", test_samples::run_of_log());
        const QSize size(900, 400);
        const QStringList texts = painted(*chart, size);
        for (const char* part : {"forward", "backward", "gradients between ranks", "optimizer"})
            QVERIFY2(texts.contains(QLatin1String(part)), qPrintable(texts.join(u'|')));
        QImage image(size, QImage::Format_RGB32);
        image.fill(Qt::white);
        chart->paint(image, {.size = size, .theme = Theme::light()}, false);
        const QRgb blue = Theme::light().part(StepPart::compute).rgb();
        const auto is_blue = [&](int x, int y) { return image.pixel(x, y) == blue; };
        int x = -1, bottom = -1; // left edge of the bar, beside the names in it
        for (int y = size.height() - 1; y >= 150 && x < 0; --y)
            for (int at = 0; at < size.width() && x < 0; ++at)
                if (is_blue(at, y)) {
                    x = at + 2;
                    bottom = y;
                }
        QVERIFY(x >= 0);
        std::map<QRgb, int> heights; // px of each colour of the bar
        for (int y = bottom; y > 150; --y) ++heights[image.pixel(x, y)];
        const auto is_shade = [&](const auto& each) {
            const QColor colour(each.first), of_forward(blue);
            return each.second > 20 && each.first != blue && colour.saturationF() > 0.2 &&
                   std::abs(colour.hueF() - of_forward.hueF()) < 0.05;
        };
        QVERIFY(heights[blue] > 20);
        QCOMPARE(std::ranges::count_if(heights, is_shade), 1);
    }

    /// Traces of different runs have no common step: the chart says so, and its table has none.
    void several_runs_have_no_measured_step() {
        auto trace = std::make_shared<TraceResult>(*test_samples::late_rank());
        trace->ranks.resize(2);
        trace->stragglers.clear();
        const auto one = std::make_shared<const OpenRun>(open_run("one", trace));
        QVERIFY(!chart_of("step-breakdown", one)->table().rows.empty());
        auto apart = std::make_shared<TraceResult>(*trace);
        for (TraceRank& rank : apart->ranks) {
            rank.rank = 0;
            rank.world_size = 1;
        }
        const auto two = std::make_shared<const OpenRun>(open_run("two", apart));
        const auto chart = chart_of("step-breakdown", two);
        QVERIFY(chart->table().rows.empty());
        const QString told = painted(*chart, {1000, 400}).join(u' ');
        QVERIFY2(told.contains(QStringLiteral("the traces are of 2 different runs")), qPrintable(told));
    }

    void one_call_is_no_plural() {
        OpenRun run = *test_samples::run_with_log();
        run.analysis->kernels.resize(1);
        run.analysis->kernels.front().count = 1;
        const QStringList said = readouts("run-kernels", std::make_shared<const OpenRun>(run));
        const auto is_one = [](const QString& each) { return each.contains(QStringLiteral(" in 1 call, ")); };
        QVERIFY2(std::ranges::any_of(said, is_one), qPrintable(said.join(u'|')));
        const QString told =
            painted(*chart_of("run-kernels", std::make_shared<const OpenRun>(run)), {1000, 400}).join(u' ');
        QVERIFY2(told.contains(QStringLiteral("1 name, over ")), qPrintable(told));
    }

    void kernels_without_room_have_their_time_and_calls() {
        OpenRun run = *test_samples::run_with_log();
        KernelClass each = run.analysis->kernels.front();
        run.analysis->kernels.clear();
        for (int i = 0; i < 40; ++i) {
            each.name = "kernel " + std::to_string(i);
            each.count = 10;
            each.total_ns = 1'000'000;
            each.mean_ns = 100'000;
            each.share = 1.0 / 40;
            run.analysis->kernels.push_back(each);
        }
        const auto chart = chart_of("run-kernels", std::make_shared<const OpenRun>(run));
        const QStringList texts = painted(*chart, {1000, 300});
        const auto more =
            std::ranges::find_if(texts, [](const QString& text) { return text.endsWith(u"more"); });
        QVERIFY2(more != texts.end(), qPrintable(texts.join(u'|')));
        const int left_out = more->section(u' ', 0, 0).toInt();
        QVERIFY(left_out > 20);
        QVERIFY2(texts.contains(QStringLiteral("%1 ms").arg(left_out)), qPrintable(texts.join(u'|')));
        QVERIFY2(texts.contains(QString::number(10 * left_out)), qPrintable(texts.join(u'|')));
    }
};

QTEST_MAIN(TestMeasuredCharts)
#include "test_measured_charts.moc"
