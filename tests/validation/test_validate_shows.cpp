// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/validate.h"

#include "tests/validation/validate_runs.h"

#include <QElapsedTimer>
#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

/// A figure with its target. Where the target is not reached yet, the state that must not get worse.
struct Target {
    const char* what;
    double figure, target, floor;
};

void hold(const std::vector<Target>& targets) {
    for (const Target& t : targets) {
        const bool reached = t.figure <= t.target;
        qInfo("%-46s %6.2f (target %.4g)%s", t.what, t.figure, t.target, reached ? "" : " NOT REACHED");
        QVERIFY2(t.figure <= std::max(t.target, t.floor), t.what);
    }
}

double share(const Validation& v, std::string_view use) {
    for (const FigureGroup& g : v.by_use)
        if (g.key == use) return double(g.figures.rows) / double(g.figures.rows + g.skipped);
    return 0;
}

const Figures& of(const std::vector<FigureGroup>& groups, std::string_view key) {
    static const Figures none;
    for (const FigureGroup& g : groups)
        if (g.key == key) return g.figures;
    return none;
}

} // namespace

/// The product's promises about published runs, measured on them. They are not part of the project: the tests
/// look in the folder that ROOFRACK_DATA names.
class TestValidateShows : public QObject {
    Q_OBJECT
private:
    std::filesystem::path m_folder;
private Q_SLOTS:

    void init() {
        const QByteArray data = qgetenv("ROOFRACK_DATA");
        if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the published runs are not at hand");
        m_folder = data.toStdString() + "/validation";
    }

    void core_runs_held_out() {
        QElapsedTimer clock;
        clock.start();
        const auto v = test::validate_runs(m_folder / "training_runs.csv", Catalog::built_in(), true, true);
        QVERIFY2(v.has_value(), v ? "" : v.error().text().c_str());
        QVERIFY(v->held_out && v->all.series > 50);
        QVERIFY(v->scaling.size() > 20);
        hold({{"skipped, % of rows", 100 - 100 * share(*v, "core"), 2, 0},
              {"held out: median error, %", v->median_abs_error_pct, 8, 0},
              {"held out: 90th percentile, %", v->p90_abs_error_pct, 25, 0},
              {"fitted: median error, %", v->fitted_median_abs_error_pct, 5, 0},
              {"fitted: 90th percentile, %", v->fitted_p90_abs_error_pct, 18, 0},
              {"scaling ratios: median error, %", v->scaling_median_error_pct, 6, 0},
              {"bands: |coverage − 80 %|, points", std::abs(100 * v->all.coverage - 80), 8, 0},
              {"bands: median half-width, %", v->all.half_width_pct, 15, 0}});
        // Mean errors of the series that the field knows, by factors fitted on all.
        hold({{"Korthikanti 2022 Table 5, %", of(v->by_series, "kor22-t5").fitted_mean_error_pct, 3, 3.9},
              {"Narayanan 2021 Table 1, %", of(v->by_series, "nar21-t1").fitted_mean_error_pct, 5, 0},
              {"MT-NLG 530B, %", of(v->by_series, "mtnlg").fitted_mean_error_pct, 8, 0}});
        for (const char* series : {"kor22-t5", "nar21-t1", "mtnlg"})
            QVERIFY2(of(v->by_series, series).rows > 0, series);
        qInfo("%.1f s", double(clock.elapsed()) / 1000);
    }

    void extended_runs() {
        const auto v = test::validate_runs(m_folder / "training_runs.csv", Catalog::built_in());
        QVERIFY(v.has_value());
        hold({{"extended: skipped, % of rows", 100 - 100 * share(*v, "extended"), 40, 0},
              {"extended: median error, %", of(v->by_use, "extended").median_abs_error_pct, 18, 0}});
        QVERIFY(of(v->by_use, "extended").rows > 40);
    }

    void single_node_runs() {
        const auto v = test::validate_runs(m_folder / "single_node.csv", Catalog::built_in());
        QVERIFY(v.has_value());
        hold({{"single node: skipped, % of rows", 100 - 100 * share(*v, "core"), 2, 0},
              {"single node: median error, %", v->median_abs_error_pct, 8, 0}});
        QVERIFY(v->rows.size() > 600);
    }
};

QTEST_APPLESS_MAIN(TestValidateShows)
#include "test_validate_shows.moc"
