// SPDX-License-Identifier: GPL-3.0-or-later
// Values that are read together are written in one unit.
#include "core/answers/decide/odds_text.h"
#include "core/answers/decide/tried_family.h"
#include "core/answers/decide/uncertain_text.h"
#include "core/base/figures/figure_texts.h"
#include "core/base/figures/one_unit.h"
#include "tests/support/sample.h"

#include <QTest>

#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>

using namespace roofrack;

namespace {

using Texts = std::vector<std::string>;

Texts written(const std::vector<double>& values, Dimension dimension, int digits = 4) {
    Texts out;
    for (const double value : values) out.push_back(format_quantity(value, dimension, digits));
    return in_one_unit(values, std::move(out), dimension, digits);
}

} // namespace

class TestOneUnit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ends_of_a_range_have_one_unit() {
        for (const auto& [values, dimension, wanted] :
             {std::tuple(std::vector<double>{600 / 1.1, 660, 600}, Dimension::time,
                         Texts{"9.091 min", "11 min", "10 min"}),
              std::tuple(std::vector<double>{5400, 10800}, Dimension::time, Texts{"1.5 h", "3 h"}),
              std::tuple(std::vector<double>{935e6, 1.15e9}, Dimension::money, Texts{"$0.935B", "$1.15B"}),
              std::tuple(std::vector<double>{-8e3, 12e3}, Dimension::money, Texts{"-$8k", "$12k"}),
              std::tuple(std::vector<double>{970e3, 20e6}, Dimension::power, Texts{"0.97 MW", "20 MW"}),
              std::tuple(std::vector<double>{800e9, 15.6e12}, Dimension::number, Texts{"0.8T", "15.6T"}),
              std::tuple(std::vector<double>{2e6, 3e9}, Dimension::flop_rate,
                         Texts{"2 MFLOP/s", "3000 MFLOP/s"}), // two thousandths of the larger one
              std::tuple(std::vector<double>{0, 300, 2e3}, Dimension::power, Texts{"0 kW", "0.3 kW", "2 kW"}),
              std::tuple(std::vector<double>{1, 2e5}, Dimension::time, Texts{"1 s", "2.315 d"}),
              std::tuple(std::vector<double>{2e5, 1}, Dimension::time, Texts{"2.315 d", "1 s"}),
              std::tuple(std::vector<double>{NAN, 590, 610}, Dimension::time,
                         Texts{"not known", "9.833 min", "10.17 min"})}) {
            const Texts found = written(values, dimension);
            QVERIFY2(found == wanted, fmt::format("{}", fmt::join(found, ", ")).c_str());
        }
    }

    /// Numbers of a row of a sheet have the unit that people read.
    void numbers_of_a_sheet_have_one_unit() {
        for (const auto& [values, measure, unit, first] :
             {std::tuple(std::vector<double>{16931278, 75427200}, figures::days, "days", 195.9638657),
              std::tuple(std::vector<double>{579e3, 1.98e6}, figures::watts, "MW", 0.579),
              std::tuple(std::vector<double>{NAN, 579e3}, figures::watts, "kW", double{NAN}),
              std::tuple(std::vector<double>{0.0, 0.0}, figures::watts, "W", 0.0),
              std::tuple(std::vector<double>{79.1, 15.7}, figures::seconds, "s", 79.1),
              std::tuple(std::vector<double>{3.6e13, 2.88e13}, figures::joules, "GWh", 10.0),
              std::tuple(std::vector<double>{72.8e9, 150e9}, figures::bytes, "GB", 72.8),
              std::tuple(std::vector<double>{0.558, 0.29}, figures::share, "%", 55.8),
              std::tuple(std::vector<double>{4.56e6, 14.6e6}, figures::usd, "$", 4.56e6),
              std::tuple(std::vector<double>{512, 1320}, figures::count, "", 512.0),
              std::tuple(std::vector<double>{4, 2}, figures::Measure{}, "", 4.0),
              std::tuple(std::vector<double>{NAN, NAN}, figures::watts, "W", double{NAN})}) {
            const figures::SheetUnit found = figures::sheet_unit(values, measure);
            QCOMPARE(found.text, std::string(unit));
            const double shown = values.front() * found.factor;
            QVERIFY2(std::isnan(first) ? std::isnan(shown) : std::abs(shown - first) <= 1e-6 * (first + 1),
                     fmt::format("{} {}", shown, unit).c_str());
        }
    }

    void bands_of_figures_have_one_unit() {
        QCOMPARE(figures::band_text(590, 600, 700, figures::seconds),
                 std::string("10 min (9.83 min to 11.7 min)"));
        QCOMPARE(figures::band_text(935e6, 1.02e9, 1.15e9, figures::usd),
                 std::string("$1.02B ($0.935B to $1.15B)"));
        QCOMPARE(figures::band_text(3, 4, 5, figures::weeks), std::string("4 (3 to 5)"));
        const Texts texts = figures::figure_texts({1.2e6, 0.9e6}, figures::watts);
        QVERIFY(texts == (Texts{"1.2 MW", "0.9 MW"}));
    }

    /// What a scenario's figure is, and its P10, P50 and P90, can be held against each other as they stand.
    void spreads_of_odds_have_one_unit() {
        figures::Row row;
        row.measure = figures::seconds;
        FigureOdds of;
        of.figure = {"step.step_time_s", &row, true};
        of.scenarios.resize(2);
        of.scenarios[0].as_is.number = 595;
        of.scenarios[0].p10 = 540;
        of.scenarios[0].p50 = 600;
        of.scenarios[0].p90 = 660;
        of.scenarios[1] = of.scenarios[0];
        of.scenarios[1].p90 = 599; // all of them are seconds
        of.scenarios[1].p50 = 570;
        const auto day = std::chrono::sys_days(std::chrono::year(2026) / 6 / 1);
        QCOMPARE(spread_text(of, 0, 595, day), std::string("9.92 min"));
        QCOMPARE(spread_text(of, 0, 540, day), std::string("9 min"));
        QCOMPARE(spread_text(of, 0, 660, day), std::string("11 min"));
        QCOMPARE(spread_text(of, 0, NAN, day), std::string("none"));
        QCOMPARE(spread_text(of, 1, 540, day), std::string("540 s"));
    }

    void an_input_is_said_in_one_unit() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const Catalog& catalog = Catalog::built_in();
        const auto read = parse_uncertain("/site/restart_time=500..600..1200", scenario, catalog);
        QVERIFY(read);
        QCOMPARE(uncertain_text(*read, scenario, catalog), std::string("8.333 min to 20 min, likely 10 min"));
    }
};

QTEST_APPLESS_MAIN(TestOneUnit)
#include "test_one_unit.moc"
