// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/measure/curves/scaling_fit.h"
#include "core/measure/curves/validate_scaling.h"
#include "core/project/project_file.h"
#include "core/study/measured_against.h"

#include <QTest>

#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <random>

using namespace roofrack;

namespace {

const Defaults& defaults() { return Catalog::built_in().defaults(); }

MeasuredCurve curve_of(std::initializer_list<double> counts, const std::function<double(double)>& rate) {
    MeasuredCurve out;
    for (const double n : counts) out.points.push_back({n, rate(n), 1});
    return out;
}

MeasuredCurve parsed(std::string_view csv) {
    auto curves = parse_scaling_curves(csv, "m.csv");
    if (!curves) qFatal("%s", curves.error().text().c_str());
    return curves->front();
}

bool near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance * std::abs(b); }

} // namespace

/// Measured rates over GPU counts: reading, laws, forecast.
class TestScalingFit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reads_rates_and_times();
    void repeats_are_put_together();
    void what_is_wrong_is_said_with_its_line_data();
    void what_is_wrong_is_said_with_its_line();
    void a_million_rows();
    void one_count_is_no_curve();
    void laws_find_what_points_were_made_of();
    void forecasts_what_the_curve_is_made_of_data();
    void forecasts_what_the_curve_is_made_of();
    void the_band_holds_its_share();
    void says_what_the_points_cannot();
    void names_the_loss();
    void beside_the_model();
    void published_curves_are_foretold();
};

void TestScalingFit::reads_rates_and_times() {
    const MeasuredCurve rates = parsed("GPUs;Throughput;gpus_per_node\n16;1500;8\n8;800;8\n");
    QCOMPARE(rates.points.size(), size_t(2));
    QCOMPARE(rates.points[0].gpus, 8.0); // sorted
    QCOMPARE(rates.points[1].rate, 1500.0);
    QCOMPARE(rates.node_gpus, 8.0);
    const MeasuredCurve times = parsed("gpus,step_time,batch\n1,2,10\n4,1,20\n");
    QCOMPARE(times.points[0].rate, 5.0);
    QCOMPARE(times.points[1].rate, 20.0);
    const auto two = parse_scaling_curves("curve_id,gpus,rate\nb,1,1\na,1,2\nb,2,2\n", "m.csv");
    QCOMPARE(two->size(), size_t(2));
    QCOMPARE(two->front().name, std::string("b")); // in the order of the file
    QCOMPARE(two->front().points.size(), size_t(2));
}

void TestScalingFit::repeats_are_put_together() {
    const MeasuredCurve curve = parsed("gpus,rate\n8,100\n\n8,400\n16,300\n");
    QCOMPARE(curve.points.size(), size_t(2));
    QVERIFY(near(curve.points[0].rate, 200, 1e-12));
    QCOMPARE(curve.points[0].times, 2);
    QVERIFY(curve.notes.front().find("lines 2, 4") != std::string::npos); // the empty one counts
}

void TestScalingFit::what_is_wrong_is_said_with_its_line_data() {
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("where");
    QTest::newRow("text") << QByteArray("gpus,rate\n1,10\n2,fast\n") << QByteArray("m.csv:3");
    QTest::newRow("negative") << QByteArray("gpus,rate\n1,-10\n") << QByteArray("m.csv:2");
    QTest::newRow("missing") << QByteArray("gpus,rate\n1,10\n2,\n") << QByteArray("m.csv:3");
    QTest::newRow("no GPUs") << QByteArray("gpus,rate\n0,10\n") << QByteArray("m.csv:2");
    QTest::newRow("NaN") << QByteArray("gpus,rate\nnan,10\n") << QByteArray("m.csv:2");
    QTest::newRow("infinite") << QByteArray("gpus,rate\n4,inf\n") << QByteArray("m.csv:2");
    QTest::newRow("half a number") << QByteArray("gpus,rate\n4,10x\n") << QByteArray("m.csv:2");
    QTest::newRow("no column") << QByteArray("gpus,speed\n4,10\n") << QByteArray("m.csv");
    QTest::newRow("nothing") << QByteArray("gpus,rate\n") << QByteArray("m.csv");
    QTest::newRow("batch of text") << QByteArray("gpus,step_time,batch\n4,10,x\n") << QByteArray("m.csv:2");
}

void TestScalingFit::what_is_wrong_is_said_with_its_line() {
    QFETCH(QByteArray, csv);
    QFETCH(QByteArray, where);
    const auto curves = parse_scaling_curves(csv.toStdString(), "m.csv");
    QVERIFY(!curves);
    QCOMPARE(curves.error().where, where.toStdString());
    QVERIFY(!curves.error().what.empty() && !curves.error().fix.empty());
}

void TestScalingFit::a_million_rows() {
    std::string csv = "gpus,rate\n";
    for (int i = 0; i < 1000000; ++i) csv += fmt::format("{},{}\n", 1 + i % 64, 1 + i % 64);
    const MeasuredCurve curve = parsed(csv);
    QCOMPARE(curve.points.size(), size_t(64));
    QVERIFY(curve.notes.front().size() < 200);
    QVERIFY(fit_scaling(curve, 0, {}, defaults()));
}

void TestScalingFit::one_count_is_no_curve() {
    const auto fit = fit_scaling(parsed("gpus,rate\n8,100\n8,101\n"), 0, {}, defaults());
    QVERIFY(!fit);
    QVERIFY(fit.error().what.find("two GPU counts") != std::string::npos);
}

void TestScalingFit::laws_find_what_points_were_made_of() {
    const double sigma = 0.03, kappa = 2e-4;
    const auto usl = [&](double n) { return 7 * n / (1 + sigma * (n - 1) + kappa * n * (n - 1)); };
    const MeasuredCurve curve = curve_of({1, 2, 4, 8, 16, 32, 64}, usl);
    const ScalingLaw law = fit_usl(curve, defaults().measured_scaling);
    QVERIFY(near(law.sigma, sigma, 1e-3));
    QVERIFY(near(law.kappa, kappa, 1e-3));
    QVERIFY(near(law.gamma, 7, 1e-4));
    QVERIFY(law.sigma_low < sigma && sigma < law.sigma_high);
    QVERIFY(law.kappa_low > 0 && law.kappa_low < kappa && kappa < law.kappa_high);
    QVERIFY(near(law.peak(), std::sqrt((1 - sigma) / kappa), 1e-3));
    QVERIFY(law.rms < 1e-6);
    // "2.5 times at four GPUs": a fifth of the work is serial.
    const ScalingLaw amdahl =
        fit_amdahl(curve_of({1, 4}, [](double n) { return n > 1 ? 2.5 : 1; }), defaults().measured_scaling);
    QVERIFY(near(amdahl.sigma, 0.2, 1e-6));
    QCOMPARE(amdahl.kappa, 0.0);
    QVERIFY(std::isinf(amdahl.peak()));
    // Better than ideal is no negative contention.
    const ScalingLaw super =
        fit_amdahl(curve_of({1, 4}, [](double n) { return n > 1 ? 4.4 : 1; }), defaults().measured_scaling);
    QCOMPARE(super.sigma, 0.0);
}

void TestScalingFit::forecasts_what_the_curve_is_made_of_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("serial work") << 0;
    QTest::newRow("ring between servers") << 1;
    QTest::newRow("nothing lost") << 2;
}

void TestScalingFit::forecasts_what_the_curve_is_made_of() {
    QFETCH(int, kind);
    const auto rate = [&](double n) {
        if (kind == 0) return 100 * n / (1 + 0.004 * (n - 8));
        if (kind == 1) return 100 * n / (1 + 0.3 * (1 - 8 / std::max(8.0, n)));
        return 100 * n;
    };
    const auto fit = fit_scaling(curve_of({8, 16, 32, 64}, rate), 8, {}, defaults());
    QVERIFY(fit);
    QCOMPARE(fit->farthest, 256.0);
    for (const ScalingFit::Row& row : fit->rows) {
        QVERIFY(row.forecast.low < row.forecast.rate && row.forecast.rate < row.forecast.high);
        QVERIFY2(row.forecast.low < rate(row.gpus) && rate(row.gpus) < row.forecast.high,
                 qPrintable(QString::number(row.gpus)));
        QVERIFY2(near(row.forecast.rate, rate(row.gpus), row.gpus <= 64 ? 0.02 : 0.12),
                 qPrintable(QStringLiteral("%1: %2").arg(row.gpus).arg(row.forecast.rate / rate(row.gpus))));
    }
    QCOMPARE(fit->rows.back().gpus, 256.0);
    QVERIFY(!fit->rows.back().measured);
    // The same again.
    const auto again = fit_scaling(curve_of({8, 16, 32, 64}, rate), 8, {}, defaults());
    QCOMPARE(again->rows.back().forecast.high, fit->rows.back().forecast.high);
    // Farther is less sure.
    const auto width = [&](size_t i) { return fit->rows[i].forecast.high / fit->rows[i].forecast.low; };
    QVERIFY(width(fit->rows.size() - 1) > width(3));
    if (kind == 2) QCOMPARE(fit->bends, 0.0);
    if (kind == 0) {
        // e = 1/(1 + c·N/(1 − 8c)) < 0.9 where c·N = (1 − 8c)/9.
        const double bends = (1 - 8 * 0.004) / 9 / 0.004;
        QVERIFY(fit->bends_low <= bends && (fit->bends_high == 0 || bends <= fit->bends_high));
    }
}

void TestScalingFit::the_band_holds_its_share() {
    // Curves drawn from what the forecast takes curves for.
    const Defaults::MeasuredScaling& c = defaults().measured_scaling;
    std::mt19937 random(3);
    std::exponential_distribution<double> overhead;
    std::uniform_real_distribution<double> chance;
    std::normal_distribution<double> normal;
    int within = 0;
    constexpr int rounds = 200;
    for (int round = 0; round < rounds; ++round) {
        const auto some = [&](double mean, double share) {
            return chance(random) < share ? mean * overhead(random) : 0;
        };
        const double between = some(c.ring_between, c.saturating_chance);
        const double logarithm = some(c.logarithmic, c.saturating_chance);
        const double linear = some(c.linear, c.linear_chance);
        const double noise = c.noise * std::exp(c.noise_spread * normal(random));
        MeasuredCurve curve = curve_of({8, 16, 32, 64, 128}, [&](double n) {
            const double time =
                1 + between * (1 - 8 / n) + logarithm * std::log2(n / 8) + linear * (n - 8) / 56;
            return n / time * std::exp(noise * normal(random));
        });
        const MeasuredRate last = curve.points.back();
        curve.points.pop_back();
        const RateBand band = ScalingForecast(curve, 8, c).at(last.gpus);
        within += band.low <= last.rate && last.rate <= band.high ? 1 : 0;
    }
    QVERIFY2(within >= rounds * 84 / 100 && within <= rounds * 96 / 100, qPrintable(QString::number(within)));
}

void TestScalingFit::says_what_the_points_cannot() {
    const auto said = [](const ScalingFit& fit, std::string_view words) {
        return std::ranges::any_of(
            fit.notes, [&](const std::string& note) { return note.find(words) != std::string::npos; });
    };
    const auto linear = [](double n) { return n; };
    const auto one_server = fit_scaling(curve_of({1, 2, 4, 8}, linear), 8, {}, defaults());
    QVERIFY(said(*one_server, "within one server of 8 GPUs"));
    QVERIFY(said(*one_server, "measure at 16 and 32"));
    const double wanted[] = {64, 1024};
    const auto far = fit_scaling(curve_of({8, 16, 32}, linear), 8, wanted, defaults());
    QVERIFY(!said(*far, "within one server"));
    QVERIFY(said(*far, "no forecast beyond 128 GPUs"));
    QVERIFY(said(*far, "3 sizes leave no room"));
    QCOMPARE(far->rows.back().gpus, 64.0);
}

void TestScalingFit::names_the_loss() {
    const auto serial =
        fit_scaling(curve_of({8, 16, 32, 64, 128}, [](double n) { return n / (1 + 0.005 * (n - 8)); }), 8, {},
                    defaults());
    QVERIFY(serial->losses[3] > 0.8);
    const auto ring =
        fit_scaling(curve_of({8, 16, 32, 64, 128}, [](double n) { return n / (1 + 0.4 * (1 - 8 / n)); }), 8,
                    {}, defaults());
    QVERIFY(ring->losses[1] > 0.8);
    double sum = 0;
    for (const double share : ring->losses) sum += share;
    QVERIFY(near(sum, 1, 1e-9));
}

void TestScalingFit::beside_the_model() {
    const auto loaded =
        read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", Catalog::built_in());
    const auto drawn = Prepared::make(loaded->project.scenarios.front(), Catalog::built_in());
    const double counts[] = {64, 128, 256};
    const ScaleResult study = scale(*drawn, counts);
    // Measurements of the model's own shape, a tenth lower.
    const MeasuredCurve curve =
        curve_of({64, 128, 256}, [&](double n) { return 0.9 * study.at(n)->progress; });
    const MeasuredAgainst against = measured_against(*drawn, curve, ScaleMetric::goodput);
    QVERIFY(near(against.factor, 0.9, 1e-9));
    QVERIFY(against.rms < 1e-6);
    for (const MeasuredAgainst::Row& row : against.rows) QVERIFY(near(row.predicted, row.measured, 1e-9));
    const MeasuredAgainst odd =
        measured_against(*drawn, curve_of({1, 256}, [](double n) { return n; }), ScaleMetric::goodput);
    QVERIFY(!odd.rows.front().reason.empty() || odd.rows.front().predicted > 0);
}

void TestScalingFit::published_curves_are_foretold() {
    const QByteArray data = qgetenv("ROOFRACK_DATA");
    if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set");
    const auto curves = read_scaling_curves(data.toStdString() + "/validation/scaling_curves.csv");
    QVERIFY(curves);
    const ScalingValidation v = validate_scaling(*curves, Catalog::built_in());
    QCOMPARE(v.curves.size(), size_t(28));
    QVERIFY(v.covered >= 0.8);
    QVERIFY(v.median < v.usl_median && v.median < v.amdahl_median);
    QVERIFY(v.mean < 0.7 * v.usl_mean && v.mean < 0.7 * v.amdahl_mean);
    QVERIFY(v.median_width < 0.08);
}

QTEST_APPLESS_MAIN(TestScalingFit)
#include "test_scaling_fit.moc"
