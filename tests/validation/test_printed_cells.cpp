// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/printed_cells.h"

#include "tests/validation/replaced_cells.h"

#include <QTest>

using namespace roofrack;

namespace {

const std::filesystem::path own_runs = ROOFRACK_SOURCE_DIR "/tests/data/published_runs.csv";

Result<RunConfig> completed_config(const RunRow& row) {
    auto run = run_config(row, Catalog::built_in(), CostParameters::built_in());
    if (run) choose_missing_settings(*run);
    return run;
}

/// Printed cells that were replaced, but those that the row itself contradicts.
int replaced_in(const std::filesystem::path& file, int& rows) {
    const auto table = read_csv(file);
    if (!table) return -1;
    int count = 0;
    for (size_t i = 0; i < table->rows.size(); ++i) {
        const RunRow row(*table, i);
        const auto run = completed_config(row);
        if (!run) continue; // skipped, and why is printed
        ++rows;
        const auto excuses = contradictions(row);
        for (const test::ReplacedCell& cell : test::replaced_cells(row, *run)) {
            if (std::ranges::any_of(excuses, [&](const Contradiction& c) { return c.names(cell.column); }))
                continue;
            ++count;
            qWarning("%s: %s is printed as %s and taken as %s", std::string(row.text("id")).c_str(),
                     cell.column.c_str(), cell.printed.c_str(), cell.taken.c_str());
        }
    }
    return count;
}

} // namespace

/// What a row prints is what is predicted.
class TestPrintedCells : public QObject {
    Q_OBJECT
private:
    Table m_runs;

    RunRow with(const std::vector<std::pair<const char*, const char*>>& cells) {
        m_runs = *read_csv(own_runs);
        for (const auto& [column, value] : cells) {
            if (m_runs.column(column) == std::string::npos) {
                m_runs.header.emplace_back(column);
                for (auto& row : m_runs.rows) row.emplace_back();
            }
            m_runs.rows[0][m_runs.column(column)] = value;
        }
        return {m_runs, 0};
    }

private Q_SLOTS:
    void a_note_overrules_no_cell() {
        const auto run = completed_config(with({{"recompute", "full"}, {"notes", "full recompute assumed"}}));
        QVERIFY(run && run->recompute_known);
        QCOMPARE(run->plan.recompute, Recompute::full);
    }

    void every_replaced_cell_is_named() {
        const RunRow row = with({{"gpu", "H100-SXM5-80GB"},
                                 {"recompute", "none"},
                                 {"tp", "2"},
                                 {"vpp", "2"},
                                 {"pp", "2"},
                                 {"precision", "fp8"},
                                 {"sharding", "ZeRO-1"},
                                 {"seq_parallel", "yes"},
                                 {"dp", ""},
                                 {"micro_batch", "4"}});
        auto run = completed_config(row);
        QVERIFY2(run.has_value(), run ? "" : run.error().text().c_str());
        QVERIFY(test::replaced_cells(row, *run).empty());
        const auto taken = [&](std::string_view column) {
            const auto cells = test::replaced_cells(row, *run);
            return cells.size() == 1 && cells.front().column == column;
        };
        const auto replaced = [&](std::string_view column, auto&& change) {
            const RunConfig kept = *run;
            change(*run);
            const bool named = taken(column);
            *run = kept;
            return named;
        };
        QVERIFY(replaced("recompute", [](RunConfig& r) { r.plan.recompute = Recompute::full; }));
        QVERIFY(replaced("tp", [](RunConfig& r) { r.plan.tp = 4; }));
        QVERIFY(replaced("vpp", [](RunConfig& r) { r.plan.vpp = 1; }));
        QVERIFY(replaced("pp", [](RunConfig& r) { r.plan.pp = 4; }));
        QVERIFY(replaced("precision", [](RunConfig& r) { r.plan.precision = Precision::bf16; }));
        QVERIFY(replaced("sharding", [](RunConfig& r) { r.plan.zero = 3; }));
        QVERIFY(replaced("seq_parallel", [](RunConfig& r) { r.plan.sequence_parallel = false; }));
        QVERIFY(replaced("gpus", [](RunConfig& r) { r.gpus *= 2; }));
        QVERIFY(replaced("layers", [](RunConfig& r) { r.shape.layers += 1; }));
        QVERIFY(replaced("hidden", [](RunConfig& r) { r.shape.hidden += 64; }));
        QVERIFY(replaced("heads", [](RunConfig& r) { r.shape.heads += 8; }));
        QVERIFY(replaced("ffn", [](RunConfig& r) { r.shape.ffn *= 2; }));
        QVERIFY(replaced("vocab", [](RunConfig& r) { r.shape.vocab *= 2; }));
        QVERIFY(replaced("seq", [](RunConfig& r) { r.sequence *= 2; }));
        QVERIFY(replaced("global_batch", [](RunConfig& r) { r.global_batch *= 2; }));
    }

    void an_optimizer_on_the_host_is_taken_as_printed() {
        const RunRow row = with({{"sharding", "DeepSpeed ZeRO-3 + CPU-offload AdamW"}});
        auto run = completed_config(row);
        QVERIFY(run.has_value());
        QCOMPARE(run->plan.zero, 3);
        QCOMPARE(run->plan.offload_optimizer, 1.0);
        QVERIFY(test::replaced_cells(row, *run).empty());
        run->plan.offload_optimizer = 0;
        QCOMPARE(test::replaced_cells(row, *run).front().column, std::string("sharding"));
    }

    /// The accelerator of the row has no 8-bit rate: what its project can run is 16 bits, and said.
    void a_width_that_the_part_lacks_is16_bits() {
        const RunRow row = with({{"precision", "int8"}});
        const auto run = completed_config(row);
        QVERIFY(run.has_value());
        QCOMPARE(run->plan.precision, Precision::bf16);
        QVERIFY(std::ranges::any_of(run->assumed, [](const std::string& text) {
            return text.starts_with("precision = bf16 (the catalogue has no int8 rate");
        }));
        QVERIFY(test::replaced_cells(row, *run).empty());
    }

    void contradictions_are_named() {
        const auto said = [](const RunRow& row, std::string_view column) {
            const auto found = contradictions(row);
            return found.size() == 1 && found.front().names(column);
        };
        QVERIFY(contradictions(with({})).empty());
        QVERIFY(said(with({{"dp", "16"}}), "gpus"));
        QVERIFY(said(with({{"global_batch", "500"}}), "global_batch"));
        QVERIFY(said(with({{"heads", "23"}, {"tp", "2"}, {"dp", ""}, {"micro_batch", "4"}}), "heads"));
        QVERIFY(said(with({{"tokens_s_gpu", "100"}, {"iteration_s", "3.5"}}), "tokens_s_gpu"));
    }

    void the_runs_of_the_project() {
        int rows = 0;
        QCOMPARE(replaced_in(own_runs, rows), 0);
        QVERIFY(rows >= 8);
    }

    void the_open_runs() {
        const QByteArray data = qgetenv("ROOFRACK_DATA");
        if (data.isEmpty()) QSKIP("ROOFRACK_DATA is not set: the published runs are not at hand");
        int rows = 0;
        for (const char* file : {"training_runs.csv", "single_node.csv", "more_training_runs.csv"})
            QCOMPARE(replaced_in(data.toStdString() + "/validation/" + file, rows), 0);
        QVERIFY(rows > 1300);
    }
};

QTEST_APPLESS_MAIN(TestPrintedCells)
#include "test_printed_cells.moc"
