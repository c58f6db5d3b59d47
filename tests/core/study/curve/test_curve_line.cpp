// SPDX-License-Identifier: GPL-3.0-or-later
// Which marks the line of a study has, where they stand, and what it says between two sizes.
#include "core/study/curve/curve_line.h"

#include <QTest>

#include <cmath>

using namespace roofrack;

namespace {

bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)); }

/// Sizes 8, 16 … 128 whose rate grows as the square root of the GPUs. 64 divides badly and has half of that;
/// 128 does not run.
ScaleResult made() {
    ScaleResult out;
    for (const double gpus : {8.0, 16.0, 32.0, 64.0, 96.0, 128.0}) {
        ScalePoint point;
        point.gpus = gpus;
        point.divides_badly = gpus == 64;
        point.feasible = gpus < 128;
        point.progress = point.feasible ? std::sqrt(gpus) * (point.divides_badly ? 0.5 : 1) : 0;
        point.run_time = Seconds(point.feasible ? 86400 / point.progress : 0);
        out.points.push_back(point);
    }
    out.smallest = out.points.front();
    out.drawn_gpus = 16;
    return out;
}

std::vector<CurveMark::Kind> kinds_of(const ScaleResult& study,
                                      ScaleQuantity quantity = ScaleQuantity::rate) {
    std::vector<CurveMark::Kind> out;
    for (const CurveMark& mark : curve_marks(study, quantity)) out.push_back(mark.kind);
    return out;
}

double rate(const ScalePoint& point) { return point.progress; }

constexpr auto drawn = CurveMark::Kind::drawn, knee = CurveMark::Kind::knee, most = CurveMark::Kind::most;
using Kinds = std::vector<CurveMark::Kind>;

} // namespace

class TestCurveLine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_line_goes_past_its_dips() {
        const ScaleResult study = made();
        QCOMPARE(points_that_run(study).size(), size_t(5));
        const std::vector<ScalePoint> line = line_of(study);
        QCOMPARE(line.size(), size_t(4));
        QCOMPARE(line.back().gpus, 96.0);
    }

    /// The line goes on over a size that a plan does not divide; nothing is without a line there. Elsewhere
    /// it is from halfway to the sizes that run, and up to the next size that cannot run for another reason.
    void sizes_without_a_line_end_halfway_to_those_that_run() {
        ScaleResult study = made();
        study.gaps = {{4, 4, "too few"}, {24, 24, "not a multiple"}, {128, 128, "does not fit"}};
        const auto first = sizes_without_line(study, 0), bridged = sizes_without_line(study, 1),
                   last = sizes_without_line(study, 2);
        QVERIFY(first && near(first->from, 4) && near(first->to, std::sqrt(32)));
        QVERIFY(!bridged);
        QVERIFY(last && near(last->from, std::sqrt(96.0 * 128)) && near(last->to, 128));
        // From 8 to 32 GPUs it is more than a doubling: the line is cut.
        study.points[1].feasible = false;
        study.points[1].progress = 0;
        study.gaps = {{12, 16, "does not fit"}, {24, 24, "not a multiple"}};
        const auto one = sizes_without_line(study, 0), other = sizes_without_line(study, 1);
        QVERIFY(one && near(one->from, std::sqrt(8.0 * 12)) && near(one->to, 24));
        QVERIFY(other && near(other->from, 24) && near(other->to, std::sqrt(24.0 * 32)));
        // Among sizes that run it says nothing.
        study.gaps = {{96, 96, "not a multiple"}};
        QVERIFY(!sizes_without_line(study, 0));
    }

    /// A power law is straight in the logarithms: it is met exactly, at the dip too.
    void between_two_sizes_it_is_straight_in_the_logarithms() {
        const ScaleResult study = made();
        const std::vector<ScalePoint> line = line_of(study);
        for (const double gpus : {8.0, 11.0, 16.0, 48.0, 64.0, 80.0, 96.0}) {
            const auto value = value_between(line, gpus, rate);
            QVERIFY2(value && near(*value, std::sqrt(gpus)), qPrintable(QString::number(gpus)));
        }
        for (const double gpus : {0.0, 7.0, 97.0, 128.0}) QVERIFY(!value_between(line, gpus, rate));
        QVERIFY(!value_between({}, 8, rate));
        QVERIFY(!value_between(line, 11, [](const ScalePoint&) { return std::nan(""); }));
        // With the dips among the points it is what runs there.
        QVERIFY(near(*value_between(points_that_run(study), 64, rate), 4));
    }

    void marks_stand_on_the_line() {
        ScaleResult study = made();
        study.knee_gpus = 50; // between a size and the dip
        study.peak_gpus = 32;
        const std::vector<CurveMark> marks = curve_marks(study, ScaleQuantity::rate);
        QCOMPARE(kinds_of(study), Kinds({drawn, knee, most}));
        const double sizes[] = {16, 50, 32};
        for (size_t i = 0; i < marks.size(); ++i) {
            QCOMPARE(marks[i].gpus, sizes[i]);
            QVERIFY2(near(marks[i].value, std::sqrt(sizes[i])), qPrintable(QString::number(sizes[i])));
        }
        // They have the values of the quantity that is asked for.
        const std::vector<CurveMark> speedups = curve_marks(study, ScaleQuantity::speedup),
                                     days = curve_marks(study, ScaleQuantity::days);
        QCOMPARE(days.size(), marks.size());
        for (size_t i = 0; i < marks.size(); ++i) {
            QVERIFY(near(speedups[i].value, marks[i].value / std::sqrt(8)));
            QVERIFY(near(days[i].value, 1 / marks[i].value));
        }
    }

    void what_is_not_on_the_line_has_no_mark() {
        ScaleResult study = made();
        QCOMPARE(kinds_of(study), Kinds({drawn}));
        study.drawn_gpus = 128; // it does not run
        for (const ScaleQuantity quantity : scale_quantities) QCOMPARE(kinds_of(study, quantity), Kinds());
        study.drawn_gpus = 20; // it was not studied
        QCOMPARE(kinds_of(study), Kinds());
        study.knee_gpus = 120;
        QCOMPARE(kinds_of(study), Kinds());
        study.knee_gpus = 90;
        QCOMPARE(kinds_of(study), Kinds({knee}));
        // No price is known.
        QCOMPARE(kinds_of(study, ScaleQuantity::dollars), Kinds());
        QVERIFY(curve_marks(ScaleResult(), ScaleQuantity::rate).empty());
        // A drawn size that divides badly is marked as it runs.
        study.drawn_gpus = 64;
        QVERIFY(near(curve_marks(study, ScaleQuantity::rate).front().value, 4));
    }

    void the_most_is_marked_where_nothing_else_says_it() {
        ScaleResult study = made();
        study.peak_gpus = 32;
        QCOMPARE(kinds_of(study), Kinds({drawn, most}));
        for (const double end : {8.0, 96.0}) { // the curve ends there, for all that is known
            study.peak_gpus = end;
            QCOMPARE(kinds_of(study), Kinds({drawn}));
        }
        study.peak_gpus = 16; // drawn
        QCOMPARE(kinds_of(study), Kinds({drawn}));
        study.peak_gpus = 32;
        ScaleBorder border;
        border.gpus = 32.3; // called by the same count
        study.borders = {border};
        QCOMPARE(kinds_of(study), Kinds({drawn}));
        study.borders.front().gpus = 40;
        QCOMPARE(kinds_of(study), Kinds({drawn, most}));
    }

    /// From the first to the last size that runs, dips too; each ends where the next begins.
    void regimes_follow_each_other() {
        QVERIFY(regime_stretches(ScaleResult()).empty());
        ScaleResult study = made();
        study.points[4].regime = Regime::diminishing;
        const std::vector<RegimeStretch> alone = regime_stretches(study);
        QCOMPARE(alone.size(), size_t(1));
        QVERIFY(alone[0].regime == Regime::diminishing && !alone[0].border);
        QCOMPARE(alone[0].from, 8.0);
        QCOMPARE(alone[0].to, 96.0);
        ScaleBorder first, second;
        first.gpus = 20;
        second.from = Regime::diminishing;
        second.to = Regime::degrading;
        second.gpus = 70;
        study.borders = {first, second};
        const std::vector<RegimeStretch> three = regime_stretches(study);
        QCOMPARE(three.size(), size_t(3));
        const Regime regimes[] = {Regime::linear, Regime::diminishing, Regime::degrading};
        const double ends[] = {8, 20, 70, 96};
        for (size_t i = 0; i < three.size(); ++i) {
            QVERIFY(three[i].regime == regimes[i]);
            QCOMPARE(three[i].from, ends[i]);
            QCOMPARE(three[i].to, ends[i + 1]);
            QVERIFY(three[i].border == (i == 0 ? nullptr : &study.borders[i - 1]));
        }
    }

    /// Behind a fall a curve may rise as before, and still do less than fewer GPUs did.
    void a_stretch_below_fewer_gpus_names_them() {
        ScaleResult study;
        for (const auto& [gpus, progress] :
             {std::pair(4.0, 1.0), {8.0, 2.0}, {16.0, 0.5}, {32.0, 1.0}, {64.0, 1.9}}) {
            ScalePoint point;
            point.gpus = gpus;
            point.progress = progress;
            study.points.push_back(point);
        }
        ScaleBorder fall, rise;
        fall.to = Regime::degrading;
        fall.gpus = 8;
        rise.from = Regime::degrading;
        rise.to = Regime::linear;
        rise.gpus = 16;
        study.borders = {fall, rise};
        const auto faster = [&] {
            std::vector<double> out;
            for (const RegimeStretch& each : regime_stretches(study)) out.push_back(each.faster_gpus);
            return out;
        };
        QCOMPARE(faster(), (std::vector<double>{0, 0, 8}));
        study.points.back().progress = 2.1; // the last of them does more
        QCOMPARE(faster(), (std::vector<double>{0, 0, 0}));
    }
};

QTEST_GUILESS_MAIN(TestCurveLine)
#include "test_curve_line.moc"
