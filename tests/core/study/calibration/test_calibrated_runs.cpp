// SPDX-License-Identifier: GPL-3.0-or-later
// Real runs: a part of what was measured sets the model, and the rest is predicted.
#include "core/drawing/templates/templates.h"
#include "core/step/engine/measured_network.h"
#include "core/study/calibration/calibration_study.h"
#include "core/study/calibration/run_table_fit.h"
#include "tests/support/sample.h"

#include <QTest>

using namespace roofrack;
using roofrack::test::prepared;
using roofrack::test::sample;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

Scenario drawn(const char* server, const char* servers) {
    auto made = make_template("fat-tree", {{"server", server}, {"servers", servers}}, catalog());
    if (!made) qFatal("%s", made.error().text().c_str());
    return std::move(made->scenarios.front());
}

/// The rows of a table whose source begins so.
Table rows_of(Table table, std::string_view source) {
    const size_t column = table.column("source");
    std::erase_if(table.rows,
                  [&](const std::vector<std::string>& row) { return !row[column].starts_with(source); });
    table.lines.clear();
    return table;
}

} // namespace

class TestCalibratedRuns : public QObject {
    Q_OBJECT

private:
    std::string m_data;

private Q_SLOTS:
    void initTestCase() {
        m_data = qgetenv("ROOFRACK_DATA").toStdString();
        if (m_data.empty()) QSKIP("ROOFRACK_DATA is not set: the measured runs are not at hand");
    }

    /// Megatron on 64 V100 (BigScience): the first half of the steps sets the operators.
    void the_second_half_of_a_log_is_predicted() {
        const Scenario scenario = drawn("v100-4x-omnipath", "16");
        const auto run =
            read_measured_run({m_data + "/traces/logs/megatron_ds3d_n16_v100.out"}, {"2026-11-27", {}});
        QVERIFY2(run, run ? "" : run.error().text().c_str());
        QCOMPARE(run->steps.size(), size_t(48)); // the log has 49, the first warms up
        QCOMPARE(run->gpus.value_or(0), 64.0);
        const auto study = calibrate(scenario, *run, catalog());
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        QVERIFY(study->held_back);
        qInfo("held back: %.1f %% before, %.1f %% after", study->held_back->before_pct(),
              study->held_back->after_pct());
        QVERIFY(study->held_back->after_pct() <= 5);
        QVERIFY(study->held_back->after_pct() <= study->held_back->before_pct() / 2);
    }

    /// The middle half of the message sizes sets a collective, and the outer ones are predicted.
    void one_range_of_sizes_tells_the_others() {
        struct Log {
            const char* name;
            Scenario scenario;
        };
        const Log logs[] = {{"superbench_allreduce_8xA100", drawn("dgx-a100", "2")},
                            {"superbench_allgather_8xA100", drawn("dgx-a100", "2")},
                            {"superbench_reducescatter_8xA100", drawn("dgx-a100", "2")},
                            {"h100_N1_G8_allreduce", sample("dgx-h100-su")},
                            {"h100_N10_G1_allreduce", sample("dgx-h100-su")},
                            {"h100_N10_G2_allreduce", sample("dgx-h100-su")},
                            {"h100_N10_G8_allreduce", sample("dgx-h100-su")}};
        int told = 0, within = 0;
        for (const Log& log : logs) {
            MeasuredRun run;
            const auto read =
                add_nccl_output(m_data + "/traces/nccl/" + log.name + ".log", {"2026-11-27", {}}, run);
            QVERIFY2(read, read ? "" : read.error().text().c_str());
            for (const CollectiveSweep& sweep : run.sweeps) {
                Scenario scenario = log.scenario;
                attach_sweeps(scenario.calibration, {sweep});
                for (const ReplacedCollective& r : replaced_collectives(prepared(scenario))) {
                    if (r.range_out_pct < 0) continue;
                    ++told;
                    within += r.range_out_pct <= 10;
                    qInfo("%s: formula %.1f %% off, outer sizes by the middle ones %.1f %%",
                          label_of(r.sweep).c_str(), r.before_pct, r.range_out_pct);
                }
            }
        }
        qInfo("%d of %d within 10 %%", within, told);
        QVERIFY(told >= 15);
        QVERIFY(within >= 0.75 * told);
    }

    /// MosaicML's runs on one server of H100 set the factors, those on 2, 4 and 8 servers are predicted.
    void one_server_tells_more() {
        auto table = read_csv(m_data + "/validation/training_runs.csv");
        QVERIFY(table);
        Scenario scenario = drawn("dgx-h100", "8");
        scenario.plan.software = "llm-foundry FSDP 2024";
        const RunsLike like =
            runs_like(prepared(scenario),
                      rows_of(std::move(*table), "MosaicML llm-foundry training benchmarks: H100 80GB BF16"),
                      catalog());
        const auto fit = fit_runs(like.runs, 8);
        QVERIFY2(fit, fit ? "" : fit.error().text().c_str());
        QCOMPARE(fit->fitted, size_t(23));
        QVERIFY(fit->tells_network);
        QVERIFY(fit->is_inside_domain);
        double before = 0, after = 0;
        size_t runs = 0;
        for (const RunTableErrors& size : fit->errors) {
            qInfo("%.0f GPUs: %.1f %% before, %.1f %% after", size.gpus, size.before_pct, size.after_pct);
            if (size.gpus <= 8 || size.gpus > 32) continue;
            before += size.before_pct * static_cast<double>(size.runs);
            after += size.after_pct * static_cast<double>(size.runs);
            runs += size.runs;
        }
        QCOMPARE(runs, size_t(6));
        qInfo("2 and 4 times the GPUs: %.1f %% before, %.1f %% after", before / 6, after / 6);
        QVERIFY(after <= before / 2);
    }

    /// vTrain's runs on 2 GPUs against those on 4 and 8: the model's factors were fitted on this source, and
    /// what is left differs by plan, so that two factors for all of them change little.
    void what_the_model_was_fitted_on_hardly_gains() {
        const auto table = read_csv(m_data + "/validation/single_node.csv");
        QVERIFY(table);
        Scenario scenario = drawn("dgx-a100", "2");
        scenario.plan.software = "Megatron-DeepSpeed";
        const RunsLike like = runs_like(prepared(scenario), *table, catalog());
        const auto fit = fit_runs(like.runs, 2);
        QVERIFY2(fit, fit ? "" : fit.error().text().c_str());
        for (const RunTableErrors& size : fit->errors) {
            qInfo("%.0f GPUs: %.1f %% before, %.1f %% after", size.gpus, size.before_pct, size.after_pct);
            QVERIFY(size.before_pct < 10); // little to gain
        }
    }

    /// Runs that are the model's own times a factor give that factor back.
    void a_planted_factor_is_found() {
        const auto table = read_csv(m_data + "/validation/single_node.csv");
        QVERIFY(table);
        Scenario scenario = drawn("dgx-a100", "2");
        scenario.plan.software = "Megatron-DeepSpeed";
        RunsLike like = runs_like(prepared(scenario), *table, catalog());
        QVERIFY(like.runs.size() > 100);
        like.runs.resize(100);
        for (PredictedRun& run : like.runs) {
            StepInputs inputs = step_inputs(run.completed);
            inputs.compute_factor = 1.2;
            inputs.network_factor = 0.7;
            run.row.published_step = run.completed.drawn->productive_step(inputs);
        }
        const auto fit = fit_runs(like.runs, 8);
        QVERIFY2(fit, fit ? "" : fit.error().text().c_str());
        QVERIFY(fit->tells_network);
        QVERIFY(std::abs(fit->factors.compute - 1.2) < 1e-3);
        QVERIFY(std::abs(fit->factors.network - 0.7) < 1e-3);
        for (const RunTableErrors& size : fit->errors) QVERIFY(size.after_pct < 0.1);
    }
};

QTEST_GUILESS_MAIN(TestCalibratedRuns)
#include "test_calibrated_runs.moc"
