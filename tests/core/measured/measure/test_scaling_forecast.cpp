// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/measured/measure/curves/scaling_checks.h"
#include "tests/support/made_curves.h"
#include "tests/support/rounds.h"
#include "validation/validate_scaling.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <random>

using namespace roofrack;

namespace {

const Defaults& defaults() { return Catalog::built_in().defaults(); }

MeasuredCurve curve_of(std::initializer_list<MeasuredRate> points) {
    MeasuredCurve out;
    out.points = points;
    return out;
}

MeasuredCurve doublings(double last, const std::function<double(double)>& rate) {
    MeasuredCurve out;
    for (double n = 1; n <= last; n *= 2) out.points.push_back({n, rate(n), 1});
    return out;
}

bool says(const ScalingFit& fit, std::string_view words) {
    return std::ranges::any_of(
        fit.notes, [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

double median_of(std::vector<double> values) {
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

/// What holds of any fit: a line through the points or none, no forecast beyond four times the
/// largest measured count, words that agree with the line, no growth where the last two points fall.
QString fault_of(const ScalingFit& fit) {
    const std::vector<MeasuredRate>& points = fit.curve.points;
    double best = 0;
    for (const MeasuredRate& point : points) best = std::max(best, point.rate);
    const double last = points.back().gpus;
    const bool falls = points.back().rate < points[points.size() - 2].rate;
    if (fit.farthest > 4 * last)
        return QStringLiteral("a forecast beyond four times the largest measured count");
    for (size_t i = 0; i < fit.rows.size(); ++i) {
        const ScalingFit::Row& row = fit.rows[i];
        const QString at = QStringLiteral(" at %1 GPUs").arg(row.gpus);
        if (row.gpus > fit.farthest) return QStringLiteral("a row beyond the forecast") + at;
        if (row.forecast.has_value() != fit.has_line() || row.regime.has_value() != fit.has_line())
            return QStringLiteral("half a forecast") + at;
        if (!fit.has_line()) {
            if (!row.measured || fit.no_forecast.empty()) return QStringLiteral("no line, no reason") + at;
            continue;
        }
        const RateBand& band = *row.forecast;
        if (!(band.low > 0 && band.low <= band.rate && band.rate <= band.high && std::isfinite(band.high)))
            return QStringLiteral("no band") + at;
        if (row.gpus > last && falls && band.rate > best * (1 + 1e-12))
            return QStringLiteral("growth after a fall") + at;
        if (row.measured && (*row.measured < band.low / 1.6 || *row.measured > band.high * 1.6))
            return QStringLiteral("the line misses its point") + at;
        // Between rows less than 10 % apart, the line must rise or fall as the row's regime says.
        if (i + 1 == fit.rows.size() || fit.rows[i + 1].gpus > 1.1 * row.gpus) continue;
        const double grown = fit.rows[i + 1].forecast->rate / band.rate;
        const bool crosses_server_border = row.gpus <= fit.node_gpus && 1.1 * row.gpus > fit.node_gpus;
        if (*row.regime == Regime::degrading && grown > 1.01 && !crosses_server_border)
            return QStringLiteral("degrading, and the line rises") + at;
        if (*row.regime == Regime::linear && grown < 1)
            return QStringLiteral("linear, and the line falls") + at;
    }
    return {};
}

} // namespace

/// The forecast of measured curves at other counts.
class TestScalingForecast : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void exact_laws_are_found();
    void a_fall_is_no_growth();
    void the_border_of_a_server_is_named();
    void points_that_nothing_fits_have_no_forecast();
    void few_and_odd_points();
    void a_thousand_counts();
    void made_curves_are_forecast_data();
    void made_curves_are_forecast();
    void their_bands_hold();

private:
    struct Group {
        std::vector<double> errors, law_errors; ///< errors of ln rate
        int within = 0;
        double share_within() const { return within / static_cast<double>(errors.size()); }
    };
    std::map<std::string, Group> m_groups;
    size_t m_curves = 0;
};

void TestScalingForecast::exact_laws_are_found() {
    const auto amdahl = [](double n) { return 5 * n / (1 + 0.1 * (n - 1)); };
    const auto usl = [](double n) { return 100 * n / (1 + 0.03 * (n - 1) + 2e-4 * n * (n - 1)); };
    for (const std::function<double(double)>& law : {std::function<double(double)>(amdahl), {usl}}) {
        const auto fit = fit_scaling(doublings(64, law), 0, {}, defaults());
        QCOMPARE(fault_of(*fit), QString());
        QCOMPARE(fit->rows.back().gpus, 256.0);
        for (const ScalingFit::Row& row : fit->rows) {
            const double off = std::abs(row.forecast->rate / law(row.gpus) - 1);
            QVERIFY2(off < (row.measured ? 0.01 : 0.05), qPrintable(QString::number(off)));
            QVERIFY(row.forecast->low <= law(row.gpus) && law(row.gpus) <= row.forecast->high);
        }
    }
    // Ten percent of serial work: 256 GPUs do 9.66 times what one does.
    const auto fit = fit_scaling(doublings(64, amdahl), 0, {}, defaults());
    QVERIFY(std::abs(fit->rows.back().forecast->rate / 5 - 9.66) < 0.05);
    QVERIFY(fit->losses[static_cast<size_t>(ScalingLoss::serial)] > 0.95);
}

void TestScalingForecast::a_fall_is_no_growth() {
    const auto falling =
        fit_scaling(curve_of({{1, 100}, {2, 185}, {4, 310}, {8, 430}, {16, 480}, {32, 420}, {64, 300}}), 8,
                    {}, defaults());
    QCOMPARE(fault_of(*falling), QString());
    for (const ScalingFit::Row& row : falling->rows)
        if (row.gpus > 16) QCOMPARE(*row.regime, Regime::degrading);
    QVERIFY(falling->rows.back().forecast->high < 300);
    // Slower with the second server, then slower still.
    const auto twice = fit_scaling(curve_of({{1, 0.14}, {2, 0.27}, {4, 0.53}, {8, 1}, {16, 0.7}, {32, 0.5}}),
                                   8, {}, defaults());
    QCOMPARE(fault_of(*twice), QString());
    QVERIFY(twice->rows.back().forecast->rate < 0.5);
    // A fall and two points since are no ground for growth.
    const double asked[] = {64, 128};
    const auto since = fit_scaling(
        curve_of({{1, 0.14}, {2, 0.27}, {4, 0.53}, {8, 1}, {16, 0.82}, {32, 1.15}}), 8, asked, defaults());
    QCOMPARE(fault_of(*since), QString());
    QCOMPARE(since->rows.back().gpus, 32.0);
    QVERIFY2(since->no_forecast.starts_with("no forecast beyond 32 GPUs"), since->no_forecast.c_str());
    QVERIFY(*since->rows.back().regime != Regime::degrading);
    for (const ScalingFit::Row& row : since->rows)
        QVERIFY(std::abs(row.forecast->rate / *row.measured - 1) < 0.03);
    // A flat curve whose last point is lower by chance is held at the best measured rate.
    const auto flat =
        fit_scaling(curve_of({{8, 100}, {16, 180}, {32, 300}, {64, 420}, {128, 415}}), 8,
                    line_counts(doublings(128, [](double n) { return n; }), defaults()), defaults());
    QCOMPARE(fault_of(*flat), QString());
    QVERIFY(flat->rows.back().forecast->rate <= 420);
}

void TestScalingForecast::the_border_of_a_server_is_named() {
    const auto step = [](double n) { return 100 * n / (1 + 0.002 * (n - 1) + (n > 8 ? 0.6 : 0)); };
    const auto fit = fit_scaling(doublings(64, step), 8, {}, defaults());
    QVERIFY(fit->step);
    QCOMPARE(fit->step->from, 8.0);
    QCOMPARE(fit->step->to, 16.0);
    QVERIFY(fit->step->share > 0.2 && fit->step->share < 0.4); // 0.6 of 1.63
    QVERIFY(says(*fit, "from 8 to 16 GPUs the second server begins: at 16"));
    QVERIFY(says(*fit_scaling(doublings(64, step), 0, {}, defaults()), "servers of 8 GPUs are assumed"));
    const auto none =
        fit_scaling(doublings(64, [](double n) { return n / (1 + 0.002 * (n - 1)); }), 8, {}, defaults());
    QVERIFY(!none->step);
}

void TestScalingForecast::points_that_nothing_fits_have_no_forecast() {
    const double asked[] = {128, 256};
    const auto zigzag =
        fit_scaling(curve_of({{1, 100}, {2, 320}, {4, 260}, {8, 1100}, {16, 900}, {32, 4000}, {64, 3000}}), 8,
                    asked, defaults());
    QCOMPARE(fault_of(*zigzag), QString());
    QVERIFY(!zigzag->has_line());
    QVERIFY2(zigzag->no_forecast.starts_with("no mechanism fits"), zigzag->no_forecast.c_str());
    QCOMPARE(zigzag->rows.size(), size_t(7));
    QCOMPARE(scaling_checks(*zigzag)[2].answer, ScalingAnswer::not_measured);
    // With 30 % noise most curves get no forecast; the others get a wide band.
    std::mt19937 random(7);
    int none = 0;
    constexpr int rounds = 40;
    for (int i = 0; i < rounds; ++i) {
        test::MadeCurve made = test::made_curve(test::made_kinds[i % 5], 0.3, random);
        const auto fit = fit_scaling(made.curve, 8, {}, defaults());
        QCOMPARE(fault_of(*fit), QString());
        none += fit->has_line() ? 0 : 1;
        if (fit->has_line()) {
            const RateBand& band = *fit->rows.back().forecast;
            QVERIFY(band.high / band.low > 1.3);
        }
    }
    QVERIFY2(none > rounds / 2, qPrintable(QString::number(none)));
}

void TestScalingForecast::few_and_odd_points() {
    const auto linear = [](double n) { return 10 * n; };
    // Two points; a gap; counts that are no powers of two.
    for (const MeasuredCurve& curve :
         {curve_of({{1, 10}, {2, 19}}), curve_of({{1, 10}, {512, 4800}}),
          curve_of({{3, 30}, {7, 68}, {11, 104}}), curve_of({{8, 80, 5}, {16, 158, 1}, {64, 600, 3}}),
          curve_of({{8, 100}, {16, 100}}), curve_of({{1, 1e-9}, {1e9, 1e9}})}) {
        const auto fit = fit_scaling(curve, 0, line_counts(curve, defaults()), defaults());
        QCOMPARE(fault_of(*fit), QString());
    }
    QVERIFY(!fit_scaling(curve_of({{8, 80}}), 0, {}, defaults()));
    // Two points tell less than six.
    const auto width = [&](double last) {
        const double asked[] = {2 * last};
        const auto fit = fit_scaling(doublings(last, linear), 0, asked, defaults());
        return fit->rows.back().forecast->high / fit->rows.back().forecast->low;
    };
    QVERIFY(width(2) > width(64));
    const double below[] = {4, 16};
    const auto fit = fit_scaling(curve_of({{8, 80}, {16, 158}, {32, 310}}), 8, below, defaults());
    QCOMPARE(fit->rows.front().gpus, 8.0);
    QVERIFY(says(*fit, "no forecast below 8 GPUs"));
}

void TestScalingForecast::a_thousand_counts() {
    MeasuredCurve curve;
    for (int n = 1; n <= 1000; ++n) curve.points.push_back({double(n), n / (1 + 0.001 * (n - 1)), 1});
    const double asked[] = {2000};
    const auto fit = fit_scaling(curve, 8, asked, defaults());
    QCOMPARE(fault_of(*fit), QString());
    QVERIFY(std::abs(fit->rows.back().forecast->rate / (2000 / (1 + 1.999)) - 1) < 0.02);
}

void TestScalingForecast::made_curves_are_forecast_data() {
    QTest::addColumn<double>("noise");
    for (const double noise : {0.0, 0.01, 0.02, 0.05, 0.1})
        QTest::addRow("noise of %g %%", 100 * noise) << noise;
}

void TestScalingForecast::made_curves_are_forecast() {
    QFETCH(double, noise);
    std::mt19937 random(static_cast<unsigned>(1000 * noise) + 33);
    const int curves = test::rounds(400, 40);
    for (int i = 0; i < curves; ++i) {
        const test::MadeKind kind = test::made_kinds[static_cast<size_t>(i) % 5];
        const test::MadeCurve made = test::made_curve(kind, noise, random);
        if (i % 10 < 5) {
            MeasuredCurve known = made.curve;
            known.points.pop_back();
            const auto fit = fit_scaling(known, 8, {}, defaults());
            QVERIFY2(fault_of(*fit).isEmpty(),
                     qPrintable(QStringLiteral("%1: %2").arg(i).arg(fault_of(*fit))));
        }
        const HeldOutCurve held = predict_last_point(made.curve, defaults());
        ++m_curves;
        if (held.is_refused) continue;
        for (const std::string& name : {std::string("all"), std::string(test::name_of(kind)),
                                        fmt::format("noise {:g} %", 100 * noise)}) {
            Group& group = m_groups[name];
            group.errors.push_back(std::abs(held.error));
            group.law_errors.push_back(
                std::abs(held.error + std::log(made.curve.points.back().rate / made.last_rate)));
            group.within += held.within ? 1 : 0;
        }
    }
}

void TestScalingForecast::their_bands_hold() {
    for (const auto& [name, group] : m_groups)
        qInfo("%-18s %4zu curves, median error %4.1f %% of the measurement, %4.1f %% of the law, within the "
              "band %3.0f %%",
              name.c_str(), group.errors.size(), 100 * std::expm1(median_of(group.errors)),
              100 * std::expm1(median_of(group.law_errors)), 100 * group.share_within());
    const Group& all = m_groups["all"];
    const size_t refused = m_curves - all.errors.size();
    qInfo("%zu of %zu without a forecast", refused, m_curves);
    QVERIFY(m_curves > 0);
    QVERIFY(median_of(all.errors) <= 0.05);
    QVERIFY2(all.share_within() >= 0.85 && all.share_within() <= 0.95,
             qPrintable(QString::number(all.share_within())));
    QVERIFY(refused * 20 <= m_curves);
}

QTEST_APPLESS_MAIN(TestScalingForecast)
#include "test_scaling_forecast.moc"
