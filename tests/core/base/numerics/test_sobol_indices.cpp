// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numerics/normal_quantile.h"
#include "core/base/numerics/quasi_random.h"
#include "core/base/numerics/sobol_indices.h"

#include <QTest>

#include <cmath>
#include <numbers>
#include <vector>

using namespace roofrack;

class TestSobolIndices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// f = sin x1 + a sin² x2 + b x3⁴ sin x1 on ±π (Ishigami and Homma 1990): its variances are known in
    /// closed form.
    void indices_of_the_ishigami_function() {
        using std::numbers::pi;
        constexpr double a = 7, b = 0.1;
        const auto model = [](std::span<const double> u, std::span<double> out) {
            const auto x = [&](size_t i) { return pi * (2 * u[i] - 1); };
            out[0] =
                std::sin(x(0)) + a * std::pow(std::sin(x(1)), 2) + b * std::pow(x(2), 4) * std::sin(x(0));
        };
        const double first = std::pow(1 + b * std::pow(pi, 4) / 5, 2) / 2, second = a * a / 8,
                     together = b * b * std::pow(pi, 8) * (1.0 / 18 - 1.0 / 50);
        const double all = first + second + together;
        const double expected[] = {(first + together) / all, second / all, together / all};
        const auto found = total_order_indices(3, 1, 1 << 13, model);
        for (size_t i = 0; i < 3; ++i) QVERIFY(std::abs(found[0][i] - expected[i]) < 0.01);
    }

    /// Π (|4x − 2| + a)/(1 + a), Sobol's g-function: V_i = 1/3/(1 + a_i)².
    void indices_of_the_g_function() {
        const std::vector<double> a{0, 1, 4.5, 9, 99, 99, 99, 99};
        const auto model = [&](std::span<const double> u, std::span<double> out) {
            out[0] = 1;
            for (size_t i = 0; i < a.size(); ++i) out[0] *= (std::abs(4 * u[i] - 2) + a[i]) / (1 + a[i]);
            out[1] = 5;                                        // does not vary
            out[2] = u[0] < 0.5 ? std::nan("") : out[0] + 1e3; // is not always there
        };
        double all = 1;
        for (const double each : a) all *= 1 + 1.0 / 3 / (1 + each) / (1 + each);
        const double variance = all - 1;
        const auto found = total_order_indices(a.size(), 3, 1 << 13, model);
        for (size_t i = 0; i < a.size(); ++i) {
            const double own = 1.0 / 3 / (1 + a[i]) / (1 + a[i]);
            const double expected = own * (variance + 1) / (1 + own) / variance;
            QVERIFY2(std::abs(found[0][i] - expected) < 0.01, qPrintable(QString::number(found[0][i])));
            QCOMPARE(found[1][i], 0.0);
            QVERIFY(std::isfinite(found[2][i]));
        }
    }

    /// Every eighth of each axis holds as many points, and every quarter by quarter of two axes does.
    void points_fill_the_cube_evenly() {
        constexpr size_t dimensions = 40, points = 1024;
        QuasiRandom sequence(dimensions);
        std::vector<double> point(dimensions);
        std::vector<std::vector<int>> eighths(dimensions, std::vector<int>(8));
        std::vector<int> squares(16);
        for (size_t i = 0; i < points; ++i) {
            sequence.next(point);
            for (size_t d = 0; d < dimensions; ++d) {
                QVERIFY(point[d] > 0 && point[d] < 1);
                ++eighths[d][static_cast<size_t>(8 * point[d])];
            }
            ++squares[4 * static_cast<size_t>(4 * point[0]) + static_cast<size_t>(4 * point[1])];
        }
        for (const auto& axis : eighths)
            for (const int count : axis) QCOMPARE(count, int(points / 8));
        for (const int count : squares) QCOMPARE(count, int(points / 16));
    }

    /// Quantiles of tables, and the share below each is what was asked.
    void normal_quantiles() {
        QVERIFY(std::abs(normal_quantile(0.9) - 1.2815515655446004) < 1e-14);
        QVERIFY(std::abs(normal_quantile(0.975) - 1.959963984540054) < 1e-14);
        QCOMPARE(normal_quantile(0.5), 0.0);
        for (const double share : {1e-12, 1e-6, 0.01, 0.1, 0.3, 0.6, 0.95, 0.9999})
            QVERIFY(std::abs(normal_share_below(normal_quantile(share)) / share - 1) < 1e-10);
        QVERIFY(std::isinf(normal_quantile(0)) && std::isnan(normal_quantile(-1)));
    }
};

QTEST_APPLESS_MAIN(TestSobolIndices)
#include "test_sobol_indices.moc"
