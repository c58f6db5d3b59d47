// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/csv_table.h"
#include "core/measured/measure/run_config.h"
#include "tests/validation/validate_runs.h"
#include "validation/fit.h"
#include "validation/validate.h"

#include <QTest>
#include <cmath>
#include <set>

using namespace roofrack;

namespace {
const std::filesystem::path own_runs = ROOFRACK_SOURCE_DIR "/tests/data/published_runs.csv";
} // namespace

class TestValidate : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void csv_quoting_and_separators() {
        const auto quoted = parse_csv("\xEF\xBB\xBFid,name\r\n1,\"a, \"\"b\"\"\nc\"\n2,\n", "t");
        QVERIFY(quoted.has_value());
        QCOMPARE(quoted->header.front(), std::string("id"));
        QCOMPARE(quoted->rows.size(), size_t(2));
        QCOMPARE(quoted->rows[0][1], std::string("a, \"b\"\nc"));
        QCOMPARE(parse_csv("a;b\n1;2\n", "t")->rows[0][1], std::string("2"));
        QCOMPARE(parse_csv("a\tb\n1\t2", "t")->rows[0][1], std::string("2"));
        QVERIFY(!parse_csv("a,b\n1,2,3\n", "t"));
        QCOMPARE(parse_csv("a,b\n1,2,3\n", "t").error().where, std::string("t:2"));
        QVERIFY(!parse_csv("a,b\n\"1,2\n", "t"));
        QVERIFY(!parse_csv("", "t"));
        QVERIFY(!read_csv("no/such/file.csv"));
    }

    void published_runs_of_the_project() {
        const auto result = test::validate_runs(own_runs, Catalog::built_in());
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        QVERIFY(result->rows.size() >= 6);
        QVERIFY(result->skipped.empty());
        for (const ValidatedRow& row : result->rows) {
            QVERIFY2(std::abs(row.error_pct) < 30, row.id.c_str());
            QVERIFY(row.band_low < row.predicted && row.predicted < row.band_high);
            QVERIFY(std::abs(row.error_pct - 100 * (row.predicted_step / row.published_step - 1)) < 1e-9);
        }
        QVERIFY2(result->median_abs_error_pct < 10, "the whole table's median is below 10 %");
    }

    void empty_cells_are_named() {
        auto table = read_csv(own_runs);
        QVERIFY(table.has_value());
        const size_t column = table->column("recompute");
        const auto printed = validate_table(*table, "t", Catalog::built_in(), CostParameters::built_in());
        for (auto& row : table->rows) row[column].clear();
        const auto result = validate_table(*table, "t", Catalog::built_in(), CostParameters::built_in());
        const auto width = [](const ValidatedRow& row) { return row.band_high / row.band_low; };
        for (size_t i = 0; i < result->rows.size(); ++i)
            if (std::ranges::none_of(printed->rows[i].assumed,
                                     [](const auto& text) { return text.starts_with("recompute = "); }))
                QVERIFY(width(result->rows[i]) > width(printed->rows[i]));
        for (const ValidatedRow& row : result->rows) {
            const bool named = std::ranges::any_of(
                row.assumed, [](const std::string& text) { return text.starts_with("recompute = "); });
            QVERIFY2(named, row.id.c_str());
        }
    }

    void unknown_rows_say_why() {
        auto table = read_csv(own_runs);
        auto& rows = table->rows;
        const auto set = [&](size_t row, const char* column, const char* value) {
            rows[row][table->column(column)] = value;
        };
        set(0, "gpu", "Abacus 3000");
        set(1, "layers", "");
        set(1, "model", "a model that nobody published");
        set(2, "gpus", "13");
        set(3, "model_kind", "diffusion");
        const auto result = validate_table(*table, "t", Catalog::built_in(), CostParameters::built_in());
        QCOMPARE(result->skipped.size(), size_t(4));
        for (const SkippedRow& row : result->skipped) QVERIFY(row.why.size() > 10);
    }

    void no_identifier_enters_the_prediction() {
        // Renaming a row, its series and its source changes no prediction.
        auto table = read_csv(own_runs);
        const auto before = validate_table(*table, "t", Catalog::built_in(), CostParameters::built_in());
        for (size_t i = 0; i < table->rows.size(); ++i)
            for (const char* column : {"id", "series", "source"})
                table->rows[i][table->column(column)] = "x" + std::to_string(i);
        const auto after = validate_table(*table, "t", Catalog::built_in(), CostParameters::built_in());
        QCOMPARE(after->rows.size(), before->rows.size());
        for (size_t i = 0; i < before->rows.size(); ++i)
            QCOMPARE(after->rows[i].predicted, before->rows[i].predicted);
    }

    void held_out_series_do_not_inform_their_prediction() {
        auto table = read_csv(own_runs);
        const auto before =
            validate_table(*table, "t", Catalog::built_in(), CostParameters::built_in(), false, true);
        QVERIFY(before.has_value() && before->held_out);
        // Doubling what a series published changes its error and not what is predicted for it.
        const size_t series = table->column("series"), time = table->column("iteration_s"),
                     derived = table->column("iteration_s_derived");
        const std::string held = table->rows.front()[series];
        for (auto& row : table->rows)
            if (row[series] == held)
                for (const size_t column : {time, derived})
                    if (!row[column].empty()) row[column] = std::to_string(2 * std::stod(row[column]));
        const auto after =
            validate_table(*table, "t", Catalog::built_in(), CostParameters::built_in(), false, true);
        int compared = 0;
        for (size_t i = 0; i < before->rows.size(); ++i) {
            if (before->rows[i].series != held) continue;
            QCOMPARE(after->rows[i].predicted, before->rows[i].predicted);
            QVERIFY(after->rows[i].error_pct < before->rows[i].error_pct);
            ++compared;
        }
        QVERIFY(compared > 0);
    }

    void fitted_factors_lie_in_their_ranges() {
        CostParameters parameters = CostParameters::built_in();
        const FitSetup& setup = FitSetup::built_in();
        QVERIFY(setup.parameters.size() <= 80); // few factors beside 450 runs
        for (const FitParameter& p : setup.parameters) {
            const double value = p.value(parameters);
            const double slack = 0.006 * (p.high - p.low); // the file holds three digits
            QVERIFY2(value >= p.low - slack && value <= p.high + slack,
                     (p.name + " " + std::string(p.field.key)).c_str());
        }
    }

    void the_open_runs() {
        const QByteArray data = qgetenv("ROOFRACK_DATA");
        if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the published runs are not at hand");
        const auto result = test::validate_runs(data.toStdString() + "/validation/training_runs.csv",
                                                Catalog::built_in(), true);
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        size_t timed = 0;
        for (const ValidatedRow& row : result->rows) timed += row.metric == "iteration_s";
        qInfo(
            "%zu runs predicted (%zu with a step time), %zu skipped, median %.2f %%, 90th percentile %.1f %%",
            result->rows.size(), timed, result->skipped.size(), result->median_abs_error_pct,
            result->p90_abs_error_pct);
        QVERIFY(result->rows.size() >= 19 * (result->rows.size() + result->skipped.size()) / 20);
        QVERIFY(result->median_abs_error_pct <= 10);
        for (const SkippedRow& row : result->skipped) QVERIFY(!row.why.empty());
    }
};

QTEST_APPLESS_MAIN(TestValidate)
#include "test_validate.moc"
