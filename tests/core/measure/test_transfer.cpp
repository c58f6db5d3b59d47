// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/audit.h"
#include "core/measure/published/built_in_runs.h"
#include "core/measure/refit.h"
#include "core/measure/transfer/left_out_figures.h"
#include "core/measure/transfer/release_months.h"
#include "core/measure/transfer/transfer.h"
#include "core/measure/transfer/without.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

using namespace roofrack;

namespace {

const std::filesystem::path own_runs = ROOFRACK_SOURCE_DIR "/tests/data/published_runs.csv";

std::vector<ValidationRun> runs_of(const Table& table) {
    std::vector<SkippedRow> skipped;
    return *predicted_runs(table, "t", Catalog::built_in(), CostParameters::built_in(), false, skipped);
}

std::vector<InformedConstant> constants_of(const std::vector<ValidationRun>& runs) {
    std::vector<FitRun> fitted;
    for (const ValidationRun& run : runs) fitted.push_back(run.run);
    return inform_constants(fitted, every_factor(), CostParameters::built_in());
}

Result<TransferTest> leave_out(const Table& table, LeftOut by) {
    return transfer_test(table, "t", Catalog::built_in(), CostParameters::built_in(), by);
}

} // namespace

/// Classes of runs that neither fit nor bands have seen.
class TestTransfer : public QObject {
    Q_OBJECT
private:
    Table m_table;
private Q_SLOTS:
    void init() { m_table = *read_csv(own_runs); }

    void monthsOfReleases() {
        QCOMPARE(release_month("MLPerf v4.1"), 12 * 2024 + 10);
        QCOMPARE(release_month("NeMo 24.11.1"), 12 * 2024 + 10);
        QCOMPARE(release_month("Megatron-LM 2021"), 12 * 2021 + 6);
        QCOMPARE(release_month("NeMo Megatron, Neuron SDK 2.13.1"), 12 * 2023 + 7);
        QCOMPARE(release_month("InternEvo"), 0);
    }

    void propertiesByName() {
        for (size_t by = 0; by < static_cast<size_t>(LeftOut::count); ++by)
            QCOMPARE(left_out_by(name_of(static_cast<LeftOut>(by))), static_cast<LeftOut>(by));
        QVERIFY(!left_out_by("colour"));
    }

    void everyRunIsInOneClass() {
        const auto runs = runs_of(m_table);
        for (const LeftOut by :
             {LeftOut::generation, LeftOut::family, LeftOut::source, LeftOut::precision, LeftOut::vendor}) {
            std::multiset<size_t> seen;
            for (const LeftOutClass& each : left_out_classes(runs, by))
                seen.insert(each.runs.begin(), each.runs.end());
            QCOMPARE(seen.size(), runs.size());
            QCOMPARE(std::set<size_t>(seen.begin(), seen.end()).size(), runs.size());
        }
        for (const LeftOutClass& each : left_out_classes(runs, LeftOut::scale))
            for (const size_t i : each.runs) QVERIFY(runs[i].row.gpus > 1024);
    }

    void theNewestReleasesOfAStack() {
        // Two rows of one stack 13 months apart: the later one is the newest nine months.
        std::vector<size_t> rows;
        const size_t software = m_table.column("software");
        for (size_t i = 0; i < m_table.rows.size() && rows.size() < 2; ++i)
            if (m_table.rows[i][m_table.column("gpu")].starts_with("H100")) rows.push_back(i);
        QCOMPARE(rows.size(), size_t(2));
        for (auto& row : m_table.rows) row[software] = "InternEvo"; // no date
        m_table.rows[rows[0]][software] = "NeMo 24.01";
        m_table.rows[rows[1]][software] = "NeMo 25.02";
        const auto runs = runs_of(m_table);
        auto classes = left_out_classes(runs, LeftOut::release);
        QCOMPARE(classes.size(), size_t(1));
        QCOMPARE(classes[0].name, std::string("megatron-core from 2024-06"));
        QCOMPARE(classes[0].runs, std::vector<size_t>{rows[1]});
        // Nothing earlier would be left of a stack whose releases are all that new.
        m_table.rows[rows[0]][software] = "NeMo 24.09";
        QVERIFY(left_out_classes(runs_of(m_table), LeftOut::release).empty());
        QVERIFY(!leave_out(m_table, LeftOut::release));
    }

    void whatIsKeptOfTheTestsIsTheirs() {
        // One property stands for all, the quickest: tools/validation writes them by the same function.
        const auto now = transfer_test(built_in_runs(), "built in", Catalog::built_in(),
                                       CostParameters::built_in(), LeftOut::scale, true);
        QVERIFY(now.has_value());
        const auto kept =
            std::ranges::find(left_out_figures(), LeftOut::scale, [](const TransferTest& t) { return t.by; });
        QVERIFY(kept != left_out_figures().end());
        QCOMPARE(kept->classes.size(), now->classes.size());
        const auto same = [](const Figures& is, const Figures& was) {
            const auto near = [](double a, double b) { return std::abs(a - b) <= 0.0006; };
            return is.rows == was.rows && is.series == was.series &&
                   near(is.median_abs_error_pct, was.median_abs_error_pct) &&
                   near(is.p90_abs_error_pct, was.p90_abs_error_pct) && near(is.bias_pct, was.bias_pct) &&
                   near(is.coverage, was.coverage) && near(is.half_width_pct, was.half_width_pct);
        };
        QVERIFY2(same(kept->all, now->all), "stale: run tools/validation");
        for (size_t i = 0; i < now->classes.size(); ++i) {
            QCOMPARE(kept->classes[i].name, now->classes[i].name);
            QVERIFY(same(kept->classes[i].figures, now->classes[i].figures));
        }
        std::set<LeftOut> properties;
        for (const TransferTest& each : left_out_figures()) properties.insert(each.by);
        QCOMPARE(properties.size(), static_cast<size_t>(LeftOut::count));
    }

    void brokenFilesOfKeptFiguresAreRefused() {
        const auto error = [](std::string json) {
            std::ranges::replace(json, '\'', '"');
            const auto read = parse_left_out_figures(json, "f.json");
            return read ? std::string() : read.error().text();
        };
        const std::string figures = "{'rows':1,'series':1,'median_abs_error_pct':1,'p90_abs_error_pct':1,"
                                    "'bias_pct':-1,'coverage':1,'median_half_width_pct':2}";
        const auto test = [&](const std::string& by, const std::string& all, const std::string& classes) {
            return "{'tests':[{'left_out':'" + by + "','nominal':0.8,'all':" + all + ",'classes':" + classes +
                   "}]}";
        };
        QCOMPARE(error(test("source", figures, "[]")), std::string());
        QVERIFY(error("{").starts_with("f.json:"));
        QVERIFY(error("[]").find("tests") != std::string::npos);
        QVERIFY(error(test("colour", figures, "[]")).find("left_out") != std::string::npos);
        QVERIFY(error(test("source", "{}", "[]")).find("rows") != std::string::npos);
        QVERIFY(error(test("source", figures, "7")).find("classes") != std::string::npos);
        QVERIFY(error(test("source", figures, "['x']")).find("classes/0") != std::string::npos);
    }

    void nothingOfALeftOutRunIsLeft() {
        // Doubling what a class published moves its errors, and neither its predictions nor its bands.
        const size_t time = m_table.column("iteration_s"), derived = m_table.column("iteration_s_derived"),
                     gpu = m_table.column("gpu");
        const auto before = leave_out(m_table, LeftOut::generation);
        QVERIFY2(before.has_value(), before ? "" : before.error().text().c_str());
        QVERIFY(before->classes.size() >= 2 && before->rows.size() >= 8);
        for (auto& row : m_table.rows)
            if (row[gpu].starts_with("A100"))
                for (const size_t column : {time, derived})
                    if (!row[column].empty()) row[column] = std::to_string(2 * std::stod(row[column]));
        const auto after = leave_out(m_table, LeftOut::generation);
        int same = 0, moved = 0;
        for (size_t i = 0; i < before->rows.size(); ++i) {
            const ValidatedRow &was = before->rows[i], &is = after->rows[i];
            QCOMPARE(is.id, was.id);
            if (!was.gpu.starts_with("A100")) {
                moved += is.predicted != was.predicted;
                continue;
            }
            QCOMPARE(is.predicted, was.predicted);
            QVERIFY(is.error_pct < was.error_pct);
            ++same;
        }
        QVERIFY(same > 0 && moved > 0);
    }

    void factorsOfALeftOutClassForgetTheirFit() {
        // Whatever value the built-in fit has for them, what comes out is the same.
        const auto runs = runs_of(m_table);
        const auto constants = constants_of(runs);
        const auto classes = left_out_classes(runs, LeftOut::family);
        QVERIFY(classes.size() >= 3);
        for (const LeftOutClass& each : classes) {
            std::vector<bool> left_out(runs.size(), false);
            for (const size_t i : each.runs) left_out[i] = true;
            CostParameters turned = CostParameters::built_in();
            for (size_t k = 0; k < constants.size(); ++k)
                if (std::ranges::any_of(each.runs, [&](size_t i) { return constants[k].moves[i] > 0; }))
                    every_factor().parameters[k].set(turned, every_factor().parameters[k].high);
            const auto plain = factors_without(runs, left_out, constants, CostParameters::built_in());
            const auto other = factors_without(runs, left_out, constants, turned);
            QCOMPARE(plain.borrowed, other.borrowed);
            for (const FitParameter& p : every_factor().parameters)
                QCOMPARE(p.value(plain.parameters), p.value(other.parameters));
        }
    }

    void whatNobodyElseInformsIsBorrowed() {
        const auto runs = runs_of(m_table);
        const auto constants = constants_of(runs);
        std::vector<bool> left_out;
        for (const ValidationRun& run : runs) left_out.push_back(run.residual.generation == "ampere");
        const auto without = factors_without(runs, left_out, constants, CostParameters::built_in());
        QVERIFY(std::ranges::find(without.borrowed, "hbm_share of ampere") != without.borrowed.end());
        const auto share = [&](const char* name) { return without.parameters.generation(name).hbm_share; };
        QVERIFY(share("ampere") >= std::min(share("hopper"), share("blackwell")) &&
                share("ampere") <= std::max(share("hopper"), share("blackwell")));
    }

    /// As they are fitted when they ship: more runs of NVIDIA's make no prior of theirs weigh more.
    void otherVendorsFactorsDoNotHangOnNvidiasRuns() {
        const auto runs_on = [](std::initializer_list<std::string_view> parts) {
            const Table& published = built_in_runs();
            Table chosen{published.header, {}, {}};
            for (size_t i = 0; i < published.rows.size(); ++i)
                for (const std::string_view part : parts)
                    if (published.rows[i][published.column("gpu")].starts_with(part) &&
                        published.rows[i][published.column("use")] == "extended") {
                        chosen.rows.push_back(published.rows[i]);
                        chosen.lines.push_back(published.lines[i]);
                    }
            return runs_of(chosen);
        };
        const auto without_gaudi = [](const std::vector<ValidationRun>& runs) {
            std::vector<bool> left_out;
            for (const ValidationRun& run : runs) left_out.push_back(run.row.gpu.starts_with("Gaudi3"));
            return factors_without(runs, left_out, constants_of(runs), CostParameters::built_in()).parameters;
        };
        const auto own = runs_on({"Gaudi", "MI300X"}), beside = runs_on({"Gaudi", "MI300X", "GB200"});
        QVERIFY(own.size() >= 15 && beside.size() > own.size());
        const CostParameters alone = without_gaudi(own), joint = without_gaudi(beside);
        for (const FitParameter& p : FitSetup::other_vendors().parameters)
            QCOMPARE(p.value(joint), p.value(alone));
    }

    void fittedFactorsAreWritten() {
        const auto runs = runs_of(m_table);
        const auto fitted = refit(runs);
        QVERIFY2(fitted.has_value(), fitted ? "" : fitted.error().text().c_str());
        const auto text = parameters_file(*fitted);
        QVERIFY(text.has_value());
        const auto again = CostParameters::parse(*text, "t");
        QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
        for (const FitParameter& p : FitSetup::built_in().parameters) {
            const double value = p.value(*fitted);
            QVERIFY(std::abs(p.value(*again) - value) <= 0.006 * std::abs(value) + 1e-12);
        }
        QVERIFY(!refit({}));
    }

    void theOpenRuns() {
        const QByteArray data = qgetenv("ROOFRACK_DATA");
        if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the published runs are not at hand");
        const std::filesystem::path folder = data.toStdString() + "/validation";
        const std::vector<std::filesystem::path> files{
            folder / "training_runs.csv", folder / "more_training_runs.csv", folder / "single_node.csv"};
        const auto table = read_runs(files);
        QVERIFY(table.has_value());
        struct Bound {
            LeftOut by;
            double median, p90;
        };
        for (const Bound& bound : {Bound{LeftOut::generation, 14, 32}}) {
            const auto test =
                transfer_test(*table, "t", Catalog::built_in(), CostParameters::built_in(), bound.by, true);
            QVERIFY(test.has_value());
            qInfo("%s left out: median %.1f %%, 90th percentile %.1f %%, bias %+.1f %%, %.0f %% in the bands",
                  std::string(name_of(bound.by)).c_str(), test->all.median_abs_error_pct,
                  test->all.p90_abs_error_pct, test->all.bias_pct, 100 * test->all.coverage);
            QVERIFY(test->all.median_abs_error_pct <= bound.median);
            QVERIFY(test->all.p90_abs_error_pct <= bound.p90);
            QVERIFY(test->all.coverage > 0.7 && test->all.coverage < 0.92);
        }
    }
};

QTEST_APPLESS_MAIN(TestTransfer)
#include "test_transfer.moc"
