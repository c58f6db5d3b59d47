// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/score.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

namespace {

ValidatedRow row(const char* series, double gpus, double batch, double published, double predicted,
                 const char* layout = "a") {
    ValidatedRow out;
    out.series = series;
    out.model = "m";
    out.gpu = "g";
    out.family = "f";
    out.use = "core";
    out.layout = layout;
    out.gpus = gpus;
    out.sequence = 2048;
    out.global_batch = batch;
    out.published = out.published_step = published;
    out.predicted = out.predicted_step = predicted;
    out.error_pct = 100 * (predicted / published - 1);
    out.band_low = predicted / 1.1;
    out.band_high = predicted * 1.1;
    return out;
}

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

} // namespace

class TestScore : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void each_series_weighs_the_same() {
        // Ten rows of one series are 1 % off, one row of another 50 %.
        std::vector<ValidatedRow> rows(10, row("many", 8, 8, 1, 1.01));
        rows.push_back(row("single", 8, 8, 1, 1.5));
        const Figures f = figures_of(rows);
        QCOMPARE(f.rows, size_t(11));
        QCOMPARE(f.series, size_t(2));
        QVERIFY(near(f.mean_abs_error_pct, 25.5));
        QVERIFY(near(f.bias_pct, 25.5));
        QVERIFY(near(f.median_abs_error_pct, 25.5)); // half of the weight lies at 1 %, half at 50 %
        QVERIFY(near(f.p90_abs_error_pct, 50));
        QVERIFY(near(f.coverage, 0.5));
        QCOMPARE(f.in_band, size_t(10)); // a count weighs nothing
        QVERIFY(near(f.half_width_pct, 50 * (1.1 - 1 / 1.1)));
    }

    /// Quantiles of the signed errors, the series alike: one of five rows, one of one.
    void quartiles_have_signs() {
        std::vector<ValidatedRow> rows;
        for (const double predicted : {0.9, 0.95, 1.0, 1.05, 1.1})
            rows.push_back(row("five", 8, 8, 1, predicted));
        Figures f = figures_of(rows);
        QVERIFY(near(f.lower_quartile_pct, -5) && near(f.middle_pct, 0) && near(f.upper_quartile_pct, 5));
        rows.push_back(row("one", 8, 8, 1, 1.5));
        f = figures_of(rows);
        QVERIFY(near(f.lower_quartile_pct, 0) && near(f.middle_pct, 30) && near(f.upper_quartile_pct, 50));
    }

    void quantiles_by_hand() {
        QCOMPARE(weighted_quantile({}, 0.5), 0.0);
        QCOMPARE(weighted_quantile({{3, 1}, {1, 1}, {2, 1}}, 0.5), 2.0);
        QCOMPARE(weighted_quantile({{3, 1}, {1, 3}}, 0.5), 1.0);
        QCOMPARE(weighted_quantile({{1.8, 1}, {9.2, 1}}, 0.5), 5.5);
        QCOMPARE(weighted_quantile({{3, 1}, {1, 3}}, 0.9), 3.0);
    }

    void groups_keep_every_row() {
        std::vector<ValidatedRow> rows{row("a", 8, 8, 1, 1), row("b", 8, 8, 1, 1), row("b", 16, 8, 1, 1)};
        rows[2].gpu = "h";
        rows[2].use = "extended";
        size_t counted = 0;
        for (const FigureGroup& group : by_stack(rows)) counted += group.figures.rows;
        QCOMPARE(counted, rows.size());
        QCOMPARE(by_series(rows).size(), size_t(2));
        const auto uses = by_use(rows, std::vector<SkippedRow>{{"x", "no", "core"}, {"y", "no", "ttt"}});
        QCOMPARE(uses.size(), size_t(3));
        for (const FigureGroup& group : uses)
            QCOMPARE(group.skipped, size_t(group.key == "extended" ? 0 : 1));
    }

    void strong_and_weak_curves() {
        // Strong: 8 → 32 GPUs at batch 64, published 4.0 → 1.25 s, predicted 4.0 → 1.0 s.
        std::vector<ValidatedRow> rows{row("strong", 8, 64, 4, 4), row("strong", 16, 64, 2, 2),
                                       row("strong", 32, 64, 1.25, 1)};
        auto ratios = scaling_ratios(rows);
        QCOMPARE(ratios.size(), size_t(1));
        QVERIFY(ratios[0].strong && ratios[0].smallest == 8 && ratios[0].largest == 32);
        QVERIFY(near(ratios[0].published, 0.3125) && near(ratios[0].predicted, 0.25));
        QVERIFY(near(ratios[0].error_pct, -20));
        // Weak: the batch a GPU stays.
        rows = {row("weak", 8, 64, 4, 4), row("weak", 64, 512, 4.4, 4.4)};
        ratios = scaling_ratios(rows);
        QCOMPARE(ratios.size(), size_t(1));
        QVERIFY(!ratios[0].strong && near(ratios[0].error_pct, 0) && near(ratios[0].batch, 8));
        // Neither: batch and GPUs change at different rates, or something else changes too.
        QVERIFY(scaling_ratios(std::vector{row("x", 8, 64, 4, 4), row("x", 64, 128, 1, 1)}).empty());
        for (int field = 0; field < 5; ++field) {
            rows = {row("x", 8, 64, 4, 4), row("x", 64, 64, 1, 1)};
            ValidatedRow& other = rows[1];
            if (field == 0) other.series = "y";
            if (field == 1) other.model = "n";
            if (field == 2) other.software = "newer";
            if (field == 3) other.precision = "fp8";
            if (field == 4) other.sequence = 4096;
            QVERIFY(scaling_ratios(rows).empty());
        }
    }

    void ends_are_of_one_layout() {
        // At 8 GPUs layout b is faster, at 64 there is only a.
        const std::vector<ValidatedRow> rows{row("s", 8, 64, 4, 4, "a"), row("s", 8, 64, 3, 3, "b"),
                                             row("s", 64, 64, 1, 1, "a")};
        const auto ratios = scaling_ratios(rows);
        QCOMPARE(ratios.size(), size_t(1));
        QVERIFY(near(ratios[0].published, 0.25));
    }
};

QTEST_APPLESS_MAIN(TestScore)
#include "test_score.moc"
