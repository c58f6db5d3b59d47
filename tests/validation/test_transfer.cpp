// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/software_stack.h"
#include "core/measured/measure/published/built_in_runs.h"
#include "core/measured/measure/published/left_out_figures.h"
#include "core/step/cost/bands/release_months.h"
#include "tests/validation/validate_runs.h"
#include "validation/audit.h"
#include "validation/refit.h"
#include "validation/transfer/refit_without.h"
#include "validation/transfer/transfer.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
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

/// The runs of the program's own table.
const std::vector<ValidationRun>& built_in() {
    static const std::vector<ValidationRun> runs = [] {
        std::vector<SkippedRow> skipped;
        return *transfer_runs(built_in_runs(), "t", Catalog::built_in(), CostParameters::built_in(), false,
                              skipped);
    }();
    return runs;
}

Result<TransferTest> test_of(const Table& table, LeftOut by) {
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

    void months_of_releases() {
        QCOMPARE(release_month("MLPerf v4.1"), 12 * 2024 + 10);
        QCOMPARE(release_month("NeMo 24.11.1"), 12 * 2024 + 10);
        QCOMPARE(release_month("Megatron-LM 2021"), 12 * 2021 + 6);
        QCOMPARE(release_month("NeMo Megatron, Neuron SDK 2.13.1"), 12 * 2023 + 7);
        QCOMPARE(release_month("InternEvo"), 0);
    }

    void properties_by_name() {
        for (size_t by = 0; by < static_cast<size_t>(LeftOut::count); ++by)
            QCOMPARE(left_out_by(name_of(static_cast<LeftOut>(by))), static_cast<LeftOut>(by));
        QVERIFY(!left_out_by("colour"));
    }

    void every_run_is_in_one_class() {
        const auto runs = runs_of(m_table);
        for (const LeftOut by : {LeftOut::generation, LeftOut::family, LeftOut::source, LeftOut::precision,
                                 LeftOut::vendor, LeftOut::combination}) {
            std::multiset<size_t> seen;
            for (const LeftOutClass& each : left_out_classes(runs, by))
                seen.insert(each.runs.begin(), each.runs.end());
            QCOMPARE(seen.size(), runs.size());
            QCOMPARE(std::set<size_t>(seen.begin(), seen.end()).size(), runs.size());
        }
        for (const LeftOutClass& each : left_out_classes(runs, LeftOut::scale))
            for (const size_t i : each.runs) QVERIFY(runs[i].row.gpus > 1024);
    }

    void the_newest_releases_of_a_stack() {
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
        QVERIFY(!test_of(m_table, LeftOut::release));
    }

    /// README, docs/validation.md, the window and `validate --leave-out` show figures of one place: made anew
    /// from the errors that are kept, they are the same.
    void kept_figures_are_those_of_the_kept_errors() {
        const std::vector<ValidationRun>& runs = built_in();
        const auto same = [](const Figures& is, const Figures& was) {
            const auto near = [](double a, double b) { return std::abs(a - b) <= 0.0006; };
            return is.rows == was.rows && is.series == was.series &&
                   near(is.median_abs_error_pct, was.median_abs_error_pct) &&
                   near(is.p90_abs_error_pct, was.p90_abs_error_pct) && near(is.bias_pct, was.bias_pct) &&
                   near(is.coverage, was.coverage) && near(is.half_width_pct, was.half_width_pct);
        };
        QCOMPARE(left_out_figures().size(), left_out_count);
        for (const TransferTest& kept : left_out_figures()) {
            const auto now = transfer_test(runs, "t", LeftOutErrors::built_in(), kept.by);
            QVERIFY(now.has_value());
            QCOMPARE(kept.classes.size(), now->classes.size());
            QVERIFY2(same(kept.all, now->all) && same(kept.dense, now->dense) &&
                         same(kept.experts, now->experts),
                     "stale: run tools/validation");
            for (size_t i = 0; i < now->classes.size(); ++i) {
                QCOMPARE(kept.classes[i].name, now->classes[i].name);
                QVERIFY2(same(kept.classes[i].figures, now->classes[i].figures),
                         "stale: run tools/validation");
            }
        }
    }

    /// The errors that are kept are those of the fit: one property stands for all, the quickest.
    void kept_errors_are_those_of_the_fit() {
        const std::vector<ValidationRun>& runs = built_in();
        LeftOutErrors now;
        leave_out(runs, LeftOut::scale, CostParameters::built_in(), now);
        QVERIFY(now.size() > 10);
        int compared = 0;
        for (const ValidationRun& run : runs) {
            const double error = now.error(LeftOut::scale, run.row.id);
            const double kept = LeftOutErrors::built_in().error(LeftOut::scale, run.row.id);
            QCOMPARE(std::isfinite(error), std::isfinite(kept));
            if (!std::isfinite(error)) continue;
            QVERIFY2(std::abs(error - kept) <= 0.005, "stale: run tools/validation --fit"); // 0.5 % of a step
            ++compared;
        }
        QCOMPARE(static_cast<size_t>(compared), now.size());
        // Every run that can be predicted is left out by what each run is in a class of.
        for (const LeftOut by : {LeftOut::generation, LeftOut::family, LeftOut::source, LeftOut::precision,
                                 LeftOut::vendor, LeftOut::combination})
            for (const ValidationRun& run : runs)
                QVERIFY2(std::isfinite(LeftOutErrors::built_in().error(by, run.row.id)), run.row.id.c_str());
    }

    /// What the program's bands are, resources/cost/uncertainty.json, follows from the same errors.
    void spreads_are_those_of_the_kept_errors() {
        const std::vector<ValidationRun>& runs = built_in();
        const Uncertainty now = level_spreads(runs, left_out_runs(runs, LeftOutErrors::built_in()),
                                              std::vector<bool>(runs.size(), false));
        const Uncertainty& kept = Uncertainty::built_in();
        const auto near = [](double a, double b) { return std::abs(a - b) <= 0.02 * std::abs(b) + 1e-3; };
        QVERIFY(near(kept.quantile, now.quantile));
        for (size_t level = 0; level < unseen_level_count; ++level)
            QVERIFY2(near(kept.unfitted[level], now.unfitted[level]), "stale: run tools/validation");
        const auto equal = [&](const std::vector<Uncertainty::Entry>& was,
                               const std::vector<Uncertainty::Entry>& is) {
            return std::ranges::equal(was, is, [&](const auto& a, const auto& b) {
                return a.name == b.name && a.series == b.series && a.rows == b.rows && near(a.sigma, b.sigma);
            });
        };
        QVERIFY(equal(kept.families, now.families) && equal(kept.generations, now.generations) &&
                equal(kept.kinds, now.kinds));
        QCOMPARE(kept.combinations.size(), now.combinations.size());
        QCOMPARE(kept.widths.size(), now.widths.size());
    }

    void documents_say_the_kept_figures() {
        const auto text_of = [](const char* file) {
            std::ifstream in(std::string(ROOFRACK_SOURCE_DIR) + "/" + file);
            return std::string(std::istreambuf_iterator<char>(in), {});
        };
        const std::string page = text_of("docs/validation.md"), readme = text_of("README.md");
        const auto percent = [](double value) { return fmt::format("{:.1f} %", value); };
        double lowest = 1, highest = 0;
        for (const TransferTest& test : left_out_figures()) {
            const Figures& f = test.all;
            const std::string row =
                fmt::format("| {} | {} | {} | {} |", f.rows, f.series, percent(f.median_abs_error_pct),
                            percent(f.p90_abs_error_pct));
            const std::string band =
                fmt::format("| ±{:.0f} % | {:.0f} % |", f.half_width_pct, 100 * f.coverage);
            const size_t at = page.find(row);
            QVERIFY2(at != std::string::npos, (std::string(name_of(test.by)) + row).c_str());
            const std::string line = page.substr(at, page.find('\n', at) - at);
            QVERIFY2(line.find(band) != std::string::npos, (line + band).c_str());
            lowest = std::min(lowest, f.coverage), highest = std::max(highest, f.coverage);
            if (test.by == LeftOut::generation)
                QVERIFY(readme.find(fmt::format("{} series | {} | {} |", f.series,
                                                percent(f.median_abs_error_pct),
                                                percent(f.p90_abs_error_pct))) != std::string::npos);
        }
        QVERIFY(readme.find(fmt::format("it holds {:.0f} to\n{:.0f} %", 100 * lowest, 100 * highest)) !=
                std::string::npos);
    }

    /// The bands hold what they say of classes that neither they nor the fit have seen.
    void bands_hold_what_they_say() {
        for (const TransferTest& test : left_out_figures()) {
            qInfo("%s: %.0f %% held, ±%.0f %%", std::string(name_of(test.by)).c_str(),
                  100 * test.all.coverage, test.all.half_width_pct);
            QVERIFY(test.all.coverage >= 0.74);
        }
    }

    void left_out_errors_read_back() {
        LeftOutErrors errors;
        errors.set(LeftOut::source, "a, \"b\"", -0.12346);
        errors.set(LeftOut::vendor, "c", 0.5);
        const auto again = LeftOutErrors::parse(errors.csv(), "f.csv");
        QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
        QCOMPARE(again->csv(), errors.csv());
        QCOMPARE(again->error(LeftOut::source, "a, \"b\""), -0.1235);
        QVERIFY(std::isnan(again->error(LeftOut::source, "c")) &&
                std::isnan(again->error(LeftOut::scale, "x")));
        QVERIFY(!LeftOutErrors::parse("run,source\na,1\n", "f.csv"));
        const auto broken = LeftOutErrors::parse("id,source\na,1\nb,much\n", "f.csv");
        QVERIFY(!broken && broken.error().text().find("f.csv:3") != std::string::npos);
        QVERIFY(!LeftOutErrors::parse("id,source\na,inf\n", "f.csv"));
    }

    /// A class's bands are what they would be had its runs never been published, whatever they were off by.
    void bands_forget_the_class() {
        const std::vector<ValidationRun>& runs = built_in();
        LeftOutErrors doubled = LeftOutErrors::built_in();
        for (const ValidationRun& run : runs)
            if (run.residual.generation == "volta")
                for (size_t by = 0; by < left_out_count; ++by)
                    if (const auto each = static_cast<LeftOut>(by);
                        std::isfinite(doubled.error(each, run.row.id)))
                        doubled.set(each, run.row.id, 3);
        std::vector<bool> out;
        for (const ValidationRun& run : runs) out.push_back(run.residual.generation == "volta");
        const auto was = level_spreads(runs, left_out_runs(runs, LeftOutErrors::built_in()), out);
        QCOMPARE(level_spreads(runs, left_out_runs(runs, doubled), out).json(), was.json());
        const std::vector<bool> none(runs.size(), false);
        QVERIFY(level_spreads(runs, left_out_runs(runs, doubled), none).json() !=
                level_spreads(runs, left_out_runs(runs, LeftOutErrors::built_in()), none).json());
        QVERIFY(std::ranges::none_of(was.generations, [](const auto& g) { return g.name == "volta"; }));
    }

    void broken_files_of_kept_figures_are_refused() {
        const auto error = [](std::string json) {
            std::ranges::replace(json, '\'', '"');
            const auto read = parse_left_out_figures(json, "f.json");
            return read ? std::string() : read.error().text();
        };
        const std::string figures = "{'rows':1,'series':1,'median_abs_error_pct':1,'p90_abs_error_pct':1,"
                                    "'bias_pct':-1,'coverage':1,'median_half_width_pct':2}";
        const auto test = [&](const std::string& by, const std::string& all, const std::string& classes) {
            return "{'tests':[{'left_out':'" + by + "','nominal':0.8,'all':" + all + ",'core':" + figures +
                   ",'experts':" + figures + ",'classes':" + classes + "}]}";
        };
        QCOMPARE(error(test("source", figures, "[]")), std::string());
        QVERIFY(error("{").starts_with("f.json:"));
        QVERIFY(error("[]").find("tests") != std::string::npos);
        QVERIFY(error(test("colour", figures, "[]")).find("left_out") != std::string::npos);
        QVERIFY(error(test("source", "{}", "[]")).find("rows") != std::string::npos);
        QVERIFY(error(test("source", figures, "7")).find("classes") != std::string::npos);
        QVERIFY(error(test("source", figures, "['x']")).find("classes/0") != std::string::npos);
    }

    void nothing_of_a_left_out_run_is_left() {
        // Doubling what a class published moves its errors, and neither its predictions nor its bands.
        const size_t time = m_table.column("iteration_s"), derived = m_table.column("iteration_s_derived"),
                     gpu = m_table.column("gpu");
        const auto before = test_of(m_table, LeftOut::generation);
        QVERIFY2(before.has_value(), before ? "" : before.error().text().c_str());
        QVERIFY(before->classes.size() >= 2 && before->rows.size() >= 8);
        for (auto& row : m_table.rows)
            if (row[gpu].starts_with("A100"))
                for (const size_t column : {time, derived})
                    if (!row[column].empty()) row[column] = std::to_string(2 * std::stod(row[column]));
        const auto after = test_of(m_table, LeftOut::generation);
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

    void factors_of_a_left_out_class_forget_their_fit() {
        // Whatever value the built-in fit has for them, what comes out is the same.
        const auto runs = runs_of(m_table);
        const auto constants = constants_of(runs);
        const auto classes = left_out_classes(runs, LeftOut::family);
        QVERIFY(classes.size() >= 3);
        for (const LeftOutClass& each : classes) {
            std::vector<bool> left_out(runs.size(), false);
            for (const size_t i : each.runs) left_out[i] = true;
            CostParameters shifted = CostParameters::built_in();
            for (size_t k = 0; k < constants.size(); ++k)
                if (std::ranges::any_of(each.runs, [&](size_t i) { return constants[k].moves[i] > 0; }))
                    every_factor().parameters[k].set(shifted, every_factor().parameters[k].high);
            const auto plain = refit_without(runs, left_out, constants, CostParameters::built_in());
            const auto other = refit_without(runs, left_out, constants, shifted);
            QCOMPARE(plain.borrowed, other.borrowed);
            for (const FitParameter& p : every_factor().parameters)
                QCOMPARE(p.value(plain.parameters), p.value(other.parameters));
        }
    }

    void what_nobody_else_informs_is_borrowed() {
        const auto runs = runs_of(m_table);
        const auto constants = constants_of(runs);
        std::vector<bool> left_out;
        for (const ValidationRun& run : runs) left_out.push_back(run.residual.generation == "ampere");
        const auto without = refit_without(runs, left_out, constants, CostParameters::built_in());
        QVERIFY(std::ranges::find(without.borrowed, "hbm_share of ampere") != without.borrowed.end());
        const auto share = [&](const char* name) { return without.parameters.generation(name).hbm_share; };
        QVERIFY(share("ampere") >= std::min(share("hopper"), share("blackwell")) &&
                share("ampere") <= std::max(share("hopper"), share("blackwell")));
    }

    /// As they are fitted when they ship: more runs of NVIDIA's make no prior of theirs weigh more.
    void other_vendors_factors_do_not_hang_on_nvidias_runs() {
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
            return refit_without(runs, left_out, constants_of(runs), CostParameters::built_in()).parameters;
        };
        const auto own = runs_on({"Gaudi", "MI300X"}), beside = runs_on({"Gaudi", "MI300X", "GB200"});
        QVERIFY(own.size() >= 15 && beside.size() > own.size());
        const CostParameters alone = without_gaudi(own), joint = without_gaudi(beside);
        for (const FitParameter& p : FitSetup::other_vendors().parameters)
            QCOMPARE(p.value(joint), p.value(alone));
    }

    void fitted_factors_are_written() {
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

    void the_open_runs() {
        const QByteArray data = qgetenv("ROOFRACK_DATA");
        if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the published runs are not at hand");
        const auto table = read_runs(test::carried_tables(data));
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
            QVERIFY(test->all.coverage > 0.7 && test->all.coverage < 0.95);
        }
    }
};

QTEST_APPLESS_MAIN(TestTransfer)
#include "test_transfer.moc"
