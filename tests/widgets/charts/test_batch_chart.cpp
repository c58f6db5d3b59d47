// SPDX-License-Identifier: GPL-3.0-or-later
// The map of days over batch and GPUs, and the lines that it is made of.
#include "core/drawing/project/project_file.h"
#include "core/study/batch_plane.h"
#include "tests/support/asked_charts.h"
#include "widgets/charts/batch/batch_chart.h"
#include "widgets/charts/plot/contour.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace roofrack;

namespace {

ContourGrid sampled(int cells, double from, double to, const std::function<double(double, double)>& f) {
    ContourGrid out;
    for (int i = 0; i <= cells; ++i) {
        out.x.push_back(from + (to - from) * i / cells);
        out.y.push_back(from + (to - from) * i / cells);
    }
    for (const double x : out.x)
        for (const double y : out.y) out.values.push_back(f(x, y));
    return out;
}

double length(const QPolygonF& line) {
    double out = 0;
    for (qsizetype i = 1; i < line.size(); ++i) out += QLineF(line[i - 1], line[i]).length();
    return out;
}

double surface(const QPolygonF& polygon) {
    double out = 0;
    for (qsizetype i = 0; i < polygon.size(); ++i) {
        const QPointF a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        out += (a.x() * b.y() - b.x() * a.y()) / 2;
    }
    return std::abs(out);
}

ChartData of_sample(const char* name, double budget) {
    const auto loaded = read_project(std::string(ROOFRACK_SOURCE_DIR "/samples/") + name + ".roofrack.json",
                                     Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    Scenario scenario = loaded->project.scenarios.front();
    scenario.workload.token_budget = budget;
    return test::asked_charts(scenario, {QLatin1String(BatchChart::id_text)});
}

} // namespace

class TestBatchChart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_circle_is_one_closed_line() {
        const ContourGrid grid = sampled(80, -2, 2, [](double x, double y) { return x * x + y * y; });
        const auto lines = contour_lines(grid, 1);
        QCOMPARE(lines.size(), size_t{1});
        QCOMPARE(lines.front().first(), lines.front().last());
        for (const QPointF& point : lines.front())
            QVERIFY(std::abs(std::hypot(point.x(), point.y()) - 1) < 1e-3);
        QVERIFY(std::abs(length(lines.front()) - 2 * M_PI) < 0.01);
        double inside = 0, ring = 0;
        for (const QPolygonF& area : contour_areas(grid, -1, 1)) inside += surface(area);
        for (const QPolygonF& area : contour_areas(grid, 1, 2.25)) ring += surface(area);
        QVERIFY(std::abs(inside - M_PI) < 0.01);
        QVERIFY(std::abs(ring - 1.25 * M_PI) < 0.01);
    }

    void a_plane_has_straight_lines_from_edge_to_edge() {
        const ContourGrid grid = sampled(7, 0, 7, [](double x, double y) { return x + 2 * y; });
        const auto lines = contour_lines(grid, 9.5);
        QCOMPARE(lines.size(), size_t{1});
        for (const QPointF& point : lines.front()) QVERIFY(std::abs(point.x() + 2 * point.y() - 9.5) < 1e-12);
        const auto [left, right] = std::ranges::minmax(lines.front(), {}, &QPointF::x);
        QCOMPARE(left.x(), 0.0);
        QCOMPARE(right.x(), 7.0);
        QVERIFY(contour_lines(grid, 100).empty());
    }

    void a_saddle_is_two_lines_that_do_not_cross() {
        const ContourGrid grid = sampled(31, -1, 1, [](double x, double y) { return x * y; });
        for (const double value : {0.01, -0.01}) {
            const auto lines = contour_lines(grid, value);
            QCOMPARE(lines.size(), size_t{2});
            for (const QPolygonF& line : lines) {
                const bool right = line.first().x() > 0;
                for (const QPointF& point : line) QCOMPARE(point.x() > 0, right);
            }
        }
    }

    void what_is_missing_is_left_out() {
        const double none = std::numeric_limits<double>::quiet_NaN();
        const ContourGrid grid =
            sampled(10, 0, 10, [&](double x, double y) { return x + y > 12.5 ? none : x; });
        double covered = 0;
        for (const QPolygonF& area : contour_areas(grid, -1, 11)) covered += surface(area);
        QVERIFY(std::abs(covered - (100 - 8.0 * 8.0 / 2)) < 1e-9); // beyond x + y = 12 nothing
        for (const QPolygonF& line : contour_lines(grid, 5.5))
            for (const QPointF& point : line) QVERIFY(point.x() + point.y() <= 12 + 1e-9);
    }

    void the_table_is_the_plane() {
        const ChartData data = of_sample("dgx-h100-su", 1e12);
        BatchChart chart;
        chart.show(data);
        const ChartTable table = chart.table();
        const BatchPlane& plane = data.have_or_empty<BatchPlane>();
        QVERIFY(!plane.points.empty());
        QCOMPARE(table.rows.size(), plane.points.size());
        size_t best = 0;
        for (size_t i = 0; i < table.rows.size(); ++i) {
            const BatchPoint& point = plane.points[i];
            const auto& row = table.rows[i];
            QCOMPARE(row.size(), table.columns.size());
            QCOMPARE(std::get<double>(row[0]), point.gpus);
            QCOMPARE(std::get<double>(row[1]), point.sequences);
            if (point.runs()) QCOMPARE(std::get<double>(row[8]), point.time.si());
            QCOMPARE(std::holds_alternative<std::monostate>(row[8]), !point.runs());
            QCOMPARE(std::get<std::string>(row.back()), point.reason);
            if (std::get<std::string>(row[12]) == "yes") ++best;
        }
        QCOMPARE(best, plane.best.size());
        // The window's plane is the command's.
        QCOMPARE(plane.find(plane.drawn_gpus, plane.drawn_batch)->time.si(),
                 data.evaluation()->time_to_budget.si());
    }

    void without_a_budget_it_has_no_rows() {
        BatchChart chart;
        chart.show(of_sample("dgx-h100-su", 0));
        QVERIFY(chart.table().rows.empty());
    }
};

QTEST_MAIN(TestBatchChart)
#include "test_batch_chart.moc"
